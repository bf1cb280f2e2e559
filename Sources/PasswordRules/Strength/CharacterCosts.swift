/// What each character costs that no pattern covers, by the cheapest of three ways to guess all of the password: letters as they
/// follow each other in words, and other characters by their class; every character as one of all classes that occur; or groups
/// of consonants and vowels.
enum CharacterCosts {
    /// Letters, digits, symbols and others; capitals are a class of their own.
    private enum Class {
        case lower, upper, digit, symbol, other

        init(_ typed: UInt32) {
            if typed &- 0x61 < 26 {
                self = .lower
            } else if typed &- 0x41 < 26 {
                self = .upper
            } else if Folding.isDigit(typed) {
                self = .digit
            } else {
                self = typed < 0x80 ? .symbol : .other
            }
        }

        /// How many characters it has; of those beyond ASCII as many as a language uses.
        var size: Int {
            switch self {
            case .lower, .upper: 26
            case .digit: 10
            case .symbol: 33
            case .other: 100
            }
        }
    }

    /// Writes the cost of each character, in units of `GuessBits`.
    static func fill(
        _ costs: inout MutableSpan<UInt64>, _ typed: Span<UInt32>, _ lower: Span<UInt32>, words: RankedWords
    ) {
        let asWords = fillAsWords(&costs, typed, lower, words)
        let even = evenCost(typed)
        let spoken = spokenSum(typed, lower)
        if spoken < min(asWords, even * typed.count) {
            for index in 0..<typed.count { costs[index] = UInt64(spokenCost(typed[index], lower[index])) }
        } else if even * typed.count < asWords {
            for index in 0..<typed.count { costs[index] = UInt64(even) }
        }
    }

    /// The cost of a change to another class: people make one or two; each further one is as improbable as it is in random
    /// characters.
    private static func changeCost(_ changes: Int) -> Int { changes <= 2 ? GuessBits.bit : 5 * GuessBits.bit }

    /// The most that a letter costs: one of all letters, and that it is so.
    private static var anyLetter: Int { GuessBits.log(26) + GuessBits.bit / 2 }

    /// The symbols that people use most: `!`, `@`, `#`, `$`, `*`, `.`, `-`, `_`, `'` and the space.
    private static func isUsualSymbol(_ typed: UInt32) -> Bool {
        switch typed {
        case 0x20, 0x21, 0x23, 0x24, 0x27, 0x2A, 0x2D, 0x2E, 0x40, 0x5F: true
        default: false
        }
    }

    /// Writes the costs of letters in words and of other characters by their class; returns their sum.
    private static func fillAsWords(
        _ costs: inout MutableSpan<UInt64>, _ typed: Span<UInt32>, _ lower: Span<UInt32>, _ words: RankedWords
    ) -> Int {
        // 26 stands for what is no letter.
        var (previous, last, sum, changes) = (26, 26, 0, 0)
        var lastClass = Class.lower
        for index in 0..<typed.count {
            let ofClass = Class(typed[index])
            let isLetter = ofClass == .lower || ofClass == .upper
            let letter = isLetter ? Int(lower[index] &- 0x61) : 26
            var cost =
                isLetter
                ? min(words.cost(of: letter, after: previous, last), anyLetter)
                : isUsualSymbol(typed[index]) ? GuessBits.log(10) : GuessBits.log(ofClass.size)
            // A capital at the beginning is usual.
            if index > 0, ofClass != lastClass, !(index == 1 && lastClass == .upper) {
                changes += 1
                cost += changeCost(changes)
            }
            (previous, last, lastClass) = (isLetter ? last : 26, letter, ofClass)
            costs[index] = UInt64(cost)
            sum += cost
        }
        return sum
    }

    /// The cost of any character as one of all classes that occur.
    private static func evenCost(_ typed: Span<UInt32>) -> Int {
        var (hasLower, hasUpper, hasDigits, hasSymbols, hasOthers) = (false, false, false, false, false)
        for index in 0..<typed.count {
            switch Class(typed[index]) {
            case .lower: hasLower = true
            case .upper: hasUpper = true
            case .digit: hasDigits = true
            case .symbol: hasSymbols = true
            case .other: hasOthers = true
            }
        }
        var choices = 0
        if hasLower { choices += Class.lower.size }
        if hasUpper { choices += Class.upper.size }
        if hasDigits { choices += Class.digit.size }
        if hasSymbols { choices += Class.symbol.size }
        if hasOthers { choices += Class.other.size }
        return GuessBits.log(choices)
    }

    /// The cost of a letter of pronounceable groups: one of 6 vowels or 20 consonants. A capital costs two bits more; a digit takes
    /// the place of a letter.
    private static func spokenCost(_ typed: UInt32, _ lower: UInt32) -> Int {
        if Folding.isDigit(typed) { return GuessBits.log(40) }
        return (isVowel(lower) ? GuessBits.log(6) : GuessBits.log(20))
            + (typed == lower ? 0 : 2 * GuessBits.bit)
    }

    private static func isVowel(_ lower: UInt32) -> Bool {
        // a, e, i, o, u and y.
        0x110_4111 >> (lower &- 0x61) & 1 == 1
    }

    /// The cost of all characters as pronounceable groups, in which at most two consonants or vowels follow each other; the largest
    /// number where they are none.
    private static func spokenSum(_ typed: Span<UInt32>, _ lower: Span<UInt32>) -> Int {
        var (sum, run, wasVowel) = (0, 0, false)
        for index in 0..<typed.count {
            switch Class(typed[index]) {
            case .digit: run = 0
            case .lower, .upper:
                let isVowel = isVowel(lower[index])
                run = isVowel == wasVowel ? run + 1 : 1
                wasVowel = isVowel
                if run > (isVowel ? 1 : 2) { return .max }
            case .symbol, .other: return .max
            }
            sum += spokenCost(typed[index], lower[index])
        }
        return sum
    }
}
