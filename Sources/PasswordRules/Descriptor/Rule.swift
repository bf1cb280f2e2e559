/// One property of a descriptor, with its value.
///
/// Numbers are from 0 to ``Descriptor/maximumNumber``; 0 has no effect.
public enum Rule: Equatable, Hashable, Sendable {
    /// At least one character of the class. Rules of the same class add up.
    case required(CharacterClass)
    /// Only these characters may be used, in addition to the required ones.
    case allowed(CharacterClass)
    /// The older form of the two limits below; its meaning depends on the ``Reading``.
    case maxConsecutive(Int)
    /// No character more than this many times in a row.
    case maxRepeating(Int)
    /// No run of neighbours, up or down, inside a-z, A-Z or 0-9 longer than this.
    case maxSequential(Int)
    /// At least this many Unicode scalar values.
    case minLength(Int)
    /// At most this many Unicode scalar values.
    case maxLength(Int)
}
