import Testing

@testable import PasswordRules

/// Policies that must all be satisfied, because it is in doubt which of them applies.
@Suite struct PolicyConjunctionTests {
    private func all(_ texts: String...) throws -> Policy {
        Policy(all: try texts.map { try Policy(try applyPolicy([$0]).settings, blocklists: []) })
    }

    private func unmet(_ policy: Policy, _ password: String) -> [Outcome.Kind] {
        policy.check(password.utf8.span).outcomes.filter { !$0.isMet }.map(\.kind)
    }

    @Test(arguments: [
        ("zqxjwvkq", [Outcome.Kind.minLength, .required]), ("zqxjwvkq7", [.minLength]),
        ("zqxjwvkqzqxj", [.required]), ("zqxjwvkqzqx7", []), ("z", [.minLength, .minLength, .required]),
    ])
    func passwordMustSatisfyEach(_ password: String, _ kinds: [Outcome.Kind]) throws {
        let policy = try all("rules = minlength: 8\n", "rules = minlength: 12\n", "rules = required: digit\n")
        #expect(unmet(policy, password) == kinds)
        #expect(policy.check(password.utf8.span).isAccepted == kinds.isEmpty)
    }

    @Test func sharedDemandIsExplainedOnce() throws {
        let policy = try all("rules = minlength: 8\n", "rules = minlength: 8; required: digit\n")
        #expect(unmet(policy, "zqx") == [.minLength, .required])
        #expect(
            policy.explanation
                == "Password rules:\n  - at least 8 characters\n  - a digit (0-9)"
        )
        let same = try all("rules = minlength: 8\n", "rules = minlength: 8\n")
        #expect(same.explanation == "Password rules:\n  - at least 8 characters")
    }

    @Test func strictestEnforcementCounts() throws {
        let rules = "rules = minlength: 8\n"
        for (first, second, expected) in [
            ("yes", "warn", Enforcement.yes), ("warn", "yes", .yes), ("audit", "warn", .warn),
            ("no", "audit", .audit), ("no", "no", .no), ("yes", "no", .yes),
        ] {
            let policy = try all("\(rules)enforce = \(first)\n", "\(rules)enforce = \(second)\n")
            #expect(policy.enforcement == expected, "\(first), \(second)")
        }
        let policy = try all(
            "\(rules)retry = 5\nlocal-users-only = yes\n", "\(rules)enforce-for-root = yes\nsuggest = no\n",
            "\(rules)retry = 2\nlocal-users-only = yes\nfull-name = reject\n")
        #expect(policy.retryCount == 2)
        #expect(policy.enforcesForRoot)
        #expect(!policy.suggests)
        #expect(!policy.isForLocalUsersOnly)
        #expect(policy.wantsNames)
    }

    @Test func uncheckedPolicyDemandsNothing() throws {
        let policy = try all("enforce = no\nrules = minlength: 80\n", "rules = required: digit\n")
        #expect(unmet(policy, "7") == [])
        #expect(unmet(policy, "z") == [.required])
    }

    @Test(arguments: [
        ["rules = minlength: 8\n", "rules = minlength: 40\n"],
        [
            "rules = required: upper\n", "rules = required: digit\n",
            "min-classes = 4\nrules = minlength: 12\n",
        ],
        ["rules = allowed: lower, digit; minlength: 10\n", "rules = required: digit; max-repeating: 1\n"],
    ])
    func suggestionSatisfiesEach(_ texts: [String]) throws {
        let each = try texts.map { try Policy(try applyPolicy([$0]).settings, blocklists: []) }
        let policy = Policy(all: each)
        for seed in 1...20 {
            var source = SeededSource(seed: UInt64(seed))
            let suggestion = try policy.suggestion(from: &source)
            for one in each { #expect(suggestion.withSpan { one.check($0).isAccepted }) }
        }
    }

    @Test func subjectMayBeInEachGroupThatHasASection() throws {
        let text = "[group a]\nretry = 1\n[group b]\nretry = 2\n[user u]\nretry = 4\n[group c]\nretry = 3\n"
        let stack = try applyPolicy([text, "[group b]\n[group d]\n"]).stack
        func possible(_ groups: [String], limit: Int = 9, isInDoubt: Bool = true) -> [String] {
            let subject = PolicySubject(
                user: Array("u".utf8), groups: groups.map { Array($0.utf8) }, mayBeInOtherGroups: isInDoubt)
            return stack.possibleSubjects(besides: subject, limit: limit)
                .map { String(decoding: $0.groups.last ?? [], as: UTF8.self) }
        }
        #expect(possible([]) == ["a", "b", "c", "d"])
        #expect(possible(["c"]) == ["a", "b", "d"])
        #expect(possible(["a", "d"]) == ["b", "c"])
        #expect(possible(["z"], isInDoubt: false) == [])
        #expect(possible([], limit: 1) == ["a", "b"])
    }
}
