/// What happens with a password that the rules refuse. The numbers are stable.
public enum Enforcement: Int, Comparable, Sendable {
    /// Nothing is checked.
    case no = 0
    /// The change passes; the log says that it would have been refused, but not why.
    case audit = 1
    /// The change passes; the person is told, and the log too.
    case warn = 2
    /// The change is refused.
    case yes = 3

    /// Whether it is less strict than another.
    public static func < (first: Enforcement, second: Enforcement) -> Bool {
        first.rawValue < second.rawValue
    }
}
