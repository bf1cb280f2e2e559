import Testing

@testable import PasswordRules

@Suite struct SuggestionPlanTests {
    /// Callers allocate memory by it before there is a suggestion.
    @Test(arguments: ["random", "readable", "words"], ["minlength: 8", "minlength: 40; required: digit"])
    func noSuggestionIsLongerThanThePlansSay(style: String, rules: String) throws {
        let policy = try makePolicy("rules = \(rules)\nsuggest-style = \(style)\n")
        let plans = try policy.suggestionPlans()
        let (length, fallbackPlan) = (try plans.length, try plans.fallback)
        #expect(length == max(plans.plan.length, fallbackPlan.length))
        #expect(length <= Generator.maximumLength)
        #expect(plans.plan.style.name.description == style)
        #expect(fallbackPlan.style == .random)
        var source = SeededSource(seed: 3)
        for _ in 0..<50 {
            let plan = try plans.plan.password(from: &source)
            let fallback = try fallbackPlan.password(from: &source)
            #expect(max(plan.count, fallback.count) <= length)
        }
    }

    /// Words have different lengths, and the longest counts.
    @Test func wordsMayBeLongerThanTheFallback() throws {
        let plans = try makePolicy("rules = minlength: 8\nsuggest-style = words\n").suggestionPlans()
        let (length, fallback) = (try plans.length, try plans.fallback)
        #expect(length == plans.plan.length)
        #expect(length > fallback.length)
    }
}
