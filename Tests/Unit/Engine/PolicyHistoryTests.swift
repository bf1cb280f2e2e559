import PasswordRulesTestSupport
import Testing

@testable import PasswordRules

/// Passwords that were used before. The engine does not see the hashes, only the result of the comparison.
@Suite struct PolicyHistoryTests {
    @Test func reuseIsOneOfTheOutcomes() throws {
        let policy = try Policy("rules = minlength: 4\nmax-keyboard = 4\nhistory = 24\n")
        for (wasUsed, message) in [(true, "was used before"), (false, "not used before")] {
            var report = policy.check(Array("lemon".utf8).span)
            #expect(!report.outcomes.contains { $0.kind == .history })
            #expect(report.isAccepted)
            policy.addHistory(wasUsed: wasUsed, to: &report)
            let outcome = try #require(report.outcomes.last)
            #expect(outcome.kind == .history && outcome.isMet == !wasUsed)
            #expect((outcome.limit, outcome.actual) == (24, wasUsed ? 1 : 0))
            #expect(outcome.message == message)
            #expect(report.isAccepted == !wasUsed)
            let origin = policy.origin(of: outcome)
            #expect(origin.key == .history && origin.line == 3)
        }
    }

    /// The largest number counts, also of several policies that may apply.
    @Test func largestNumberCounts() throws {
        let few = try makePolicy("rules = minlength: 4\nhistory = 5\n")
        let many = try makePolicy("rules = minlength: 4\nhistory = 24\n")
        let none = try makePolicy("rules = minlength: 4\n")
        #expect(few.historyCount == 5)
        #expect(none.historyCount == nil)
        let together = Policy(all: [few, many, none])
        #expect(together.historyCount == 24)
        var report = together.check(Array("lemon".utf8).span)
        together.addHistory(wasUsed: true, to: &report)
        #expect(report.outcomes.filter { $0.kind == .history }.map(\.limit) == [5, 24])
        #expect(!report.isAccepted)
        report = none.check(Array("lemon".utf8).span)
        none.addHistory(wasUsed: true, to: &report)
        #expect(report.isAccepted)
    }

    @Test func explanationNamesHistoryOnlyIfCompared() throws {
        let policy = try makePolicy("rules = minlength: 12\nhistory = 1\n")
        let rules = "Password rules:\n  - at least 12 characters"
        #expect(policy.explanation == rules)
        let compared = policy.explanationBytes(comparing: [.old, .earlier])
        #expect(String(decoding: compared, as: UTF8.self) == rules + "\n  - not your previous 1 password")
    }
}
