import Testing

@testable import PasswordRules

@Suite struct GeneratorTests {
    private func generate(
        _ rules: String, length: Int? = nil, from source: inout some RandomSource
    ) throws -> String {
        try Generator(try Descriptor(rules)).generate(GenerationOptions(length: length), from: &source).text
    }

    // MARK: - Length

    /// Twenty characters or the nearest length allowed, unless a length is asked for.
    @Test(
        arguments: [
            ("", nil, 20), ("minlength: 8", nil, 20), ("minlength: 24", nil, 24), ("maxlength: 12", nil, 12),
            ("minlength: 8; maxlength: 9", nil, 9), ("maxlength: 64", nil, 20),
            ("minlength: 1024", nil, 1024), ("", 1, 1), ("", 8, 8), ("", 21, 21), ("", 1024, 1024),
        ] as [(String, Int?, Int)])
    func takesALength(rules: String, wanted: Int?, length: Int) throws {
        var source = SeededSource(seed: 1)
        #expect(try generate(rules, length: wanted, from: &source).utf8.count == length)
    }

    // MARK: - Refusals

    @Test(
        arguments: [
            ("minlength: 8", 7, .lengthNotAllowed(length: 7, minimum: 8, maximum: nil)),
            ("maxlength: 8", 9, .lengthNotAllowed(length: 9, minimum: 1, maximum: 8)),
            ("", 0, .lengthNotAllowed(length: 0, minimum: 1, maximum: nil)),
            ("", 1025, .tooLong(length: 1025)),
            ("minlength: 100000", nil, .tooLong(length: 100_000)),
            ("minlength: 9; maxlength: 8", nil, .limitsContradict(minimum: 9, maximum: 8)),
            (
                "required: upper; required: lower; required: digit; maxlength: 2", nil,
                .requirementsNeed(length: 3, maximum: 2)
            ),
            ("allowed: [a]; max-repeating: 3; minlength: 4", nil, .limitsLeaveNone(length: 20)),
            ("allowed: [a]; max-consecutive: 3", 4, .limitsLeaveNone(length: 4)),
            (
                "allowed: [ab]; max-repeating: 1; max-sequential: 1; minlength: 64", nil,
                .limitsLeaveNone(length: 64)
            ),
        ] as [(String, Int?, GenerationError)])
    func saysWhyThereIsNone(rules: String, length: Int?, error: GenerationError) throws {
        var source = SeededSource(seed: 1)
        let generator = Generator(try Descriptor(rules))
        #expect(throws: error) {
            _ = try generator.generate(GenerationOptions(length: length), from: &source).text
        }
        #expect(!error.message.isEmpty)
    }

    @Test func failingRandomSourceGivesNoPassword() throws {
        var source = FailingSource()
        #expect(throws: GenerationError.noRandomness) { try generate("", from: &source) }
    }

    @Test(arguments: [0x00, 0x41, 0xFF] as [UInt8])
    func stuckSourceEndsTheWork(byte: UInt8) throws {
        var source = ScriptedSource([byte])
        // Drawn character by character, a password would repeat one character, which this rule refuses. Drawn
        // by its rank, it can be valid.
        let password = try? generate("max-repeating: 1", from: &source)
        #expect(password == nil || password?.utf8.count == 20)
        #expect(source.fills <= 2 * PasswordSampler.maximumUncountedWork / 32)
        #expect(throws: GenerationError.noRandomness) {
            var stuck = ScriptedSource([0xFF])
            _ = try generate("allowed: digit", from: &stuck)
        }
    }

    /// Each must end with a valid password or with the right error.
    @Test(
        arguments: [
            (GeneratorTests.letters(6) + "maxlength: 6", nil),
            ("minlength: 100000", .tooLong(length: 100_000)),
            (GeneratorTests.letters(10) + "minlength: 10; maxlength: 10; allowed: ascii-printable", nil),
            (GeneratorTests.letters(10) + "max-consecutive: 1; maxlength: 20; allowed: ascii-printable", nil),
            (
                GeneratorTests.letters(10)
                    + "minlength: 10; maxlength: 10; max-consecutive: 1; allowed: ascii-printable", nil
            ),
            (GeneratorTests.letters(11) + "maxlength: 10", .requirementsNeed(length: 11, maximum: 10)),
            (GeneratorTests.letters(26) + "maxlength: 25", .requirementsNeed(length: 26, maximum: 25)),
            (GeneratorTests.letters(11) + "maxlength: 11", nil),
            (GeneratorTests.letters(26) + "maxlength: 26", nil),
            (GeneratorTests.letters(26) + "maxlength: 26; max-consecutive: 1", nil),
            ("required: digit; required: digit; allowed: lower; maxlength: 8", nil),
            ("required: digit; required: digit; maxlength: 1", .requirementsNeed(length: 2, maximum: 1)),
            ("required: [a]; required: [a]; max-repeating: 1", .limitsLeaveNone(length: 20)),
            (
                String(repeating: "required: digit;", count: 30) + "required: [ab]; maxlength: 31",
                nil
            ),
            (
                String(repeating: "required: [1];", count: 9)
                    + "allowed: [2]; max-repeating: 1; maxlength: 17",
                nil
            ),
            ("allowed: digit; max-repeating: 1; max-sequential: 1; minlength: 1024", nil),
            ("allowed: [ab]; max-repeating: 1; minlength: 1000", nil),
            ("max-consecutive: 1; minlength: 1024", nil),
            ("allowed: lower, digit; max-consecutive: 1; minlength: 700", nil),
            (
                "allowed: upper, digit; max-repeating: 2; max-sequential: 1; required: [A]; minlength: 1024",
                nil
            ),
            ("allowed: [ac]; required: [b]; max-sequential: 1; max-repeating: 64; minlength: 64", nil),
        ] as [(String, GenerationError?)])
    func answersToHostileDescriptors(rules: String, error: GenerationError?) throws {
        var source = SeededSource(seed: 9)
        let descriptor = try Descriptor(rules)
        let generator = Generator(descriptor)
        guard let error else {
            let password = try generator.generate(from: &source).text
            #expect(Checker(descriptor, reading: .strict).check(password).isAccepted, "\(password)")
            return
        }
        #expect(throws: error) { _ = try generator.generate(from: &source).text }
    }

    /// `count` requirements of one letter each.
    static func letters(_ count: Int) -> String {
        (0..<count).map { "required: [\(Character(Unicode.Scalar(UInt8(97 + $0))))]; " }.joined()
    }

    /// `count` requirements of two letters each. Each shares one letter with the next.
    static func overlapping(_ count: Int) -> String {
        let letters = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
        return (0..<count).map { "required: [\(letters[$0])\(letters[$0 + 1])]; " }.joined()
    }

    // MARK: - Satisfaction

    @Test func leavesOutExcludedCharacters() throws {
        var source = SeededSource(seed: 5)
        let generator = Generator(try Descriptor("required: upper; required: [l1]; allowed: lower"))
        let excluded = CharacterClass(members: "lO")
        for _ in 0..<200 {
            let password = try generator.generate(
                GenerationOptions(exclusions: Exclusions(characters: excluded)), from: &source
            ).text
            #expect(!password.contains("l") && !password.contains("O"))
        }
        // Without "l" and "1", [l1] could not be met, so both stay. "O" is still left out.
        let options = GenerationOptions(
            length: 500, exclusions: Exclusions(characters: CharacterClass(members: "l1O")))
        let all = try generator.generate(options, from: &source).text
        #expect(!all.contains("O") && all.contains("l") && all.contains("1"))
        #expect(try !generator.plan(options).leavesOutAll)
    }

    @Test(arguments: [
        "allowed: [0a]; max-repeating: 4", "allowed: [0ab]; max-sequential: 1; max-repeating: 2",
        "allowed: [0]", "required: [0]; allowed: lower",
    ])
    func ignoresExclusionsThatLeaveNoPassword(rules: String) throws {
        var source = SeededSource(seed: 5)
        let options = GenerationOptions(exclusions: Exclusions(characters: CharacterClass(members: "0")))
        let generator = Generator(try Descriptor(rules))
        #expect(try generator.generate(options, from: &source).text.contains("0"))
        #expect(try !generator.plan(options).leavesOutAll)
    }

    @Test(arguments: [
        ("", true), ("allowed: [ a]", true), ("allowed: [ ]", false), ("required: [ ]; allowed: lower", true),
        ("required: [ ]; allowed: lower; maxlength: 2", false),
        ("required: [ ]; maxlength: 2; allowed: [a]", false),
        ("required: [ ]; required: [ab]; allowed: lower; maxlength: 3; minlength: 3", true),
        ("allowed: lower", true), ("required: [ ]; required: lower; maxlength: 2", false),
        ("allowed: [ a]; max-repeating: 1; maxlength: 4; minlength: 4", false),
        ("allowed: [ a]; max-repeating: 1; maxlength: 5; minlength: 5", true),
    ])
    func leavesOutSpaceAtTheEndsWhereItCan(rules: String, canLeaveOut: Bool) throws {
        var source = SeededSource(seed: 5)
        let plan = try Generator(try Descriptor(rules)).plan()
        #expect(plan.leavesOutAll == canLeaveOut)
        for _ in 0..<100 where canLeaveOut {
            let password = try plan.password(from: &source).text
            #expect(password.first != " " && password.last != " ")
        }
    }

    /// `count` is the number of passwords that meet the rules and neither begin nor end with a space.
    @Test(arguments: [
        ("allowed: [ a]; minlength: 4; maxlength: 4", 4), ("allowed: [ ab]; minlength: 3; maxlength: 3", 12),
        ("required: [ ]; allowed: [ab]; minlength: 3; maxlength: 3", 4),
        ("required: [ ]; required: [a]; allowed: [b]; minlength: 4; maxlength: 4", 17),
        ("allowed: [ a]; max-repeating: 1; minlength: 5; maxlength: 5", 1),
    ])
    func drawsAllPasswordsWithoutSpaceAtTheEnds(rules: String, count: UInt64) throws {
        var source = SeededSource(seed: 6)
        let generator = Generator(try Descriptor(rules))
        let plan = try generator.plan()
        #expect(try plan.count() == BigUInt(count))
        var drawn: Set<String> = []
        for _ in 0..<1_000 { drawn.insert(try plan.password(from: &source).text) }
        #expect(drawn.count == Int(count) && drawn.allSatisfy { $0.first != " " && $0.last != " " })
    }

    @Test func drawsSpacesAtTheEndsUnlessExcluded() throws {
        var source = SeededSource(seed: 7)
        let generator = Generator(try Descriptor("allowed: [ a]; minlength: 3; maxlength: 3"))
        let plan = try generator.plan(GenerationOptions(exclusions: .none))
        var drawn: Set<String> = []
        for _ in 0..<1_000 { drawn.insert(try plan.password(from: &source).text) }
        #expect(drawn.count == 8)
        #expect(try plan.entropyBits() == 3)
    }
}
