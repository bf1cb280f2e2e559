import Testing

@testable import PasswordRules

@Suite struct PolicyTests {
    @Test(arguments: [
        ("full-name = reject", true), ("full-name =", false), ("home-directory = whole", true),
        ("home-directory =", false), ("username = reject", false),
    ])
    func saysWhetherNamesAreNeeded(line: String, wantsNames: Bool) throws {
        #expect(try makePolicy("rules = minlength: 8\n\(line)\n").wantsNames == wantsNames)
    }

    /// The account has its own spelling of the user name, which may differ from the typed one.
    @Test(arguments: [
        ("", true), ("username = reject", true), ("username =\nusername-parts = 4", true),
        ("username =", false),
        ("username =\nfull-name = reject", true), ("username =\nhome-directory = whole", true),
    ])
    func saysWhetherTheAccountIsNeeded(lines: String, wantsAccount: Bool) throws {
        #expect(try makePolicy("rules = minlength: 8\n\(lines)\n").wantsAccount == wantsAccount)
    }

    @Test(arguments: [
        ("username = reject", "xxrabbitxx", "xxalicexx", "xxwhitexx"),
        ("username = whole", "rabbit77", "alice77", "white77"),
        ("username =\nusername-parts = 4", "xxbbitxx", "xxlicexx", "xxhitexx"),
    ])
    func everySpellingOfTheUserNameCounts(lines: String, own: String, typed: String, third: String) throws {
        let policy = try makePolicy("rules = minlength: 1\n\(lines)\n")
        var account = Account("rabbit")
        account.add(spelling: Array("alice@dir".utf8))
        #expect(policy.check(Array(third.utf8).span, for: account).isAccepted)
        account.add(spelling: Array("CORP\\white".utf8))
        for password in [own, typed, third] {
            let report = policy.check(Array(password.utf8).span, for: account)
            // One outcome for all names: it does not say which of them is in the password.
            #expect(report.outcomes.filter { !$0.isMet }.count == 1, "\(password)")
        }
    }

    @Test func knownSpellingIsNotAddedAgain() {
        var account = Account()
        for name in ["alice@dir", "", "alice@dir", "alice", "alice@dir", "alice"] {
            account.add(spelling: Array(name.utf8))
        }
        #expect(account.name == Array("alice@dir".utf8) && account.otherSpellings == [Array("alice".utf8)])
    }

    @Test(arguments: [
        ("", PasswordStyle.readable, 20), ("suggest-style = random", .random, 20),
        ("suggest-style = words", .words, 42), ("suggest-entropy = 100", .readable, 34),
        ("suggest-style = random\nsuggest-entropy = 160", .random, 28),
        ("suggest-exclude = [-_.,:;=+~*#@%&!?$^/]", .words, 37), ("suggest-exclude = lower", .readable, 27),
        ("suggest-exclude = none\nsuggest-style = words", .words, 42),
    ])
    func suggestionsFollowTheKeys(keys: String, style: PasswordStyle, length: Int) throws {
        let policy = try makePolicy(
            "rules = required: upper; required: lower, upper; required: digit; max-repeating: 2; minlength: 12\n\(keys)\n"
        )
        let plan = try policy.generator.plan(policy.suggestionOptions)
        #expect(plan.style == style && plan.length == length)
        #expect(try plan.entropyBits() >= policy.suggestionOptions.minimumEntropyBits)
        var source = SeededSource(seed: 11)
        for _ in 0..<100 {
            let suggestion = try policy.suggestion(from: &source).text
            let excluded = policy.suggestionOptions.exclusions.characters
            #expect(suggestion.utf8.allSatisfy { !excluded.contains(UInt32($0)) })
        }
    }

    /// If the policy does not restrict the characters, suggestions use those that can be typed anywhere. A
    /// restriction stays.
    @Test(arguments: [
        ("required: [!]; minlength: 8", "!-", "#"), ("allowed: lower; required: digit", "3", "A-!"),
        ("minlength: 8", "aA0-", "!_"), ("allowed: unicode", "aA0!_", "\u{7F}"),
    ])
    func generatesFromCharactersThatCanBeTyped(rules: String, permitted: String, forbidden: String) throws {
        let generator = Generator(try makePolicy("rules = \(rules)\n").generationRules)
        for byte in permitted.utf8 { #expect(generator.permitted.contains(UInt32(byte))) }
        for byte in forbidden.utf8 { #expect(!generator.permitted.contains(UInt32(byte))) }
    }
}
