import Testing

@testable import PasswordRules

/// Where outcomes come from. Tests/Bindings/Python/test_python_outcomes.py has the keys, settings, presets and lists.
@Suite struct OutcomeOriginTests {
    private func applied(_ text: String, name: String) throws -> Policy {
        var diagnostics = Diagnostics()
        let file = try #require(
            PolicyFile.parse(Array(text.utf8), name: Array(name.utf8), diagnostics: &diagnostics))
        var stack = PolicyStack()
        stack.add(file: file)
        return try Policy(stack.applied(to: nil), blocklists: [])
    }

    /// Each outcome that is not met, with its class, as `FILE:LINE KEY`.
    private func origins(_ policy: Policy, _ password: String, for account: Account = Account()) -> [String] {
        policy.check(password, for: account).outcomes.filter { !$0.isMet }.map {
            let origin = policy.origin(of: $0)
            let file = origin.file.map { String(decoding: $0.name, as: UTF8.self) } ?? "built in"
            return "\($0.kind.name) \($0.characters.name) \(file):\(origin.line) \(origin.key?.name ?? "")"
        }
    }

    /// If it is in doubt which policy applies, each outcome names the policy that demands it.
    @Test func eachOfSeveralPoliciesIsNamed() throws {
        let policy = Policy(all: [
            try applied("rules = minlength: 9\nusername = whole\n", name: "a"),
            try applied("rules = minlength: 9\nrules = minlength: 12; required: digit\n", name: "b"),
        ])
        let alice = Account(name: Array("alice".utf8))
        #expect(
            origins(policy, "Alice", for: alice) == [
                "minlength  a:1 rules", "minlength  b:2 rules", "required digit b:2 rules",
                "username  a:2 username",
            ])
    }

    /// If another line forbids a part of a required class, the outcome names the line that requires the class.
    @Test func sharedClassIsFound() throws {
        let policy = try applied(
            "rules = allowed: lower, digit\nrules = required: upper, digit; allowed: ascii-printable\n",
            name: "a")
        #expect(origins(policy, "X") == ["required digit a:2 rules", "allowed lower,digit a:1 rules"])
    }

    /// If keys, rules or several lines demand the same, the first of them is named.
    @Test(arguments: [
        ("min-classes = 4\nrules = min-classes: 4\n", "min-classes upper,digit,special a:1 min-classes"),
        ("rules = min-classes: 4\nmin-classes = 4\n", "min-classes upper,digit,special a:1 rules"),
        ("min-classes = 3\nrules = min-classes: 4\n", "min-classes upper,digit,special a:2 rules"),
        ("rules = min-classes: 3\nmin-classes = 4\n", "min-classes upper,digit,special a:2 min-classes"),
        ("rules = min-classes: 4\nrules = min-classes: 4\n", "min-classes upper,digit,special a:1 rules"),
        ("rules = minlength: 1\nrules = minlength: 4\nrules = minlength: 4\n", "minlength  a:2 rules"),
    ])
    func firstOfEqualDemandsIsNamed(text: String, origin: String) throws {
        #expect(origins(try applied(text, name: "a"), "x") == [origin])
    }

    @Test func settingsWithoutLinesNameNoLine() throws {
        #expect(origins(try makePolicy("rules = minlength: 3\n"), "x") == ["minlength  built in:0 rules"])
    }
}

/// Policies of a program's own, from one text.
@Suite struct PolicyTextTests {
    @Test func textIsAPolicy() throws {
        let policy = try Policy("rules = minlength: 8\n[user alice]\nrules = minlength: 20")
        #expect(policy.check("12345678").isAccepted && !policy.check("1234567").isAccepted)
        let alice = try Policy(
            "rules = minlength: 8\n[user alice]\nrules = minlength: 9", for: PolicySubject("alice"))
        #expect(!alice.check("12345678").isAccepted)
    }

    @Test(arguments: [
        ("", Diagnostic.Code.noRules, 0), ("rules = minlenght: 8", .unknownProperty, 8),
        ("retry = 1\nor = minlength: 8", .alternativeWithoutRules, 10),
        ("rules = minlength: 8\nblocklist = /x", .invalidValue, 33),
    ])
    func firstMistakeIsThrown(_ text: String, _ code: Diagnostic.Code, _ offset: Int) throws {
        let error = thrown { () throws(Diagnostic) in _ = try Policy(text) }
        #expect(error?.code == code && error?.offset == offset)
    }

    @Test func listsAreOpenedByTheProgram() throws {
        let list = try MemoryFile(BlocklistImage.file(words: ["dragon"], match: .mangled)).open()
        let text = "rules = minlength: 1\nblocklist = exact /a\nblocklist = optional /b\n"
        let policy = try Policy(text) { String(decoding: $0.path, as: UTF8.self) == "/a" ? list : nil }
        #expect(policy.check("dragon").only(.blocklist)?.actual == 1)
        #expect(policy.check("Dragon").isAccepted)
    }

    /// An outcome of one list is not repeated by another.
    @Test func rulesAndListsMakeOneReport() throws {
        let list = try MemoryFile(BlocklistImage.file(words: ["dragon"], match: .mangled)).open()
        var report = Checker(Descriptor(rules: [.minLength(5)])).check("Dragon")
        for match in [nil, .exact, .mangled, .exact] as [BlocklistMatch?] {
            report.addLookUp(of: Array("Dragon".utf8).span, in: list, by: match)
        }
        #expect(!report.isAccepted)
        #expect(
            report.outcomes.map(\.message) == [
                "at least 5 characters", "differs from a common or leaked password only in case",
                "not a common or leaked password",
            ])
    }
}
