import Testing

@testable import PasswordRules

@Suite struct GeneratorTests {
    private func generate(
        _ rules: String, length: Int? = nil, from source: inout some RandomSource
    ) throws -> String {
        try Generator(try Descriptor(rules)).generate(length: length, from: &source).text
    }

    // MARK: - Length

    @Test(arguments: [
        ("", 20), ("minlength: 8", 20), ("minlength: 24", 24), ("maxlength: 12", 12),
        ("minlength: 8; maxlength: 9", 9),
        ("maxlength: 64", 20), ("minlength: 1024", 1024),
    ])
    func takesTwentyOrTheNearestLengthAllowed(rules: String, length: Int) throws {
        var source = SeededSource(seed: 1)
        #expect(try generate(rules, from: &source).utf8.count == length)
    }

    @Test func takesTheLengthThatIsWanted() throws {
        var source = SeededSource(seed: 1)
        for length in [1, 8, 21, 1024] {
            #expect(try generate("", length: length, from: &source).utf8.count == length)
        }
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
            ("allowed: [a]; max-repeating: 3", nil, .limitsLeaveNone(length: 20)),
            ("allowed: [a]; max-consecutive: 3", nil, .limitsLeaveNone(length: 20)),
            (
                "allowed: [ab]; max-repeating: 1; max-sequential: 1; minlength: 64", nil,
                .limitsLeaveNone(length: 64)
            ),
        ] as [(String, Int?, GenerationError)])
    func saysWhyThereIsNone(rules: String, length: Int?, error: GenerationError) throws {
        var source = SeededSource(seed: 1)
        let generator = Generator(try Descriptor(rules))
        #expect(throws: error) { _ = try generator.generate(length: length, from: &source).text }
        #expect(!error.message.isEmpty)
    }

    @Test func aFailingRandomSourceGivesNoPassword() throws {
        var source = FailingSource()
        #expect(throws: GenerationError.noRandomness) { try generate("", from: &source) }
    }

    @Test func theWorkIsBounded() throws {
        var source = ScriptedSource([0])
        // One character for ever: no rule against repetition can be met, whatever the length.
        #expect(throws: GenerationError.self) { try generate("max-repeating: 1", from: &source) }
        #expect(source.fills <= Generator.maximumWork / 32 + 1)
    }

    // MARK: - Satisfaction

    @Test func satisfiesBothReadings() throws {
        let rules = [
            "required: upper; required: lower; required: digit; minlength: 12; max-repeating: 2",
            "required: lower; required: upper, digit; allowed: [-_.]; max-consecutive: 1; minlength: 8",
            "required: [!#$]; maxlength: 6; required: digit; max-sequential: 2", "allowed: unicode", "",
            "required: [a]; required: [b]; required: [c]; required: [d]; required: [e]; required: [f]; maxlength: 6",
        ]
        var source = SeededSource(seed: 42)
        for text in rules {
            let descriptor = try Descriptor(text)
            let generator = Generator(descriptor)
            for _ in 0..<500 {
                let password = try generator.generate(from: &source).text
                #expect(
                    Checker(descriptor, reading: .strict).check(password).isAccepted, "\(text): \(password)")
                #expect(
                    Checker(descriptor, reading: .written).check(password).isAccepted, "\(text): \(password)")
            }
        }
    }

    @Test(.enabled(if: Corpus.folder != nil, Corpus.isMissing))
    func satisfiesEveryRealDescriptor() throws {
        var source = SeededSource(seed: 3)
        for text in try Corpus.descriptors() {
            let descriptor = try Descriptor(text)
            for _ in 0..<20 {
                let password = try Generator(descriptor).generate(from: &source).text
                #expect(
                    Checker(descriptor, reading: .strict).check(password).isAccepted, "\(text): \(password)")
            }
        }
    }

    @Test func leavesOutWhatItCanDoWithout() throws {
        var source = SeededSource(seed: 5)
        let generator = Generator(try Descriptor("required: upper; required: [l1]; allowed: lower"))
        let excluded = CharacterClass(members: "lO")
        for _ in 0..<200 {
            let password = try generator.generate(excluding: excluded, from: &source).text
            #expect(!password.contains("l") && !password.contains("O"))
        }
        // Both members of a requirement cannot be left out: then nothing is.
        let all = try generator.generate(
            length: 500, excluding: CharacterClass(members: "l1O"), from: &source
        ).text
        #expect(all.contains("O"))
    }

    @Test(arguments: [
        "allowed: [0a]; max-repeating: 4", "allowed: [0ab]; max-sequential: 1; max-repeating: 2",
        "allowed: [0]", "required: [0]; allowed: lower",
    ])
    func leavesNothingOutWhereNothingWouldBeLeft(rules: String) throws {
        var source = SeededSource(seed: 5)
        let generator = Generator(try Descriptor(rules))
        let password = try generator.generate(excluding: CharacterClass(members: "0"), from: &source).text
        #expect(password.contains("0"))
    }

    // MARK: - Uniformity

    /// All 256 bytes, each once: every number must come out equally often, exactly.
    @Test(arguments: 1...256)
    func drawsWithoutModuloBias(bound: Int) throws {
        var source = ScriptedSource(Array(0...255))
        var numbers = RandomNumbers(blockSize: 256)
        var counts = Array(repeating: 0, count: bound)
        for _ in 0..<(256 / bound * bound) { counts[try numbers.next(below: bound, from: &source)] += 1 }
        #expect(counts.allSatisfy { $0 == 256 / bound })
        #expect(source.fills == 1)
    }

    @Test(arguments: [
        "allowed: [abc]; maxlength: 3; minlength: 3; max-repeating: 1",
        "required: [a]; required: [bc]; maxlength: 4",
        "allowed: [abc1]; required: [12]; maxlength: 4; max-sequential: 2",
        "required: [ab]; required: [bc]; maxlength: 2",
        "required: [abcd]; max-consecutive: 2; maxlength: 4",
    ])
    func givesEveryPasswordOfTheLanguageEquallyOften(rules: String) throws {
        let descriptor = try Descriptor(rules)
        let generator = Generator(descriptor)
        let language = Set(allStrings(over: "abcd12", length: try generator.length())).filter {
            Checker(descriptor, reading: .strict).check($0).isAccepted
        }
        var source = SeededSource(seed: 0xD1CE)
        var counts: [String: Int] = [:]
        let draws = 400 * language.count
        for _ in 0..<draws { counts[try generator.generate(from: &source).text, default: 0] += 1 }
        #expect(Set(counts.keys) == language)
        // Chi-squared against the uniform distribution: below mean + 4.5 standard deviations of its own.
        let expected = Double(draws) / Double(language.count)
        let chiSquared = counts.values.reduce(0) {
            $0 + (Double($1) - expected) * (Double($1) - expected) / expected
        }
        let freedom = Double(language.count - 1)
        #expect(chiSquared < freedom + 4.5 * (2 * freedom).squareRoot())
    }
}
