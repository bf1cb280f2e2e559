/// One property of a descriptor, with its value.
///
/// Numbers are from 0 to `Descriptor.maximumNumber`; 0 says nothing.
public enum Rule: Equatable, Hashable, Sendable {
    /// At least one character of the class.
    case required(CharacterClass)
    /// These characters may be used, besides the required ones.
    case allowed(CharacterClass)
    /// The older form of the two limits below; what it means depends on the `Reading`.
    case maxConsecutive(Int)
    /// No character more than so many times in a row.
    case maxRepeating(Int)
    /// No longer run of neighbours, up or down, inside a-z, A-Z or 0-9.
    case maxSequential(Int)
    /// At least so many Unicode scalar values.
    case minLength(Int)
    /// At most so many Unicode scalar values.
    case maxLength(Int)
}
