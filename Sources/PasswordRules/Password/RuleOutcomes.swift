// The kinds of outcomes of a descriptor's properties, and of checks that neither a property nor a policy's
// key sets.
extension Outcome.Kind {
    /// The kinds that a checker reports, in the order of their numbers.
    static var ofRules: [Outcome.Kind] {
        [
            .minLength, .required, .allowed, .maxLength, .maxRepeating, .maxSequential, .maxConsecutive,
            .encoding,
            .maxConsecutiveStrict,
        ]
    }

    /// `minlength`
    public static var minLength: Self {
        Self(
            1, "minlength", .minimumLength,
            Description(
                "actual: the length in scalar values",
                .missing(.moreCharacters, met: .atLeastCharacters, sentence: .thePasswordNeedsCharacters),
                pwquality: .limit("PWQ_ERROR_MIN_LENGTH"))
        )
    }

    /// `required`
    public static var required: Self {
        Self(
            2, "required", .minimumOfClass,
            Description(
                "actual: how many such characters there are, up to the limit", .charactersOfClass,
                pwquality: .ofClass))
    }

    /// `allowed`
    public static var allowed: Self {
        Self(
            3, "allowed", .maximum,
            Description(
                "actual: how many characters are not allowed; limit 0",
                .made(revealsDetails: true) { outcome, wording in
                    wording.text(.notAllowed, wording.list(of: outcome.characters), count: outcome.actual)
                } met: { outcome, wording in
                    outcome.characters.isUnicode
                        ? wording.text(.anyCharacters)
                        : wording.text(.only, wording.list(of: outcome.characters))
                },
                pwquality: .other("it has characters that are not allowed")))
    }

    /// `maxlength`
    public static var maxLength: Self {
        Self(
            4, "maxlength", .maximum,
            Description(
                "actual: the length in scalar values",
                .made(revealsDetails: true) { outcome, wording in
                    wording.text(
                        .tooManyCharacters, count: outcome.actual - outcome.limit, actual: outcome.actual,
                        limit: outcome.limit)
                } met: { outcome, wording in
                    wording.text(.atMostCharacters, count: outcome.limit)
                },
                pwquality: .other("it is too long")))
    }

    /// `max-repeating`
    public static var maxRepeating: Self {
        Self(
            5, "max-repeating", .maximum,
            Description(
                "actual: the longest run of one character", .exceeded(.repeated, met: .noRepeat),
                pattern: .oneCharacter, pwquality: .limit("PWQ_ERROR_MAX_CONSECUTIVE")))
    }

    /// `max-sequential`
    public static var maxSequential: Self {
        Self(
            6, "max-sequential", .maximum,
            Description(
                "actual: the longest run such as abc or 321",
                .exceeded(.sequential, met: .noSequence), pattern: .sequence,
                pwquality: .limit("PWQ_ERROR_MAX_SEQUENCE")))
    }

    /// `max-consecutive`
    public static var maxConsecutive: Self {
        Self(
            7, "max-consecutive", .maximum,
            Description(
                "actual: the longest run of one character", .exceeded(.repeated, met: .noRepeat),
                pattern: .oneCharacter, pwquality: .limit("PWQ_ERROR_MAX_CONSECUTIVE")))
    }

    /// `max-consecutive` in the strict reading.
    public static var maxConsecutiveStrict: Self {
        Self(
            32, "max-consecutive-strict", .maximum,
            Description(
                """
                max-consecutive in the strict reading. actual: the longest run of one character, or such \
                as abc or 321
                """,
                .exceeded(.consecutive, met: .noConsecutive), pattern: .oneCharacter,
                pwquality: .limit("PWQ_ERROR_MAX_CONSECUTIVE")))
    }

    /// Well-formed UTF-8.
    public static var encoding: Self {
        Self(
            8, "encoding", .encoding,
            Description(
                "only if not met. actual: how many ill-formed UTF-8 sequences",
                .plain(.illFormed, met: .validEncoding), pwquality: .other("it is not valid UTF-8 text")))
    }

    /// No U+0000.
    static var nul: Self {
        Self(
            31, "nul", .maximum,
            Description(
                """
                only if not met: there is U+0000, after which crypt(3) does not read. actual: how many \
                there are
                """,
                .plain(.hasNul, met: .validEncoding),
                pwquality: .other("it has a character that is not allowed")))
    }
}
