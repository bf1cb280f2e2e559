import Glibc
import Testing

@testable import PasswordRules

/// Random bytes from a script, which fail after its end.
private struct EndingSource: RandomSource {
    var script: [UInt8]
    var used = 0

    mutating func fill(_ bytes: inout MutableSpan<UInt8>) throws(RandomSourceFailure) {
        for index in 0..<bytes.count {
            guard used < script.count else { throw RandomSourceFailure() }
            bytes[index] = script[used]
            used += 1
        }
    }
}

/// Proves that every password is equally likely: exactly, and by statistics.
@Suite struct UniformityTests {
    /// Runs `draw` with every script of up to `depth` bytes. Returns how many of the 256^depth scripts lead to
    /// each password. This is its exact probability, apart from draws that need more bytes.
    private func exactWeights(
        depth: Int, draw: (inout EndingSource) throws -> String
    ) throws -> [String: Int] {
        var weights: [String: Int] = [:]
        var scripts: [[UInt8]] = [[]]
        var weight = (0..<depth).reduce(1) { product, _ in product * 256 }
        for _ in 0...depth {
            var longer: [[UInt8]] = []
            for script in scripts {
                var source = EndingSource(script: script)
                do {
                    weights[try draw(&source), default: 0] += weight
                } catch is RandomSourceFailure {
                    if script.count < depth { longer += (0...255).map { script + [$0] } }
                }
            }
            weight /= 256
            scripts = longer
        }
        return weights
    }

    private func language(_ checker: Checker, _ length: Int, alphabet: String) -> Set<String> {
        Set(allStrings(over: alphabet, length: length).filter { checker.check($0).isAccepted })
    }

    private func expectUniform(_ weights: [String: Int], _ language: Set<String>) {
        #expect(Set(weights.keys) == language)
        #expect(Set(weights.values).count == 1, "\(weights)")
    }

    /// Draws two characters, position by position, with all 65,536 pairs of bytes.
    @Test(arguments: [
        "allowed: [abc]; max-repeating: 1; maxlength: 2; minlength: 2",
        "required: [ab]; required: [bc]; maxlength: 2; minlength: 2",
        "allowed: [abcdef]; max-consecutive: 1; required: [af]; maxlength: 2",
    ])
    func characterSamplerIsExactlyUniform(rules: String) throws {
        let descriptor = try Descriptor(rules)
        let plan = try Generator(descriptor).plan()
        let weights = try exactWeights(depth: 2) { source in
            var sampler = PasswordSampler(plan, blockSize: 1)
            do {
                return try sampler.next(from: &source).text
            } catch GenerationError.noRandomness {
                throw RandomSourceFailure()
            }
        }
        expectUniform(weights, language(plan.checker, plan.length, alphabet: "abcdef"))
    }

    /// Draws by rank with every byte, or with every pair of bytes if there are more than 256 passwords.
    /// `PasswordLanguageTests` proves that each rank is exactly one word, so the result holds for every language.
    @Test(arguments: [
        ("allowed: [abc]; max-repeating: 1", 3, 1), ("allowed: [abc]; required: [a]; required: [bc]", 4, 1),
        ("allowed: [abcdef]; max-consecutive: 2; required: [ab]; required: [bc]", 3, 1),
        ("allowed: [ab]; max-sequential: 1", 1, 1), ("allowed: [a]", 3, 1), ("allowed: [ab]", 8, 1),
        ("allowed: [abcd]; max-sequential: 2", 5, 2),
        ("required: [a]; required: [a]; allowed: [bc]", 4, 1),
        ("required: [ab]; required: [ab]; required: [bc]; allowed: [d]; max-consecutive: 2", 4, 1),
    ])
    func byRankIsExactlyUniform(rules: String, length: Int, depth: Int) throws {
        let checker = Checker(try Descriptor(rules), reading: .strict)
        let sampler = try #require(
            ExactSampler(PasswordLanguage(checker, alphabet: checker.permitted ?? .empty, length: length)))
        let weights = try exactWeights(depth: depth) { source in
            var numbers = RandomNumbers(blockSize: 1)
            var password = SecretBytes(count: length)
            try password.withMutableSpan { (bytes) throws(RandomSourceFailure) in
                try sampler.draw(into: &bytes, &numbers, from: &source)
            }
            return password.text
        }
        expectUniform(weights, language(checker, length, alphabet: "abcdef"))
    }

    // MARK: - Statistics

    /// Draws passwords of the given length, or of the plan's own. Passwords that are too long to be drawn at once
    /// are drawn as two halves.
    @Test(
        arguments: [
            ("allowed: [abc]; maxlength: 3; minlength: 3; max-repeating: 1", nil),
            ("required: [a]; required: [bc]; maxlength: 4", nil),
            ("allowed: [abc1]; required: [12]; maxlength: 4; max-sequential: 2", nil),
            ("required: [abcd]; max-consecutive: 2; maxlength: 4", nil),
            ("required: [12]; required: [12]; required: [a]; required: [a]; allowed: [b]; maxlength: 5", nil),
            ("required: [1]; required: [1]; required: [1]; required: [2]; max-consecutive: 2", 7),
            ("allowed: [ab]; max-repeating: 2", 11), ("allowed: [ab1]; max-consecutive: 1", 9),
            ("allowed: [ab]; max-repeating: 3; required: [a]; required: [b]", 10),
        ] as [(String, Int?)])
    func givesEveryPasswordOfTheLanguageEquallyOften(rules: String, length: Int?) throws {
        let plan = try Generator(try Descriptor(rules)).plan(GenerationOptions(length: length))
        let alphabet = "abcd12".filter {
            plan.checker.permitted?.contains(UInt32($0.asciiValue ?? 0)) == true
        }
        let words = language(plan.checker, plan.length, alphabet: alphabet)
        var source = SeededSource(seed: 0xFACE)
        var sampler = PasswordSampler(plan)
        var counts: [String: Int] = [:]
        for _ in 0..<40 * words.count { counts[try sampler.next(from: &source).text, default: 0] += 1 }
        #expect(Set(counts.keys) == words)
        #expect(isPlausible(counts.values, mean: 40))
    }

    @Test(arguments: [
        "max-consecutive: 1", "allowed: digit; max-repeating: 1; max-sequential: 2",
        "allowed: upper, lower; max-consecutive: 1", "allowed: digit; max-sequential: 1",
    ])
    func longPasswordsWithNarrowLimitsAreFound(rules: String) throws {
        var source = SeededSource(seed: 3)
        let plan = try Generator(try Descriptor(rules)).plan(GenerationOptions(length: 1024))
        var sampler = PasswordSampler(plan)
        let password = try sampler.next(from: &source).text
        #expect(password.utf8.count == 1024 && plan.checker.check(password).isAccepted)
    }

    /// How often each character is at some positions, compared with the exact number of passwords that have
    /// it there.
    private func expectFrequencies(_ rules: String, draws: Int, byRank: Bool) throws {
        var source = SeededSource(seed: 0xD1CE)
        let plan = try Generator(try Descriptor(rules)).plan()
        guard case .random(let language, _) = plan.form else { return }
        var counts = [[Int]](repeating: [Int](repeating: 0, count: 128), count: plan.length)
        let exact = byRank ? ExactSampler(language) : nil
        #expect((exact != nil) == byRank)
        var sampler = PasswordSampler(plan)
        var numbers = RandomNumbers(blockSize: 256)
        var password = SecretBytes(count: plan.length)
        for _ in 0..<draws {
            if let exact {
                try password.withMutableSpan { (bytes) throws(RandomSourceFailure) in
                    try exact.draw(into: &bytes, &numbers, from: &source)
                }
            } else {
                password = try sampler.next(from: &source)
            }
            password.withSpan { for position in 0..<$0.count { counts[position][Int($0[position])] += 1 } }
        }
        let total = try language.count().log2
        for position in Set([0, plan.length / 2, plan.length - 1]) {
            var (chiSquared, freedom) = (0.0, -1.0)
            for byte in language.positions[position].asciiMembers {
                var positions = language.positions
                positions[position] = CharacterClass(byte)
                let share = PasswordLanguage(
                    positions: positions, requirements: language.requirements,
                    repeatLimit: language.repeatLimit,
                    sequenceLimit: language.sequenceLimit)
                let logarithm = try share.count().log2 - total
                let observed = Double(counts[position][Int(byte)])
                if logarithm == -.infinity {
                    #expect(observed == 0)
                    continue
                }
                let expected = exp2(logarithm) * Double(draws)
                chiSquared += (observed - expected) * (observed - expected) / expected
                freedom += 1
            }
            // The mean of chi-squared is its degrees of freedom, and its deviation the square root of twice
            // that.
            #expect(
                chiSquared < freedom + 5 * (2 * max(freedom, 0)).squareRoot() + 5,
                "\(rules), position \(position)")
        }
    }

    @Test(
        arguments: [
            "required: upper; required: lower; required: digit; minlength: 12; max-repeating: 2",
            "minlength: 8; maxlength: 16; required: lower, upper; required: digit; allowed: [-!#$%&*+.:=?@_]; max-consecutive: 2",
            "required: [!#$%&*]; required: digit; required: [abc]; max-sequential: 1; maxlength: 6",
            "required: digit; required: digit; required: [abc]; required: [abc]; max-sequential: 1; maxlength: 6",
            "allowed: digit; max-repeating: 1; max-sequential: 1; maxlength: 8",
        ], [false, true])
    func charactersAreAsFrequentAsTheCountsSay(rules: String, byRank: Bool) throws {
        try expectFrequencies(rules, draws: rounds(byRank ? 500 : 2_000), byRank: byRank)
    }

    @Test(.enabled(if: Corpus.folder != nil, Corpus.isMissing))
    func realDescriptorsYieldExpectedFrequencies() throws {
        for (index, rules) in try Corpus.descriptors().enumerated() where index % 8 == 0 {
            try expectFrequencies(rules, draws: 1_000, byRank: false)
        }
    }
}
