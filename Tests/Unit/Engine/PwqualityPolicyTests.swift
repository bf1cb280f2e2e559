import PasswordRulesTestSupport
import Testing

@testable import PasswordRules

@Suite struct PwqualityPolicyTests {
    private static let numbers: [PwqualityOption] = PwqualityOption.demands.filter { $0.kind == .number }
    private static let lists = "/list"

    /// The policy lines for these settings.
    private func text(_ settings: [String], isAddition: Bool) throws -> String {
        var policy = PwqualityPolicy(isAddition: isAddition, commonBlocklist: Array(Self.lists.utf8))
        for setting in settings {
            let text = Array(setting.utf8)
            let end = try #require(text.firstIndex(of: 0x3D))
            let option = try #require(
                PwqualityOption.demands.first { $0.name.equals(text.span, 0..<end) })
            try policy.set(option, text, from: end + 1)
        }
        return String(decoding: policy.text, as: UTF8.self)
    }

    @Test func settingsAloneHaveDefaults() throws {
        #expect(
            try text([], isAddition: false) == """
                rules = minlength: 8;
                username = reject
                old-password =
                old-password = same, case, rotated
                blocklist = mangled /list
                min-different = 5
                palindrome = reject

                """)
    }

    @Test func additionDemandsOnlyWhatIsSet() throws {
        #expect(try text([], isAddition: true) == "")
        let settings = [
            "minlen=12", "dcredit=1", "ucredit=-1", "lcredit=-2", "maxrepeat=3", "minclass=9",
            "maxclassrepeat=4",
            "usersubstr=4", "gecoscheck=1", "difok=5", "badwords=acme wonderland abc", "dictpath=/x",
        ]
        #expect(
            try text(settings, isAddition: true) == """
                rules = minlength: 12;
                rules = required: upper;
                at-least = 2 lower
                min-classes = 4
                rules = max-repeating: 3;
                max-class-repeating = 4
                username-parts = 4
                full-name = reject
                words = acme, wonderland
                old-password = same, case, rotated
                old-password-changes = 5
                or = minlength: 11; required: digit; required: upper; max-repeating: 3;

                """)
    }

    /// Cracklib's own minimums: 6 characters, 5 of them different. Neither minlen nor credits lower them.
    @Test(arguments: [
        ([], ["rules = minlength: 6;", "min-different = 5"]),
        (["minlen=4", "dcredit=1"], ["rules = minlength: 6;", "min-different = 5"]),
        (
            ["minlen=7", "dcredit=1", "ucredit=1"],
            [
                "rules = minlength: 7;", "min-different = 5", "or = minlength: 6; required: digit;",
                "or = minlength: 6; required: upper;",
            ]
        ),
    ])
    func dictionaryCheckAddsTheLimitsOfCracklib(settings: [String], expected: [String]) throws {
        let lines = try text(settings + ["dictcheck=1"], isAddition: true).split(separator: "\n")
        #expect(lines.filter { !$0.hasPrefix("blocklist") }.map(String.init) == expected)
        #expect(!(try text(settings, isAddition: true)).contains("min-different"))
    }

    /// A program's settings never permit a password that the policy refuses. Their lines are always valid.
    @Test func additionNeverWeakens() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SeededSource(seed: seed)
        let pieces = ["a", "B", "1", "-", "abc", "alice", "liddell", "acme", "é", "zz"]
        let passwords = (0..<50).map { _ in
            (0..<random.number(1...5)).map { _ in random.pick(pieces) }.joined()
        }
        let account = Account("alice", fullName: "Alice Liddell", home: "/home/alice")
        for _ in 0..<500 {
            let file = """
                rules = minlength: \(random.number(1...8)); \(random.pick(["required: digit", "max-repeating: 2"]));
                \(random.pick(["or = minlength: 3;", "username = reject", "words = acme", "old-password = reject"]))

                """
            var settings = Self.numbers.filter { _ in random.below(3) == 0 }.map { option in
                "\(option.name.literal)=\(random.pick([0, 1, 2, 8, -1, -2, 2000, random.number(-9...9)]))"
            }
            settings.append("badwords=" + random.pick(["", "acme", "none", "é,b liddell"]))
            settings.removeAll { $0.hasPrefix("dictcheck") && !$0.hasSuffix("=0") }
            let lines = try text(settings, isAddition: true)
            let before = try policy([file]), after = try policy([file, lines])
            for password in passwords
            where !before.check(password, for: account, replacing: "abc1").isAccepted {
                let isAccepted = after.check(password, for: account, replacing: "abc1").isAccepted
                #expect(!isAccepted, "\(password): \(settings) beside \(file), seed \(seed)")
            }
        }
    }

    private func policy(_ texts: [String]) throws -> Policy {
        var stack = PolicyStack()
        var found = Diagnostics()
        for text in texts {
            let file = PolicyFile.parse(Array(text.utf8), diagnostics: &found)
            stack.add(file: try #require(file, "\(text)"))
        }
        return try Policy(stack.applied(to: PolicySubject("alice")).settings, blocklists: [])
    }

    @Test(arguments: ["minlen=1\t2", "minlen=+", "minlen=0x1", "minlen=--1", "minlen=2147483648"])
    func malformedNumberIsAMistake(setting: String) {
        #expect(throws: Diagnostic.self) { try text([setting], isAddition: true) }
    }
}
