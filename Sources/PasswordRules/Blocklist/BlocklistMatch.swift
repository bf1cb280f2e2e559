/// How the passwords of a list are held against a new one. The numbers are stable.
public enum BlocklistMatch: Int, CaseIterable, Sendable, Comparable {
    /// As it was typed: the comparison that NIST SP 800-63B-4, 3.1.1.2, asks for, and the one for lists of millions.
    case exact = 1
    /// In lower case too.
    case folded = 2
    /// Also with digits and signs read as the letters they stand for, without those at its ends, backwards, and once where it
    /// is a repetition: for lists of common words and passwords.
    case mangled = 3

    /// The name, as policy files have it.
    public var name: StaticString {
        switch self {
        case .exact: "exact"
        case .folded: "folded"
        case .mangled: "mangled"
        }
    }

    /// Whether the first one finds less.
    public static func < (first: Self, second: Self) -> Bool { first.rawValue < second.rawValue }
}
