import Testing

@testable import PasswordRules

/// Policies with alternatives, and the keys that demand something in addition.
@Suite struct PolicyExplanationTests {
    @Test(arguments: [
        ("at-least = 1 digit", "at least 1 digit."),
        (
            "at-least = 2 digit, [-_]\nat-least = 3 lower",
            "at least 2 of these: 0-9, -_; at least 3 lowercase letters."
        ),
        ("at-least = 2 special", "at least 2 special characters."),
        ("at-least = 2 [ ]", "at least 2 of these: space."),
        ("at-least = 2 [ !]", "at least 2 of these: ! and space."),
        (
            "max-class-repeating = 4",
            "no more than 4 characters of the same kind in a row\n(lowercase, uppercase, digits, others)."
        ),
        ("old-password-changes = 1", "at least 1 character different from the old password."),
        ("old-password-changes = 5", "at least 5 characters different from the old password."),
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
                Password rules (any one of these is enough):
                  - at least 12 characters, with an uppercase letter, a lowercase letter and a
                    digit; no more than 2 of the same character in a row.
                  - at least 20 characters.
                  - any password
                In all cases: at least 2 digits; no more than 4 adjacent keyboard keys in a
                row (like qwer).
                """)
        #expect(policy.explanation.split(separator: "\n").allSatisfy { $0.utf8.count <= 78 })
    }

    @Test func whereNothingHoldsForAllThereIsNoLastLine() throws {
        let policy = try makePolicy("rules = minlength: 12\nor = minlength: 8; required: special\n")
        #expect(
            policy.explanation == """
                Password rules (any one of these is enough):
                  - at least 12 characters.
                  - at least 8 characters, with a special character.
                """)
    }

    /// At most eight alternatives are listed.
    @Test(arguments: [7, 8, 9, 64])
    func ofManyWaysEightAreTold(alternatives: Int) throws {
        let lines = (0..<alternatives).map { "or = minlength: \(20 + $0)\n" }
        let policy = try makePolicy("rules = minlength: 12\n" + lines.joined())
        let told = policy.explanation.split(separator: "\n").dropFirst()
        let all =
            ["  - at least 12 characters."] + (0..<alternatives).map { "  - at least \(20 + $0) characters." }
        let one = "  - or 1 other set of rules."
        let several = "  - or one of \(alternatives - 7) other sets of rules."
        let last = alternatives < 8 ? [] : [alternatives == 8 ? one : several]
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
                == "PASSWORD RULES (ANY ONE OF THESE IS ENOUGH):\n  - AT LEAST 12 CHARACTERS.\n  - AT LEAST 20 CHARACTERS."
        )
    }
}
