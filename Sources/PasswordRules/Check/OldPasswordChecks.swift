/// Ways in which a new password can be the old one over again.
public struct OldPasswordChecks: OptionSet, Sendable {
    /// One bit for each way.
    public let rawValue: Int

    /// Creates a set from its bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// It is the old one.
    public static let same = OldPasswordChecks(rawValue: 1)
    /// Only letters have become capitals or the other way round.
    public static let letterCase = OldPasswordChecks(rawValue: 2)
    /// It is the old one backwards.
    public static let reversed = OldPasswordChecks(rawValue: 4)
    /// It is contained in the old one written twice: characters have moved from one end to the other.
    public static let rotated = OldPasswordChecks(rawValue: 8)
    /// It contains the old one, or the old one contains it.
    public static let contained = OldPasswordChecks(rawValue: 16)
    /// All of them.
    public static let all: OldPasswordChecks = [.same, .letterCase, .reversed, .rotated, .contained]
}
