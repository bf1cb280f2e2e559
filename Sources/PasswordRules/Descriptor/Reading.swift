/// How the meaning of a descriptor is read.
///
/// An administrator's descriptor says what is required, a site's descriptor what is safe to generate. Every
/// password of the strict reading also satisfies the written one, so a generated password passes either
/// check.
public enum Reading: Sendable {
    /// What the author wrote: without `allowed` the characters are not restricted, `max-consecutive` limits
    /// runs of one character, and `unicode` is every scalar value.
    case written
    /// The narrowest meaning that any implementation gives it: without `allowed` only the required classes
    /// (or `ascii-printable`) are permitted, `max-consecutive` limits both repeats and sequences, and
    /// `unicode` is `ascii-printable`.
    case strict
}
