import Testing

@testable import PasswordRules

@Suite struct SuggestionPlanTests {
    /// No suggestion is longer than `length`: callers allocate this much memory before they know the style.
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

    /// If no password of the requested style is accepted, here because all words are refused, `plan` is the
    /// one that made the suggestion.
    @Test func refusedStyleIsFollowedByTheNext() throws {
        let words = WordList.entries().map(StyleTests.text).joined(separator: ", ")
        let policy = try makePolicy("rules = minlength: 8\nsuggest-style = words\nwords = \(words)\n")
        var plans = try policy.suggestionPlans()
        var source = SeededSource(seed: 5)
        _ = try policy.suggestion(by: &plans, from: &source).count
        #expect(plans.plan.style == .readable && plans.plan.requestedStyle == .words)
    }
}
