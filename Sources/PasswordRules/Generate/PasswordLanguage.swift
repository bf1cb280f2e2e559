/// The passwords of one length that some rules permit: which characters may stand at each place, which classes must
/// occur, and how long runs may be.
struct PasswordLanguage: Sendable {
    /// The characters that may stand at each place, from the first to the last; ASCII alone, and no place without one.
    let places: [CharacterClass]
    /// The classes of which at least one character must occur; those that every word meets, or that another implies,
    /// are left out.
    let requirements: [CharacterClass]
    /// The longest run of one character; nil where no run can be too long.
    let repeatLimit: Int?
    /// The longest run of neighbours, up or down, inside a-z, A-Z or 0-9; nil where no run can be too long.
    let sequenceLimit: Int?

    init(
        places: [CharacterClass], requirements: [CharacterClass] = [], repeatLimit: Int? = nil,
        sequenceLimit: Int? = nil
    ) {
        self.places = places
        var independent = Satisfiability.independent(requirements)
        independent.removeAll { requirement in places.contains { requirement.isSuperset(of: $0) } }
        self.requirements = independent
        self.repeatLimit = repeatLimit.flatMap { $0 < places.count ? $0 : nil }
        self.sequenceLimit = sequenceLimit.flatMap { limit in
            let characters = places.reduce(CharacterClass.empty) { $0.union($1) }
            return limit < min(characters.longestSequence, places.count) ? limit : nil
        }
    }

    /// The words of `length` characters of `alphabet` that a checker in the strict reading accepts, as far as its limits
    /// on the length allow it.
    init(_ checker: Checker, alphabet: CharacterClass, length: Int, spaceAtEnds: Bool = true) {
        var places = [CharacterClass](repeating: alphabet, count: length)
        if !spaceAtEnds, length > 0 {
            let ends = alphabet.asciiSubtracting(.space)
            places[0] = ends
            places[length - 1] = ends
        }
        self.init(
            places: places, requirements: checker.required, repeatLimit: checker.repeatLimit,
            sequenceLimit: checker.sequenceLimit)
    }

    /// This language without a limit on sequences: a larger one, whose words a check has to sort out.
    var withoutSequenceLimit: PasswordLanguage {
        PasswordLanguage(places: places, requirements: requirements, repeatLimit: repeatLimit)
    }

    /// The binary logarithm of the number of words without requirements and limits.
    var freeEntropyBits: Double {
        var bits = 0.0
        forEachRun { place, count in bits += Double(count) * binaryLogarithm(Double(place.asciiCount)) }
        return bits
    }

    /// A number of bits that the language has for certain, found without counting it. Minus infinity where nothing is
    /// known.
    ///
    /// The probability that any characters miss something is at most the sum of the probabilities to miss each requirement,
    /// and to have a run that is too long at each place. Where that is too much, only some of the words are looked at: each
    /// requirement is given a place of its own, with another between each two, and no character makes a run with the one
    /// before it, of which there are three at most to do without; on both sides of a given place, twice as many.
    var certainEntropyBits: Double {
        let share = certainShare
        // A little less than the truth, so that rounding cannot make it more.
        if share > 0.1 { return freeEntropyBits + binaryLogarithm(share) - 1e-9 }
        let runs = repeatLimit == nil && sequenceLimit == nil ? 0 : 3
        let others = places.count - 2 * requirements.count
        guard others >= 0, fewest > 2 * runs else { return -.infinity }
        var bits =
            Double(requirements.count) * binaryLogarithm(Double(fewest - 2 * runs))
            + Double(others) * binaryLogarithm(Double(fewest - runs)) - 1e-9
        for requirement in requirements {
            let members = places.reduce(128) { min($0, $1.intersection(requirement).asciiCount) }
            if members == 0 { return -.infinity }
            bits += binaryLogarithm(Double(members))
        }
        return bits
    }

    /// Whether the language has so many bits for certain.
    func isCertain(ofEntropyBits bits: Double) -> Bool {
        // Whole bits for each character are found at once, and mostly enough.
        let wholeBits = places.count * (fewest.bitWidth - 1 - fewest.leadingZeroBitCount)
        if Double(wholeBits - 1) >= bits, certainShare >= 0.5 { return true }
        return certainEntropyBits >= bits
    }

    /// The fewest characters that may stand at a place.
    private var fewest: Int { places.reduce(128) { min($0, $1.asciiCount) } }

    /// A share of all words without requirements and limits that meets them for certain; it may be less than none.
    private var certainShare: Double {
        1 - Self.probabilityOfLongRuns(repeatLimit, sequenceLimit, fewest: fewest, length: places.count)
            - requirements.reduce(0) { $0 + self.probability(ofMissing: $1) }
    }

    /// A number above the probability that a word without limits has a run that is too long.
    static func probabilityOfLongRuns(
        _ repeatLimit: Int?, _ sequenceLimit: Int?, fewest: Int, length: Int
    ) -> Double {
        let probability = 1 / Double(fewest)
        func ofOne(_ limit: Int?) -> Double {
            limit.map { Double(max(0, length - $0)) * power(probability, $0) } ?? 0
        }
        return ofOne(repeatLimit) + 2 * ofOne(sequenceLimit)
    }

    /// The probability that a word without limits has no character of a class.
    private func probability(ofMissing requirement: CharacterClass) -> Double {
        var probability = 1.0
        forEachRun { place, count in
            let missing = place.asciiSubtracting(requirement).asciiCount
            probability *= power(Double(missing) / Double(place.asciiCount), count)
        }
        return probability
    }

    /// Calls `body` with each different place and how many like it follow each other.
    private func forEachRun(_ body: (CharacterClass, Int) -> Void) {
        var start = 0
        while start < places.count {
            var end = start + 1
            while end < places.count, places[end] == places[start] { end += 1 }
            body(places[start], end - start)
            start = end
        }
    }
}

extension CharacterClass {
    static let space = CharacterClass(0x20)

    /// Whether one ASCII character follows the other inside a-z, A-Z or 0-9.
    static func areNeighbours(_ a: UInt8, _ b: UInt8) -> Bool {
        // Two neighbouring code points that are both letters or digits are of one class.
        (a == b &+ 1 || b == a &+ 1) && alphanumeric.contains(UInt32(a)) && alphanumeric.contains(UInt32(b))
    }

    /// The length of the longest sequence of neighbours among the members; 1 where there are none.
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
