/// A group of a readable password: two syllables of a consonant, a vowel and a consonant.
struct ReadableGroup: Sendable {
    private let letters: Letters
    /// The upper-case letters that replace one letter of the password; nil if there is no upper-case letter.
    private let upperLetters: Letters?
    private let digits: CharacterClass

    /// The number of characters of a group.
    static let length = 6
    /// The longest run of adjacent keys in a password, which is `werty`. Separators and digits do not make it
    /// longer.
    static let longestKeyboardRun = 5

    /// Consonants and vowels.
    private struct Letters {
        let consonants: CharacterClass
        let vowels: CharacterClass

        // Without l, which looks like an upper-case i.
        static let lower = Letters(
            .lower.asciiSubtracting(CharacterClass(0x6C)), vowels: 0x0220_8222_0000_0000)
        static let upper = Letters(.upper, vowels: 0x0000_0000_0220_8222)

        /// - Parameter vowels: a, e, i, o, u and y, as the `high` bits of a `CharacterClass`.
        private init(_ letters: CharacterClass, vowels: UInt64) {
            self.vowels = CharacterClass(low: 0, high: vowels)
            consonants = letters.asciiSubtracting(self.vowels)
        }

        private init(consonants: CharacterClass, vowels: CharacterClass) {
            self.consonants = consonants
            self.vowels = vowels
        }

        /// The permitted letters at a position of the group.
        subscript(position: Int) -> CharacterClass { position % 3 == 1 ? vowels : consonants }

        /// The letters that are in an alphabet; nil if they are too few.
        func permitted(by alphabet: CharacterClass, minimum: (consonants: Int, vowels: Int)) -> Letters? {
            let letters = Letters(
                consonants: consonants.intersection(alphabet), vowels: vowels.intersection(alphabet))
            let isEnough =
                letters.consonants.asciiCount >= minimum.consonants
                && letters.vowels.asciiCount >= minimum.vowels
            return isEnough ? letters : nil
        }
    }

    /// The minimum number of letters for syllables that can be pronounced and distinguished.
    static let usualMinimum = (consonants: 10, vowels: 3)

    /// Creates a group from the characters of an alphabet; nil if it has too few letters.
    init?(_ alphabet: CharacterClass, minimum: (consonants: Int, vowels: Int) = Self.usualMinimum) {
        let upper = Letters.upper.permitted(by: alphabet, minimum: minimum)
        if let lower = Letters.lower.permitted(by: alphabet, minimum: minimum) {
            letters = lower
            upperLetters = upper
        } else if let upper {
            letters = upper
            upperLetters = nil
        } else {
            return nil
        }
        digits = alphabet.intersection(.digit)
    }

    /// Whether the password has a digit.
    var hasDigit: Bool { !digits.isEmpty }

    /// Whether the password has one upper-case letter among lower-case ones.
    var hasUpperCase: Bool { upperLetters != nil }

    /// The upper-case letter and the digit of every password, and the consonants. The number of consonants
    /// depends on the number of groups.
    var characters: FormCharacters {
        var upper = CharacterClass.empty
        if let upperLetters { upper = upperLetters.consonants.union(upperLetters.vowels) }
        return FormCharacters(
            letters: letters.consonants, upper: upper, digit: digits, upperCount: 1, digitCount: 1)
    }

    /// The permitted characters at a position, counted from the start of any group.
    func characters(at position: Int, isDigit: Bool, isUpperCase: Bool) -> CharacterClass {
        if isDigit { return digits }
        if isUpperCase, let upperLetters { return upperLetters[position] }
        return letters[position]
    }

    /// Relative numbers of passwords that have the upper-case letter at a consonant's position, at a vowel's,
    /// and anywhere in a group that has no digit.
    var upperCaseWeights: (consonant: Int, vowel: Int, group: Int) {
        guard let upperLetters else { return (0, 0, 0) }
        let consonant = upperLetters.consonants.asciiCount * letters.vowels.asciiCount
        let vowel = upperLetters.vowels.asciiCount * letters.consonants.asciiCount
        return (consonant, vowel, 4 * consonant + 2 * vowel)
    }

    // MARK: - Count

    /// The numbers of groups, by whether they have the digit and the upper-case letter.
    struct Counts {
        fileprivate(set) var plain: UInt64 = 0
        fileprivate(set) var withDigit: UInt64 = 0
        fileprivate(set) var withUpperCase: UInt64 = 0
        fileprivate(set) var withBoth: UInt64 = 0
        fileprivate let hasDigit: Bool
        fileprivate let hasUpperCase: Bool

        /// The number of passwords of `groups` groups, which are at least two, and not too many for a
        /// password.
        func total(_ groups: Int) -> BigUInt {
            // All but two groups are always plain. The number for these two fits: a kind has fewer than 2^25
            // groups, or 2^23 without an upper-case letter, and there are fewer than 2^15 pairs of positions.
            let positions = UInt64(groups)
            let two =
                switch (hasDigit, hasUpperCase) {
                case (false, false): plain * plain
                case (true, false): plain * withDigit * positions
                case (false, true): plain * withUpperCase * positions
                case (true, true):
                    plain * withBoth * positions + withDigit * withUpperCase * positions * (positions - 1)
                }
            var total = BigUInt(two)
            for _ in 2..<groups { total *= plain }
            return total
        }
    }

    /// The numbers of groups without regard to runs.
    var freeCounts: Counts {
        let consonants = UInt64(letters.consonants.asciiCount)
        let vowels = UInt64(letters.vowels.asciiCount)
        let digits = UInt64(2 * digits.asciiCount)
        let weights = upperCaseWeights
        // The consonants and vowel that are not replaced.
        let others = consonants * consonants * vowels
        return Counts(
            plain: others * others, withDigit: others * consonants * vowels * digits,
            withUpperCase: others * consonants * UInt64(weights.group),
            withBoth: others * digits * UInt64(weights.group - weights.consonant), hasDigit: hasDigit,
            hasUpperCase: hasUpperCase)
    }

    /// The numbers of groups without runs that are too long; nil if no such run is possible. A run cannot
    /// continue in another group, because the separator is neither a letter nor a digit.
    func counts(repeatLimit: Int?, sequenceLimit: Int?) -> Counts? {
        // No letter is repeated more than twice. A sequence cannot include both vowels, because no two vowels
        // are three letters apart, so it has at most one vowel and three consonants.
        let repeatLimit = repeatLimit.flatMap { $0 < 2 ? $0 : nil }
        let sequenceLimit = sequenceLimit.flatMap { $0 < 4 ? $0 : nil }
        if repeatLimit == nil, sequenceLimit == nil { return nil }
        var counts = Counts(hasDigit: hasDigit, hasUpperCase: hasUpperCase)
        for digit in [nil, 0, Self.length - 1] where digit == nil || hasDigit {
            for upperCase in [nil] + (0..<Self.length).map(Optional.some)
            where upperCase == nil || hasUpperCase && upperCase != digit {
                let positions = (0..<Self.length).map { position in
                    characters(at: position, isDigit: position == digit, isUpperCase: position == upperCase)
                }
                let count: UInt64
                if repeatLimit == nil, sequenceLimit == 3 {
                    count = Self.countWithoutLongestSequences(positions)
                } else {
                    let language = PasswordLanguage(
                        positions: positions, repeatLimit: repeatLimit, sequenceLimit: sequenceLimit)
                    // A language this short without requirements can always be counted.
                    count = (try? language.count())?.limb(0) ?? 0
                }
                switch (digit, upperCase) {
                case (nil, nil): counts.plain += count
                case (_, nil): counts.withDigit += count
                case (nil, _): counts.withUpperCase += count
                case (_, _): counts.withBoth += count
                }
            }
        }
        return counts
    }

    /// The number of groups without a sequence of four letters. This is the longest possible sequence, so no
    /// group has two.
    // Presets of CIS limit sequences to three; counting the languages takes 220 µs.
    private static func countWithoutLongestSequences(_ positions: [CharacterClass]) -> UInt64 {
        var count: UInt64 = 1
        for position in positions { count *= UInt64(position.asciiCount) }
        for start in 0...2 {
            // The letters that a sequence up, or down, may begin with, one bit each.
            var (up, down) = (UInt64.max, UInt64.max)
            var others: UInt64 = 1
            for index in positions.indices {
                if index >= start, index < start + 4 {
                    up &= positions[index].high &>> UInt64(index - start)
                    down &= positions[index].high &<< UInt64(index - start)
                } else {
                    others *= UInt64(positions[index].asciiCount)
                }
            }
            count -= others * UInt64(up.nonzeroBitCount + down.nonzeroBitCount)
        }
        return count
    }
}

/// The symbols that join groups and words.
enum Separators {
    /// The first symbol in an alphabet that is sufficient.
    static func first(in alphabet: CharacterClass, where isSufficient: (UInt8) -> Bool) -> UInt8? {
        let symbols: StaticString = "-_.,:;=+~*#@%&!?$^/"
        return symbols.withUTF8Buffer { symbols in
            unsafe symbols.first { alphabet.contains(UInt32($0)) && isSufficient($0) }
        }
    }
}
