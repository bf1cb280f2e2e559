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

    @Test func demandsOfDifferentKindsAllCount() throws {
        let settings = try parsePolicy(
            Array("rules = min-classes: 3\nrules = min-words: 2\nrules = min-different: 5\n".utf8))
        #expect(settings.rules?.composition.minClasses == 3)
        #expect(settings.rules?.composition.minWords == 2)
        #expect(settings.rules?.composition.minDifferent == 5)
    }
}
