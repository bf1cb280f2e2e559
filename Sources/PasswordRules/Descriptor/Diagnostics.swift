/// The diagnostics of one text, in the order of their offsets, up to a maximum number.
public struct Diagnostics: Sendable {
    /// The maximum number of diagnostics kept for one text. The first error is always kept, too. Others count
    /// only for ``worst``.
    public static let maximumCount = 64

    /// The diagnostics that are kept.
    public private(set) var items: [Diagnostic] = []
    /// The first error, which is always kept.
    public private(set) var firstError: Diagnostic?

    /// The worst severity of all diagnostics, kept or not; nil if there are none.
    public private(set) var worst: Diagnostic.Severity?
    /// Whether any diagnostic, kept or not, means that lines of the file are unknown.
    package private(set) var hidesLines = false
    private let capacity: Int

    /// No diagnostics.
    public init() { self.init(capacity: Self.maximumCount) }

    init(capacity: Int) { self.capacity = capacity }

    /// Whether there is an error.
    public var hasErrors: Bool { firstError != nil }

    package mutating func add(_ diagnostic: Diagnostic) {
        // The reason for refusing a text is kept, no matter how many diagnostics come before it.
        let isFirstError = firstError == nil && diagnostic.severity == .error
        if isFirstError { firstError = diagnostic }
        raise(diagnostic.severity)
        if diagnostic.code.hidesLines { hidesLines = true }
        if items.count < capacity || isFirstError {
            items.append(diagnostic)
        } else if capacity > Self.maximumCount, diagnostic.severity != .note {
            // In larger lists, which are sorted later, notes make room for worse diagnostics.
            for index in items.indices where items[index].severity == .note {
                items[index] = diagnostic
                return
            }
        }
    }

    package mutating func add(_ other: Diagnostics) {
        for diagnostic in other.items { add(diagnostic) }
        if let worst = other.worst { raise(worst) }
        if other.hidesLines { hidesLines = true }
    }

    private mutating func raise(_ severity: Diagnostic.Severity) {
        if severity.rawValue > worst?.rawValue ?? 0 { worst = severity }
    }

    /// Sorts by offset, and by severity, the worst first, at the same offset.
    package mutating func sort() {
        // An insertion sort is small and stable. There are at most about a hundred items, nearly in order.
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
