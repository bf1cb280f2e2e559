import Testing

@testable import PasswordRules

@Suite struct ExplanationTests {
    private func explanation(_ rules: String) throws -> String {
        try makePolicy("rules = \(rules)\n").explanation
    }

    @Test(arguments: [
        ("minlength: 12", "at least 12 characters."),
        ("minlength: 8; maxlength: 64", "8 to 64 characters."),
        ("minlength: 8; maxlength: 8", "exactly 8 characters."),
        ("maxlength: 64", "at most 64 characters."),
        ("required: digit", "with a digit."),
        ("required: digit; required: digit; required: upper", "with a digit and an uppercase letter."),
        ("required: upper, digit", "with an uppercase letter or a digit."),
        ("allowed: lower, digit, [-_]", "only a-z, 0-9, -_"),
        ("max-repeating: 2", "no more than 2 of the same character in a row."),
        ("max-consecutive: 2", "no more than 2 of the same character in a row."),
        ("max-sequential: 3", "no more than 3 letters or digits in sequence (like abc or\n321)."),
        ("max-sequential: 1", "no more than 1 letter or digit in sequence (like abc or 321)."),
    ])
    func saysWhatIsDemanded(rules: String, sentence: String) throws {
        #expect(try explanation(rules) == "Password rules: " + sentence)
    }

    @Test func saysEverythingInTheOrderOfInterest() throws {
        #expect(
            try explanation(
                "max-repeating: 2; required: upper; required: lower; required: digit; minlength: 12; allowed: special"
            )
                == """
                Password rules: at least 12 characters, with an uppercase letter, a lowercase
                letter and a digit; only printable ASCII characters; no more than 2 of the
                same character in a row.
                """)
    }

    @Test(
        arguments: [
            (
                "required: upper; required: digit; max-repeating: 2; minlength: 12",
                [
                    "At least 12 characters.", "Must contain an uppercase letter (A-Z) and a digit (0-9).",
                    "No more than 2 of the same character in a row.",
                    "Other characters are allowed too, but some password managers will generate only A-Z, 0-9.",
                    "Generated: 20 characters, 1.32e31 possibilities, 103.4 bits of entropy.",
                ]
            ),
            (
                "minlength: 8; maxlength: 20; required: upper, digit; required: lower; allowed: [-_]",
                [
                    "8 to 20 characters.",
                    "Must contain a lowercase letter (a-z) and either an uppercase letter (A-Z) or a digit (0-9).",
                    // No period: it would look like one of the characters.
                    "May contain only A-Z, a-z, 0-9, -_",
                    "Generated: 20 characters, 1.33e36 possibilities, 120.0 bits of entropy.",
                ]
            ),
            (
                "",
                [
                    "Any characters are allowed, but some password managers will generate only printable ASCII characters.",
                    "Generated: 20 characters, 3.58e39 possibilities, 131.4 bits of entropy.",
                ]
            ),
            (
                "allowed: unicode; maxlength: 9",
                [
                    "At most 9 characters.", "May contain any characters.",
                    "Generated: 9 characters, 6.30e17 possibilities, 59.1 bits of entropy.",
                ]
            ),
            (
                "minlength: 9; maxlength: 8; allowed: lower",
                ["9 to 8 characters.", "May contain only a-z.", "No password can satisfy these rules."]
            ),
            (
                "max-consecutive: 2; max-sequential: 3; allowed: lower",
                [
                    "May contain only a-z.",
                    "No more than 3 letters or digits in sequence (like abc or 321).",
                    "No more than 2 of the same character in a row; some password managers limit sequences such as abc in the same way.",
                    "Generated: 20 characters, 1.85e28 possibilities, 93.9 bits of entropy.",
                ]
            ),
        ] as [(String, [String])])
    func explainsADescriptorInSentences(rules: String, sentences: [String]) throws {
        #expect(Explanation(try Descriptor(rules)).sentences == sentences)
    }

    @Test func saysNothingWhereNothingIsDemanded() throws {
        #expect(try explanation("allowed: unicode").isEmpty)
    }

    @Test func linesFitATerminal() throws {
        let rules = String(
            repeating: "required: [abcdefgh]; required: upper, [xyz]; required: digit, [!];", count: 50)
        for line in try explanation(rules).split(separator: "\n") { #expect(line.utf8.count <= 78) }
    }
}
