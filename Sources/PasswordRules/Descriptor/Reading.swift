/// The two ways to read a descriptor.
///
/// An administrator writes what is required; a site writes what is safe to generate. Every password that
/// satisfies the strict reading also satisfies the written one, so a generated password passes both checks.
public enum Reading: Sendable {
    /// The descriptor as written: without `allowed`, characters are not restricted; `max-consecutive` limits
    /// runs of one character; and `unicode` is every scalar value.
    case written
    /// The narrowest meaning in any implementation: without `allowed`, only the required classes (or else
    /// `ascii-printable`) are permitted; `max-consecutive` limits repeats and sequences; and `unicode` is
    /// `ascii-printable`.
    case strict
}
