import Testing

@testable import PasswordRules

/// The decisions of a plan: length, entropy, style, exclusions.
@Suite struct GenerationPlanTests {
    private func plan(_ rules: String, _ options: GenerationOptions = GenerationOptions()) throws
        -> GenerationPlan
    {
        try Generator(try Descriptor(rules)).plan(options)
    }

    private func tenPasswords(_ plan: GenerationPlan) throws -> [String] {
        var source = SeededSource(seed: 17)
        return try (0..<10).map { _ in try plan.password(from: &source).text }
    }

    // MARK: - Entropy and length

    @Test(arguments: [
        // The usual length has more than 71 bits with 13 or more characters: 20 log2 13 = 74.
        ("", 20), ("allowed: lower", 20), ("allowed: [abcdefghijklm]", 20), ("allowed: [abcdefghijk]", 21),
        // 71 / log2 10 = 21.4, and limits make it longer.
        ("allowed: digit", 22), ("allowed: digit; max-repeating: 1", 23),
        ("allowed: digit; max-consecutive: 1", 25), ("allowed: [ab]", 71),
        ("allowed: [ab]; max-repeating: 2", 102), ("allowed: [ab]; minlength: 80", 80),
        // Within the limits of the rules; a greater length without an effect is not used.
        ("allowed: digit; maxlength: 21", 21), ("allowed: [ab]; maxlength: 64", 64),
        ("allowed: [ab]; max-repeating: 1", 20), ("allowed: [a]", 20), ("maxlength: 8", 8),
        ("allowed: [a]; max-repeating: 3", 3),
    ])
    func growsUntilTheEntropyIsReached(rules: String, length: Int) throws {
        let plan = try plan(rules)
        #expect(plan.length == length)
        #expect(
            try tenPasswords(plan).allSatisfy { plan.checker.check($0).isAccepted && $0.utf8.count == length }
        )
        let bits = try plan.entropyBits()
        guard bits >= 71, length > 20 else { return }
        // One character less would not be enough, unless minlength requires the length.
        let shorter = try Generator(plan.checker).count(length: length - 1).log2
        #expect(shorter < 71 || plan.checker.minLength == length)
    }

    @Test(arguments: [(0.0, 20), (100, 20), (131.3, 20), (131.4, 21), (256, 39), (512, 78), (1024, 156)])
    func lengthMeetsTheRequestedEntropy(bits: Double, length: Int) throws {
        #expect(try plan("", GenerationOptions(minimumEntropyBits: bits)).length == length)
    }

    @Test func givenLengthStays() throws {
        let plan = try plan("", GenerationOptions(length: 4, minimumEntropyBits: 100))
        #expect(plan.length == 4)
        // The first and the last character are not spaces.
        #expect(abs(try plan.entropyBits() - 2 * 6.569855608330948 - 2 * 6.5545888516776376) < 1e-9)
    }

    @Test(arguments: [-1.0, 1024.5, .infinity, .nan])
    func refusesAFloorOutOfRange(bits: Double) throws {
        #expect(throws: GenerationError.entropyOutOfRange) {
            try plan("", GenerationOptions(minimumEntropyBits: bits))
        }
    }

    /// The lower bound must never be above the exact entropy.
    @Test func certainEntropyIsNeverAboveTheExactOne() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var source = SeededSource(seed: seed)
        let classes = ["lower", "upper", "digit", "special", "[abc]", "[!#$]", "[xyz01]", "[ab12]"]
        var known = 0
        for _ in 0..<rounds(150) {
            var rules = ["allowed: \(source.pick(classes))"]
            for _ in 0..<source.below(5) { rules.append("required: \(source.pick(classes))") }
            if source.below(2) == 0 { rules.append("max-repeating: \(1 + source.below(3))") }
            if source.below(2) == 0 { rules.append("max-sequential: \(1 + source.below(3))") }
            let text = rules.joined(separator: "; ")
            let checker = Checker(try Descriptor(text), reading: .strict)
            let (length, spaceAtEnds) = (1 + source.below(24), source.below(2) == 0)
            let search = LengthSearch(
                checker, alphabet: checker.permitted ?? .empty, spaceAtEnds: spaceAtEnds)
            let language = search.language(length: length)
            let exact = try language.count().log2
            #expect(language.certainEntropyBits <= exact, "seed \(seed): \(text)")
            if language.certainEntropyBits > 0 { known += 1 }
        }
        #expect(known > 30)
    }

    /// The plan of the usual suggestion must not count passwords, which takes long.
    @Test func usualSuggestionNeedsNoCount() throws {
        let policy = try makePolicy(
            "rules = required: upper; required: lower; required: digit; max-repeating: 2\n")
        let checker = Checker(policy.generationRules, reading: .strict)
        let alphabet = try #require(checker.permitted).asciiSubtracting(
            PolicySettings.builtIn.suggestionExclusions.characters)
        #expect(LengthSearch(checker, alphabet: alphabet).language(length: 20).certainEntropyBits >= 71)
    }

    /// Also if counting would take too long.
    @Test(
        arguments: [
            (GeneratorTests.letters(10) + "max-consecutive: 1; allowed: ascii-printable", 200.0),
            (GeneratorTests.letters(12) + "allowed: ascii-printable", 250),
            (GeneratorTests.letters(12) + "allowed: digit", 71),
            ("allowed: lower; max-consecutive: 1", 1000),
        ] as [(String, Double)])
    func reachesTheFloorOfInvolvedRules(rules: String, bits: Double) throws {
        let plan = try plan(rules, GenerationOptions(minimumEntropyBits: bits))
        #expect((try? plan.entropyBits()) ?? plan.certainEntropyBits >= bits)
        #expect(plan.length < 400)
    }

    @Test func findsTheShortestLengthForAnEntropy() throws {
        func shortest(_ rules: String, _ bits: Double) throws -> Int? {
            try Generator(try Descriptor(rules)).shortestLength(entropyBits: bits)
        }
        #expect(try shortest("allowed: digit", 71) == 22)
        #expect(try shortest("allowed: digit", 0) == 1)
        #expect(try shortest("allowed: digit; minlength: 30", 71) == 30)
        #expect(try shortest("allowed: digit; maxlength: 21", 71) == nil)
        #expect(try shortest("allowed: [ab]; max-repeating: 1", 1.5) == nil)
        #expect(try shortest("required: [a]; required: [b]; required: [c]", 2.5) == 3)
        #expect(try shortest("", 840) == 128)
        #expect(throws: CountError.tooManyRequirements(count: 11, maximum: 10)) {
            try shortest(GeneratorTests.overlapping(11), 71)
        }
    }

    // MARK: - Styles

    private static let open = "required: upper; required: lower; required: digit; allowed: [-]"

    @Test(arguments: [
        (open, PasswordStyle.readable, PasswordStyle.readable), (open, .words, .words),
        (open, .random, .random), ("", .words, .words), ("", .readable, .readable),
        ("allowed: lower; required: [_]", .words, .words), ("allowed: upper, lower", .words, .words),
        ("allowed: upper, lower", .readable, .words), ("allowed: upper, digit, [-]", .readable, .readable),
        ("allowed: upper, digit, [-]", .words, .readable), ("allowed: lower, [.]", .readable, .readable),
        ("allowed: digit", .words, .random), ("required: [abc]; allowed: lower, [-]", .words, .random),
        ("maxlength: 19", .readable, .random), ("maxlength: 20", .readable, .readable),
        ("maxlength: 30", .words, .readable), ("maxlength: 10", .words, .random),
        ("required: special; required: digit; required: upper; minlength: 60", .words, .readable),
        ("required: special; required: lower; required: upper; minlength: 60", .words, .words),
        ("required: [~]; required: digit; allowed: lower; max-consecutive: 1", .words, .words),
        ("max-consecutive: 1", .readable, .readable), ("required: [é]", .random, .random),
    ])
    func usesAStyleWhereTheRulesPermitIt(rules: String, wanted: PasswordStyle, used: PasswordStyle) throws {
        guard let descriptor = try? Descriptor(rules) else { return }
        let plan = try Generator(descriptor).plan(GenerationOptions(style: wanted))
        #expect(plan.style == used)
        for password in try tenPasswords(plan) {
            #expect(plan.checker.check(password).isAccepted, "\(password)")
            #expect(password.utf8.count <= plan.length)
        }
        #expect(try plan.entropyBits() >= 71 || plan.style == .random)
    }

    @Test(arguments: [PasswordStyle.readable, .words])
    func styleIsLengthenedForTheEntropy(style: PasswordStyle) throws {
        let usual = try plan(Self.open, GenerationOptions(style: style))
        let longer = try plan(Self.open, GenerationOptions(style: style, minimumEntropyBits: 128))
        #expect(longer.style == style && longer.length > usual.length)
        #expect(try longer.entropyBits() >= 128)
    }

    @Test(arguments: [
        (open, PasswordStyle.readable, 20, PasswordStyle.readable), (open, .readable, 21, .random),
        (open, .readable, 27, .readable), (open, .words, 40, .words), (open, .words, 41, .words),
        (open, .words, 5, .random),
        // Two adjacent consonants of a group are the same in one of 19 groups. Nearly all passwords of 146
        // groups have such a group, so the limit refuses nearly all of the style.
        ("max-repeating: 1", .readable, 20, .readable), ("max-repeating: 1", .readable, 1021, .words),
    ])
    func styleUsesAPossibleLength(
        rules: String, style: PasswordStyle, length: Int, used: PasswordStyle
    ) throws {
        let plan = try plan(rules, GenerationOptions(style: style, length: length))
        #expect(plan.length == length && plan.style == used)
        for password in try tenPasswords(plan) {
            #expect(password.utf8.count == length && plan.checker.check(password).isAccepted)
        }
    }

    @Test func stylesAvoidExcludedCharacters() throws {
        let excluded = CharacterClass(members: "aeO0-1I")
        for style in PasswordStyle.allCases {
            let plan = try plan(
                "", GenerationOptions(style: style, exclusions: Exclusions(characters: excluded)))
            #expect(plan.style == style && plan.leavesOutAll)
            for password in try tenPasswords(plan) {
                #expect(password.utf8.allSatisfy { !excluded.contains(UInt32($0)) }, "\(password)")
            }
        }
    }

    /// Exclusions that leave a single character are ignored.
    @Test func exclusionsKeepTheEntropy() throws {
        let all = Exclusions(characters: .alphanumeric)
        let open = "required: [-]; allowed: lower, upper, digit"
        let kept = try plan(open, GenerationOptions(exclusions: all))
        #expect(!kept.leavesOutAll)
        #expect(try kept.entropyBits() >= 71)
        // If the entropy cannot be reached in any case, or the length is given, they are left out.
        #expect(try plan(open + "; maxlength: 8", GenerationOptions(exclusions: all)).leavesOutAll)
        #expect(try plan(open, GenerationOptions(length: 20, exclusions: all)).leavesOutAll)
    }

    // MARK: - Exclusions in words; policy-mistakes.tsv has the mistakes

    @Test(arguments: [
        ("none", "", false), ("ambiguous", "0O1lI|", true), (" Ambiguous , [-x] ", "0O1lI|-x", true),
        ("space-at-ends", "", true), ("digit,space-at-ends", "0123456789", true), ("[]]", "]", true),
    ])
    func readsExclusions(text: String, members: String, spaceAtEnds: Bool) throws {
        let exclusions = try Exclusions(parsing: Array(text.utf8).span)
        let expected = members.utf8.reduce(CharacterClass.empty) { $0.union(CharacterClass($1)) }
        #expect(exclusions == Exclusions(characters: expected, spaceAtEnds: spaceAtEnds))
    }

    @Test func emptyExclusionsAreAMistake() {
        #expect(throws: Diagnostic(.missingClass, at: 0)) { try Exclusions(parsing: [UInt8]().span) }
    }
}
