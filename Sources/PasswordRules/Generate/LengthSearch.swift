/// Searches for the length at which the passwords of some rules have enough entropy.
struct LengthSearch {
    let checker: Checker
    let alphabet: CharacterClass
    let spaceAtEnds: Bool
    /// The longest length that is considered, in characters.
    let maximum: Int

    init(_ checker: Checker, alphabet: CharacterClass, spaceAtEnds: Bool = true) {
        self.checker = checker
        self.alphabet = alphabet
        self.spaceAtEnds = spaceAtEnds
        maximum = min(checker.maxLength ?? .max, Generator.maximumLength)
    }

    func language(length: Int) -> PasswordLanguage {
        PasswordLanguage(checker, alphabet: alphabet, length: length, spaceAtEnds: spaceAtEnds)
    }

    /// The shortest length from `minimum` on with this entropy, and its number of passwords; if there is
    /// none, the first length with the most passwords. `minimum` is not above `maximum`.
    /// - Parameter work: The maximum work for one count; see `PasswordLanguage.maximumWork`.
    func shortest(
        entropyBits bits: Double, from minimum: Int, work: Int = PasswordLanguage.maximumWork
    ) throws(CountError) -> (length: Int, count: BigUInt) {
        // Shorter passwords cannot have this entropy, and usually few more characters are needed.
        let perCharacter = binaryLogarithm(Double(max(alphabet.asciiCount, 1)))
        var limit = minimum
        if perCharacter > 0 { limit = max(limit, Int(min(max(bits, 0) / perCharacter, 1024)) + 2) }
        while true {
            limit = min(limit, maximum)
            let counts = try language(length: limit).countsByLength(work: work)
            var best = (length: minimum, count: counts[minimum - 1])
            for length in minimum...limit {
                if counts[length - 1].log2 >= bits { return (length, counts[length - 1]) }
                if counts[length - 1] > best.count { best = (length, counts[length - 1]) }
            }
            if limit == maximum { return best }
            limit *= 2
        }
    }

    /// The passwords of the length that `shortest` finds, without an exact count if it is not needed, and
    /// without an error. If counting takes too long, the first length is used whose lower bound is enough, or
    /// else `minimum`.
    /// - Returns: The passwords, and their number if it was counted.
    func sufficient(
        entropyBits bits: Double, from minimum: Int
    ) -> (language: PasswordLanguage, count: BigUInt?) {
        let usual = language(length: minimum)
        if minimum >= maximum || usual.certainEntropyBits >= bits { return (usual, nil) }
        if let found = try? shortest(entropyBits: bits, from: minimum, work: PasswordLanguage.quickWork) {
            return (language(length: found.length), found.count)
        }
        for length in minimum + 1...maximum {
            let longer = language(length: length)
            if longer.certainEntropyBits >= bits { return (longer, nil) }
        }
        return (usual, nil)
    }
}
