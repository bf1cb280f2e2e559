import Testing

@testable import PasswordRules

@Suite struct PolicySuggestionTests {
    /// Whatever the keys demand, the policy's own check accepts the suggestion.
    @Test(arguments: [
        "min-classes = 4", "min-classes = 3\nclasses-inside = yes", "min-classes = 4\nclasses-inside = yes",
        "at-least = 3 digit", "at-least = 2 digit\nat-least = 2 upper\nat-least = 2 special",
        "at-least = 1 [!]", "at-least = 4 digit, special", "at-least = 12 lower", "max-class-repeating = 4",
        "max-class-repeating = 3", "min-different = 10", "min-words = 2", "min-words = 3", "max-keyboard = 2",
        "max-keyboard = 3", "max-repeated-piece = 2", "palindrome = reject", "words = acme, corp, the, abcd",
        "min-classes = 4\nmax-class-repeating = 4\nat-least = 2 digit\nmin-different = 8",
        "or = minlength: 30", "preset = stig-rhel-9", "preset = cis-debian-12", "preset = stig-ubuntu-24.04",
        "preset = nist-800-63b-4", "max-bytes = 72", "username-parts = 3", "old-password-changes = 10",
        // Longer ones than usual are found if the rules require them.
        "rules = minlength: 60\nmin-different = 30", "rules = minlength: 60\nat-least = 8 digit",
        "rules = minlength: 60\nmin-words = 7",
        "rules = minlength: 60\nat-least = 5 digit\nat-least = 5 upper",
    ])
    func suggestionsAreAccepted(lines: String) throws {
        let account = Account("alexander", fullName: "Ada Lovelace", home: "/home/turing")
        let old = Array("previous-Secret-1".utf8)
        for style in ["random", "readable", "words"] {
            let policy = try makePolicy(
                "rules = minlength: 12; max-repeating: 3\nsuggest-style = \(style)\n\(lines)\n")
            var source = SeededSource(seed: 91)
            for _ in 0..<20 {
                let suggestion = try policy.suggestion(from: &source, for: account, replacing: old.span)
                let report = suggestion.withSpan { policy.check($0, for: account, replacing: old.span) }
                #expect(
                    report.isAccepted,
                    "\(style): \(suggestion.text): \(report.outcomes.filter { !$0.isMet }.map(\.message))")
            }
        }
    }

    /// Suggestions of each style withstand the guesses, even if attackers guess the words of passphrases first, and
    /// even if `suggest-entropy` asks for less.
    @Test(arguments: [
        "min-guesses = 10^3", "min-guesses = 10^10", "min-guesses = 10^25", "min-guesses = 10^40",
        "min-strength = strong\nsuggest-entropy = 20", "rules = minlength: 12; min-guesses: 10^30",
        "rules = minlength: 60\nor = min-guesses: 10^20", "rules = maxlength: 20\nmin-guesses = 10^20",
        "preset = nist-800-63b-4-guesses\nblocklist =",
    ])
    func suggestionsWithstandTheDemandedGuesses(lines: String) throws {
        let words = RankedWords([.of(PassphraseWords.all.map { String(decoding: $0, as: UTF8.self) })])
        for style in ["random", "readable", "words"] {
            let settings = try applyPolicy(["suggest-style = \(style)\n\(lines)\n"]).settings
            let policy = try Policy(settings, blocklists: [], rankedWords: words)
            var source = SeededSource(seed: 92)
            var plans = try policy.suggestionPlans()
            for _ in 0..<20 {
                let suggestion = try policy.suggestion(by: &plans, from: &source)
                #expect(suggestion.withSpan { policy.check($0).isAccepted }, "\(style): \(suggestion.text)")
            }
        }
    }

    /// An estimate counts as many steps of the search. If no password withstands the guesses, the search therefore
    /// ends after far fewer tries than usual.
    @Test func estimatesOfSuggestionsAreBounded() throws {
        let policy = try makePolicy(
            "rules = allowed: digit; minlength: 39; maxlength: 39\nmin-guesses = 10^40\n")
        let names = (0..<PersonalWords.maximumCount).map { "someone\($0)" }.joined(separator: " ")
        var source = SeededSource(seed: 93)
        let error = #expect(throws: GenerationError.self) {
            _ = try policy.suggestion(from: &source, for: Account("alice", fullName: names))
        }
        guard case .notFound(let tries)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        // The first try is always made.
        #expect((tries - 1) * StrengthEstimator.steps(forLength: 39) < Policy.maximumSteps)
    }

    @Test(arguments: ["rules = maxlength: 8", "rules = allowed: [ab]; maxlength: 20", "max-bytes = 10"])
    func tooFewPasswordsGiveNone(lines: String) throws {
        let policy = try makePolicy("min-guesses = 10^20\n\(lines)\n")
        var source = SeededSource(seed: 93)
        #expect(throws: GenerationError.self) { _ = try policy.suggestion(from: &source) }
    }

    /// Names and words that are so short and common that suggestions would contain them by chance.
    @Test func namesWordsAndOldPasswordAreNeverSuggested() throws {
        let syllables = ["ba", "de", "fi", "go", "ku"].flatMap { first in
            ["l", "m", "n", "r", "t"].map { first + $0 + "a" }
        }
        let policy = try makePolicy(
            "rules = minlength: 8\nwords = \(syllables.joined(separator: ", "))\nusername-parts = 3\n")
        var source = SeededSource(seed: 93)
        var seen: Set<String> = []
        for _ in 0..<200 {
            let text = try policy.suggestion(from: &source, for: Account("rotibaku")).text
            for word in syllables { #expect(!text.lowercased().contains(word), "\(text)") }
            for part in ["roti", "otib", "tiba", "ibak", "baku"] {
                #expect(!text.lowercased().contains(part), "\(text)")
            }
            seen.insert(text)
        }
        #expect(seen.count == 200)
    }

    @Test func suggestionIsNotTheOldPasswordAgain() throws {
        // There are two possible passwords, one of which is the old one.
        let policy = try makePolicy(
            "rules = allowed: [ab]; minlength: 1; maxlength: 1\nsuggest-style = random\nsuggest-entropy = 1\n"
        )
        var source = SeededSource(seed: 94)
        for _ in 0..<50 {
            #expect(try policy.suggestion(from: &source, replacing: [0x61].span).text == "b")
            #expect(try policy.suggestion(from: &source, for: Account("b")).text == "a")
        }
    }

    @Test func failingRandomSourceIsReported() throws {
        let policy = try makePolicy("rules = minlength: 8\nwords = acme\n")
        var source = FailingSource()
        #expect(throws: GenerationError.self) { _ = try policy.suggestion(from: &source).text }
    }

    /// If the policy refuses all passwords of a plan, even of a program's own plan, the search ends after a
    /// bounded number of tries.
    @Test func refusedPlanIsGivenUp() throws {
        let policy = try makePolicy("rules = allowed: lower; minlength: 8\nmax-class-repeating = 2\n")
        var source = SeededSource(seed: 5)
        let plan = try policy.generator.plan(GenerationOptions())
        let error = thrown { () throws(GenerationError) in
            _ = try policy.acceptedPassword(by: plan, from: &source).text
        }
        guard case .notFound(let tries)? = error else { Issue.record("\(String(describing: error))"); return }
        #expect((1...1_000).contains(tries))
    }
}
