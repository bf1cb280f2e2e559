/// How a password is compared with a name.
public enum NameMatch: Int, Comparable, Sendable {
    /// The password may be or contain the name.
    case permit = 0
    /// The password, without digits and symbols at its ends, must not be the name, as in NIST SP 800-63B-4,
    /// 3.1.1.2.
    case whole = 1
    /// The password must not contain the name.
    case reject = 2

    /// Whether the first refuses fewer passwords.
    public static func < (first: NameMatch, second: NameMatch) -> Bool { first.rawValue < second.rawValue }
}
