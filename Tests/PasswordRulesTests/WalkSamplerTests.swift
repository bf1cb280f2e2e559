import Testing

@testable import PasswordRules

@Suite struct WalkSamplerTests {
    private func language(_ rules: String, length: Int, spaceAtEnds: Bool = true) throws -> (
        Checker, PasswordLanguage
    ) {
        let checker = Checker(try Descriptor(rules), reading: .strict)
        let alphabet = try #require(checker.permitted)
        return (
            checker, PasswordLanguage(checker, alphabet: alphabet, length: length, spaceAtEnds: spaceAtEnds)
        )
    }

    private func words(_ checker: Checker, over alphabet: String, length: Int, spaceAtEnds: Bool = true)
        -> Set<String>
    {
        Set(
            allStrings(over: alphabet, length: length).filter { word in
                checker.check(word).isAccepted && (spaceAtEnds || word.first != " " && word.last != " ")
            })
    }

    private static let cases = [
        ("allowed: [abcd]; max-repeating: 1; max-sequential: 1", "abcd", 5),
        ("allowed: [abcd]; max-repeating: 2; max-sequential: 2", "abcd", 5),
        ("allowed: [ab1]; max-repeating: 1", "ab1", 6),
        ("allowed: [abc1]; max-sequential: 1", "abc1", 5),
        ("allowed: [abcde]; max-consecutive: 2", "abcde", 4),
        ("allowed: [ab]; max-repeating: 3", "ab", 7), ("allowed: [ xyz]; max-consecutive: 1", " xyz", 5),
        ("allowed: [abc]", "abc", 4), ("allowed: [a]", "a", 3),
        ("allowed: [abc]; max-repeating: 1", "abc", 1),
    ]

    /// The probability of each word, computed from the weights as fractions without rounding, is exactly the same.
    @Test(arguments: cases)
    func everyWordHasTheSameProbability(rules: String, alphabet: String, length: Int) throws {
        let (checker, language) = try language(rules, length: length)
        let sampler = try #require(WalkSampler(language))
        let (weights, sums) = (sampler.weights.map { UInt64($0) }, sampler.sums.map { UInt64($0) })
        let size = sampler.statesPerCharacter
        // Each sum is that of the weights of the possible next states.
        for state in weights.indices {
            let next = sampler.characters.indices.compactMap { sampler.state(after: state, $0) }
            #expect(next.reduce(0) { $0 + weights[$1] } == sums[state])
            #expect(sums[state] * weights[sampler.fastest] <= sums[sampler.fastest] * weights[state])
            #expect(weights[sampler.lightest] <= weights[state])
        }
        let startSum = sampler.characters.indices.reduce(0) { $0 + weights[$1 * size] }
        var first: (over: BigUInt, under: BigUInt)?
        for word in words(checker, over: alphabet, length: length) {
            let path = try word.utf8.map { byte in try #require(sampler.characters.firstIndex(of: byte)) }
            var state = path[0] * size
            var (over, under) = (BigUInt(weights[state]), BigUInt(startSum))
            for character in path.dropFirst() {
                let next = try #require(sampler.state(after: state, character))
                over = over * (sums[state] * weights[sampler.fastest]) * weights[next]
                under = under * (sums[sampler.fastest] * weights[state]) * sums[state]
                state = next
            }
            over *= weights[sampler.lightest]
            under *= weights[state]
            guard let first else {
                first = (over, under)
                continue
            }
            #expect(product(over, first.under) == product(first.over, under), "\(word)")
        }
    }

    private func product(_ a: BigUInt, _ b: BigUInt) -> BigUInt {
        // By the digits of the second factor, from the highest.
        b.decimalBytes.reduce(BigUInt.zero) { $0 * 10 + a * UInt64($1 - 0x30) }
    }

    @Test(arguments: cases, [true, false])
    func drawsEveryWordEquallyOftenAndNoOther(_ rules: (String, String, Int), spaceAtEnds: Bool) throws {
        let (checker, language) = try language(rules.0, length: rules.2, spaceAtEnds: spaceAtEnds)
        let expected = words(checker, over: rules.1, length: rules.2, spaceAtEnds: spaceAtEnds)
        let sampler = try #require(WalkSampler(language))
        var source = SeededSource(seed: 0xFACE)
        var numbers = RandomNumbers(blockSize: 256)
        var counts: [String: Int] = [:]
        var drawn = 0
        while drawn < 40 * expected.count {
            var password = SecretBytes(count: rules.2)
            let isComplete = try password.withMutableSpan { (bytes) throws(RandomSourceFailure) in
                try sampler.draw(into: &bytes, &numbers, from: &source)
            }
            guard isComplete else { continue }
            counts[password.text, default: 0] += 1
            drawn += 1
        }
        #expect(Set(counts.keys) == expected)
        let chiSquared = counts.values.reduce(0) { $0 + (Double($1) - 40) * (Double($1) - 40) / 40 }
        let freedom = Double(expected.count - 1)
        #expect(chiSquared < freedom + 5 * (2 * freedom).squareRoot() + 5)
    }

    @Test func longWalksSeldomComeToNothing() throws {
        var source = SeededSource(seed: 3)
        var numbers = RandomNumbers(blockSize: 256)
        for rules in [
            "max-consecutive: 1", "allowed: digit; max-repeating: 1; max-sequential: 2",
            "allowed: upper, lower; max-consecutive: 1",
        ] {
            let (checker, language) = try language(rules, length: 1024)
            let sampler = try #require(WalkSampler(language))
            var password = SecretBytes(count: 1024)
            var complete = 0
            for _ in 0..<20 {
                let isComplete = try password.withMutableSpan { (bytes) throws(RandomSourceFailure) in
                    try sampler.draw(into: &bytes, &numbers, from: &source)
                }
                guard isComplete else { continue }
                complete += 1
                #expect(checker.check(password.text).isAccepted)
            }
            #expect(complete >= 5, "\(rules)")
        }
    }

    @Test func tooManyStatesAreNotTaken() throws {
        #expect(WalkSampler(try language("max-repeating: 100", length: 200).1) == nil)
        #expect(WalkSampler(try language("max-repeating: 30; max-sequential: 5", length: 200).1) != nil)
    }
}
