import Testing

@testable import PasswordRules

@Suite struct ReportTests {
    private func messages(_ rules: String, _ password: String, reading: Reading = .written) throws -> [String]
    {
        Checker(try Descriptor(rules), reading: reading).check(password).outcomes.map(\.message)
    }

    @Test(arguments: [
        ("minlength: 12", "abcdef", "6 more characters needed (6 of 12)"),
        ("minlength: 12", "abcdefghijk", "1 more character needed (11 of 12)"),
        ("minlength: 12", "abcdefghijkl", "12 characters or more"),
        ("required: digit", "a", "needs a digit"),
        ("required: digit", "1", "has a digit"),
        ("required: upper", "a", "needs an uppercase letter"),
        ("required: lower", "A", "needs a lowercase letter"),
        ("required: special", "A", "needs a special character"),
        ("required: upper, lower", "1", "needs a letter A-Z or a-z"),
        ("required: upper, digit, [-_]", "a", "needs an uppercase letter, a digit or one of -_"),
        ("required: [ ]", "a", "needs a space"),
        ("required: [ab ]", "x", "needs one of ab and space"),
        ("required: ascii-printable", "\u{E9}", "needs a printable ASCII character"),
        ("required: unicode", "", "needs any character"),
        ("allowed: lower", "aB1", "2 characters that are not allowed (only a-z)"),
        ("allowed: lower, [-]", "aB", "1 character that is not allowed (only a-z, -)"),
        (
            "allowed: ascii-printable", "\u{E9}",
            "1 character that is not allowed (only printable ASCII characters)"
        ),
        ("allowed: unicode", "\u{E9}", "any characters"),
        ("maxlength: 4", "abcde", "1 character too many (5, at most 4)"),
        ("maxlength: 4", "abcd", "at most 4 characters"),
        ("max-repeating: 2", "aaa", "one character 3 times in a row (at most 2)"),
        ("max-repeating: 1", "a", "no character more than 1 time in a row"),
        ("max-sequential: 2", "abc", "3 characters in sequence, like abc or 321 (at most 2)"),
        ("max-sequential: 2", "ab", "no more than 2 letters or digits in sequence (like abc or 321)"),
        ("max-consecutive: 2", "aaa", "one character 3 times in a row (at most 2)"),
        ("max-consecutive: 2", "aa", "no character more than 2 times in a row"),
    ])
    func saysTheOutcomeInOneLine(rules: String, password: String, message: String) throws {
        #expect(try messages(rules, password) == [message])
    }

    @Test func theStrictReadingOfMaxConsecutiveSaysBoth() throws {
        let rules = "allowed: lower; max-consecutive: 2"
        #expect(
            try messages(rules, "abc", reading: .strict)[1]
                == "3 characters in a row that repeat or follow each other (at most 2)")
        #expect(
            try messages(rules, "ab", reading: .strict)[1]
                == "no more than 2 characters in a row that repeat or follow each other")
    }

    @Test func illFormedTextIsAnOutcomeOfItsOwn() throws {
        let checker = Checker(try Descriptor("minlength: 2"))
        let report = checker.check([0x61, 0xFF, 0x62].span)
        #expect(!report.isAccepted)
        #expect(report.outcomes.map(\.kind) == [.encoding, .minLength])
        #expect(report.outcomes[0].message == "has characters that are not valid UTF-8")
        #expect(report.outcomes[1].actual == 3)
    }

    @Test(arguments: [
        ("minlength: 4; required: digit", "", 0.0), ("minlength: 4; required: digit", "ab", 0.25),
        ("minlength: 4; required: digit", "abcd", 0.5), ("minlength: 4; required: digit", "ab1", 0.875),
        ("minlength: 4; required: digit", "abc1", 1.0), ("max-repeating: 1", "", 1.0),
        ("max-repeating: 1", "aa", 0.0),
        ("required: digit; max-repeating: 1", "11", 0.5), ("", "", 1.0),
    ])
    func progressCountsWhatIsThere(rules: String, password: String, progress: Double) throws {
        #expect(Checker(try Descriptor(rules)).check(password).progress == progress)
    }

    @Test func messagesNeverHoldAnyPartOfThePassword() throws {
        let secret = "\u{436}\u{4E16}\u{3A9}"
        let rules =
            "allowed: lower; minlength: 9; maxlength: 2; required: digit; max-repeating: 1; max-sequential: 1"
        for message in try messages(rules, secret) {
            #expect(message.unicodeScalars.allSatisfy { $0.isASCII })
        }
    }

    @Test func theLongestMessageFitsIntoAPAMMessage() throws {
        // Every other printable character, so that neither a name nor a range can stand for them.
        let bytes = (UInt8(0x20)..<0x7F).filter { $0 % 2 == 0 }
        let members = String(decoding: bytes, as: UTF8.self)
        let rules = "required: [\(members)]; allowed: [\(members)]"
        for message in try messages(rules, "\u{E9}") { #expect(message.utf8.count < 500) }
    }
}
