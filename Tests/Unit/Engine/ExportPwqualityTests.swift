import Testing

@testable import PasswordRules
@testable import PasswordRulesImport

/// A policy as settings of pwquality, which demand the same or less.
@Suite struct ExportPwqualityTests {
    private func export(_ text: String) throws -> String {
        PwqualityExport(try applyPolicy([text]), title: ["From a test"]).text
    }

    /// The lines that are not comments.
    private func settings(_ text: String) throws -> [String] {
        try export(text).split(separator: "\n").filter { !$0.hasPrefix("#") }.map(String.init)
    }

    private func imported(_ text: String) throws -> PolicyImport {
        try PolicyImport(pwquality: [ImportedFile(name: "pwquality.conf", text: Array(text.utf8))])
    }

    /// What scanners of each standard look for.
    @Test(
        arguments: [
            (
                .stigRHEL9,
                [
                    "minlen = 15", "dcredit = -1", "ucredit = -1", "lcredit = -1", "ocredit = -1",
                    "maxrepeat = 3",
                    "minclass = 4", "maxclassrepeat = 4", "difok = 8", "dictcheck = 1", "enforcing = 1",
                    "enforce_for_root", "retry = 3",
                ]
            ),
            (
                .stigUbuntu2404,
                [
                    "minlen = 15", "dcredit = -1", "ucredit = -1", "lcredit = -1", "ocredit = -1",
                    "difok = 8",
                    "dictcheck = 1", "enforcing = 1", "retry = 3",
                ]
            ),
            (
                .cisRHEL9,
                [
                    "minlen = 14", "maxrepeat = 3", "maxsequence = 3", "minclass = 4", "difok = 2",
                    "dictcheck = 1", "enforcing = 1", "enforce_for_root", "retry = 3",
                ]
            ),
            (
                .cisDebian12,
                [
                    "minlen = 14", "maxrepeat = 3", "maxsequence = 3", "minclass = 4", "difok = 2",
                    "dictcheck = 1", "enforcing = 1", "enforce_for_root", "retry = 3",
                ]
            ),
            (.nist, ["minlen = 15", "difok = 1", "dictcheck = 0", "enforcing = 1", "retry = 3"]),
            (.nistGuesses, ["minlen = 15", "difok = 1", "dictcheck = 0", "enforcing = 1", "retry = 3"]),
            (
                .owasp,
                ["minlen = 15", "usercheck = 1", "difok = 1", "dictcheck = 1", "enforcing = 1", "retry = 3"]
            ),
        ] as [(Preset, [String])])
    func presetsGiveTheSettingsOfTheirStandards(preset: Preset, expected: [String]) throws {
        #expect(try settings("preset = \(preset.name)\n").filter { $0 != "usercheck = 0" } == expected)
    }

    private static let list = "\(Preset.usualCommonBlocklist)"

    /// Lines of a policy, the settings that replace the usual ones, and the remarks on them.
    @Test(
        arguments: [
            (
                "rules = minlength: 4;", ["minlen = 6"],
                "beyond this policy, pwquality always refuses palindromes and"
            ),
            ("rules = minlength: 2147483647;", ["minlen = 2147483646"], ""),
            (
                "rules = required: upper, lower; required: [-!];", ["minlen = 6", "ocredit = -1"],
                "required of more than"
            ),
            (
                "rules = required: [0123456789]; required: [ab];",
                ["minlen = 6", "dcredit = -1", "lcredit = -1"], ""
            ),
            (
                "rules = required: unicode; required: digit, [a];", ["minlen = 6"],
                "required of more than one class"
            ),
            (
                "rules = allowed: digit; maxlength: 30; max-consecutive: 2;", ["minlen = 6"],
                "allowed, maxlength, max-consecutive"
            ),
            (
                "rules = max-repeating: 4; max-repeating: 2; max-sequential: 5;",
                ["minlen = 6", "maxrepeat = 2", "maxsequence = 5"], "()*+"
            ),
            (
                "rules = min-classes: 3; min-words: 2; min-different: 4;", ["minlen = 6", "minclass = 3"],
                "min-different, min-words"
            ),
            (
                "at-least = 3 digit\nat-least = 2 upper, lower", ["minlen = 6", "dcredit = -3"],
                "at-least of more than one class"
            ),
            ("at-least = 3 special\nrules = required: special;", ["minlen = 6", "ocredit = -3"], ""),
            ("min-classes = 2\nrules = min-classes: 3;", ["minlen = 6", "minclass = 3"], ""),
            ("max-class-repeating = 1", ["minlen = 6", "maxclassrepeat = 1"], "treats 1 as no limit"),
            // The demands that all alternatives share.
            (
                "rules = minlength: 12; required: digit; max-repeating: 2;\nor = minlength: 20; required: digit; max-repeating: 5;",
                ["minlen = 12", "dcredit = -1", "maxrepeat = 5"], "only the demands common to all"
            ),
            (
                "rules = minlength: 12; max-sequential: 3;\nor = minlength: 20; max-sequential: 4;",
                ["minlen = 12", "maxsequence = 4"], "only the demands common to all"
            ),
            (
                "rules = minlength: 12;\nor = minlength: 9; required: digit;", ["minlen = 9"],
                "only the demands common to all"
            ),
            // A credit.
            (
                "rules = minlength: 12;\nor = minlength: 11; required: digit;",
                ["minlen = 12", "dcredit = 1"], ""
            ),
            (
                "username = reject\nusername-parts = 3", ["minlen = 6", "usercheck = 1", "usersubstr = 4"],
                "4 characters or more"
            ),
            ("username-parts = 5", ["minlen = 6"], "only with usercheck"),
            ("full-name = reject", ["minlen = 6", "gecoscheck = 1"], "letters doubled"),
            ("full-name = whole", ["minlen = 6"], "contain the name, or none"),
            (
                "words = acme, foo, c#sharp\nwords = Fl\u{F6}wer",
                ["minlen = 6", "badwords = acme Fl\u{F6}wer"], "foo, c#sharp"
            ),
            (
                "old-password =\nold-password = same, case", ["minlen = 6", "difok = 0"],
                "counts changes only where"
            ),
            (
                "old-password =", ["minlen = 6", "difok = 0"],
                "refuses palindromes and demands 6 characters and refuses the old"
            ),
            (
                "blocklist = \(list)", ["minlen = 6", "dictcheck = 1"],
                "in place of the list of common passwords"
            ),
            ("blocklist = exact \(list)", ["minlen = 6"], "only cracklib's dictionaries"),
            (
                "blocklist = exact \(list)\nblocklist-match = mangled", ["minlen = 6", "dictcheck = 1"],
                "in place of"
            ),
            ("blocklist = exact \(list)", ["minlen = 6"], "blocklist = mangled \(list)"),
            ("blocklist = /l", ["minlen = 6"], "wants dictcheck = 1"),
            ("blocklist = mangled /l", ["minlen = 6", "dictcheck = 1"], "in place of mangled lists"),
            (
                "blocklist = /l\nblocklist-match = mangled", ["minlen = 6", "dictcheck = 1"],
                "in place of mangled lists"
            ),
            (
                "enforce = audit\nlocal-users-only = yes\nretry = 7",
                ["minlen = 6", "enforcing = 0", "local_users_only", "retry = 7"], ""
            ),
            (
                "rules = minlength: 8; min-guesses: 10^10", ["minlen = 8"],
                "left out, because pwquality has no setting for it: min-guesses"
            ),
            (
                "min-guesses = 10^10\nmin-strength = good\nranked-words = /x", ["minlen = 6"],
                "min-guesses = 10^10 (left out: pwquality has no setting for it)"
            ),
            (
                "palindrome = reject\nmax-keyboard = 3", ["minlen = 6"],
                "max-keyboard = 3 (left out: pwquality has no setting for it)"
            ),
        ] as [(String, [String], String)])
    func differencesAreExplained(lines: String, expected: [String], said: String) throws {
        let text = try export(lines + "\n")
        let usual = ["usercheck = 0", "difok = 1", "dictcheck = 0", "enforcing = 1", "retry = 3"]
        let names = expected.map { $0.prefix { $0 != " " } }
        let all = expected + usual.filter { line in !names.contains { line.hasPrefix($0 + " ") } }
        #expect(Set(try settings(lines + "\n")) == Set(all))
        let words = text.split(separator: "\n").filter { $0.hasPrefix("#") }
            .flatMap { $0.dropFirst().split(separator: " ") }.joined(separator: " ")
        #expect(words.contains(said), "\(text)")
        // Every line of the policy is there, and nothing that libpwquality could not read.
        for (index, line) in lines.split(separator: "\n").enumerated() where !line.hasSuffix("=") {
            #expect(words.contains(":\(index + 1): \(line.prefix { $0.isASCII })"), "\(line): \(text)")
        }
        #expect(throws: Never.self) { try imported(text) }
    }

    /// Importing settings, exporting the policy and importing it again gives the same policy.
    @Test(arguments: [
        "", "minlen = 14", "minlen = 3", "minlen=2147483646", "dcredit = -1", "ocredit = -1", "maxrepeat = 3",
        "maxrepeat = -3", "maxsequence = 4", "minclass = 3", "minclass = 9", "maxclassrepeat = 4",
        "maxclassrepeat = 1", "usercheck = 0", "usersubstr = 5", "usersubstr = 3", "gecoscheck = 1",
        "badwords = flower tree", "badwords = foo  tree ", "badwords = none", "badwords = d\u{E9}j\u{E0}",
        "difok = 8",
        "difok = 0", "difok = 5000", "enforcing = 0", "enforce_for_root", "LOCAL_Users_Only", "retry = 3",
        "retry = 0", "dictcheck = 0", "dcredit = -2\nucredit=-1\nocredit = -3",
        "minlen = 12\ndcredit = 1\nocredit = 2\nlcredit = -1\nmaxrepeat = 3\n",
        "dcredit=1\nucredit=1\nlcredit=1\nocredit=1", "dcredit = -1025",
        "dcredit=1\nbadwords = flower tree\ndifok=9\nmaxsequence=3\nocredit=-4\nusersubstr=4",
    ])
    func pwqualitySettingsSurviveARoundTrip(file: String) throws {
        let policy = try imported(file).text
        let again = try imported(export(policy)).text
        #expect(try applyPolicy([again]).settings == applyPolicy([policy]).settings, "\(policy)\n\n\(again)")
    }

    @Test func longListsOfWordsAreCutToTheLongestLine() throws {
        let words = (0..<200).map { "word\($0)" }
        let lines = words.map { "words = \($0)\n" }.joined()
        let line = try #require(try settings(lines).first { $0.hasPrefix("badwords") })
        #expect((1015...1022).contains(line.utf8.count))
        #expect(try export(lines).contains("word199"))
        #expect(try export(lines).split(separator: "\n").allSatisfy { $0.utf8.count <= 1022 })
    }
}
