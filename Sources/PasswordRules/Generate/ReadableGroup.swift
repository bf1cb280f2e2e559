/// What a group of a readable password is made of: two syllables of a consonant, a vowel and a consonant.
struct ReadableGroup: Sendable {
    private let letters: Letters
    /// What one letter of the password is replaced by; nil where there is no capital.
    private let capitals: Letters?
    private let digits: CharacterClass

    /// How many characters a group has.
    static let length = 6

    /// Consonants and vowels.
    private struct Letters {
        let consonants: CharacterClass
        let vowels: CharacterClass

        // Without l, which looks like a capital i.
        static let lower = Letters(
            .lower.asciiSubtracting(CharacterClass(0x6C)), vowels: 0x0220_8222_0000_0000)
        static let upper = Letters(.upper, vowels: 0x0000_0000_0220_8222)

        /// - Parameter vowels: a, e, i, o, u and y, as `CharacterClass` has them.
        private init(_ letters: CharacterClass, vowels: UInt64) {
            self.vowels = CharacterClass(low: 0, high: vowels)
            consonants = letters.asciiSubtracting(self.vowels)
        }

        private init(consonants: CharacterClass, vowels: CharacterClass) {
            self.consonants = consonants
            self.vowels = vowels
        }

        /// The letters that may stand at a place of the group.
        subscript(place: Int) -> CharacterClass { place % 3 == 1 ? vowels : consonants }

        /// Those of an alphabet; nil where they are too few.
        func permitted(by alphabet: CharacterClass, minimum: (consonants: Int, vowels: Int)) -> Letters? {
            let letters = Letters(
                consonants: consonants.intersection(alphabet), vowels: vowels.intersection(alphabet))
            let isEnough =
                letters.consonants.asciiCount >= minimum.consonants
                && letters.vowels.asciiCount >= minimum.vowels
            return isEnough ? letters : nil
        }
    }

    /// So few make syllables that can still be pronounced, and told from each other.
    static let usualMinimum = (consonants: 10, vowels: 3)

    /// A group of characters of an alphabet; nil where it has too few letters.
    init?(_ alphabet: CharacterClass, minimum: (consonants: Int, vowels: Int) = Self.usualMinimum) {
        let upper = Letters.upper.permitted(by: alphabet, minimum: minimum)
        if let lower = Letters.lower.permitted(by: alphabet, minimum: minimum) {
            letters = lower
            capitals = upper
        } else if let upper {
            letters = upper
            capitals = nil
        } else {
            return nil
        }
        digits = alphabet.intersection(.digit)
    }

    /// Whether the password has a digit.
    var hasDigit: Bool { !digits.isEmpty }

    /// Whether the password has a capital among small letters.
    var hasCapital: Bool { capitals != nil }

    /// Whether a requirement is met by every password.
    func meets(_ requirement: CharacterClass) -> Bool {
        if requirement.isSuperset(of: letters.consonants) { return true }
        if hasDigit, requirement.isSuperset(of: digits) { return true }
        guard let capitals else { return false }
        return requirement.isSuperset(of: capitals.consonants.union(capitals.vowels))
    }

    /// What may stand at a place, counted from the start of any group.
    func characters(at place: Int, isDigit: Bool, isCapital: Bool) -> CharacterClass {
        if isDigit { return digits }
        if isCapital, let capitals { return capitals[place] }
        return letters[place]
    }

    /// How many passwords have the capital at a consonant's or at a vowel's place, and in a group without a digit, which would
    /// take the place of a consonant; in proportion.
    var capitalWeights: (consonant: Int, vowel: Int, group: Int) {
        guard let capitals else { return (0, 0, 0) }
        let consonant = capitals.consonants.asciiCount * letters.vowels.asciiCount
        let vowel = capitals.vowels.asciiCount * letters.consonants.asciiCount
        return (consonant, vowel, 4 * consonant + 2 * vowel)
    }

    // MARK: - Count

    /// The numbers of groups of each sort.
    struct Counts {
        fileprivate(set) var plain: UInt64 = 0
        fileprivate(set) var withDigit: UInt64 = 0
        fileprivate(set) var withCapital: UInt64 = 0
        fileprivate(set) var withBoth: UInt64 = 0
        fileprivate let hasDigit: Bool
        fileprivate let hasCapital: Bool

        /// The number of passwords of so many groups, which are two at least, and so few that a password is not too long.
        func total(_ groups: Int) -> BigUInt {
            // All but two are plain whatever there is. Of two the number fits: a sort has fewer than 2^25 groups, and without a
            // capital fewer than 2^23, and there are fewer than 2^15 pairs of places.
            let places = UInt64(groups)
            let two =
                switch (hasDigit, hasCapital) {
                case (false, false): plain * plain
                case (true, false): plain * withDigit * places
                case (false, true): plain * withCapital * places
                case (true, true): plain * withBoth * places + withDigit * withCapital * places * (places - 1)
                }
            var total = BigUInt(two)
            for _ in 2..<groups { total *= plain }
            return total
        }
    }

    /// The numbers of groups whatever runs they have.
    var freeCounts: Counts {
        let consonants = UInt64(letters.consonants.asciiCount)
        let vowels = UInt64(letters.vowels.asciiCount)
        let digits = UInt64(2 * digits.asciiCount)
        let weights = capitalWeights
        // A capital's weight is that of a consonant and a vowel.
        let others = consonants * consonants * vowels
        return Counts(
            plain: others * others, withDigit: others * consonants * vowels * digits,
            withCapital: others * consonants * UInt64(weights.group),
            withBoth: others * digits * UInt64(weights.group - weights.consonant), hasDigit: hasDigit,
            hasCapital: hasCapital)
    }

    /// The numbers of groups in which no run is too long; nil where none can be. Runs end with a group: its separator is no
    /// letter or digit.
    func counts(repeatLimit: Int?, sequenceLimit: Int?) -> Counts? {
        // No letter stands more than twice in a row, and no sequence goes over both vowels, of which no two are three letters
        // apart: it has one of them and three consonants at most.
        let repeatLimit = repeatLimit.flatMap { $0 < 2 ? $0 : nil }
        let sequenceLimit = sequenceLimit.flatMap { $0 < 4 ? $0 : nil }
        if repeatLimit == nil, sequenceLimit == nil { return nil }
        var counts = Counts(hasDigit: hasDigit, hasCapital: hasCapital)
        for digit in [nil, 0, Self.length - 1] where digit == nil || hasDigit {
            for capital in [nil] + (0..<Self.length).map(Optional.some)
            where capital == nil || hasCapital && capital != digit {
                let places = (0..<Self.length).map { place in
                    characters(at: place, isDigit: place == digit, isCapital: place == capital)
                }
                let language = PasswordLanguage(
                    places: places, repeatLimit: repeatLimit, sequenceLimit: sequenceLimit)
                // Without requirements, and this short, every language can be counted.
                let count = (try? language.count())?.limb(0) ?? 0
                switch (digit, capital) {
                case (nil, nil): counts.plain += count
                case (_, nil): counts.withDigit += count
                case (nil, _): counts.withCapital += count
                case (_, _): counts.withBoth += count
                }
            }
        }
        return counts
    }
}

/// The signs that join groups and words.
enum Separators {
    /// The first of them in an alphabet that will do.
    static func first(in alphabet: CharacterClass, where isSufficient: (UInt8) -> Bool) -> UInt8? {
        let signs: StaticString = "-_.,:;=+~*#@%&!?$^/"
        return signs.withUTF8Buffer { signs in
            unsafe signs.first { alphabet.contains(UInt32($0)) && isSufficient($0) }
        }
    }
}
