/// What policies demand of passwords beyond descriptors, as far as styles meet it by their construction.
/// Random passwords do not follow it.
// A class: every plan has it.
final class Demands: Sendable {
    /// At least so many characters of some classes.
    let minimums: [CharacterMinimum]
    /// At least so many runs of two or more letters.
    let minWords: Int
    /// The longest run of characters of one class.
    let maxClassRepeating: Int
    /// The longest run of adjacent keys.
    let maxKeyboard: Int
    /// Its keys; nil if those runs are not limited.
    let keyboard: Keyboard?

    init(
        minimums: [CharacterMinimum] = [], minWords: Int? = nil, maxClassRepeating: Int? = nil,
        maxKeyboard: Int? = nil, keyboard: Keyboard? = nil
    ) {
        self.minimums = minimums
        self.minWords = minWords ?? 0
        self.maxClassRepeating = maxClassRepeating ?? .max
        self.maxKeyboard = maxKeyboard ?? .max
        self.keyboard = keyboard
    }

    /// What both demand.
    init(_ first: Demands, _ second: Demands) {
        minimums = first.minimums + second.minimums
        minWords = max(first.minWords, second.minWords)
        maxClassRepeating = min(first.maxClassRepeating, second.maxClassRepeating)
        maxKeyboard = min(first.maxKeyboard, second.maxKeyboard)
        keyboard = first.keyboard ?? second.keyboard
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
    mutating func meet(_ required: [CharacterClass], _ minimums: [CharacterMinimum]) -> Bool {
        for characters in required where !meet(characters, 1) { return false }
        for minimum in minimums where !meet(minimum.characters, minimum.count) { return false }
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
