/// The demands of policies on generated passwords in addition to the descriptor. Some of them become rules
/// for passwords of every style. Readable passwords and passphrases meet the others by construction; random
/// passwords follow only the rules.
struct PasswordShape: Sendable {
    /// The minimum numbers of characters of some classes.
    var minimums: [CharacterMinimum] = []
    /// The minimum number of runs of two or more letters.
    var minWords = 0
    /// The longest run of characters of one class.
    var maxClassRepeating = Int.max
    /// The longest run of adjacent keys.
    var maxKeyboard = Int.max
    /// The keyboard for `maxKeyboard`; nil if those runs are not limited.
    var keyboard: Keyboard?
    /// The minimum length, in characters.
    var minLength = 0
    /// The minimum number of the four classes.
    var minClasses = 0
    /// The decimal exponent of the minimum number of guesses; nil if there is none.
    var guessesLog10: Int?

    /// Merges another policy's demands.
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

/// The minimum number of characters of each kind in every password of a style's form.
struct FormCharacters {
    /// The letters that may occur anywhere, and the additional upper-case letters and digits.
    let letters: CharacterClass
    let upper: CharacterClass
    let digit: CharacterClass
    /// The symbol that joins words or groups; empty if nothing does.
    var separator = CharacterClass.empty
    var separatorCount = 0
    var letterCount = 0
    var upperCount = 0
    var digitCount = 0
    /// The maximum number of upper-case letters, and of digits.
    var maximum = 1

    /// Adds upper-case letters and digits until all demands are met; false if that is impossible.
    mutating func meet(_ required: [CharacterMinimum], _ minimums: [CharacterMinimum]) -> Bool {
        for minimum in required + minimums where !meet(minimum.characters, minimum.count) { return false }
        return true
    }

    private mutating func meet(_ demanded: CharacterClass, _ count: Int) -> Bool {
        // A kind counts if all of its characters are in the demanded class.
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
