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
