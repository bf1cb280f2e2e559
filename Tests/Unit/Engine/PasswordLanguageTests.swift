import Testing

@testable import PasswordRules

/// Exact counting and sampling against all words over small alphabets, and against other ways to count.
@Suite struct PasswordLanguageTests {
    private func word(_ sampler: ExactSampler, _ rank: Int, length: Int) -> [UInt8] {
        var password = SecretBytes(count: length)
        password.withMutableSpan { sampler.write(rank: BigUInt(UInt64(rank)), into: &$0) }
        return password.withSpan { span in (0..<span.count).map { span[$0] } }
    }

    /// The count equals brute force's, and the ranks give exactly its words, in order. So with a uniform rank,
    /// each word is exactly equally likely (see `UniformityTests`). Returns whether there are words.
    @discardableResult
    private func expectAgreement(
        _ checker: Checker, alphabet: String, length: Int, spaceAtEnds: Bool, _ comment: Comment
    ) throws -> Bool {
        let language = PasswordLanguage(
            checker, alphabet: try #require(checker.permitted), length: length, spaceAtEnds: spaceAtEnds)
        let words = allStrings(over: String(alphabet.sorted()), length: length).filter {
            checker.check($0).isAccepted && (spaceAtEnds || $0.first != " " && $0.last != " ")
        }
        let count = BigUInt(UInt64(words.count))
        #expect(try language.count() == count, comment)
        #expect(try language.countsByLength().last == count, comment)
        if spaceAtEnds {
            var isPossible = false
            if case .satisfiable = Satisfiability(checker, length: length) { isPossible = true }
            #expect(isPossible == !words.isEmpty, comment)
        }
        guard let sampler = ExactSampler(language) else {
            #expect(words.isEmpty, comment)
            return false
        }
        #expect(sampler.count == count, comment)
        #expect(
            words.indices.allSatisfy { word(sampler, $0, length: length) == Array(words[$0].utf8) }, comment)
        return true
    }

    /// For random rules: over few characters with length limits, or over more without.
    @Test func agreesWithBruteForce() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var source = SeededSource(seed: seed)
        for longest in (0..<rounds(120)).map({ 4 + $0 % 2 }) {
            let rules = SmallRules(&source, length: longest == 5 ? 5 : nil)
            let spaceAtEnds = source.below(3) > 0
            let checker = Checker(try Descriptor(rules.text), reading: .strict)
            let comment: Comment = "seed \(seed): \(rules.text), space at ends: \(spaceAtEnds)"
            let allowed = (1...longest).filter {
                $0 >= checker.minLength ?? 0 && $0 <= checker.maxLength ?? .max
            }
            let lengths = try allowed.filter {
                try expectAgreement(
                    checker, alphabet: rules.alphabet, length: $0, spaceAtEnds: spaceAtEnds, comment)
            }
            guard spaceAtEnds, checker.maxLength ?? .max <= longest else { continue }
            if case .satisfiable(let shortest) = Satisfiability(checker) {
                #expect(lengths.first == shortest, comment)
            } else {
                #expect(lengths.isEmpty, comment)
            }
        }
    }

    /// Four or five characters, at four or five positions, and every combination of limits up to three.
    @Test(arguments: [nil, 1, 2, 3], [nil, 1, 2, 3])
    func agreesWithBruteForceForAllLimits(repeats: Int?, sequences: Int?) throws {
        let limits =
            (repeats.map { "max-repeating: \($0);" } ?? "")
            + (sequences.map { "max-sequential: \($0);" } ?? "")
        for (alphabet, length, required) in [
            ("abcd", 5, ""), ("abcd", 5, "required: [a]; required: [bc]"),
            ("ab01", 5, "required: [ab]; required: [b1]"),
            ("-9abc", 4, "required: [-9]; required: [9a]; required: [ab]"),
            ("abcd", 5, "required: [a]; required: [a]"),
            ("abcd", 5, "required: [abc]; required: [abc]; required: [abc]; required: [cd]"),
            ("ab01", 5, "required: [b1]; required: [b1]; required: [0]; required: [0]; required: [0]"),
            (
                "-9abc", 4,
                "required: [-9]; required: [-9]; required: [9a]; required: [9a]; required: [ab]"
            ),
        ] {
            let text = "allowed: [\(alphabet)]; \(limits) \(required)"
            let checker = Checker(try Descriptor(text), reading: .strict)
            try expectAgreement(checker, alphabet: alphabet, length: length, spaceAtEnds: true, "\(text)")
        }
    }

    // MARK: - Other ways to count

    /// The count for each length up to the longest is the same, whether counted alone or together.
    @Test func countsOfAllLengthsAreThoseOfEach() throws {
        for rules in [
            "required: upper; required: lower; required: digit; max-consecutive: 2",
            "allowed: [ abc]; required: [ b]",
            "allowed: digit; max-repeating: 1; max-sequential: 2",
        ] {
            let checker = Checker(try Descriptor(rules), reading: .strict)
            let alphabet = try #require(checker.permitted)
            for spaceAtEnds in [false, true] {
                let all = try PasswordLanguage(
                    checker, alphabet: alphabet, length: 40, spaceAtEnds: spaceAtEnds
                )
                .countsByLength()
                #expect(all.count == 40)
                for length in [1, 2, 3, 17, 39, 40] {
                    let alone = PasswordLanguage(
                        checker, alphabet: alphabet, length: length, spaceAtEnds: spaceAtEnds)
                    #expect(try alone.count() == all[length - 1], "\(rules), length \(length)")
                }
            }
        }
    }

    /// Disjoint classes without limits, by the formula: the sum over what is left out of (-1)^k size^length.
    @Test(arguments: [1, 2, 4, 8, 20, 64, 128])
    func agreesWithTheFormulaForDisjointRequirements(length: Int) throws {
        let generator = Generator(
            try Descriptor("required: upper; required: lower; required: digit; required: special"))
        var (plus, minus) = (BigUInt.zero, BigUInt.zero)
        for set in 0..<16 {
            let size = [26, 26, 10, 33].enumerated().reduce(0) {
                set >> $1.offset & 1 == 0 ? $0 + $1.element : $0
            }
            let power = (0..<length).reduce(BigUInt(1)) { product, _ in product * UInt64(size) }
            if set.nonzeroBitCount.isMultiple(of: 2) { plus += power } else { minus += power }
        }
        plus -= minus
        #expect(try generator.count(length: length) == plus)
    }

    /// Runs of one character, by the recurrence: a word ends in a run of 1 to r of a character other than the
    /// one before.
    @Test(arguments: [1, 2, 3, 7])
    func agreesWithTheRecurrenceForRepeats(limit: Int) throws {
        var counts = [BigUInt(1)]
        for length in 1...128 {
            var sum = BigUInt.zero
            for run in 1...limit where run <= length {
                sum += counts[length - run] * (run == length ? 95 : 94)
            }
            counts.append(sum)
        }
        let generator = Generator(try Descriptor("max-repeating: \(limit)"))
        for length in [1, 2, 3, 7, 8, 20, 64, 128] {
            #expect(try generator.count(length: length) == counts[length])
        }
    }

    /// Segments of neighbours that are alike are counted together, also those that are alike in reverse.
    @Test(arguments: [
        "abcd", "abcxyz", "-abcxyz", "abc0ABC", "abcde0", "-abxy0", "abcfgh01", "acdfghi",
    ])
    func agreesWithBruteForceForSegmentsThatAreAlike(alphabet: String) throws {
        let length = alphabet.count < 6 ? 5 : 4
        for limits in ["max-sequential: 1", "max-consecutive: 2"] {
            for required in [
                "", "required: [a]; required: [c]", "required: [b]", "required: [a]; required: [a]",
                "required: [ab]; required: [bc]; required: [bc]",
            ] {
                let text = "allowed: [\(alphabet)]; \(limits); \(required)"
                let checker = Checker(try Descriptor(text), reading: .strict)
                let sorted = String(
                    try #require(checker.permitted).asciiMembers.map { Character(Unicode.Scalar($0)) })
                try expectAgreement(checker, alphabet: sorted, length: length, spaceAtEnds: true, "\(text)")
            }
        }
    }

    /// A plain dynamic programme over every character, run and set of met requirements, modulo a prime.
    @Test(arguments: [
        ("required: lower; required: digit; max-consecutive: 2; allowed: upper", 9),
        ("required: [abx]; required: [x12]; required: upper; max-sequential: 3; max-repeating: 2", 8),
        ("required: digit; max-repeating: 3; max-sequential: 1; allowed: [abcxyz!]", 12),
    ])
    func agreesWithAPlainProgramme(rules: String, length: Int) throws {
        let prime: UInt64 = 2_147_483_647
        let checker = Checker(try Descriptor(rules), reading: .strict)
        let members = try #require(checker.permitted).asciiMembers
        struct State: Hashable {
            var last: UInt8
            var step: RunStep?
            var steps: Int
            var met: Int
        }
        func met(_ byte: UInt8) -> Int {
            checker.required.enumerated().reduce(0) {
                $1.element.characters.contains(UInt32(byte)) ? $0 | 1 << $1.offset : $0
            }
        }
        var states: [State: UInt64] = [:]
        for byte in members {
            states[State(last: byte, step: nil, steps: 0, met: met(byte)), default: 0] += 1
        }
        for _ in 1..<length {
            var next: [State: UInt64] = [:]
            for (state, count) in states {
                for byte in members {
                    let step = RunStep(from: state.last, to: byte)
                    let steps = step == nil ? 0 : step == state.step ? state.steps + 1 : 1
                    let limit = step == .same ? checker.repeatLimit : checker.sequenceLimit
                    if step != nil, steps >= limit ?? .max { continue }
                    let new = State(last: byte, step: step, steps: steps, met: state.met | met(byte))
                    next[new] = (next[new, default: 0] + count) % prime
                }
            }
            states = next
        }
        let all = 1 << checker.required.count - 1
        let expected = states.reduce(0) { $1.key.met == all ? ($0 + $1.value) % prime : $0 }
        let digits = try Generator(checker).count(length: length).decimalBytes
        #expect(digits.reduce(0) { ($0 * 10 + UInt64($1 - 0x30)) % prime } == expected)
    }

    /// Disjoint classes that require several characters each, by the sum over the number of each.
    @Test(arguments: [4, 5, 9, 20, 64])
    func agreesWithTheSumOverNumbersOfCharacters(length: Int) throws {
        func choose(_ count: Int, among all: Int) -> BigUInt {
            var row = [BigUInt(1)]
            for _ in 0..<all { row = zip([.zero] + row, row + [.zero]).map { $0 + $1 } }
            return count <= all ? row[count] : .zero
        }
        func power(_ base: UInt64, _ exponent: Int) -> BigUInt {
            (0..<exponent).reduce(BigUInt(1)) { product, _ in product * base }
        }
        var expected = BigUInt.zero
        for digits in 3...max(3, length) where digits <= length {
            for upper in 1...max(1, length - digits) where digits + upper <= length {
                let arrangements =
                    product(choose(digits, among: length), choose(upper, among: length - digits))
                expected += product(
                    arrangements,
                    product(
                        power(10, digits), product(power(26, upper), power(26, length - digits - upper))))
            }
        }
        let rules = "required: digit; required: digit; required: upper; required: digit; allowed: lower"
        #expect(try Generator(try Descriptor(rules)).count(length: length) == expected)
    }

    /// The product of two numbers, by the decimal digits of one.
    private func product(_ first: BigUInt, _ second: BigUInt) -> BigUInt {
        second.decimalBytes.reduce(BigUInt.zero) { $0 * 10 + first * UInt64($1 - 0x30) }
    }

    /// Similar requirements share a counter if there are too many to be excluded: eleven letters in twelve
    /// characters, one of which may be any.
    @Test func countsMoreRequirementsThanCanBeExcluded() throws {
        func count(_ rules: String, _ length: Int) throws -> BigUInt {
            try Generator(try Descriptor(rules)).count(length: length)
        }
        let factorial = (1...12).reduce(BigUInt(1)) { $0 * UInt64($1) }
        let half = (3...12).reduce(BigUInt(1)) { $0 * UInt64($1) }
        let letters = GeneratorTests.letters(11)
        #expect(try count(letters, 10).isZero)
        #expect(try count(letters, 11) * 12 == factorial)
        // The twelfth character is another letter, or one of the eleven again.
        #expect(try count(letters + "allowed: [z]", 12) == factorial + half * 11)
        #expect(try count(letters + "allowed: [z]; max-repeating: 12", 12) == factorial + half * 11)
        // Two equal letters must not be adjacent: 11 of the 66 pairs of positions are adjacent.
        let next = try count(letters + "max-repeating: 1", 12)
        #expect(next * 66 == half * (11 * 55))
        // All letters in 26 characters.
        let all = (1...26).reduce(BigUInt(1)) { $0 * UInt64($1) }
        #expect(try count(GeneratorTests.letters(26), 26) == all)
        // These rules have both kinds: similar requirements with a shared counter, and others that are excluded.
        #expect(
            try count(letters + "required: upper; required: digit, special; required: digit", 13)
                == product(
                    (1...13).reduce(BigUInt(1)) { $0 * UInt64($1) }, BigUInt(26 * 10)))
    }

    /// The ranks of eleven letters in eleven characters are those of the permutations in order.
    @Test func ranksOfManyRequirementsAreThoseOfPermutations() throws {
        let checker = Checker(try Descriptor(GeneratorTests.letters(11)), reading: .strict)
        let alphabet = try #require(checker.permitted)
        let sampler = try #require(
            ExactSampler(PasswordLanguage(checker, alphabet: alphabet, length: 11)))
        var source = SeededSource(seed: 12)
        for _ in 0..<rounds(200) {
            let rank = source.below(39_916_800)
            var (rest, size) = (rank, 39_916_800)
            var left = Array("abcdefghijk".utf8)
            var expected: [UInt8] = []
            for count in (1...11).reversed() {
                size /= count
                expected.append(left.remove(at: rest / size))
                rest %= size
            }
            #expect(word(sampler, rank, length: 11) == expected, "rank \(rank)")
        }
    }

    /// With two characters more, and a limit on repetition, the ranks are still in order, and the first and
    /// last ranks are the first and last passwords.
    @Test func ranksOfManyRequirementsAreInOrder() throws {
        let rules = GeneratorTests.letters(11) + "max-repeating: 1; allowed: digit, [z]"
        let checker = Checker(try Descriptor(rules), reading: .strict)
        let alphabet = try #require(checker.permitted)
        let sampler = try #require(
            ExactSampler(PasswordLanguage(checker, alphabet: alphabet, length: 13)))
        let count = Int(sampler.count.limb(0))
        #expect(text(sampler, 0, length: 13) == "01abcdefghijk")
        #expect(text(sampler, count - 1, length: 13) == "zkzjihgfedcba")
        var source = SeededSource(seed: 13)
        for _ in 0..<rounds(200) {
            let rank = source.below(count - 1)
            let (first, second) = (text(sampler, rank, length: 13), text(sampler, rank + 1, length: 13))
            #expect(first < second && checker.check(first).isAccepted, "rank \(rank)")
        }
    }

    private func text(_ sampler: ExactSampler, _ rank: Int, length: Int) -> String {
        String(decoding: word(sampler, rank, length: length), as: UTF8.self)
    }

    // MARK: - Limits

    @Test func reportsWhatIsTooMuchToCount() throws {
        func count(_ rules: String, _ length: Int) throws -> BigUInt {
            try Generator(try Descriptor(rules)).count(length: length)
        }
        #expect(throws: CountError.tooManyRequirements(count: 11, maximum: 10)) {
            try count(GeneratorTests.overlapping(11), 20)
        }
        #expect(throws: CountError.tooManyRequirements(count: 11, maximum: 10)) {
            try count(GeneratorTests.letters(11) + "max-sequential: 2", 20)
        }
        // A requirement that implies another makes that one redundant.
        #expect(try !count(GeneratorTests.letters(10) + "required: lower; required: [abc]", 20).isZero)
        #expect(throws: CountError.tooLong(length: 1025)) { try count("", 1025) }
        #expect(throws: CountError.tooLong(length: 1024)) {
            try count(GeneratorTests.letters(10) + "max-consecutive: 1; allowed: ascii-printable", 1024)
        }
        #expect(throws: CountError.tooLong(length: 20)) {
            try count(String(repeating: "required: [a]; required: [bc]; required: [de];", count: 100), 20)
        }
        #expect(try !count("max-consecutive: 1", 1024).isZero)
        #expect(try !count("max-repeating: 1; required: digit", 1024).isZero)
        #expect(try count("minlength: 8", 7).isZero && count("maxlength: 8", 9).isZero && count("", 0).isZero)
    }

    @Test func samplersHaveBoundedMemory() throws {
        let rules = GeneratorTests.letters(10) + "max-consecutive: 1; allowed: ascii-printable"
        let checker = Checker(try Descriptor(rules), reading: .strict)
        func language(_ length: Int) -> PasswordLanguage {
            PasswordLanguage(checker, alphabet: .asciiPrintable, length: length)
        }
        #expect(ExactSampler(language(64)) == nil && ExactSampler(language(128)) == nil)
        // Without the limit on sequences the sampler fits, and a check refuses what breaks the limit.
        #expect(ExactSampler(language(128).withoutSequenceLimit) != nil)
    }
}
