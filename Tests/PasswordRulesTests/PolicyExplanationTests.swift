import Testing

@testable import PasswordRules

/// Policies with alternatives, and the keys that demand something in addition.
@Suite struct PolicyExplanationTests {
    @Test(arguments: [
        ("at-least = 1 digit", "1 or more of: 0-9."),
        ("at-least = 2 digit, [-_]\nat-least = 3 lower", "2 or more of: 0-9, -_; 3 or more of: a-z."),
        ("at-least = 2 special", "2 or more of: special characters."),
        ("at-least = 2 [ ]", "2 or more of: space."), ("at-least = 2 [ !]", "2 or more of: ! and space."),
        (
            "max-class-repeating = 4",
            "no more than 4 characters of one kind in a row (lowercase,\nuppercase, digits, others)."
        ),
        ("old-password-changes = 1", "1 character or more other than in the old password."),
        ("old-password-changes = 5", "5 characters or more other than in the old password."),
    ])
    func keysThatDemandSomethingAreTold(lines: String, sentence: String) throws {
        let policy = try makePolicy("rules = allowed: unicode\n\(lines)\n")
        #expect(policy.explanation == "Password rules: " + sentence)
    }

    @Test func eachWayHasALineAndWhatHoldsForAllComesLast() throws {
        let policy = try makePolicy(
            """
            rules = minlength: 12; required: upper; required: lower; required: digit; max-repeating: 2
            or = minlength: 20
            or = allowed: unicode
            max-keyboard = 4
            at-least = 2 digit

            """)
        #expect(
            policy.explanation == """
                Password rules: one of these:
                  - 12 characters or more, with an uppercase letter, a lowercase letter and a
                    digit; no character more than 2 times in a row.
                  - 20 characters or more.
                  - any password
                And: 2 or more of: 0-9; no more than 4 neighbouring keys in a row (like qwer).
                """)
        #expect(policy.explanation.split(separator: "\n").allSatisfy { $0.utf8.count <= 78 })
    }

    @Test func whereNothingHoldsForAllThereIsNoLastLine() throws {
        let policy = try makePolicy("rules = minlength: 12\nor = minlength: 8; required: special\n")
        #expect(
            policy.explanation == """
                Password rules: one of these:
                  - 12 characters or more.
                  - 8 characters or more, with a special character.
                """)
    }

    /// At most eight alternatives are listed.
    @Test(arguments: [7, 8, 9, 64])
    func ofManyWaysEightAreTold(alternatives: Int) throws {
        let lines = (0..<alternatives).map { "or = minlength: \(20 + $0)\n" }
        let policy = try makePolicy("rules = minlength: 12\n" + lines.joined())
        let told = policy.explanation.split(separator: "\n").dropFirst()
        let all =
            ["  - 12 characters or more."] + (0..<alternatives).map { "  - \(20 + $0) characters or more." }
        let last = alternatives + 1 > 8 ? ["  - or another of \(alternatives + 1) sets of rules."] : []
        #expect(told.map(String.init) == Array(all.prefix(8)) + last)
    }

    @Test func bytesAreThoseOfTheTextInTheLanguageThatIsAskedFor() throws {
        let policy = try makePolicy("rules = minlength: 12\nor = minlength: 20\n")
        #expect(policy.explanationBytes() == Array(policy.explanation.utf8))
        let shouted = Translator { template, count in
            var isPlace = false
            return template.english(count).map { byte in
                if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "}") { isPlace = !isPlace }
                return !isPlace && (0x61...0x7A).contains(byte) ? byte - 0x20 : byte
            }
        }
        #expect(
            String(decoding: policy.explanationBytes(in: shouted), as: UTF8.self)
                == "PASSWORD RULES: ONE OF THESE:\n  - 12 CHARACTERS OR MORE.\n  - 20 CHARACTERS OR MORE.")
    }
}
