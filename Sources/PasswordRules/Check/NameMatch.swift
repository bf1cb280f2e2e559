/// How a password is compared with a name.
public enum NameMatch: Int, Sendable {
    /// Not at all.
    case permit = 0
    /// The password as a whole, without digits and signs at its ends, must not be the name. That is how
    /// NIST SP 800-63B-4, 3.1.1.2, compares.
    case whole = 1
    /// The name must not be contained.
    case reject = 2
}
