/// What a password has of a name or a word.
enum NameFinding: Int, Comparable {
    case none
    /// It has the name, and more.
    case inside
    /// It is the name, apart from digits and symbols at its ends.
    case whole

    static func < (first: NameFinding, second: NameFinding) -> Bool { first.rawValue < second.rawValue }
}

extension Outcome {
    /// The outcome of a search for names or words that are refused.
    init(_ kind: Kind, _ finding: NameFinding) {
        self.init(kind, isFound: finding != .none)
        isAboutWhole = finding == .whole
    }
}
