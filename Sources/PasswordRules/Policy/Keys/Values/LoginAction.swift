/// What happens at a login with a password that is on a list of the policy. The numbers are stable.
public enum LoginAction: Int, Comparable, Sendable {
    /// Nothing is looked up.
    case no = 0
    /// The user is told.
    case warn = 1
    /// The user must choose another password.
    case change = 2

    /// Whether the first demands less.
    public static func < (first: LoginAction, second: LoginAction) -> Bool {
        first.rawValue < second.rawValue
    }
}
