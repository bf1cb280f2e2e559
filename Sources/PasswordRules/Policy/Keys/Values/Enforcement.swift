/// What happens to a password that the rules refuse. The numbers are stable.
public enum Enforcement: Int, Comparable, Sendable {
    /// Nothing is checked.
    case no = 0
    /// The change passes. The log says that it would have been refused, but not why.
    case audit = 1
    /// The change passes. The person is warned, and the log says so.
    case warn = 2
    /// The change is refused.
    case yes = 3

    /// Whether the first is less strict.
    public static func < (first: Enforcement, second: Enforcement) -> Bool {
        first.rawValue < second.rawValue
    }
}
