import Testing

@testable import PasswordRules
@testable import PasswordRulesImport

extension PolicyImport {
    /// The lines that are not comments, with one space around each "=".
    var entries: [String] {
        text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map {
            $0.split(separator: " ").joined(separator: " ")
        }
    }
}

@Suite struct ImportTests {
    private func pwquality(_ texts: String...) throws -> PolicyImport {
        let files = texts.enumerated().map { index, text in
            ImportedFile(name: "\(index + 1).conf", text: Array(text.utf8))
        }
        return try PolicyImport(pwquality: files)
    }

    private static let pwqualityDefaults = [
        "rules = minlength: 8;", "palindrome = reject", "username = reject", "old-password =",
        "old-password = same, case, rotated", "blocklist = mangled /usr/share/passwordrules/common.blocklist",
        "min-different = 5", "enforce = yes", "enforce-for-root = no", "local-users-only = no", "retry = 3",
        "accept = composition-rule",
    ]

    @Test func carriesOverTheDefaultsOfPwquality() throws {
        let policy = try pwquality("")
        #expect(policy.entries == Self.pwqualityDefaults)
        for name in [
            "minlen = 8", "dcredit = 0 (demands nothing)", "ucredit = 0 (demands nothing)",
            "lcredit = 0 (demands nothing)", "ocredit = 0 (demands nothing)",
            "minclass = 0 (demands nothing)",
            "maxrepeat = 0 (demands nothing)", "maxsequence = 0 (demands nothing)",
            "maxclassrepeat = 0 (demands nothing)", "usercheck = 1", "usersubstr = 0 (demands nothing)",
            "gecoscheck = 0 (demands nothing)", "badwords = (demands nothing)", "difok = 1", "dictcheck = 1",
            "enforcing = 1", "no enforce_for_root", "no local_users_only", "retry = 1",
        ] {
            #expect(policy.text.contains("# pwquality's default: \(name)\n"), "\(name)")
        }
    }

    /// Each setting, and the entries that replace those with the same keys.
    @Test(
        arguments: [
            ("minlen = 14", ["rules = minlength: 14;"]),
            ("minlen = 3", ["rules = minlength: 6;"]),
            ("minlen = -3", ["rules = minlength: 6;"]),
            ("minlen=2147483646", ["rules = minlength: 2147483646;"]),
            ("dcredit = -1", ["rules = minlength: 8;", "rules = required: digit;"]),
            ("ocredit = -1", ["rules = minlength: 8;", "rules = required: special;"]),
            ("maxrepeat = 3", ["rules = minlength: 8;", "rules = max-repeating: 3;"]),
            ("maxrepeat = -3", ["rules = minlength: 8;", "rules = max-repeating: 1;"]),
            ("maxsequence = 4", ["rules = minlength: 8;", "rules = max-sequential: 4;"]),
            ("minclass = 3", ["+palindrome", "min-classes = 3"]),
            ("minclass = 9", ["+palindrome", "min-classes = 4"]),
            ("minclass = -1", []),
            ("maxclassrepeat = 4", ["+palindrome", "max-class-repeating = 4"]),
            ("maxclassrepeat = 1", []),
            ("maxclassrepeat = 2000", []),
            ("usercheck = 0", ["username ="]),
            ("usersubstr = 5", ["+old-password", "username-parts = 5"]),
            ("usersubstr = 3", []),
            ("usersubstr = 65", []),
            ("gecoscheck = 1", ["+old-password", "full-name = reject"]),
            ("badwords = flower tree", ["+old-password", "words = flower, tree"]),
            ("badwords = foo  tree ", ["+old-password", "words = tree"]),
            ("badwords = none", ["+old-password", "words = none, none"]),
            ("badwords = a,bcd", []),
            ("badwords = d\u{E9}j\u{E0} \u{E9}\u{E9}", ["+old-password", "words = d\u{E9}j\u{E0}"]),
            ("difok = 8", ["+blocklist", "old-password-changes = 8"]),
            ("difok = 0", ["old-password =", "old-password = same"]),
            ("difok = -2", []),
            ("difok = 5000", ["+blocklist", "old-password-changes = 1024"]),
            ("enforcing = 0", ["enforce = warn"]),
            ("enforce_for_root", ["enforce-for-root = yes"]),
            ("enforce_for_root = 0", ["enforce-for-root = yes"]),
            ("LOCAL_Users_Only", ["local-users-only = yes"]),
            ("retry = 4", ["retry = 4"]),
            ("retry = 1", ["retry = 1"]),
            ("retry = 0", ["retry = 1"]),
            ("retry = 1000", ["retry = 100"]),
            ("dictcheck = 0", ["-blocklist", "-min-different"]),
            ("dictpath = /usr/share/dict", []),
        ] as [(String, [String])])
    func convertsASettingOfPwquality(line: String, expected: [String]) throws {
        let policy = try pwquality(line + "\n")
        #expect(policy.entries == replacing(Self.pwqualityDefaults, by: expected))
        #expect(policy.text.contains("# 1.conf:1: "))
        // A password of this length cannot be generated.
        if !line.hasPrefix("minlen=") { try expectTypeable(policy.text) }
    }

    /// The entries, in which `others` replace those with the same key. If the first of `others` is `+KEY`,
    /// the rest is inserted before that key; `-KEY` leaves out the key.
    private func replacing(_ entries: [String], by others: [String]) -> [String] {
        func key(_ entry: String) -> Substring { entry.prefix { $0 != " " } }
        if let first = others.first, first.hasPrefix("+") {
            let index = entries.firstIndex { key($0) == first.dropFirst() } ?? 0
            return Array(entries[..<index] + others.dropFirst() + entries[index...])
        }
        var keys: Set<Substring> = []
        return entries.filter { !others.contains("-" + key($0)) }.flatMap { entry in
            let new = others.filter { key($0) == key(entry) }
            return new.isEmpty ? [entry] : keys.insert(key(entry)).inserted ? new : []
        }
    }

    @Test(arguments: [
        // The key `at-least` demands several characters of a class.
        (
            "dcredit = -2\nucredit=-1\nocredit = -3",
            [
                "rules = minlength: 8;", "at-least = 2 digit", "rules = required: upper;",
                "at-least = 3 special",
            ]
        ),
        // Positive credits make alternatives.
        (
            "minlen = 12\ndcredit = 1\nocredit = 2\nlcredit = -1\nmaxrepeat = 3\n",
            [
                "rules = minlength: 12;", "rules = required: lower;", "rules = max-repeating: 3;",
                "or = minlength: 11; required: digit; required: lower; max-repeating: 3;",
                "or = minlength: 11; required: special; required: lower; max-repeating: 3;",
                "or = minlength: 10; required: digit; required: special; required: lower; max-repeating: 3;",
            ]
        ),
    ])
    func convertsCredits(text: String, expected: [String]) throws {
        #expect(try Array(pwquality(text).entries.prefix(expected.count)) == expected)
        try expectTypeable(pwquality(text).text)
    }

    @Test func allCreditsMakeAllAlternatives() throws {
        let entries = try pwquality("dictcheck=0\ndcredit=1\nucredit=1\nlcredit=1\nocredit=1").entries
        #expect(entries.filter { $0.hasPrefix("or ") }.count == 15)
        for other in [
            "minlen = 20", "minlen = 15", "maxrepeat = 3", "maxclassrepeat = 4", "maxsequence = 3",
            "minclass = 4",
        ] {
            let credits = "dcredit = -2\nucredit = -2\nlcredit = -2\nocredit = -2"
            try expectTypeable(pwquality(credits, other).text)
        }
    }

    /// cracklib refuses shorter passwords, and an alternative is left out if fewer of its classes already
    /// permit the same.
    @Test(arguments: [(6, 0), (7, 4), (8, 4 + 6), (9, 4 + 6 + 4), (10, 15), (20, 15)])
    func noAlternativeIsShorterThanCracklibAccepts(length: Int, count: Int) throws {
        let entries = try pwquality("minlen=\(length)\ndcredit=1\nucredit=1\nlcredit=1\nocredit=1").entries
        let alternatives = entries.filter { $0.hasPrefix("or ") }
        #expect(alternatives.count == count)
        for alternative in alternatives {
            let required = alternative.split(separator: ";").count - 1
            #expect(alternative.contains("minlength: \(length - required);") && length - required >= 6)
        }
    }

    /// A number that pwquality accepts, and a policy does not.
    @Test(arguments: [
        ("dcredit = -1024", "at-least = 1024 digit", false),
        ("dcredit = -1025", "at-least = 1024 digit", true),
        ("ocredit = -2147483646", "at-least = 1024 special", true),
        ("ucredit = -2", "at-least = 2 upper", false),
    ])
    func excessiveCreditIsCutWithARemark(setting: String, entry: String, isCut: Bool) throws {
        let policy = try pwquality(setting + "\n")
        #expect(policy.entries.contains(entry), "\(policy.entries)")
        #expect(policy.text.contains("the number can be at most 1024 here") == isCut)
    }

    @Test func laterFilesOverride() throws {
        let policy = try pwquality("minlen = 10\nretry = 2\n", "\nMinLen 16 # more\n")
        #expect(policy.entries.first == "rules = minlength: 16;")
        #expect(policy.entries.suffix(2) == ["retry = 2", "accept = composition-rule"])
        #expect(policy.text.contains("# 1.conf:1: minlen = 10 (overridden)\n# 2.conf:2: MinLen 16\n"))
        let head = "# Policy imported from pwquality by \"passwordrules import pwquality\", from\n"
        #expect(policy.text.hasPrefix(head + "#     1.conf\n#     2.conf\n#\n"))
    }

    @Test(arguments: [
        ("minlen=12", 12), ("minlen 12", 12), ("  minlen\t=  12 \r", 12), ("minlen = +12#", 12),
        ("#minlen = 12", 8), ("minlen = 12", 12),
    ])
    func readsLinesAsPwqualityDoes(line: String, length: Int) throws {
        #expect(try pwquality("\n \t\n" + line).entries.first == "rules = minlength: \(length);")
    }

    @Test(
        arguments: [
            ("minlenn = 20", 1, "libpwquality 1.4.5 has no setting \"minlenn\"; did you mean \"minlen\"?"),
            ("frobnicate", 1, "libpwquality 1.4.5 has no setting \"frobnicate\""),
            (" = 3", 2, "expected a setting name"),
            ("minlen =", 9, "expected a number"),
            ("minlen", 7, "expected a number"),
            ("minlen = = 3", 10, "expected a number, found \"= 3\""),
            ("minlen = 3x", 10, "expected a number, found \"3x\""),
            ("minlen = 1.5", 10, "expected a number, found \"1.5\""),
            ("minlen = 2147483647", 10, "the number is too large"),
            ("minlen = 99999999999999999999999", 10, "the number is too large"),
            ("minlen = -99999999999999999999999", 10, "the number is too large"),
            ("minlen = 1\u{0}", 11, "a NUL byte"),
            ("badwords = " + String(repeating: "x", count: 1012), 1, "the line is longer than 1022 bytes"),
        ] as [(String, Int, String)])
    func mistakeInPwqualityIsAnError(line: String, column: Int, message: String) throws {
        let failure = #expect(throws: ImportFailure.self) {
            try pwquality("retry = 2\n", "\n" + line + "\nfoo\n")
        }
        let remarks = try #require(failure).remarks
        #expect(remarks.count == 2)
        let position = "2.conf:2:\(column)"
        #expect(
            remarks.first?.line
                == "\(position): error: \(message) (pam_pwquality ignores this line and everything after it, "
                + "and reports that only in the log)")
        #expect(remarks.last?.line == "2.conf:3:1: error: libpwquality 1.4.5 has no setting \"foo\"")
    }

    @Test func readsTheLongestLine() throws {
        let word = String(repeating: "x", count: 60)
        let line = "badwords = " + Array(repeating: word, count: 16).joined(separator: " ")
        let filled = line + String(repeating: " ", count: 1022 - line.utf8.count)
        #expect(try pwquality(filled).entries.filter { $0 == "words = \(word)" }.count == 16)
    }

    /// A line, and how one remark on it begins.
    @Test(arguments: [
        ("dictcheck = 1", "1.conf:1:1: note: pwquality refuses what cracklib finds in its dictionary"),
        (
            "",
            "pwquality's default dictcheck = 1: note: pwquality refuses what cracklib finds in its dictionary"
        ),
        ("enforce_for_root = no", "1.conf:1:1: note: pwquality turns this on whatever the value, even 0"),
        (
            "maxclassrepeat = 1",
            "1.conf:1:1: warning: not carried over: libpwquality 1.4.5 treats 1 as no limit"
        ),
        (
            " badwords = abc",
            "1.conf:1:2: note: \"abc\" is not carried over: pwquality does not look for words shorter than 4 bytes"
        ),
        ("badwords = ab\u{1B}cd", "1.conf:1:1: warning: \"ab?cd\" is not carried over"),
        ("dcredit = 2", "1.conf:1:1: note: here, only the first character of the class counts as two"),
        ("minlen = 5", "1.conf:1:1: note: pwquality raises this to 6"),
        ("badwords = ééé", "1.conf:1:1: note: \"??????\" is found only as a word of its own"),
        (
            "usersubstr = -2",
            "1.conf:1:1: warning: not carried over: with a negative number, pwquality refuses every password"
        ),
        ("dictpath = /x", "1.conf:1:1: warning: not carried over: cracklib's dictionaries are not read here"),
        ("", "pwquality's default retry = 1: note: a new password is asked for up to 3 times here: sshd"),
        ("retry = 0", "1.conf:1:1: warning: sshd shows the reasons of a refusal with the next prompt"),
        ("", "note: pwquality counts and compares bytes"),
    ])
    func saysWhatDiffersFromPwquality(line: String, remark: String) throws {
        let policy = try pwquality(line)
        #expect(policy.remarks.filter { $0.line.hasPrefix(remark) }.count == 1)
        // The comments contain the remarks, too, in wrapped lines.
        let comments = policy.text.split(separator: "\n").filter { $0.hasPrefix("#") }
        let text = comments.flatMap { $0.dropFirst().split(separator: " ") }.joined(separator: " ")
        for remark in policy.remarks { #expect(text.contains(remark.message)) }
    }

    @Test func importedTextStaysInComments() throws {
        let hostile = "\u{1B}[31m\u{85}\u{2028}\u{7}\r"
        let policy = try PolicyImport(pwquality: [
            ImportedFile(
                name: "a\nretry = 9\(hostile)", text: Array("minlen = 9\nbadwords = \(hostile)x abc\n".utf8))
        ])
        #expect(policy.text.utf8.allSatisfy { $0 == 0x0A || $0 >= 0x20 && $0 < 0x7F })
        #expect(!policy.remarks.isEmpty)
        #expect(policy.remarks.allSatisfy { $0.line.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F } })
        #expect(policy.entries.suffix(2) == ["retry = 3", "accept = composition-rule"])
    }

    @Test func everyImportIsAPolicyFile() throws {
        let texts = try [
            pwquality("").text,
            pwquality("dcredit=1\nbadwords = flower tree\ndifok=9\nmaxsequence=3\nocredit=-4\nusersubstr=4")
                .text,
            ImportPasswdqcTests.passwdqc("").text,
            ImportPasswdqcTests.passwdqc("min=20,18,18,8,8\nmatch=0\nmax=8").text,
            ImportPasswdqcTests.passwdqc("random=0\nmin=disabled,disabled,12,10,9").text,
        ]
        for text in texts {
            if !text.contains("maxlength: 8") { try expectTypeable(text, byConstruction: false) }
            var found = Diagnostics()
            let file = PolicyFile.parse(Array(text.utf8), diagnostics: &found)
            #expect(file != nil && found.items.isEmpty)
            #expect(text.hasSuffix("\n") && !text.hasSuffix("\n\n"))
            // The "=" of all entries are aligned.
            let columns = text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map {
                $0.prefix { $0 != "=" }.count
            }
            #expect(Set(columns).count == 1)
        }
    }
}
