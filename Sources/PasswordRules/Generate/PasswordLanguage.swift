/// The passwords of one length that some rules permit: the permitted characters at each position, the
/// required classes, and the limits on runs. Its passwords are its words.
struct PasswordLanguage: Sendable {
    /// The permitted characters at each position, from the first to the last; only ASCII, and at least one.
    let positions: [CharacterClass]
    /// The different classes among `positions`, each once: rarely more than two, however many positions there
    /// are.
    let alphabets: [CharacterClass]
    /// The minimum numbers of characters of some classes, without those that every word meets or another
    /// requirement implies.
    let requirements: [CharacterMinimum]
    /// The longest permitted run of one character; nil if no run can be too long.
    let repeatLimit: Int?
    /// The longest permitted run of neighbours, up or down, inside a-z, A-Z or 0-9; nil if no run can be too
    /// long.
    let sequenceLimit: Int?

    init(
        positions: [CharacterClass], requirements: [CharacterMinimum] = [], repeatLimit: Int? = nil,
        sequenceLimit: Int? = nil
    ) {
        var alphabets: [CharacterClass] = []
        var counts: [Int] = []
        for position in positions {
            if let index = alphabets.firstIndex(of: position) {
                counts[index] += 1
            } else {
                alphabets.append(position)
                counts.append(1)
            }
        }
        self.positions = positions
        self.alphabets = alphabets
        let characters = alphabets.reduce(CharacterClass.empty) { $0.union($1) }
        let permitted = requirements.map {
            CharacterMinimum(count: $0.count, characters: $0.characters.intersection(characters))
        }
        var independent = Satisfiability.independent(permitted)
        independent.removeAll { requirement in
            alphabets.indices.reduce(0) {
                requirement.characters.isSuperset(of: alphabets[$1]) ? $0 + counts[$1] : $0
            } >= requirement.count
        }
        self.requirements = independent
        self.repeatLimit = repeatLimit.flatMap { $0 < positions.count ? $0 : nil }
        self.sequenceLimit = sequenceLimit.flatMap { limit in
            limit < min(characters.longestSequence, positions.count) ? limit : nil
        }
    }

    /// The words of `length` characters of `alphabet` that a checker in the strict reading accepts, apart
    /// from its limits on the length.
    init(_ checker: Checker, alphabet: CharacterClass, length: Int, spaceAtEnds: Bool = true) {
        var positions = [CharacterClass](repeating: alphabet, count: length)
        if !spaceAtEnds, length > 0 {
            let ends = alphabet.asciiSubtracting(.space)
            positions[0] = ends
            positions[length - 1] = ends
        }
        self.init(
            positions: positions, requirements: checker.required, repeatLimit: checker.repeatLimit,
            sequenceLimit: checker.sequenceLimit)
    }

    /// This language without the limit on sequences: a larger one, whose words have to be checked.
    var withoutSequenceLimit: PasswordLanguage {
        PasswordLanguage(positions: positions, requirements: requirements, repeatLimit: repeatLimit)
    }

    /// The binary logarithm of the number of words without requirements and limits.
    var freeEntropyBits: Double {
        var bits = 0.0
        forEachRun { position, count in bits += Double(count) * binaryLogarithm(Double(position.asciiCount)) }
        return bits
    }

    /// A lower bound of the entropy in bits, found without counting. Minus infinity if there is none.
    ///
    /// The probability that a random word breaks a rule is at most the sum of the probabilities of missing
    /// each requirement and of having a run that is too long at each position.
    ///
    /// If that sum is too large, the bound is the number of some of the words: those in which each required
    /// character has a position of its own, any two of these have another position between them, and no two
    /// adjacent characters make a run. At each position, this excludes at most three characters; between two
    /// required ones, twice as many.
    var certainEntropyBits: Double {
        let share = certainShare
        // Slightly less than the true value, so that rounding cannot exceed it.
        if share > 0.1 { return freeEntropyBits + binaryLogarithm(share) - 1e-9 }
        let runs = repeatLimit == nil && sequenceLimit == nil ? 0 : 3
        let required = requirements.reduce(0) { $0 + min($1.count, positions.count) }
        let others = positions.count - 2 * required
        guard others >= 0, fewest > 2 * runs else { return -.infinity }
        var bits =
            Double(required) * binaryLogarithm(Double(fewest - 2 * runs))
            + Double(others) * binaryLogarithm(Double(fewest - runs)) - 1e-9
        for requirement in requirements {
            let members = alphabets.reduce(128) {
                min($0, $1.intersection(requirement.characters).asciiCount)
            }
            if members == 0 { return -.infinity }
            bits += Double(requirement.count) * binaryLogarithm(Double(members))
        }
        return bits
    }

    /// The smallest number of permitted characters at any position.
    private var fewest: Int { alphabets.reduce(128) { min($0, $1.asciiCount) } }

    /// A lower bound of the share of words that meet the requirements and limits; it may be negative.
    private var certainShare: Double {
        1 - probabilityOfLongRuns
            - requirements.reduce(0) { $0 + self.probability(ofMissing: $1) }
    }

    /// An upper bound of the probability that a word without limits has a run that is too long.
    private var probabilityOfLongRuns: Double {
        let probability = 1 / Double(fewest)
        func ofOne(_ limit: Int?) -> Double {
            limit.map { Double(max(0, positions.count - $0)) * power(probability, $0) } ?? 0
        }
        return ofOne(repeatLimit) + 2 * ofOne(sequenceLimit)
    }

    /// An upper bound of the probability that a word without limits has fewer characters of a class than are
    /// required; exact if one is required.
    private func probability(ofMissing requirement: CharacterMinimum) -> Double {
        func others(at position: CharacterClass) -> Double {
            Double(position.asciiSubtracting(requirement.characters).asciiCount)
                / Double(position.asciiCount)
        }
        if requirement.count == 1 {
            var probability = 1.0
            forEachRun { position, count in probability *= power(others(at: position), count) }
            return probability
        }
        // The sum of the probabilities of each smaller number of such characters, as if every position had
        // the largest share of other characters.
        let other = alphabets.reduce(0) { max($0, others(at: $1)) }
        guard requirement.count <= positions.count else { return 1 }
        var ofCount = power(other, positions.count)
        // The probability is too small to multiply. Instead, divide the word into as many parts as characters
        // are required: the word has enough of them unless some part has none.
        if ofCount < 1e-290 {
            return Double(requirement.count) * power(other, positions.count / requirement.count)
        }
        var probability = 0.0
        for count in 0..<requirement.count {
            probability += ofCount
            ofCount *= Double(positions.count - count) / Double(count + 1) * (1 - other) / other
        }
        return probability
    }

    /// Calls `body` with each run of equal positions and its length.
    private func forEachRun(_ body: (CharacterClass, Int) -> Void) {
        var start = 0
        while start < positions.count {
            var end = start + 1
            while end < positions.count, positions[end] == positions[start] { end += 1 }
            body(positions[start], end - start)
            start = end
        }
    }
}

extension CharacterClass {
    static let space = CharacterClass(0x20)

    /// Whether one ASCII character follows the other inside a-z, A-Z or 0-9.
    static func areNeighbours(_ a: UInt8, _ b: UInt8) -> Bool {
        // Two neighbouring code points that are both letters or digits belong to one class.
        (a == b &+ 1 || b == a &+ 1) && alphanumeric.contains(UInt32(a)) && alphanumeric.contains(UInt32(b))
    }

    /// The length of the longest sequence of neighbours among the members; 1 if there are none.
    var longestSequence: Int {
        var (longest, current) = (1, 1)
        var previous: UInt8 = 0
        for byte in asciiMembers {
            current = Self.areNeighbours(previous, byte) ? current + 1 : 1
            longest = max(longest, current)
            previous = byte
        }
        return longest
    }
}
