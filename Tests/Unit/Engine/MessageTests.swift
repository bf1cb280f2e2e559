import Testing

@testable import PasswordRules

private let knownClasses =
    "; the classes are upper, lower, digit, special, ascii-printable, unicode, and sets such as [-_.]"

/// What outcomes, errors and diagnostics say, which the tool and bindings show unchanged.
@Suite struct MessageTests {
    // MARK: - Outcomes

    private func messages(_ rules: String, _ password: String, reading: Reading = .written) throws -> [String]
    {
        Checker(try Descriptor(rules), reading: reading).check(password).outcomes.map(\.message)
    }

    /// A rule that is met has a message, too: sign-up pages show all rules, and tick off those that are met.
    @Test(arguments: [
        ("minlength: 12", "abcdef", "6 more characters needed (6 of 12)"),
        ("minlength: 12", "abcdefghijk", "1 more character needed (11 of 12)"),
        ("minlength: 12", "abcdefghijkl", "at least 12 characters"),
        ("required: digit", "a", "needs a digit"),
        ("required: digit", "1", "has a digit"),
        ("required: upper", "a", "needs an uppercase letter"),
        ("required: lower", "A", "needs a lowercase letter"),
        // With letters of other scripts in the password, those that count are named.
        ("required: digit", "я", "needs a digit (0-9)"),
        ("required: digit", "я1", "has a digit (0-9)"),
        ("required: upper", "Я", "needs an uppercase letter (A-Z)"),
        ("required: lower", "é", "needs a lowercase letter (a-z)"),
        ("required: upper", "€😀-", "needs an uppercase letter"),
        ("required: special", "A", "needs a special character"),
        ("required: upper, lower", "1", "needs a letter A-Z or a-z"),
        ("required: upper, digit, [-_]", "a", "needs an uppercase letter, a digit or one of \"-_\""),
        ("required: [ ]", "a", "needs a space"),
        ("required: [ab ]", "x", "needs one of \"ab\" and space"),
        ("required: ascii-printable", "\u{E9}", "needs a printable ASCII character"),
        ("required: unicode", "", "needs any character"),
        ("allowed: lower", "aB1", "2 characters that are not allowed (only a-z)"),
        ("allowed: lower, [-]", "aB", "1 character that is not allowed (only a-z, \"-\")"),
        (
            "allowed: ascii-printable", "é",
            "1 character that is not allowed (only printable ASCII characters)"
        ),
        ("allowed: ascii-printable", "", "only printable ASCII characters"),
        ("allowed: special", "", "only special characters"),
        ("allowed: [ ]", "", "only space"),
        ("allowed: [- !]", "", "only \"!-\" and space"),
        ("allowed: unicode", "\u{E9}", "any characters"),
        ("maxlength: 4", "abcde", "1 character too many (5, at most 4)"),
        ("maxlength: 4", "abcd", "at most 4 characters"),
        ("max-repeating: 2", "aaa", "the same character 3 times in a row (at most 2)"),
        ("max-repeating: 1", "a", "no more than 1 of the same character in a row"),
        ("max-sequential: 2", "abc", "3 characters in sequence, like abc or 321 (at most 2)"),
        ("max-sequential: 2", "ab", "no more than 2 letters or digits in sequence (like abc or 321)"),
        ("max-consecutive: 2", "aaa", "the same character 3 times in a row (at most 2)"),
        ("max-consecutive: 2", "aa", "no more than 2 of the same character in a row"),
    ])
    func saysTheOutcomeInOneLine(rules: String, password: String, message: String) throws {
        #expect(try messages(rules, password) == [message])
    }

    @Test(
        arguments: [
            (.encoding, 0, "valid UTF-8"), (.maxBytes, 1024, "at most 1024 bytes"),
            (.maxBytes, 1, "at most 1 byte"), (.or, 2, "one of the choices"),
        ] as [(Outcome.Kind, Int, String)])
    func metRuleHasAMessage(kind: Outcome.Kind, limit: Int, message: String) {
        let outcome = Outcome(kind, isMet: true, limit: limit, actual: 0)
        #expect(outcome.message == message)
        #expect(outcome.messageBytes == Array(message.utf8))
    }

    @Test func strictMaxConsecutiveLimitsBoth() throws {
        let rules = "allowed: lower; max-consecutive: 2"
        #expect(
            try messages(rules, "abc", reading: .strict)[1]
                == "3 repeated or sequential characters in a row (at most 2)")
        #expect(
            try messages(rules, "ab", reading: .strict)[1]
                == "no more than 2 repeated or sequential characters in a row")
    }

    @Test func illFormedTextHasItsOwnOutcome() throws {
        let report = Checker(try Descriptor("minlength: 2")).check([0x61, 0xFF, 0x62].span)
        #expect(!report.isAccepted)
        #expect(report.outcomes.map(\.kind) == [.encoding, .minLength])
        #expect(report.outcomes[0].message == "contains characters that are not valid UTF-8")
        #expect(report.outcomes[1].actual == 3)
    }

    @Test(arguments: [
        ("minlength: 4; required: digit", "", 0.0), ("minlength: 4; required: digit", "ab", 0.25),
        ("minlength: 4; required: digit", "abcd", 0.5), ("minlength: 4; required: digit", "ab1", 0.875),
        ("minlength: 4; required: digit", "abc1", 1.0), ("max-repeating: 1", "", 1.0),
        ("max-repeating: 1", "aa", 0.0), ("required: digit; max-repeating: 1", "11", 0.5), ("", "", 1.0),
    ])
    func progressCountsWhatIsThere(rules: String, password: String, progress: Double) throws {
        #expect(Checker(try Descriptor(rules)).check(password).progress == progress)
    }

    @Test func messagesNeverHoldAnyPartOfThePassword() throws {
        let rules =
            "allowed: lower; minlength: 9; maxlength: 2; required: digit; max-repeating: 1; max-sequential: 1"
        for message in try messages(rules, "\u{436}\u{4E16}\u{3A9}") {
            #expect(message.unicodeScalars.allSatisfy { $0.isASCII })
        }
    }

    @Test func longestMessageFitsIntoAPAMMessage() throws {
        // Every other printable character, so that neither a name nor a range can stand for them.
        let bytes = (UInt8(0x20)..<0x7F).filter { $0 % 2 == 0 }
        let members = String(decoding: bytes, as: UTF8.self)
        let rules = "required: [\(members)]; allowed: [\(members)]"
        for message in try messages(rules, "\u{E9}") { #expect(message.utf8.count < 500) }
    }

    // MARK: - Errors

    @Test func errorsHaveASentence() {
        let errors: [GenerationError] = [
            .lengthNotAllowed(length: 1, minimum: 8, maximum: nil),
            .lengthNotAllowed(length: 70, minimum: 8, maximum: 64), .tooLong(length: 2000),
            .limitsContradict(minimum: 9, maximum: 8), .requirementsNeed(length: 1, maximum: 0),
            .limitsLeaveNone(length: 20), .notFound(tries: 1), .notFound(tries: 500),
            .tooFew(wanted: 3, available: 1), .tooFew(wanted: 30, available: 26), .countOutOfRange(-5),
            .entropyOutOfRange, .noRandomness, .noMemory,
        ]
        let sentences = """
            the rules do not allow 1 character: at least 8
            the rules do not allow 70 characters: at least 8, at most 64
            a password of 2000 characters is too long to generate: at most 1024
            no password can satisfy the rules: minlength 9 is greater than maxlength 8
            no password can satisfy the rules: the requirements need 1 character, but the maximum is 0
            no password can satisfy the rules: the limits on repeats and sequences allow none of 20 characters
            no password that satisfies the rules was found in 1 attempt; the rules are too complex, or the length is too great, to find one by counting
            no password that satisfies the rules was found in 500 attempts; the rules are too complex, or the length is too great, to find one by counting
            the rules allow only 1 password, but 3 different ones were requested
            the rules allow only 26 passwords, but 30 different ones were requested
            cannot generate -5 passwords at once: the number must be from 1 to 1000000
            the entropy must be from 0 to 1024 bits
            the system's random source failed
            out of memory
            """
        #expect(errors.map(\.message) == sentences.split(separator: "\n").map(String.init))
        let countErrors: [CountError] = [
            .tooManyRequirements(count: 11, maximum: 10), .tooLong(length: 1), .tooLong(length: 1024),
        ]
        #expect(
            countErrors.map(\.message) == [
                "there are 11 different requirements, but passwords can be counted for at most 10",
                "counting passwords of 1 character would take too long; try a shorter length or fewer requirements",
                "counting passwords of 1024 characters would take too long; try a shorter length or fewer requirements",
            ])
        let problem = BlocklistProblem.unreadable(error: 5)
        #expect(String(decoding: problem.messageBytes, as: UTF8.self) == "cannot be read: error 5")
    }

    // MARK: - Diagnostics

    @Test(arguments: [
        ("minlenght: 8", "unknown property \"minlenght\"; did you mean \"minlength\"?"),
        ("required: uper", "unknown class \"uper\"; did you mean \"upper\"?"),
        ("required: xyzzy", "unknown class \"xyzzy\"" + knownClasses),
        (
            "required: upper minlength: 8",
            "expected \";\" or the end, found \"minlength:\"; is a \";\" missing before it?"
        ),
        ("required: upper oops", "expected \";\" or the end, found \"oops\""),
        ("required", "expected \":\" after the property name"),
        ("minlength: -1", "the number cannot be negative"),
        ("minlength: 1.5", "expected a whole number"),
        ("minlength: many", "expected a number, found \"many\""),
        ("minlength:", "expected a number"),
        ("minlength: 2147483648", "number too large (maximum 2147483647)"),
        ("required: [a-z]", "\"-\" must come right after \"[\"; ranges are not supported"),
        ("required: [\t]", "only printable ASCII characters are allowed between \"[\" and \"]\""),
        ("required: [\u{E9}]", "empty character class"),
        ("required: [ab", "this \"[\" has no closing \"]\""),
        ("required: []", "empty character class"),
        ("required: \u{1B}[2J", "unknown class \"?[2J\"" + knownClasses),
    ])
    func saysWhatIsWrong(text: String, message: String) throws {
        let error = try #require(throws: Diagnostic.self) { try Descriptor(text) }
        #expect(error.message(in: Array(text.utf8).span) == message)
    }

    @Test func positionOutsideTheTextDoesNotTrap() {
        let text: [UInt8] = []
        #expect(Diagnostic(.unknownKey, at: 7, length: 9).message(in: text.span).contains("\"\""))
    }

    @Test(arguments: [(0, 1, 1), (1, 1, 2), (2, 2, 1), (3, 2, 2), (5, 3, 1), (6, 4, 1), (7, 4, 2)])
    func countsLinesAndColumnsFromOne(offset: Int, line: Int, column: Int) {
        let position = Diagnostic(.unknownKey, at: offset).position(in: Array("a\nbc\n\nd".utf8).span)
        #expect(position == (line, column))
    }
}
