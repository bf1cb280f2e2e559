/// How the passwords of a list are compared with a new one. The numbers are stable.
public enum BlocklistMatch: Int, CaseIterable, Sendable, Comparable {
    /// As typed: the comparison that NIST SP 800-63B-4, 3.1.1.2, asks for, and the usual one for lists of
    /// millions.
    case exact = 1
    /// Also in lower case and folded.
    case folded = 2
    /// Also with leet substitutions undone, without additions at its ends, backwards, and as the unit of a
    /// repetition: for lists of common words and passwords.
    case mangled = 3

    /// The name in policy files.
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
