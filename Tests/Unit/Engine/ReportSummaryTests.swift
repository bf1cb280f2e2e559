import Testing

@testable import PasswordRules

/// All reasons in one string. `Tests/ABI/abi_policy_use.c` has the same through C.
@Suite struct ReportSummaryTests {
    private func summary(
        _ password: String, limit: Int? = nil, separator: String = "; ",
        rules: String =
            "minlength: 8; required: upper; required: digit"
    ) throws -> String {
        let report = Checker(try Descriptor(rules), reading: .written).check(password)
        let form = ReportSummary(separator: Array(separator.utf8), limit: limit)
        return String(decoding: form.text(of: report), as: UTF8.self)
    }

    @Test(arguments: [
        (nil, "5 more characters needed (3 of 8); needs an uppercase letter; needs a digit"),
        (76, "5 more characters needed (3 of 8); needs an uppercase letter; needs a digit"),
        (74, "5 more characters needed (3 of 8); needs an uppercase letter; ..."),
        (65, "5 more characters needed (3 of 8); needs an uppercase letter; ..."),
        (64, "5 more characters needed (3 of 8); ..."), (37, "5 more characters needed (3 of 8)..."),
        (35, "5 more characters needed (3 of 8..."), (3, "..."), (2, ""), (0, ""),
    ])
    func isCutAtOutcomes(limit: Int?, expected: String) throws {
        #expect(try summary("abc", limit: limit) == expected)
    }

    @Test func acceptedPasswordHasNoSummary() throws {
        #expect(try summary("abcdefghA1") == "")
        #expect(try summary("abcdefghA1", limit: 5) == "")
    }

    @Test func hasTheCallersSeparator() throws {
        #expect(
            try summary("ab", separator: " | ", rules: "minlength: 3; required: digit")
                == "1 more character needed (2 of 3) | needs a digit")
    }

    /// The heading of a set of rules ends in a colon.
    @Test(arguments: [
        (nil, "; "), (nil, " | "), (90, "; "),
    ])
    func headingPrecedesItsRules(limit: Int?, separator: String) throws {
        var stack = PolicyStack()
        var found = Diagnostics()
        let text = Array("rules = minlength: 20; required: digit\nor = minlength: 12; required: digit\n".utf8)
        stack.add(
            file: try #require(PolicyFile.parse(text, diagnostics: &found)))
        let report = try Policy(stack.applied(to: nil).settings, blocklists: []).check("abc")
        let form = ReportSummary(separator: Array(separator.utf8), limit: limit)
        let told = String(decoding: form.text(of: report), as: UTF8.self)
        let start =
            "meets none of the 2 choices; for the closest: 9 more characters needed (3 of 12)"
        #expect(told == start + (limit == nil ? separator + "needs a digit" : separator + "..."))
    }

    @Test(arguments: Array(0...40))
    func neverExceedsTheLimitNorCutsACharacter(limit: Int) throws {
        let translator = Translator { _, _ in Array("zwölf Äpfel 日本語 🍎".utf8) }
        let report = Checker(try Descriptor("minlength: 8; required: digit"), reading: .written).check("abc")
        let text = ReportSummary(separator: Array("—".utf8), limit: limit).text(of: report, in: translator)
        #expect(text.count <= limit)
        #expect(String(validating: text, as: UTF8.self) != nil)
    }

    /// A log has nothing that was found in the password: two passwords that fail the same rules in different
    /// ways cannot be told apart.
    @Test(arguments: [
        ("rules = minlength: 12", "abcd", "abcdefghijk", "at least 12 characters"),
        ("rules = maxlength: 4", "abcdef", "abcdefghij", "at most 4 characters"),
        ("rules = allowed: lower", "abC", "ABC", "only a-z"),
        ("rules = max-repeating: 2", "aaa", "aaaaaa", "no more than 2 of the same character in a row"),
        ("rules = max-consecutive: 2", "aaa", "aaaaa", "no more than 2 of the same character in a row"),
        (
            "rules = max-sequential: 3", "abcd", "abcdefg",
            "no more than 3 letters or digits in sequence (like abc or 321)"
        ),
        (
            "rules = minlength: 1\nmin-classes = 3", "a", "aB",
            "at least 3 of these 4 kinds: lowercase letters, uppercase letters, digits, other characters"
        ),
        (
            "rules = minlength: 1\nmin-classes = 4", "a", "aB1",
            "lowercase letters, uppercase letters, digits and other characters"
        ),
        ("rules = minlength: 1\nat-least = 3 digit", "a", "a12", "at least 3 digits"),
        ("rules = minlength: 1\nat-least = 3 [-_]", "a", "a--", "at least 3 of these: \"-_\""),
        ("rules = minlength: 1\nmin-different = 5", "a", "abcd", "at least 5 different characters"),
        ("rules = minlength: 1\nmin-words = 4", "one", "one two three", "at least 4 words"),
        (
            "rules = minlength: 1\nmax-class-repeating = 2", "abc", "abcdef",
            "no more than 2 characters of the same kind in a row (lowercase, uppercase, digits, others)"
        ),
        (
            "rules = minlength: 1\nmax-keyboard = 3", "qwer", "qwertyu",
            "no more than 3 adjacent keyboard keys in a row (like qwer)"
        ),
        ("rules = minlength: 1\nmax-bytes = 8", "abcdefghi", "abcdefghijklmn", "at most 8 bytes"),
        (
            "rules = minlength: 1\nold-password-changes = 5", "old-sekret", "xyd-sekret",
            "at least 5 characters changed"
        ),
        (
            "rules = required: upper", "пароль", "abcdef", "needs an uppercase letter"
        ),
        (
            "min-guesses = 10^20", "20011231", "qwertyuiop",
            "hard to guess, such as several uncommon words"
        ),
        (
            "rules = minlength: 12; required: digit\nor = minlength: 20", "abc", "abcdef",
            "meets none of the 2 choices; for the closest: at least 12 characters; needs a digit"
        ),
    ])
    func logSummaryDoesNotRevealThePassword(
        lines: String, password: String, other: String, expected: String
    ) throws {
        let policy = try makePolicy("\(lines)\nold-password =\nold-password = same\n")
        let old = Array("old-secret".utf8)
        for password in [password, other] {
            let report = policy.check(Array(password.utf8).span, replacing: old.span)
            let text = ReportSummary(isForLog: true).text(of: report)
            #expect(String(decoding: text, as: UTF8.self) == expected)
        }
    }

    // MARK: - Sentences

    /// Whole sentences, for a text by itself: for the user, and for a log.
    @Test(arguments: [
        (
            "rules = minlength: 12; required: digit", "abc",
            "The password needs 9 more characters (3 of 12). It needs a digit.",
            "The password does not meet the rules: at least 12 characters. It needs a digit."
        ),
        (
            "rules = required: digit; required: upper, special; required: upper, upper", "abc",
            "The password needs a digit, either an uppercase letter or a special character and an uppercase letter.",
            "The password needs a digit, either an uppercase letter or a special character and an uppercase letter."
        ),
        (
            "rules = required: upper, digit", "abc", "The password needs an uppercase letter or a digit.",
            "The password needs an uppercase letter or a digit."
        ),
        (
            "rules = max-repeating: 2; max-sequential: 3\nusername = reject\nwords = acme",
            "aaa-alice-abcd-acme",
            "The password does not meet the rules: the same character 3 times in a row (at most 2); 4 characters in sequence, like abc or 321 (at most 3). It contains your user name; contains a word that is too obvious here (company, town ...).",
            "The password does not meet the rules: no more than 2 of the same character in a row; no more than 3 letters or digits in sequence (like abc or 321). It contains your user name; contains a word that is too obvious here (company, town ...)."
        ),
        (
            "rules = min-classes: 4", "abc",
            "The password needs an uppercase letter, a digit and a character that is not a letter or digit, such as - or !.",
            "The password does not meet the rules: lowercase letters, uppercase letters, digits and other characters."
        ),
        // Characters that are not allowed are neither asked for nor given as examples.
        (
            "rules = allowed: lower, digit, [_]; min-classes: 2", "abc",
            "The password needs a digit or a character that is not a letter or digit.",
            "The password does not meet the rules: at least 2 of these 4 kinds: lowercase letters, uppercase letters, digits, other characters."
        ),
        (
            "rules = allowed: lower, upper, digit; min-classes: 3", "abc",
            "The password needs an uppercase letter and a digit.",
            "The password does not meet the rules: at least 3 of these 4 kinds: lowercase letters, uppercase letters, digits, other characters."
        ),
        (
            "rules = min-classes: 3", "abc",
            "The password needs 2 of these: an uppercase letter, a digit, a character that is not a letter or digit, such as - or !.",
            "The password does not meet the rules: at least 3 of these 4 kinds: lowercase letters, uppercase letters, digits, other characters."
        ),
        (
            "rules = minlength: 12; required: digit\nor = minlength: 20", "abc",
            "The password meets none of the 2 choices; for the closest: 9 more characters needed (3 of 12); needs a digit.",
            "The password meets none of the 2 choices; for the closest: at least 12 characters; needs a digit."
        ),
        (
            "min-guesses = 10^20", "20011231", "The password is easy to guess: a date.",
            "The password does not meet the rules: hard to guess, such as several uncommon words."
        ),
        ("rules = minlength: 1", "abc", "", ""),
    ])
    func standsAloneInSentences(lines: String, password: String, told: String, logged: String) throws {
        let policy = try makePolicy("\(lines)\n")
        let report = policy.check(Array(password.utf8).span, for: Account(name: Array("alice".utf8)))
        for (isForLog, expected) in [(false, told), (true, logged)] {
            let text = ReportSummary(isForLog: isForLog, hasSentences: true).text(of: report)
            #expect(String(decoding: text, as: UTF8.self) == expected)
        }
    }

    @Test(arguments: [
        (nil, "The password needs 5 more characters (3 of 8). It needs an uppercase letter and a digit."),
        (88, "The password needs 5 more characters (3 of 8). It needs an uppercase letter and a digit."),
        (87, "The password needs 5 more characters (3 of 8). It needs an uppercase letter. ..."),
        (79, "The password needs 5 more characters (3 of 8). ..."),
        (50, "The password needs 5 more characters (3 of 8). ..."),
        (49, "The password needs 5 more characters (3 of 8)...."), (20, "The password need..."), (3, "..."),
        (2, ""),
    ])
    func isCutAtReasons(limit: Int?, expected: String) throws {
        let report = Checker(
            try Descriptor("minlength: 8; required: upper; required: digit"), reading: .written
        )
        .check("abc")
        let text = ReportSummary(limit: limit, hasSentences: true).text(of: report)
        #expect(String(decoding: text, as: UTF8.self) == expected)
    }

    /// The log uses the messages that describe rules. Catalogues have translations of them, because users read them
    /// before they choose a password.
    @Test func logSummaryIsTranslated() throws {
        let translator = Translator { _, count in Array("mindestens \(count) Zeichen".utf8) }
        let report = try makePolicy("rules = minlength: 12\n").check("abc")
        let text = ReportSummary(isForLog: true).text(of: report, in: translator)
        #expect(String(decoding: text, as: UTF8.self) == "mindestens 12 Zeichen")
    }
}
