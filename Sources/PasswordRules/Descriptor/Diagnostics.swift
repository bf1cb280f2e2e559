/// The diagnostics of one text, in the order of their places; a bounded number of them.
public struct Diagnostics: Sendable {
    /// How many are kept of one text, and the first error besides. What comes after only counts for `worst`.
    public static let maximumCount = 64

    /// The diagnostics that are kept.
    public private(set) var items: [Diagnostic] = []
    /// The first error, which is always among those that are kept.
    public private(set) var firstError: Diagnostic?

    /// The gravest severity of all, kept or not; nil where there is nothing to say.
    public private(set) var worst: Diagnostic.Severity?
    /// Whether any of them, kept or not, leaves open which lines there are.
    package private(set) var hidesLines = false
    private let capacity: Int

    /// No diagnostics.
    public init() { self.init(capacity: Self.maximumCount) }

    init(capacity: Int) { self.capacity = capacity }

    /// Whether any of them is an error.
    public var hasErrors: Bool { firstError != nil }

    package mutating func add(_ diagnostic: Diagnostic) {
        // Whatever stands before it, the reason why a text is refused must not be lost.
        let isFirstError = firstError == nil && diagnostic.severity == .error
        if isFirstError { firstError = diagnostic }
        raise(diagnostic.severity)
        if diagnostic.code.hidesLines { hidesLines = true }
        if items.count < capacity || isFirstError { items.append(diagnostic) }
    }

    package mutating func add(_ other: Diagnostics) {
        for diagnostic in other.items { add(diagnostic) }
        if let worst = other.worst { raise(worst) }
        if other.hidesLines { hidesLines = true }
    }

    private mutating func raise(_ severity: Diagnostic.Severity) {
        if severity.rawValue > worst?.rawValue ?? 0 { worst = severity }
    }

    /// Puts them into the order of their places; of those at one place, the graver first.
    package mutating func sort() {
        // Some hundred at most, and nearly in order: by insertion, which is small and keeps what is equal in its order.
        for end in items.indices {
            let item = items[end]
            var index = end
            while index > 0, item.isBefore(items[index - 1]) {
                items[index] = items[index - 1]
                index -= 1
            }
            items[index] = item
        }
    }
}

extension Diagnostic {
    fileprivate func isBefore(_ other: Diagnostic) -> Bool {
        offset != other.offset ? offset < other.offset : severity.rawValue > other.severity.rawValue
    }
}
