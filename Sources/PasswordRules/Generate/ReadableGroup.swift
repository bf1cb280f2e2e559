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
            consonants: CharacterClass(members: "bcdfghjkmnpqrstvwxz"),
            vowels: CharacterClass(members: "aeiouy"))
        static let upper = Letters(
            consonants: CharacterClass(members: "BCDFGHJKLMNPQRSTVWXZ"),
            vowels: CharacterClass(members: "AEIOUY"))

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
    private func characters(at place: Int, isDigit: Bool, isCapital: Bool) -> CharacterClass {
        if isDigit { return digits }
        if isCapital, let capitals { return capitals[place] }
        return letters[place]
    }

    func members(at place: Int, isDigit: Bool, isCapital: Bool) -> [UInt8] {
        characters(at: place, isDigit: isDigit, isCapital: isCapital).asciiMembers
    }

    /// How many passwords have the capital at a place, in proportion.
    func capitalWeight(at place: Int) -> Int {
        guard let capitals else { return 0 }
        let isVowel = place % 3 == 1
        return capitals[place].asciiCount * (isVowel ? letters.consonants : letters.vowels).asciiCount
    }

    // MARK: - Count

    /// The numbers of groups of each sort.
    struct Counts {
        fileprivate var plain: UInt64 = 0
        fileprivate var withDigit: UInt64 = 0
        fileprivate var withCapital: UInt64 = 0
        fileprivate var withBoth: UInt64 = 0
        fileprivate let hasDigit: Bool
        fileprivate let hasCapital: Bool

        /// The number of passwords of so many groups.
        func total(_ groups: Int) -> BigUInt {
            switch (hasDigit, hasCapital) {
            case (false, false): product(plain, power: groups)
            case (true, false): product(plain, power: groups - 1) * withDigit * UInt64(groups)
            case (false, true): product(plain, power: groups - 1) * withCapital * UInt64(groups)
            case (true, true):
                product(plain, power: groups - 1) * withBoth * UInt64(groups)
                    + product(plain, power: groups - 2) * withDigit * withCapital
                    * UInt64(groups * (groups - 1))
            }
        }

        private func product(_ base: UInt64, power: Int) -> BigUInt {
            var product = BigUInt(1)
            for _ in 0..<max(power, 0) { product *= base }
            return product
        }
    }

    /// Counts the groups in which no run is too long. Runs end with a group: its separator is no letter or digit.
    func counts(repeatLimit: Int?, sequenceLimit: Int?) -> Counts {
        // No letter stands more than twice in a row, and no sequence goes over both vowels, of which no two are three letters
        // apart: it has one of them and three consonants at most.
        let repeatLimit = repeatLimit.flatMap { $0 < 2 ? $0 : nil }
        let sequenceLimit = sequenceLimit.flatMap { $0 < 4 ? $0 : nil }
        var counts = Counts(hasDigit: hasDigit, hasCapital: hasCapital)
        for digit in [nil, 0, Self.length - 1] where digit == nil || hasDigit {
            for capital in [nil] + (0..<Self.length).map(Optional.some)
            where capital == nil || hasCapital && capital != digit {
                var count: UInt64 = 1
                let isLimited = repeatLimit != nil || sequenceLimit != nil
                var places: [CharacterClass] = []
                for place in 0..<Self.length {
                    let members = characters(at: place, isDigit: place == digit, isCapital: place == capital)
                    count *= UInt64(members.asciiCount)
                    if isLimited { places.append(members) }
                }
                if isLimited {
                    let language = Language(
                        places: places, repeatLimit: repeatLimit, sequenceLimit: sequenceLimit)
                    // Without requirements, and this short, every language can be counted.
                    count = (try? language.count())?.limb(0) ?? 0
                }
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
        Text("-_.,:;=+~*#@%&!?$^/").bytes.first { alphabet.contains(UInt32($0)) && isSufficient($0) }
    }
}
