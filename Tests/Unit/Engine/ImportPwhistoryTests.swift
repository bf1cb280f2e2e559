import Testing

@testable import PasswordRules
@testable import PasswordRulesImport

/// The numbers of passwords that pam_pwhistory and pam_unix remember.
@Suite struct ImportPwhistoryTests {
    private func line(_ text: String) throws -> PamLine {
        try PamLine(typed: text, source: "line", of: PolicyImport.pwhistoryModules)
    }

    private func file(_ text: String) -> ImportedFile { ImportedFile(name: "f", text: Array(text.utf8)) }

    /// The text of pwhistory.conf, the options of the line, and the entries of the policy.
    @Test(
        arguments: [
            ("", "", ["history = 10"]),
            ("remember = 24", "", ["history = 24"]),
            ("  REMEMBER\t24 # days", "use_authtok debug authtok_type=x", ["history = 24"]),
            ("remember=24\nremember = 3", "", ["history = 24"]),
            ("remember = 24", "Remember=7 remember=8", ["history = 8"]),
            ("remember = 900", "", ["history = 400"]),
            ("", "remember=-1", []),
            ("", "remember=0 enforce_for_root", []),
            ("enforce_for_root", "", ["history = 10", "enforce-for-root = yes"]),
            ("", "enforce_for_root retry=3 file=/x", ["history = 10", "enforce-for-root = yes"]),
        ] as [(String, String, [String])])
    func convertsTheSettingsOfPwhistory(text: String, options: String, expected: [String]) throws {
        let line = try line("pam_pwhistory.so " + options)
        let policy = try PolicyImport(pwhistory: file(text), line: line)
        #expect(policy.entries.filter { !$0.isEmpty } == expected)
        let count = PolicyImport.passwordsRemembered(byPwhistory: file(text), line: line)
        #expect((count == 0) == expected.isEmpty)
    }

    @Test func convertsTheOptionOfUnix() throws {
        let lines = try [
            "pam_unix.so remember=5 yescrypt", "pam_unix.so remember=7", "pam_unix.so remember=0",
        ]
        .map(line)
        #expect(lines.map(\.makesUnixRemember) == [true, true, true])
        let other = try line("pam_unix.so use_authtok")
        #expect(!other.makesUnixRemember)
        let policy = try PolicyImport(pwhistory: nil, unix: lines)
        // The largest number counts.
        #expect(policy.entries.filter { !$0.isEmpty } == ["history = 7"])
        let settings = try parsePolicy(Array(policy.text.utf8))
        #expect(settings.historyCount == 7)
    }

    @Test(
        arguments: [
            ("remember = many", "", "f:1:12: error: expected a number, found \"many\""),
            ("remember =", "", "f:1:11: error: expected a number"),
            (
                "remembr = 3", "",
                "f:1:1: error: pam_pwhistory has no setting \"remembr\"; did you mean \"remember\"?"
            ),
            ("", "retry=x", "line:1:24: error: expected a number, found \"x\""),
            (
                "", "minlen=8",
                "line:1:18: error: pam_pwhistory has no setting \"minlen\"; it belongs to pam_pwquality, in /etc/security/pwquality.conf"
            ),
            ("", "remember=99999999999999999999", "line:1:27: error: the number is too large"),
        ])
    func refusesMistakes(text: String, options: String, message: String) throws {
        let line = try line("pam_pwhistory.so " + options)
        let failure = #expect(throws: ImportFailure.self) {
            try PolicyImport(pwhistory: file(text), line: line)
        }
        #expect(failure?.remarks.map(\.line) == [message])
        #expect(PolicyImport.passwordsRemembered(byPwhistory: file(text), line: line) == nil)
    }
}
