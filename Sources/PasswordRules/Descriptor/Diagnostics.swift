/// The diagnostics of one text, in the order of their places; a bounded number of them.
public struct Diagnostics: Sendable {
    /// How many are kept. What comes after is counted as an error or not, and forgotten.
    public static let maximumCount = 64

    /// The first `maximumCount` diagnostics.
    public private(set) var items: [Diagnostic] = []
    /// The first error, which may come after those that are kept.
    public private(set) var firstError: Diagnostic?

    /// No diagnostics.
    public init() {}

    /// Whether any of them is an error.
    public var hasErrors: Bool { firstError != nil }

    package mutating func add(_ diagnostic: Diagnostic) {
        if firstError == nil, diagnostic.severity == .error { firstError = diagnostic }
        if items.count < Self.maximumCount { items.append(diagnostic) }
    }

    package mutating func add(_ other: Diagnostics) {
        for diagnostic in other.items { add(diagnostic) }
        if firstError == nil { firstError = other.firstError }
    }

    /// Puts them into the order of their places; of those at one place, the graver first.
    package mutating func sort() {
        items.sort { ($0.offset, -$0.severity.rawValue) < ($1.offset, -$1.severity.rawValue) }
    }
}
