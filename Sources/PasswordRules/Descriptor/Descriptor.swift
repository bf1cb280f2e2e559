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

/// A parsed password rules descriptor: its properties in the order in which they were written.
public struct Descriptor: Equatable, Hashable, Sendable {
    /// The properties, in source order, repeated ones included.
    public let rules: [Rule]

    /// The longest text that is read as a descriptor, in bytes.
    public static let maximumLengthInBytes = 64 * 1024
    /// The largest number that a property takes.
    public static let maximumNumber = 0x7FFF_FFFF

    init(rules: [Rule]) {
        self.rules = rules
    }
}

/// How a descriptor is read.
///
/// An administrator's descriptor says what is demanded, a site's descriptor what is safe to generate. The
/// strict language is a subset of the written one, so a generated password passes either check.
public enum Reading: Sendable {
    /// What the author wrote: without `allowed` the characters are not restricted, `max-consecutive` limits
    /// runs of one character, and `unicode` is every scalar value.
    case written
    /// The narrowest meaning any implementer gives it: without `allowed` only the required classes (or
    /// `ascii-printable`) are permitted, `max-consecutive` limits repeats and sequences alike, and `unicode`
    /// is `ascii-printable`.
    case strict
}
