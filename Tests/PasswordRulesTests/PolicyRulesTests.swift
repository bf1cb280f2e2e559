import Testing

@testable import PasswordRules

/// Several lines of rules: each demand counts, and of two demands the stricter one.
@Suite struct PolicyRulesTests {
    @Test(arguments: [
        ("min-classes: 2", "min-classes: 3", "weak-weak", "Weak-weak"),
        ("min-words: 1", "min-words: 3", "alpha-beta-1", "alpha-beta-gamma"),
        ("min-different: 4", "min-different: 6", "abcabcabcde", "abcabcabcdef"),
    ])
    func stricterDemandCountsInEitherOrder(
        first: String, second: String, refused: String, accepted: String
    ) throws {
        for lines in [[first, second], [second, first]] {
            let policy = try makePolicy(lines.map { "rules = \($0)\n" }.joined())
            #expect(!policy.check(refused).isAccepted, "\(lines)")
            #expect(policy.check(accepted).isAccepted, "\(lines)")
        }
        // The less strict one alone accepts both.
        let milder = try makePolicy("rules = \(first)\n")
        #expect(milder.check(refused).isAccepted && milder.check(accepted).isAccepted)
    }

    @Test(arguments: [
        (["allowed: lower, digit", "allowed: digit, upper"], "123", "12a"),
        (["allowed: lower", "minlength: 2"], "ab", "a1"),
        (["allowed: lower; required: digit", "minlength: 2"], "a1", "A1"),
        (["allowed: unicode", "allowed: [-abc]", "required: [-_]"], "ab-", "ab_"),
        (["required: digit", "required: upper"], "a1A", "a1b"),
    ])
    func noLinePermitsWhatAnotherForbids(lines: [String], accepted: String, refused: String) throws {
        for order in [lines, lines.reversed()] {
            let policy = try makePolicy(order.map { "rules = \($0)\n" }.joined())
            #expect(policy.check(accepted).isAccepted, "\(order)")
            #expect(!policy.check(refused).isAccepted, "\(order)")
        }
    }

    @Test func linesThatContradictEachOtherRefuseEverything() throws {
        let policy = try makePolicy("rules = allowed: lower\nrules = required: digit\n")
        for password in ["", "a", "1", "a1", "A", "ab"] { #expect(!policy.check(password).isAccepted) }
        #expect(policy.explanation.hasPrefix("Password rules: "))
        var source = SeededSource(seed: 1)
        #expect(throws: GenerationError.self) { _ = try policy.suggestion(from: &source) }
    }

    @Test func demandsOfDifferentKindsAllCount() throws {
        let settings = try parsePolicy(
            Array("rules = min-classes: 3\nrules = min-words: 2\nrules = min-different: 5\n".utf8))
        #expect(settings.rules.composition.minClasses == 3)
        #expect(settings.rules.composition.minWords == 2)
        #expect(settings.rules.composition.minDifferent == 5)
    }
}
