import Testing

@testable import PasswordRules

/// Policies with alternatives, and the keys that demand something in addition.
@Suite struct PolicyExplanationTests {
    /// A policy and the lines that follow the heading.
    @Test(arguments: [
        ("at-least = 1 digit", "  - a digit (0-9)"),
        (
            "at-least = 2 digit, [-_]\nat-least = 3 lower",
            "  - at least 2 of these: 0-9, \"-_\"\n  - at least 3 lowercase letters (a-z)"
        ),
        ("at-least = 2 special", "  - at least 2 special characters"),
        ("at-least = 2 [ ]", "  - at least 2 of these: space"),
        ("at-least = 2 [ !]", "  - at least 2 of these: \"!\" and space"),
        (
            "max-class-repeating = 4",
            "  - no more than 4 characters of the same kind in a row (lowercase, uppercase, digits, others)"
        ),
        ("old-password-changes = 1", "  - at least 1 character different from the old password"),
        ("old-password-changes = 5", "  - at least 5 characters different from the old password"),
        (
            "min-guesses = 10^12",
            "  - hard to guess, such as several uncommon words"
        ),
        // The strictest of several numbers of guesses.
        (
            "min-guesses = 10^4\nmin-strength = good",
            "  - hard to guess, such as several uncommon words"
        ),
        (
            "rules = minlength: 20\nor = min-guesses: 10^12; minlength: 8",
            """
              - choose one of these:
                  - at least 20 characters
                  - at least 8 characters; hard to guess, such as several uncommon words
            """
        ),
        // All names and words that a password is compared with share one line. Built-in demands are left out.
        ("username = reject", "  - none of your names"),
        ("username-parts = 4\nfull-name = reject", "  - none of your names"),
        (
            "rules = minlength: 8\nhome-directory = whole\nwords = acme\nor = minlength: 9",
            """
              - none of your names, no word that is too obvious here
              - choose one of these:
                  - at least 8 characters
                  - at least 9 characters
            """
        ),
        (
            "old-password = reject\nold-password-changes = 5",
            "  - at least 5 characters different from the old password"
        ),
        // Demands that hold for every choice come first.
        (
            """
            rules = minlength: 12; required: upper; required: lower; required: digit; max-repeating: 2
            or = minlength: 20
            or = allowed: unicode
            max-keyboard = 4
            at-least = 2 digit
            """,
            """
              - at least 2 digits (0-9)
              - no more than 4 adjacent keyboard keys in a row (like qwer)
              - choose one of these:
                  - at least 12 characters; an uppercase letter (A-Z) and a lowercase letter (a-z); no more than 2 of the same character in a row
                  - at least 20 characters
                  - any password
            """
        ),
        (
            "rules = minlength: 12\nor = minlength: 8; required: special",
            """
              - choose one of these:
                  - at least 12 characters
                  - at least 8 characters; a special character
            """
        ),
        // A demand that follows from another one is left out.
        (
            "rules = required: upper; required: lower; required: digit; required: special\nmin-classes = 4",
            "  - an uppercase letter (A-Z), a lowercase letter (a-z), a digit (0-9) and a special character"
        ),
        (
            "rules = required: [-_]; required: digit; min-classes: 3",
            "  - one of \"-_\" and a digit (0-9)\n  - at least 3 of these 4 kinds: lowercase letters (a-z), uppercase letters (A-Z), digits (0-9), other characters"
        ),
        ("rules = required: digit; min-classes: 1\nat-least = 2 digit", "  - at least 2 digits (0-9)"),
        // The larger number is said.
        ("rules = required: digit; required: digit\nat-least = 2 digit", "  - at least 2 digits (0-9)"),
        ("rules = required: digit; required: digit\nat-least = 1 digit", "  - at least 2 digits (0-9)"),
        ("rules = required: digit; required: digit\nrules = required: digit", "  - at least 2 digits (0-9)"),
        ("rules = required: digit\nrules = required: digit", "  - a digit (0-9)"),
        ("at-least = 2 digit\nat-least = 3 digit", "  - at least 3 digits (0-9)"),
        (
            "rules = required: digit; allowed: lower\nat-least = 2 digit",
            "  - only a-z, 0-9\n  - at least 2 digits (0-9)"
        ),
        (
            "rules = min-classes: 3\nmin-classes = 2",
            "  - at least 3 of these 4 kinds: lowercase letters (a-z), uppercase letters (A-Z), digits (0-9), other characters"
        ),
        // Different demands have separate lines.
        (
            "rules = required: digit; min-classes: 1\nclasses-inside = yes",
            "  - a digit (0-9)\n  - at least 1 of these 4 kinds: lowercase letters (a-z), uppercase letters (A-Z), digits (0-9), other characters"
        ),
        (
            "rules = required: upper, lower; min-classes: 1",
            "  - a letter A-Z or a-z\n  - at least 1 of these 4 kinds: lowercase letters (a-z), uppercase letters (A-Z), digits (0-9), other characters"
        ),
    ])
    func eachRuleHasALine(lines: String, told: String) throws {
        let policy = try makePolicy(
            lines.hasPrefix("rules") ? lines + "\n" : "rules = allowed: unicode\n\(lines)\n")
        #expect(policy.explanation == "Password rules:\n" + told)
    }

    @Test func commonPartsOfAlternativesAreExplainedOnce() throws {
        let applied = try applyPolicy(
            [
                "rules = minlength: 8; required: digit; max-repeating: 3; min-different: 4\n",
                "[user eve]\nrules = required: digit; required: upper; min-different: 4\nor = minlength: 8; max-repeating: 3\n",
            ], arguments: [], to: PolicySubject(user: Array("eve".utf8), groups: []))
        let policy = try Policy(applied.settings, blocklists: [])
        #expect(
            policy.explanation == """
                Password rules:
                  - at least 8 characters
                  - a digit (0-9)
                  - no more than 3 of the same character in a row
                  - at least 4 different characters
                  - choose one of these:
                      - an uppercase letter (A-Z)
                      - any password
                """)
    }

    /// At most eight alternatives are listed.
    @Test(arguments: [7, 8, 9, 64])
    func atMostEightAlternativesAreExplained(alternatives: Int) throws {
        let lines = (0..<alternatives).map { "or = minlength: \(20 + $0)\n" }
        let policy = try makePolicy("rules = minlength: 12\n" + lines.joined())
        let told = policy.explanation.split(separator: "\n").dropFirst(2)
        let all =
            ["      - at least 12 characters"]
            + (0..<alternatives).map { "      - at least \(20 + $0) characters" }
        let one = "      - or 1 other choice"
        let several = "      - or one of \(alternatives - 7) other choices"
        let last = alternatives < 8 ? [] : [alternatives == 8 ? one : several]
        #expect(told.map(String.init) == Array(all.prefix(8)) + last)
    }

    @Test func uncomparedOldPasswordIsLeftOut() throws {
        let policy = try makePolicy("rules = minlength: 12\nold-password-changes = 8\n")
        let compared =
            "Password rules:\n  - at least 12 characters\n  - at least 8 characters different from the old password"
        #expect(policy.explanation == compared)
        for (comparisons, expected) in [
            (OwnPasswords.old, compared), ([], "Password rules:\n  - at least 12 characters"),
        ] {
            let bytes = policy.explanationBytes(comparing: comparisons)
            #expect(String(decoding: bytes, as: UTF8.self) == expected)
        }
        let alone = try makePolicy("rules = allowed: unicode\nold-password-changes = 8\n")
        #expect(alone.explanationBytes(comparing: []).isEmpty)
    }

    @Test func bytesEqualTheTranslatedText() throws {
        let policy = try makePolicy("rules = minlength: 12\nor = minlength: 20\n")
        #expect(policy.explanationBytes() == Array(policy.explanation.utf8))
        let shouted = Translator { template, count in
            var isPlaceholder = false
            return Text(template.english(count)).bytes.map { byte in
                if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "}") { isPlaceholder = !isPlaceholder }
                return !isPlaceholder && (0x61...0x7A).contains(byte) ? byte - 0x20 : byte
            }
        }
        #expect(
            String(decoding: policy.explanationBytes(in: shouted), as: UTF8.self)
                == "PASSWORD RULES:\n  - CHOOSE ONE OF THESE:\n      - AT LEAST 12 CHARACTERS\n      - AT LEAST 20 CHARACTERS"
        )
    }
}
