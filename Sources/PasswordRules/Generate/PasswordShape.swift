/// What policies demand of generated passwords beyond descriptors: what styles meet by their construction,
/// and what the rules can say. Random passwords follow the rules alone.
struct PasswordShape: Sendable {
    /// Minimum numbers of characters of some classes.
    var minimums: [CharacterMinimum] = []
    /// Minimum number of runs of two or more letters.
    var minWords = 0
    /// The longest run of characters of one class.
    var maxClassRepeating = Int.max
    /// The longest run of adjacent keys.
    var maxKeyboard = Int.max
    /// Its keys; nil if those runs are not limited.
    var keyboard: Keyboard?
    /// Minimum length, in characters.
    var minLength = 0
    /// Minimum number of the four classes.
    var minClasses = 0
    /// The decimal exponent of the minimum number of guesses; nil where none is demanded.
    var guessesLog10: Int?

    /// Merges what another policy demands.
    mutating func add(_ other: PasswordShape) {
        minimums += other.minimums
        minWords = max(minWords, other.minWords)
        maxClassRepeating = min(maxClassRepeating, other.maxClassRepeating)
        maxKeyboard = min(maxKeyboard, other.maxKeyboard)
        keyboard = keyboard ?? other.keyboard
        minLength = max(minLength, other.minLength)
        minClasses = max(minClasses, other.minClasses)
        if let exponent = other.guessesLog10 { guessesLog10 = max(guessesLog10 ?? exponent, exponent) }
    }
}

/// The fewest characters of each kind that every password of a style's form has.
struct FormCharacters {
    /// Letters of which any may occur, and the upper-case letters and digits besides.
    let letters: CharacterClass
    let upper: CharacterClass
    let digit: CharacterClass
    /// The symbol that joins words or groups; empty if nothing does.
    var separator = CharacterClass.empty
    var separatorCount = 0
    var letterCount = 0
    var upperCount = 0
    var digitCount = 0
    /// How many upper-case letters and digits there can be.
    var maximum = 1

    /// Whether there are as many characters of each class as are demanded, with more upper-case letters and
    /// digits if need be.
    mutating func meet(_ required: [CharacterMinimum], _ minimums: [CharacterMinimum]) -> Bool {
        for minimum in required + minimums where !meet(minimum.characters, minimum.count) { return false }
        return true
    }

    private mutating func meet(_ demanded: CharacterClass, _ count: Int) -> Bool {
        // Characters of a kind count if any of them would do.
        func has(_ kind: CharacterClass) -> Bool { !kind.isEmpty && demanded.isSuperset(of: kind) }
        var missing = count
        if has(separator) { missing -= separatorCount }
        if has(letters) { missing -= letterCount }
        let (hasUpper, hasDigit) = (has(upper), has(digit))
        if hasUpper { missing -= upperCount }
        if hasDigit { missing -= digitCount }
        if missing > 0, hasUpper {
            let more = min(missing, maximum - upperCount)
            upperCount += more
            missing -= more
        }
        if missing > 0, hasDigit {
            let more = min(missing, maximum - digitCount)
            digitCount += more
            missing -= more
        }
        return missing <= 0
    }
}
