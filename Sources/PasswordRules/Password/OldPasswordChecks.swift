/// The variations of the old password that a policy can refuse.
public struct OldPasswordChecks: OptionSet, Sendable {
    /// One bit for each variation.
    public let rawValue: Int

    /// Creates a set from its bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The old password itself.
    public static let same = OldPasswordChecks(rawValue: 1)
    /// The old password in different upper and lower case.
    public static let letterCase = OldPasswordChecks(rawValue: 2)
    /// The old password backwards.
    public static let reversed = OldPasswordChecks(rawValue: 4)
    /// The old password rotated: some characters were moved from one end to the other.
    public static let rotated = OldPasswordChecks(rawValue: 8)
    /// The new password contains the old one, or is part of it.
    public static let contained = OldPasswordChecks(rawValue: 16)
    /// The old password with one or two small changes, such as another number at its end. Includes all other
    /// checks.
    public static let similar = OldPasswordChecks(rawValue: 32).union(reject)
    /// All but `similar`.
    public static let reject: OldPasswordChecks = [.same, .letterCase, .reversed, .rotated, .contained]
}
