import Testing

@testable import PasswordRules
@testable import PasswordRulesImport

@Suite struct ImportPasswdqcTests {
    static func passwdqc(_ text: String, files: [String: String] = [:]) throws(ImportFailure) -> PolicyImport
    {
        try PolicyImport(passwdqc: ImportedFile(name: "passwdqc.conf", text: Array(text.utf8))) {
            path throws(ImportRemark) in
            guard let text = files[path] else { throw ImportRemark(.error, "\(path): cannot be read") }
            return Array(text.utf8)
        }
    }

    private func entries(_ text: String) throws -> [String] { try Self.passwdqc(text).entries }

    private static let defaults = [
        "rules = minlength: 24; min-classes: 2; min-different: 16; max-sequential: 3;",
        "or = minlength: 11; min-classes: 2; min-words: 3; min-different: 8; max-sequential: 3;",
        "or = minlength: 8; min-classes: 3; min-different: 6; max-sequential: 3;", "classes-inside = yes",
        "max-bytes = 72", "username = reject", "full-name = reject", "home-directory = reject",
        "max-keyboard = 3", "old-password = reject", "suggest = yes", "suggest-style = words",
        "suggest-entropy = 47", "enforce = yes", "enforce-for-root = yes", "retry = 3",
        "accept = composition-rule",
    ]

    @Test func carriesOverTheDefaults() throws {
        #expect(try entries("# nothing\n\n") == Self.defaults)
        let text = try Self.passwdqc("").text
        for setting in [
            "min=disabled,24,11,8,8", "passphrase=3", "max=72", "match=4", "similar=deny", "random=47",
            "enforce=everyone", "retry=3",
        ] {
            #expect(text.contains("# passwdqc's default: \(setting)\n"), "\(setting)")
        }
    }

    /// Each option, and the entries that replace the defaults.
    @Test(
        arguments: [
            ("max=40", ["max-bytes = 72": "max-bytes = 40"]),
            ("max=99999", ["max-bytes = 72": "max-bytes = 4096"]),
            ("max=2147483647", ["max-bytes = 72": "max-bytes = 4096"]),
            ("similar=permit", ["old-password = reject": "old-password =\nold-password = same"]),
            ("random=64", ["suggest-entropy = 47": "suggest-entropy = 64"]),
            ("random=64,only", ["suggest-entropy = 47": "suggest-entropy = 64"]),
            ("enforce=users", ["enforce-for-root = yes": "enforce-for-root = no"]),
            (
                "enforce=none",
                ["enforce = yes": "enforce = warn", "enforce-for-root = yes": "enforce-for-root = no"]
            ),
            ("retry=5", ["retry = 3": "retry = 5"]), ("retry=", ["retry = 3": "retry = 1"]),
            ("retry=101", ["retry = 3": "retry = 100"]),
            (" \tnon-unix\r", ["full-name = reject": "", "home-directory = reject": ""]),
            ("wordlist=/w", [:]), ("denylist=/d", [:]), ("filter=/f", [:]), ("noaudit", [:]),
            ("use_authtok", [:]), ("use_first_pass", [:]), ("ask_oldauthtok", [:]),
            ("ask_oldauthtok=update", [:]), ("check_oldauthtok", [:]),
        ] as [(String, [String: String])])
    func convertsAnOption(line: String, expected: [String: String]) throws {
        #expect(
            try entries(line + "\n")
                == Self.defaults.flatMap { (expected[$0] ?? $0).split(separator: "\n").map(String.init) })
        #expect(try Self.passwdqc(line).text.contains("# passwdqc.conf:1: "))
    }

    @Test func suggestsNothingForRandomZero() throws {
        #expect(try entries("random=0").filter { $0.hasPrefix("suggest") } == ["suggest = no"])
    }

    @Test func looksForNothingWithoutMatch() throws {
        #expect(
            try entries("match=0") == [
                "rules = minlength: 24; min-classes: 2; min-different: 16;",
                "or = minlength: 11; min-classes: 2; min-words: 3; min-different: 8;",
                "or = minlength: 8; min-classes: 3; min-different: 6;", "classes-inside = yes",
                "max-bytes = 72", "username =", "old-password =", "old-password = same",
            ] + Self.defaults.suffix(7))
        #expect(try entries("match=6").contains("max-keyboard = 5"))
        #expect(try entries("match=1").contains("max-keyboard = 3"))
        #expect(try entries("match=2000").contains("max-keyboard = 1024"))
    }

    @Test(arguments: [
        (
            "min=20,18,18,12,10",
            [
                "rules = minlength: 20; min-classes: 1; min-different: 7;",
                "or = minlength: 18; min-classes: 2; min-different: 13;",
                "or = minlength: 18; min-classes: 2; min-words: 3; min-different: 12;",
                "or = minlength: 12; min-classes: 3; min-different: 10;",
                "or = minlength: 10; min-classes: 4; min-different: 8;",
            ]
        ),
        // If fewer classes are sufficient, an alternative with more classes adds nothing.
        ("min=8,8,8,8,8", ["rules = minlength: 8; min-classes: 1; min-different: 4;"]),
        (
            "min=disabled,disabled,disabled,disabled,12",
            ["rules = minlength: 12; min-classes: 4; min-different: 10;"]
        ),
        (
            "min=disabled,24,11,8,7\npassphrase=0",
            [
                "rules = minlength: 24; min-classes: 2; min-different: 16;",
                "or = minlength: 8; min-classes: 3; min-different: 6;",
                "or = minlength: 7; min-classes: 4; min-different: 5;",
            ]
        ),
        (
            "min=disabled,24,11,8,7\nmax=16",
            [
                "rules = minlength: 11; min-classes: 2; min-words: 3; min-different: 8;",
                "or = minlength: 8; min-classes: 3; min-different: 6;",
                "or = minlength: 7; min-classes: 4; min-different: 5;",
            ]
        ),
        ("min=,,,,", ["rules = minlength: 1; min-classes: 1;"]),
        (
            "random=30,only\nmin=disabled,disabled,disabled,9,9",
            ["rules = minlength: 9; min-classes: 3; min-different: 7;"]
        ),
    ])
    func convertsLengths(lines: String, expected: [String]) throws {
        let found = try entries("match=0\n" + lines)
        #expect(found.filter { $0.hasPrefix("rules") || $0.hasPrefix("or ") } == expected)
    }

    /// Computed by passwdqc_check.c's `expected_different`.
    @Test(arguments: [
        (10, 1, 1), (36, 24, 17), (27, 11, 9), (62, 8, 7), (95, 7, 6), (95, 8, 7), (10, 100_000, 10),
        (95, 1, 1), (10, 0, 1),
    ])
    func expectsDifferentCharactersAsPasswdqcDoes(characters: Int, length: Int, expected: Int) {
        #expect(PasswdqcAlternatives.expectedDifferent(characters, length) == expected)
    }

    @Test func includesFiles() throws {
        let files = ["/a": "max=50\nconfig=b\nretry=4", "b": "max=60\nmatch=0"]
        let policy = try Self.passwdqc("max=40\nconfig=/a\nsimilar=permit\n", files: files)
        #expect(
            policy.text.contains(
                "# passwdqc.conf:1: max=40 (overridden)\n# /a:1: max=50 (overridden)\n# b:1: max=60\n"))
        #expect(policy.text.contains("#     passwdqc.conf\n#     /a\n#     b\n#\n"))
        #expect(policy.text.contains("# /a:3: retry=4\n"))
    }

    @Test(
        arguments: [
            ("mix=3", 1, "passwdqc has no option \"mix=3\"; did you mean \"min\"?"),
            ("\tFrobnicate", 2, "passwdqc has no option \"Frobnicate\""),
            ("max=50 # no", 8, "expected the end of the line: passwdqc accepts one option per line"),
            ("max = 50", 5, "expected the end of the line: passwdqc accepts one option per line"),
            ("max=7", 1, "the number must be from 8 to 2147483647"),
            ("max=", 1, "the number must be from 8 to 2147483647"),
            ("match=-1", 1, "the number must be from 0 to 2147483647"),
            ("match=2147483648", 1, "the number must be from 0 to 2147483647"),
            ("match=4x", 1, "expected a number in \"match=4x\""),
            ("random=23", 1, "the number must be 0, or from 24 to 136"),
            ("random=137", 1, "the number must be from 0 to 136"),
            ("random=40,once", 1, "expected a number in \"random=40,once\""),
            ("similar=no", 1, "expected one of permit, deny"),
            ("enforce=root", 1, "expected one of none, users, everyone"),
            ("min=1,2,3", 1, "expected five lengths separated by commas"),
            ("min=8,9,8,8,8", 1, "no length can be greater than the previous one"),
            ("min=8,disabled,8,8,8", 1, "no length can be greater than the previous one"),
            ("config=/none", 1, "/none: cannot be read"),
            ("config=/loop", 1, "too many files include one another"),
            ("config=/bad", 3, "passwdqc has no option \"bad\""), ("noaudit\u{0}", 8, "a NUL byte"),
            ("wordlist=" + String(repeating: "x", count: 8190), 1, "the line is longer than 8190 bytes"),
            (
                "min=disabled,disabled,disabled,disabled,disabled", 1,
                "this accepts no password chosen by the user"
            ),
            ("min=80,80,80,80,80", 1, "this accepts no password chosen by the user"),
        ] as [(String, Int, String)])
    func mistakeIsAnError(line: String, column: Int, message: String) throws {
        let files = ["/loop": "config=/loop", "/bad": "  bad"]
        let failure = #expect(throws: ImportFailure.self) { try Self.passwdqc(line, files: files) }
        let remarks = try #require(failure).remarks
        #expect(remarks.count == 1)
        let remark = try #require(remarks.first)
        let file = line == "config=/bad" ? "/bad" : line == "config=/loop" ? "/loop" : "passwdqc.conf"
        #expect(remark.location == "\(file):1:\(column)")
        #expect(remark.message.hasPrefix(message))
    }

    @Test(arguments: [
        ("non-unix\ncheck_oldauthtok", 2), ("check_oldauthtok\nnon-unix", 2),
        ("use_first_pass\nask_oldauthtok", 2), ("ask_oldauthtok\nuse_first_pass", 2),
    ])
    func refusesContradictoryOptions(text: String, line: Int) throws {
        let failure = #expect(throws: ImportFailure.self) { try Self.passwdqc(text) }
        #expect(failure?.remarks.first?.location == "passwdqc.conf:\(line):1")
    }

    /// A line, and how one remark on it begins.
    @Test(arguments: [
        ("random=40,only", "passwdqc.conf:1:1: warning: \"only\" is not carried over"),
        (
            "max=8",
            "passwdqc.conf:1:1: warning: not carried over: passwdqc then checks only the first 8 bytes"
        ),
        ("filter=/f", "passwdqc.conf:1:1: warning: not carried over: passwords in this file"),
        (
            "",
            "passwdqc's default match=4: warning: not carried over: passwdqc counts several thousand short English words"
        ),
        ("", "passwdqc's default min=disabled,24,11,8,8: note: older versions, such as 2.0.2, have 7"),
        ("", "passwdqc's default passphrase=3: note: here, a word has at least two letters"),
        (
            "use_authtok",
            "passwdqc.conf:1:1: note: not carried over: give this option to pam_passwordrules in the PAM line"
        ),
        ("", "note: passwdqc counts bytes"),
    ])
    func saysWhatDiffers(line: String, remark: String) throws {
        #expect(try Self.passwdqc(line).remarks.filter { $0.line.hasPrefix(remark) }.count == 1)
    }

    @Test func emptyPathDropsAFile() throws {
        let policy = try Self.passwdqc("filter=/f\nfilter=\n")
        #expect(
            policy.text.contains(
                "# passwdqc.conf:1: filter=/f (overridden)\n# passwdqc.conf:2: filter= (names no file)\n"))
        #expect(!policy.remarks.contains { $0.message.contains("passwords in this file") })
    }

    /// Imports a file that includes others, whose text depends on the name; returns how many were read.
    private func read(
        _ text: String, including file: @escaping (String) -> String
    ) -> (result: Result<PolicyImport, ImportFailure>, opened: Int) {
        var opened = 0
        do throws(ImportFailure) {
            let policy = try PolicyImport(passwdqc: ImportedFile(name: "0", text: Array(text.utf8))) { name in
                opened += 1
                return Array(file(name).utf8)
            }
            return (.success(policy), opened)
        } catch {
            return (.failure(error), opened)
        }
    }

    /// Each of these files includes the next one three times: some millions of files in all.
    @Test func exponentialIncludesAreRefused() {
        let (result, opened) = read("config=1\nconfig=1\nconfig=1\n") { name in
            let next = (Int(name) ?? 0) + 1
            return String(repeating: next < 14 ? "config=\(next)\n" : "max=40\n", count: 3)
        }
        #expect(opened == 255)
        guard case .failure(let failure) = result else {
            Issue.record("all were read")
            return
        }
        #expect(failure.remarks.map(\.message) == ["too many files include one another"])
        #expect(failure.remarks.allSatisfy { $0.location.contains(":") }, "\(failure.remarks)")
    }

    @Test(arguments: [255, 256])
    func numberOfFilesIsLimited(count: Int) {
        let (result, opened) = read(String(repeating: "config=a\n", count: count)) { _ in "max=40\n" }
        #expect(opened == 255)
        switch result {
        case .success(let policy): #expect(count == 255 && policy.entries.contains("max-bytes = 40"))
        case .failure(let failure): #expect(count == 256 && failure.remarks.map(\.location) == ["0:256:1"])
        }
    }
}
