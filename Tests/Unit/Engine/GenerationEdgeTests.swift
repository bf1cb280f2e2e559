import Testing

@testable import PasswordRules

/// Rules with more requirements than the generator can count exactly, or than the usual length can hold.
@Suite struct GenerationEdgeTests {
    private func plan(_ rules: String, _ options: GenerationOptions = GenerationOptions()) throws
        -> GenerationPlan
    {
        try Generator(try Descriptor(rules)).plan(options)
    }

    @Test(arguments: [19, 20, 21, 26])
    func usualLengthGrowsToHoldAllRequirements(count: Int) throws {
        let plan = try plan(GeneratorTests.letters(count))
        #expect(plan.length >= max(20, count))
        if count > 20 {
            #expect(throws: GenerationError.requirementsNeed(length: count, maximum: 20)) {
                try self.plan(GeneratorTests.letters(count), GenerationOptions(length: 20))
            }
            #expect(throws: GenerationError.requirementsNeed(length: count, maximum: count - 1)) {
                try self.plan(GeneratorTests.letters(count) + "maxlength: \(count - 1)")
            }
        }
    }

    /// Passwords with eleven requirements that overlap are not counted, and at these lengths the lower bound
    /// is never enough: the length stays, instead of growing without end.
    @Test func lengthStaysIfNoneIsKnownToSuffice() throws {
        let rules = GeneratorTests.overlapping(11) + "maxlength: 21"
        let options = GenerationOptions(minimumEntropyBits: 80)
        let plan = try plan(rules, options)
        #expect(plan.length == 20)
        #expect(throws: CountError.tooManyRequirements(count: 11, maximum: 10)) { try plan.count() }
        // With more room there is such a length, and it is used.
        #expect(try self.plan(GeneratorTests.overlapping(11), options).length > 21)
    }

    /// Twenty letters at twenty positions: one in 10^8 passwords has each of them, and they are counted.
    @Test func passwordsWithManyRequirementsAreCounted() throws {
        let plan = try plan(GeneratorTests.letters(20) + "maxlength: 20")
        var source = SeededSource(seed: 5)
        let password = try plan.password(from: &source).text
        #expect(Set(password).count == 20)
        #expect(try plan.count() == (1...20).reduce(BigUInt(1)) { $0 * UInt64($1) })
    }

    /// Thirty requirements of two letters each, at the shortest possible length: hardly any random password
    /// meets them, and thirty overlapping requirements cannot be counted. The search ends, and the error has
    /// the number of tries.
    @Test func searchForRarePasswordsEnds() throws {
        let plan = try plan(GeneratorTests.overlapping(30) + "maxlength: 15")
        var source = SeededSource(seed: 5)
        let error = #expect(throws: GenerationError.self) { _ = try plan.password(from: &source) }
        guard case .notFound(let tries)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(tries > 100)
    }

    /// A rank that is too large is drawn again; a source that only gives such ranks has failed.
    @Test func sourceOfTooLargeRanksFails() throws {
        let checker = Checker(
            try Descriptor("allowed: [abc]; max-repeating: 2; required: [a]"), reading: .strict)
        let language = PasswordLanguage(checker, alphabet: checker.permitted ?? .empty, length: 9)
        let bits = try language.count().log2
        #expect(bits != bits.rounded(), "the largest rank of so many bits must be too large")
        let sampler = try #require(ExactSampler(language))
        func drawn(from bytes: [UInt8]) throws -> String {
            var password = SecretBytes(count: 9)
            var numbers = RandomNumbers(blockSize: 64)
            var source = ScriptedSource(bytes)
            try password.withMutableSpan { (bytes) throws(RandomSourceFailure) in
                try sampler.draw(into: &bytes, &numbers, from: &source)
            }
            return password.text
        }
        #expect(try drawn(from: [0]) == "aabaabaab", "the first in order")
        #expect(throws: RandomSourceFailure.self) { try drawn(from: [0xFF]) }
    }
}
