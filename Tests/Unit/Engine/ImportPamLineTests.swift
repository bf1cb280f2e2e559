import Testing

@testable import PasswordRules
@testable import PasswordRulesImport

/// The line of another module in /etc/pam.d, whose options override its files.
@Suite struct ImportPamLineTests {
    private func file(_ text: String, _ name: String = "1.conf") -> ImportedFile {
        ImportedFile(name: name, text: Array(text.utf8))
    }

    private func typed(_ text: String, of modules: [String] = PolicyImport.pwqualityModules) throws -> PamLine
    {
        try PamLine(typed: text, source: "--pam-line", of: modules)
    }

    /// A file of /etc/pam.d, and the position, the module and the options of each line that is found.
    @Test(
        arguments: [
            ("password requisite pam_pwquality.so retry=3\n", ["f:1 pam_pwquality retry=3"]),
            ("# x\n\tPASSWORD\t[success=1 default=ignore]  /lib/pam_cracklib.so", ["f:2 pam_cracklib "]),
            ("-password required pam_pwquality.so a # b\r\n", ["f:1 pam_pwquality a"]),
            ("password required \\\n pam_pwquality.so a \\\n b\n", ["f:2 pam_pwquality a b"]),
            ("password required pam_pwquality.so [badwords=a  b] c", ["f:1 pam_pwquality badwords=a  b c"]),
            ("password required pam_pwquality.so [open", ["f:1 pam_pwquality open"]),
            (
                "auth required pam_pwquality.so a\npassword required pam_unix.so\n#password x pam_pwquality.so",
                []
            ),
            ("password required\npassword include pam_pwqualit\n\\\n", []),
            (
                "password x pam_pwquality.so a\npassword y pam_pwquality.so b",
                ["f:1 pam_pwquality a", "f:2 pam_pwquality b"]
            ),
        ] as [(String, [String])])
    func findsTheLinesOfTheModules(text: String, expected: [String]) {
        let lines = PamLine.lines(in: file(text, "f"), of: PolicyImport.pwqualityModules)
        #expect(lines.map { "\($0.location) \($0.module) \($0.text)" } == expected)
    }

    @Test(arguments: [
        ("", "pam_pwquality "), ("retry=3 debug", "pam_pwquality retry=3 debug"),
        ("password requisite pam_cracklib.so retry=3", "pam_cracklib retry=3"),
        ("pam_pwquality minlen=9", "pam_pwquality minlen=9"),
    ])
    func takesALineOrItsOptions(text: String, expected: String) throws {
        let line = try typed(text)
        #expect("\(line.module) \(line.text)" == expected)
    }

    /// A file, the options of the line, and the entries that say what came of it.
    @Test(
        arguments: [
            ("minlen = 12\n", "retry=3", ["rules = minlength: 12;", "retry = 3"]),
            ("minlen = 12\nretry = 2", "minlen=15 RETRY=5", ["rules = minlength: 15;", "retry = 5"]),
            ("minlen = 15", "minlen=3 minlen=9", ["rules = minlength: 9;"]),
            ("enforcing = 0", "enforce_for_root=0", ["enforce = warn", "enforce-for-root = yes"]),
            ("", "[badwords=flower tree] use_authtok", ["words = flower, tree"]),
            ("", "reject_username usercheck=0", ["username ="]),
            // pam_cracklib has other defaults.
            ("", "pam_cracklib.so", ["rules = minlength: 9;", "username =", "old-password-changes = 5"]),
            (
                "", "pam_cracklib.so minlen=3 reject_username gecoscheck difok=1",
                ["rules = minlength: 6;", "username = reject", "full-name = reject"]
            ),
        ] as [(String, String, [String])])
    func lineOverridesTheFile(text: String, line: String, expected: [String]) throws {
        let policy = try PolicyImport(pwquality: [file(text)], line: typed(line))
        for entry in expected { #expect(policy.entries.contains(entry), "\(entry): \(policy.text)") }
        #expect(policy.entries.filter { $0.hasPrefix("rules = minlength") }.count == 1)
    }

    @Test func reportsOverriddenSettings() throws {
        let pam =
            "password x pam_pwquality.so retry=3\npassword y pam_pwquality.so retry=3\npassword z pam_pwquality.so\n"
        let lines = PamLine.lines(in: file(pam, "/etc/pam.d/a"), of: PolicyImport.pwqualityModules)
        let policy = try PolicyImport(
            pwquality: [file("retry = 2\n")], line: lines[0], others: Array(lines.dropFirst()))
        #expect(policy.text.contains("\n#     1.conf\n#     /etc/pam.d/a:1: pam_pwquality retry=3\n#\n"))
        #expect(policy.text.contains("# 1.conf:1: retry = 2 (overridden)\n# /etc/pam.d/a:1: retry=3\n"))
        let others = policy.remarks.filter {
            $0.location.hasPrefix("/etc/pam.d/a") && $0.severity == .warning
        }
        #expect(others.map(\.location) == ["/etc/pam.d/a:3"])
    }

    @Test(
        arguments: [
            (
                "minlen=12  minlne=3", 12,
                "libpwquality 1.4.5 has no setting \"minlne\"; did you mean \"minlen\"?",
                "^~~~~~"
            ),
            ("retry=x", 7, "expected a number, found \"x\"", "^"),
            ("retry", 6, "expected a number", "^"),
            (
                "pam_cracklib.so usercheck=1", 17,
                "pam_cracklib has no setting \"usercheck\"; it belongs to pam_pwquality, in /etc/security/pwquality.conf",
                "^~~~~~~~~"
            ),
        ] as [(String, Int, String, String)])
    func mistakeHasItsPosition(line: String, column: Int, message: String, marks: String) throws {
        let failure = #expect(throws: ImportFailure.self) {
            try PolicyImport(pwquality: [], line: typed(line))
        }
        let remark = try #require(failure?.remarks.first)
        #expect(remark.line.hasPrefix("--pam-line:1:\(column): error: \(message) (pam_"))
        #expect(remark.excerpt == "\n    \(line)\n    \(String(repeating: " ", count: column - 1))\(marks)")
    }

    @Test func lineOfAnotherModuleIsAnError() {
        let error = #expect(throws: ImportRemark.self) { try typed("password x pam_unix.so sha512") }
        #expect(
            error?.line == "--pam-line:1:12: error: this is not the line of pam_pwquality or pam_cracklib")
    }

    @Test func passwdqcReadsTheNamedFiles() throws {
        let line = try typed("min=disabled,24,11,8,7 config=/c retry=5", of: PolicyImport.passwdqcModules)
        let policy = try PolicyImport(passwdqc: nil, line: line) { name throws(ImportRemark) in
            Array("retry=2\nmax=40\n".utf8)
        }
        #expect(policy.entries.suffix(2) == ["retry = 5", "accept = composition-rule"])
        #expect(policy.entries.contains("max-bytes = 40"))
        #expect(policy.text.contains("# --pam-line:1: config=/c (read, as"))
        #expect(policy.text.contains("# /c:1: retry=2 (overridden)\n# --pam-line:1: retry=5\nretry "))
    }

    // MARK: - Nothing is lost silently

    /// The paragraph of a policy that names the setting says what became of it: an entry, or why there is
    /// none.
    private func expectFate(of setting: String, in policy: PolicyImport) {
        let blocks = policy.text.split(separator: "\n\n").flatMap { block in
            // Settings without an entry are listed together, each with its reason.
            block.contains("\n# note: ") || block.contains("\n# warning: ") || !block.hasPrefix("# ")
                || block.split(separator: "\n").contains { !$0.hasPrefix("#") }
                ? [block] : block.split(separator: "\n")
        }
        let block = blocks.first {
            $0.contains(": \(setting)\n") || $0.contains(": \(setting) (") || $0.hasSuffix(": \(setting)")
        }
        guard let block else {
            Issue.record("\(setting) is not named in \(policy.text)")
            return
        }
        let hasEntry = block.split(separator: "\n").contains { !$0.hasPrefix("#") }
        #expect(
            hasEntry || block.contains("not carried over") || block.contains("\(setting) ("),
            "\(setting): \(block)")
    }

    /// Each setting of pwquality.conf(5), with values that demand something, nothing, and something that no
    /// policy can express.
    @Test(arguments: PwqualityOption.allCases)
    func everySettingOfPwqualityIsAnswered(option: PwqualityOption) throws {
        let values: [String] =
            switch option.kind {
            case .number: ["0", "1", "-1", "-2", "3", "5", "99", "2147483646"]
            case .text: ["", "foo", "flower", "a,bcd /usr/share/dict"]
            case .presence: ["", "0"]
            }
        for value in values {
            let setting = "\(option.name.literal)=\(value)"
            expectFate(of: setting, in: try PolicyImport(pwquality: [file(setting)], line: typed("")))
            let line = try typed("[\(setting)]")
            expectFate(of: setting, in: try PolicyImport(pwquality: [], line: line))
            for switchedOff in ["usercheck=0", "dictcheck=0", "difok=0"]
            where !setting.hasPrefix(switchedOff.dropLast()) {
                expectFate(of: setting, in: try PolicyImport(pwquality: [file(switchedOff)], line: line))
            }
        }
    }

    @Test(arguments: [
        "debug", "type=UNIX", "authtok_type=", "difignore=3", "reject_username", "use_authtok",
        "use_first_pass",
        "try_first_pass",
    ])
    func everyOptionOfThePamLineIsAnswered(option: String) throws {
        #expect(PwqualityModuleOption.allCases.count == 8)
        let policy = try PolicyImport(pwquality: [], line: typed(option))
        expectFate(of: option, in: policy)
        #expect(policy.remarks.contains { $0.line.hasPrefix("--pam-line:1:1: note: not carried over: ") })
    }

    private static let passwdqcOptions = [
        "min=disabled,24,11,8,7", "max=40", "passphrase=0", "match=0", "similar=permit", "random=0",
        "enforce=none",
        "retry=1", "wordlist=/w", "denylist=/d", "filter=/f", "non-unix", "ask_oldauthtok",
        "check_oldauthtok",
        "use_first_pass", "use_authtok", "noaudit", "config=/c",
    ]

    @Test(
        arguments: passwdqcOptions + [
            "wordlist=", "denylist=", "filter=", "random=64,only", "max=8", "similar=deny", "passphrase=4",
            "ask_oldauthtok=update",
        ])
    func everyOptionOfPasswdqcIsAnswered(option: String) throws {
        #expect(Self.passwdqcOptions.count == PasswdqcSettings.Option.allCases.count)
        let line = try typed(option, of: PolicyImport.passwdqcModules)
        expectFate(
            of: option, in: try PolicyImport(passwdqc: nil, line: line) { _ throws(ImportRemark) in [] })
        expectFate(of: option, in: try ImportPasswdqcTests.passwdqc(option, files: ["/c": "# nothing"]))
    }
}
