import Testing

@testable import PasswordRules

@Suite struct SuggestionPlanTests {
    /// Callers allocate memory by it before there is a suggestion.
    @Test(arguments: ["random", "readable", "words"], ["minlength: 8", "minlength: 40; required: digit"])
    func suggestionsFitTheirPlans(style: String, rules: String) throws {
        let policy = try makePolicy("rules = \(rules)\nsuggest-style = \(style)\n")
        var plans = try policy.suggestionPlans()
        let length = plans.length
        #expect(length <= Generator.maximumLength)
        var styles: [String] = []
        var source = SeededSource(seed: 3)
        repeat {
            #expect(plans.plan.requestedStyle.name.description == style)
            styles.append(plans.plan.style.name.description)
            for _ in 0..<50 { #expect(try plans.plan.password(from: &source).count <= length) }
        } while (try? plans.advance()) != nil
        #expect(styles == [style] + ["words", "readable", "random"].filter { $0 != style })
    }

    /// The plan that a suggestion was made by is known, if the first gave none: here because all of its words
    /// are refused.
    @Test func refusedStyleIsFollowedByTheNext() throws {
        let words = WordList.entries().map(StyleTests.text).joined(separator: ", ")
        let policy = try makePolicy("rules = minlength: 8\nsuggest-style = words\nwords = \(words)\n")
        var plans = try policy.suggestionPlans()
        var source = SeededSource(seed: 5)
        _ = try policy.suggestion(by: &plans, from: &source).count
        #expect(plans.plan.style == .readable && plans.plan.requestedStyle == .words)
    }
}
