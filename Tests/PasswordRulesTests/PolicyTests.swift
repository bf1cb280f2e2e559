import Testing

@testable import PasswordRules

@Suite struct PolicyTests {
    @Test func hasDefaults() throws {
        let policy = try makePolicy("rules = minlength: 8\n")
        #expect(policy.enforcement == .yes)
        #expect(!policy.enforcesForRoot)
        #expect(policy.retryCount == 3)
        #expect(policy.suggests)
        #expect(!policy.isForLocalUsersOnly)
        #expect(!policy.wantsNames)
    }

    @Test(arguments: [
        ("full-name = reject", true), ("full-name =", false), ("home-directory = whole", true),
        ("home-directory =", false), ("username = reject", false),
    ])
    func saysWhetherNamesNeedBeLookedUp(line: String, wantsNames: Bool) throws {
        #expect(try makePolicy("rules = minlength: 8\n\(line)\n").wantsNames == wantsNames)
    }

    @Test(arguments: ["", "# only a comment\n", "enforce = yes\n", "enforce = warn\n", "rules = ;;\n"])
    func nothingDemandedIsAMistake(text: String) {
        #expect(throws: Diagnostic(.noRules, at: 0)) { try makePolicy(text) }
    }

    @Test func nothingNeedBeDemandedWhereNothingIsChecked() throws {
        #expect(try makePolicy("enforce = no\n").enforcement == .no)
    }

    /// By root, expired, enforce-for-root; then the effect of `enforce = yes`.
    @Test(arguments: [
        (false, false, false, Enforcement.yes), (false, true, false, .yes), (true, false, false, .warn),
        (true, true, false, .yes), (true, false, true, .yes), (true, true, true, .yes),
        (false, false, true, .yes),
    ])
    func rootIsOnlyWarned(isByRoot: Bool, isExpired: Bool, forRoot: Bool, enforcement: Enforcement) throws {
        let policy = try makePolicy("rules = minlength: 8\nenforce-for-root = \(forRoot ? "yes" : "no")\n")
        let context = PolicyContext(isByRoot: isByRoot, isExpired: isExpired, service: passwd)
        #expect(policy.enforcement(in: context) == enforcement)
    }

    /// The value of exempt-services, the service, and whether root is only warned there.
    @Test(arguments: [
        ("", "passwd", true), ("", "chpasswd", true), ("", "newusers", true), ("", "samba", false),
        ("", "", false),
        ("", "Passwd", false), ("", "passwd2", false), ("exempt-services = none\n", "passwd", false),
        ("exempt-services = samba,su-l\n", "su-l", true),
        ("exempt-services = samba , su-l\n", "passwd", false),
        ("exempt-services = passwd\n", "chpasswd", false), ("exempt-services = passwd\n", "passwd", true),
    ])
    func rootIsOnlyWarnedAtSomeServices(line: String, service: String, isExempt: Bool) throws {
        let policy = try makePolicy("rules = minlength: 8\n" + line)
        let service = Array(service.utf8)
        func enforcement(isByRoot: Bool = true, isExpired: Bool = false, isOldKnown: Bool = false)
            -> Enforcement
        {
            policy.enforcement(
                in: PolicyContext(
                    isByRoot: isByRoot, isExpired: isExpired, service: service, isOldPasswordKnown: isOldKnown
                ))
        }
        #expect(enforcement() == (isExempt ? .warn : .yes))
        #expect(enforcement(isByRoot: false) == .yes)
        #expect(enforcement(isExpired: true) == .yes)
        #expect(enforcement(isOldKnown: true) == .yes)
    }

    @Test(arguments: [Enforcement.no, .audit, .warn])
    func whatDoesNotRefuseIsTheSameForRoot(enforcement: Enforcement) throws {
        let policy = try makePolicy(
            "rules = minlength: 8\nenforce = \(enforcement)\nenforce-for-root = yes\n")
        for isByRoot in [false, true] {
            #expect(policy.enforcement(in: PolicyContext(isByRoot: isByRoot, service: passwd)) == enforcement)
        }
    }

    @Test func theEmptyPasswordIsNeverAccepted() throws {
        for rules in ["required: digit", "allowed: unicode", "maxlength: 5"] {
            let empty: [UInt8] = []
            #expect(try !makePolicy("rules = \(rules)\n").check(empty.span).isAccepted)
        }
    }

    @Test func aPasswordBeyondTheLimitIsRefusedUnread() throws {
        let policy = try makePolicy("rules = minlength: 8\n")
        for (count, isAccepted) in [(1024, true), (1025, false), (1_000_000, false)] {
            let password = [UInt8](repeating: 0x61, count: count)
            let report = policy.check(password.span)
            #expect(report.isAccepted == isAccepted)
            if !isAccepted {
                #expect(report.outcomes.map(\.kind) == [.maxBytes])
                #expect(report.outcomes[0].message == "too long: \(count) bytes (at most 1024)")
            }
        }
    }

    @Test func checksInBothReadings() throws {
        let policy = try makePolicy("rules = required: digit; minlength: 4\n")
        let password = Array("abc1".utf8)
        var report = Report()
        policy.check(password.span, into: &report)
        #expect(report.isAccepted)
        policy.check(password.span, reading: .strict, into: &report)
        #expect(!report.isAccepted)
    }

    @Test func suggestsWhatItAcceptsAndPeopleCanRead() throws {
        var source = SeededSource(seed: 11)
        for rules in [
            "required: upper; required: lower; required: digit; minlength: 12; max-repeating: 2",
            "allowed: ascii-printable; required: special; minlength: 24", "allowed: unicode; minlength: 15",
        ] {
            let policy = try makePolicy("rules = \(rules)\n")
            for _ in 0..<200 {
                let suggestion = try policy.suggestion(from: &source)
                #expect(suggestion.withSpan { policy.check($0).isAccepted })
                #expect(!suggestion.text.contains { " \"'`\\0O1lI|".contains($0) })
            }
        }
    }

    @Test(arguments: [
        ("", PasswordStyle.readable, 20), ("suggest-style = random", .random, 20),
        ("suggest-style = words", .words, 42),
        ("suggest-entropy = 100", .readable, 34),
        ("suggest-style = random\nsuggest-entropy = 160", .random, 28),
        ("suggest-exclude = [-_.,:;=+~*#@%&!?$^/]", .random, 20), ("suggest-exclude = lower", .readable, 27),
        ("suggest-exclude = none\nsuggest-style = words", .words, 42),
    ])
    func suggestsAsItsKeysHaveIt(keys: String, style: PasswordStyle, length: Int) throws {
        let policy = try makePolicy(
            "rules = required: upper; required: lower, upper; required: digit; max-repeating: 2; minlength: 12\n\(keys)\n"
        )
        let plan = try Generator(policy.generationRules).plan(policy.suggestionOptions)
        #expect(plan.style == style && plan.length == length)
        #expect(try plan.entropyBits() >= policy.suggestionOptions.minimumEntropyBits)
        var source = SeededSource(seed: 11)
        for _ in 0..<100 {
            let suggestion = try policy.suggestion(from: &source).text
            let excluded = policy.suggestionOptions.exclusions.characters
            #expect(suggestion.utf8.allSatisfy { !excluded.contains(UInt32($0)) })
        }
    }

    /// If the policy does not restrict the characters, suggestions use those that can be typed anywhere. A restriction stays.
    @Test(arguments: [
        ("required: [!]; minlength: 8", "!-", "#"), ("allowed: lower; required: digit", "3", "A-!"),
        ("minlength: 8", "aA0-", "!_"),
        ("allowed: unicode", "aA0!_", "\u{7F}"),
    ])
    func generatesFromCharactersThatCanBeTyped(rules: String, permitted: String, forbidden: String) throws {
        let generator = Generator(try makePolicy("rules = \(rules)\n").generationRules)
        for byte in permitted.utf8 { #expect(generator.permitted.contains(UInt32(byte))) }
        for byte in forbidden.utf8 { #expect(!generator.permitted.contains(UInt32(byte))) }
    }

    @Test func suggestsNothingWhereThereIsNothing() throws {
        var source = SeededSource(seed: 11)
        let policy = try makePolicy("rules = minlength: 9; maxlength: 8\n")
        #expect(throws: GenerationError.limitsContradict(minimum: 9, maximum: 8)) {
            _ = try policy.suggestion(from: &source).text
        }
    }
}
