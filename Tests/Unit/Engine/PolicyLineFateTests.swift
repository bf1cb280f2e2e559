import Testing

@testable import PasswordRules

/// What becomes of each line of a policy.
@Suite struct PolicyLineFateTests {
    /// What becomes of each line of some files for a subject, with the number, from 1, of the line that is
    /// the reason.
    private func fates(_ files: [String], _ subject: PolicySubject? = nil) throws -> [String] {
        try applyPolicy(files, to: subject).lines.map { line in
            switch line.fate {
            case .applies: "applies"
            case .drops: "drops"
            case .dropped(let index): "dropped by \(index + 1)"
            case .overridden(let index): "overridden by \(index + 1)"
            case .outdone(let index): "outdone by \(index + 1)"
            }
        }
    }

    @Test(
        arguments: [
            (
                ["rules = minlength: 9\nwords = acme\nrules = max-repeating: 2\n"],
                ["applies", "applies", "applies"]
            ),
            // The next line with an empty value drops a line.
            (
                ["words = acme\nwords =\nwords =\nwords = tulip\n"],
                ["dropped by 2", "drops", "drops", "applies"]
            ),
            (["words = acme\n", "words =\n"], ["dropped by 2", "drops"]),
            (
                ["rules = minlength: 9\nor = minlength: 8; min-words: 2\n", "rules =\n"],
                ["dropped by 3", "dropped by 3", "drops"]
            ),
            (["rules = minlength: 9\nor = min-words: 2\nor =\n"], ["applies", "dropped by 3", "drops"]),
            (
                ["retry = 2\n", "retry = 5\n", "retry = 4\n"],
                ["overridden by 3", "overridden by 3", "applies"]
            ),
            (["retry = 2\n", "retry =\n", "retry = 4\n"], ["dropped by 2", "drops", "applies"]),
            (["min-classes = 3\n", "min-classes = 2\n"], ["applies", "outdone by 1"]),
            (["max-keyboard = 5\n", "max-keyboard = 4\n"], ["outdone by 2", "applies"]),
            (["username = whole\n", "username = reject\n"], ["outdone by 2", "applies"]),
            (["min-classes = 3\n", "min-classes = 3\n"], ["applies", "applies"]),
            (["old-password = same\n", "old-password = case\n"], ["applies", "applies"]),
            // A preset comes before the source that names it, and is gone after it is dropped.
            (
                ["username =\npreset = nist-800-63b-4\n"],
                ["applies", "applies", "dropped by 4", "drops", "applies"]
            ),
            (["preset = nist-800-63b-4\npreset =\n"], ["dropped by 2", "drops"]),
        ] as [([String], [String])])
    func linesForEverybody(files: [String], fates wanted: [String]) throws {
        #expect(try fates(files) == wanted, "\(files)")
    }

    @Test(arguments: [
        ("[user a]\nwords =\n[group g]\nwords = tulip\n", ["dropped by 3", "dropped by 3", "drops"]),
        ("[user a]\nretry = 1\n[group g]\nretry = 2\n", ["applies", "overridden by 3", "applies"]),
        // The first of several groups has precedence, but an empty value drops earlier lines.
        ("[group g]\nretry = 1\n[group h]\nretry = 2\n", ["applies", "applies", "overridden by 2"]),
        ("[group g]\nwords = tulip\n[group h]\nwords =\n", ["dropped by 3", "dropped by 3", "drops"]),
        ("[user b]\nwords =\n", ["applies"]),
    ])
    func linesOfSections(sections: String, fates wanted: [String]) throws {
        let subject = PolicySubject("a", groups: ["g", "h"])
        #expect(try fates(["words = acme\n" + sections], subject) == wanted, "\(sections)")
    }

    @Test func firstLineDropsABuiltInValue() throws {
        let applied = try applyPolicy(["words = acme\nusername =\nusername =\nretry =\n"])
        #expect(applied.dropOfBuiltInValue(.username) == 1 && applied.dropOfBuiltInValue(.oldPassword) == nil)
        #expect(applied.dropOfBuiltInValue(.retry) == nil && applied.line(of: .words)?.line == 1)
        #expect(applied.line(of: .retry) == nil && applied.lines[1].fate == .drops)
    }

    /// Two keys that set one number are compared as one.
    @Test func strengthLevelComparesWithGuesses() throws {
        let files = ["min-strength = fair\n", "min-guesses = 10^12\n"]
        #expect(try fates(files) == ["outdone by 2", "applies"])
        #expect(try fates(files.reversed()) == ["applies", "outdone by 1"])
    }

    /// A line that a stricter one makes ineffective is still among the lines that apply.
    @Test func outdoneLinesStillApply() throws {
        let files = [
            "preset = cis-debian-12\nrules = minlength: 9\nor = minlength: 20\nretry = 2\nmin-classes = 2\n[group g]\nretry = 3\n",
            "rules =\nwords = acme\nenforce = warn\n[user a]\nwords =\nenforce = yes\nold-password = same\n",
        ]
        for subject in [nil, PolicySubject("a", groups: ["g"]), PolicySubject("b", groups: ["g"])] {
            let applied = try applyPolicy(files, to: subject)
            for line in applied.items {
                #expect(!line.isEmpty)
                if let reason = line.fate.reason {
                    #expect(
                        applied.lines[reason].settings.isWeaker(than: line.settings, in: line.key) == false)
                }
            }
            #expect(applied.items.contains { $0.key == .words } == (subject?.user != Array("a".utf8)))
        }
    }

    /// Lines of one key: whether the first ones ask for less than the second ones, and the other way round.
    @Test(
        arguments: [
            (.rules, "rules = minlength: 9", "rules = minlength: 12", true, false),
            (.rules, "rules = minlength: 9", "rules = minlength: 9; max-repeating: 2", true, false),
            (.rules, "rules = max-repeating: 3", "rules = max-repeating: 2", true, false),
            (.rules, "rules = max-sequential: 3", "rules = max-repeating: 2", true, true),
            (.rules, "rules = required: upper, digit", "rules = required: digit", true, false),
            (.rules, "rules = minlength: 9", "rules = minlength: 9; min-classes: 3", true, false),
            (
                .rules, "rules = minlength: 9; maxlength: 99", "rules = minlength: 9; allowed: digit", false,
                false
            ),
            (.rules, "rules = minlength: 9\nor = minlength: 7", "rules = minlength: 9", true, false),
            (
                .rules, "rules = minlength: 9\nor = minlength: 7", "rules = minlength: 9\nor = minlength: 7",
                false, false
            ),
            (.atLeast, "at-least = 2 digit", "at-least = 3 digit", true, false),
            (.atLeast, "at-least = 2 digit", "at-least = 2 upper", true, true),
            (.words, "words = acme", "words = tulip, acme", true, false),
            (.words, "", "words = tulip", true, false),
            (.blocklist, "blocklist = exact /x", "blocklist = mangled /x", true, false),
            (.blocklist, "blocklist = optional /x", "blocklist = /x", true, false),
            (.blocklist, "blocklist = /x", "blocklist = /y", true, true),
            (.blocklist, "blocklist = /x", "blocklist = exact /x", true, true),
            (.minClasses, "min-classes = 2", "min-classes = 3", true, false),
            (.minClasses, "", "min-classes = 1", true, false),
            (.maxKeyboard, "max-keyboard = 5", "max-keyboard = 4", true, false),
            (.history, "history = 5", "history = 24", true, false),
            (.history, "", "history = 1", true, false),
            (.minGuesses, "min-guesses = 10^9", "min-guesses = 10^10", true, false),
            (.minStrength, "min-strength = fair", "min-strength = good", true, false),
            // A level is the number of guesses that it stands for.
            (.minGuesses, "min-strength = strong", "min-guesses = 10^10", false, false),
            (.minStrength, "min-strength = good", "min-guesses = 10^12", true, false),
            (.rankedWords, "ranked-words = /x", "ranked-words = /x\nranked-words = /y", true, false),
            (.rankedWords, "ranked-words = /x", "ranked-words = /y", true, true),
            (.usernameParts, "", "username-parts = 4", true, false),
            (.oldPassword, "old-password = same", "old-password = same, case", true, false),
            (.username, "username = whole", "username = reject", true, false),
            (.enforce, "enforce = audit", "enforce = warn", true, false),
            (.enforce, "enforce = no", "enforce = audit", true, false),
            (.enforceForRoot, "enforce-for-root = no", "enforce-for-root = yes", true, false),
            (.exemptServices, "exempt-services = passwd, su", "exempt-services = passwd", true, false),
            (.exemptServices, "exempt-services = su", "exempt-services = none", true, false),
            (.localUsersOnly, "local-users-only = yes", "local-users-only = no", true, false),
            (.atLogin, "at-login = warn", "at-login = change", true, false),
            (.atLogin, "", "at-login = warn", true, false),
            (
                .atLoginServices, "at-login-services = none", "at-login-services = login, sshd, lightdm",
                false, false
            ),
            (.maxBytes, "max-bytes = 9", "max-bytes = 4096", false, false),
            (.retry, "retry = 9", "retry = 1", false, false),
            (.suggestServices, "suggest-services = passwd", "suggest-services = none", false, false),
            (.suggestEntropy, "suggest-entropy = 9", "suggest-entropy = 99", false, false),
            (.preset, "preset = nist-800-63b-4", "preset = owasp-asvs-5", false, false),
        ] as [(PolicyKey, String, String, Bool, Bool)])
    func strictness(key: PolicyKey, first: String, second: String, isWeaker: Bool, isStronger: Bool) throws {
        let rules = key == .rules ? "" : "rules = minlength: 9\n"
        let drop = "username =\nold-password =\n"
        let first = try applyPolicy([rules + drop + first + "\n"]).settings
        let second = try applyPolicy([rules + drop + second + "\n"]).settings
        #expect(first.isWeaker(than: second, in: key) == isWeaker)
        #expect(second.isWeaker(than: first, in: key) == isStronger)
        #expect(!first.isWeaker(than: first, in: key))
    }
}
