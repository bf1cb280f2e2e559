import Testing

@testable import PasswordRules

@Suite struct ExplanationTests {
    private func explanation(_ rules: String) throws -> String {
        try makePolicy("rules = \(rules)\n").explanation
    }

    @Test(arguments: [
        ("minlength: 12", "at least 12 characters"),
        ("minlength: 8; maxlength: 64", "8 to 64 characters"),
        ("minlength: 8; maxlength: 8", "exactly 8 characters"),
        ("maxlength: 64", "at most 64 characters"),
        ("required: digit", "a digit (0-9)"),
        (
            "required: digit; required: digit; required: upper",
            "at least 2 digits (0-9) and an uppercase letter (A-Z)"
        ),
        ("required: digit; required: [0123456789]; required: digit", "at least 3 digits (0-9)"),
        (
            "required: upper, digit; required: [-_]; required: [-_]; required: digit",
            "a digit (0-9), either an uppercase letter (A-Z) or a digit (0-9) and at least 2 of these: \"-_\""
        ),
        ("required: upper, digit", "an uppercase letter (A-Z) or a digit (0-9)"),
        ("allowed: lower, digit, [-_]", "only a-z, 0-9, \"-_\""),
        ("max-repeating: 2", "no more than 2 of the same character in a row"),
        ("max-consecutive: 2", "no more than 2 of the same character in a row"),
        ("max-sequential: 3", "no more than 3 letters or digits in sequence (like abc or 321)"),
        ("max-sequential: 1", "no more than 1 letter or digit in sequence (like abc or 321)"),
    ])
    func saysWhatIsDemanded(rules: String, sentence: String) throws {
        #expect(try explanation(rules) == "Password rules:\n  - " + sentence)
    }

    @Test func explainsEverythingInOrder() throws {
        #expect(
            try explanation(
                "max-repeating: 2; required: upper; required: lower; required: digit; minlength: 12; allowed: special"
            )
                == """
                Password rules:
                  - at least 12 characters
                  - an uppercase letter (A-Z), a lowercase letter (a-z) and a digit (0-9)
                  - only printable ASCII characters
                  - no more than 2 of the same character in a row
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
                    "May contain only A-Z, a-z, 0-9, \"-_\".",
                    "Generated: 20 characters, 1.33e36 possibilities, 120.0 bits of entropy.",
                ]
            ),
            (
                "",
                [
                    "Any characters are allowed, but some password managers will generate only printable ASCII characters.",
                    "Generated: 20 characters, 3.51e39 possibilities, 131.4 bits of entropy.",
                ]
            ),
            (
                "allowed: unicode; maxlength: 9",
                [
                    "At most 9 characters.", "May contain any characters.",
                    "Generated: 9 characters, 6.17e17 possibilities, 59.1 bits of entropy.",
                ]
            ),
            (
                "minlength: 9; maxlength: 8; allowed: lower",
                [
                    "At least 9, but at most 8 characters.", "May contain only a-z.",
                    "No password can satisfy these rules.",
                ]
            ),
            (
                "required: [-]; required: [a \"]; required: ['\"]; maxlength: 3; max-repeating: 1",
                [
                    "At most 3 characters.",
                    "Must contain the character \"-\", one of '\"a' and space and one of \"\"'\".",
                    "No more than 1 of the same character in a row.",
                    "Other characters are allowed too, but some password managers will generate only \"\"'-a\" and space.",
                    "Generated: 3 characters, 24 possibilities, 4.6 bits of entropy.",
                ]
            ),
            (
                "minlength: 2000",
                [
                    "At least 2000 characters.",
                    "Any characters are allowed, but some password managers will generate only printable ASCII characters.",
                    "No password can be generated under these rules.",
                ]
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

    @Test func emptyPolicyHasNoExplanation() throws {
        #expect(try explanation("allowed: unicode").isEmpty)
    }
}
