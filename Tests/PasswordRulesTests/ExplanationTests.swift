import Testing

@testable import PasswordRules

@Suite struct ExplanationTests {
    private func explanation(_ rules: String) throws -> String {
        try makePolicy("rules = \(rules)\n").explanation
    }

    @Test(arguments: [
        ("minlength: 12", "12 characters or more."),
        ("minlength: 8; maxlength: 64", "8 to 64 characters."),
        ("minlength: 8; maxlength: 8", "exactly 8 characters."),
        ("maxlength: 64", "at most 64 characters."),
        ("required: digit", "with a digit."),
        ("required: digit; required: digit; required: upper", "with a digit and an uppercase letter."),
        ("required: upper, digit", "with an uppercase letter or a digit."),
        ("allowed: lower, digit, [-_]", "made of a-z, 0-9, -_ only."),
        ("max-repeating: 2", "no character more than 2 times in a row."),
        ("max-consecutive: 2", "no character more than 2 times in a row."),
        ("max-sequential: 3", "no more than 3 letters or digits in sequence (like abc or\n321)."),
        ("max-sequential: 1", "no more than 1 letter or digit in sequence (like abc or\n321)."),
    ])
    func saysWhatIsDemanded(rules: String, sentence: String) throws {
        #expect(try explanation(rules) == "Your new password: " + sentence)
    }

    @Test func saysEverythingInTheOrderOfInterest() throws {
        #expect(
            try explanation(
                "max-repeating: 2; required: upper; required: lower; required: digit; minlength: 12; allowed: special"
            )
                == """
                Your new password: 12 characters or more, with an uppercase letter, a
                lowercase letter and a digit; made of printable ASCII characters only; no
                character more than 2 times in a row.
                """)
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
