/// What each character costs that no pattern covers, by one of three ways to guess them.
enum CharacterCosts: CaseIterable {
    /// Every character as one of all classes that occur.
    case even
    /// Letters as they follow each other in words, and other characters by their class.
    case words
    /// Groups of consonants and vowels.
    case spoken

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

    /// Writes the cost of each character, in units of `GuessBits`. Returns whether the password can be
    /// guessed in this way.
    func fill(
        _ costs: inout MutableSpan<UInt64>, _ typed: Span<UInt32>, _ lower: Span<UInt32>, words: RankedWords
    ) -> Bool {
        switch self {
        case .even:
            let cost = Self.evenSum(typed) / typed.count
            for index in 0..<typed.count { costs[index] = UInt64(cost) }
        case .words: Self.fillAsWords(&costs, typed, lower, words)
        case .spoken:
            guard Self.isSpoken(typed, lower) else { return false }
            for index in 0..<typed.count {
                costs[index] = UInt64(Self.spokenCost(typed[index], lower[index]))
            }
        }
        return true
    }

    /// The cost of a change to another class: people make one or two; each further one is as improbable as it
    /// is in random characters.
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

    /// Writes the costs of letters in words and of other characters by their class.
    private static func fillAsWords(
        _ costs: inout MutableSpan<UInt64>, _ typed: Span<UInt32>, _ lower: Span<UInt32>, _ words: RankedWords
    ) {
        // 26 stands for what is no letter.
        var (previous, last, changes) = (26, 26, 0)
        var lastClass = Class.lower
        for index in 0..<typed.count {
            let ofClass = Class(typed[index])
            let isLetter = ofClass == .lower || ofClass == .upper
            let letter = isLetter ? Int(lower[index] &- 0x61) : 26
            var cost =
                isLetter
                ? min(words.cost(of: letter, after: previous, last), anyLetter)
                : isUsualSymbol(typed[index]) ? GuessBits.log(10) : GuessBits.log(ofClass.size)
            if isPossessive(typed, index) {
                cost = 5 * GuessBits.bit / 2
            } else if index > 0, ofClass != lastClass, !(index == 1 && lastClass == .upper) {
                // A capital at the beginning is usual.
                changes += 1
                cost += changeCost(changes)
                // The number and the sign that people add most.
                if index == typed.count - 1, typed[index] == 0x31 || typed[index] == 0x21 {
                    cost = 3 * GuessBits.bit
                }
            }
            (previous, last, lastClass) = (isLetter ? last : 26, letter, ofClass)
            costs[index] = UInt64(cost)
        }
    }

    /// Whether it is an apostrophe or an s at the end, after a letter and an apostrophe.
    private static func isPossessive(_ typed: Span<UInt32>, _ index: Int) -> Bool {
        let apostrophe = typed[index] == 0x27 ? index : index - 1
        guard apostrophe > 0, apostrophe + 1 < typed.count, typed[apostrophe] == 0x27 else { return false }
        return typed[apostrophe + 1] | 0x20 == 0x73 && Folding.isLetter(typed[apostrophe - 1])
    }

    /// The cost of all characters if any is as likely as another: each one of all classes that occur, or of
    /// hexadecimal digits, or one of the few different ones that there are. A character beyond ASCII among
    /// others costs two bits more.
    private static func evenSum(_ typed: Span<UInt32>) -> Int {
        let choices = choices(typed)
        let others = othersCount(typed)
        var sum = (typed.count - others) * GuessBits.log(choices)
        sum += others * (GuessBits.log(Class.other.size) + (others < typed.count ? 2 * GuessBits.bit : 0))
        if isHexadecimal(typed) { sum = min(sum, 4 * GuessBits.bit * typed.count + 3 * GuessBits.bit) }
        let different = differentCount(typed)
        var cost = 2 * GuessBits.bit + typed.count * GuessBits.log(different)
        if others > 0 { return sum }
        for number in 0..<min(different, choices) {
            cost += GuessBits.log(choices - number) - GuessBits.log(number + 1)
        }
        return min(sum, cost)
    }

    /// Whether there are digits and letters up to f only, in one case, and enough of them to tell.
    private static func isHexadecimal(_ typed: Span<UInt32>) -> Bool {
        var (hasDigits, hasLower, hasUpper) = (false, false, false)
        for index in 0..<typed.count {
            if Folding.isDigit(typed[index]) {
                hasDigits = true
            } else if typed[index] &- 0x61 < 6 {
                hasLower = true
            } else if typed[index] &- 0x41 < 6 {
                hasUpper = true
            } else {
                return false
            }
        }
        return typed.count >= 8 && hasDigits && hasLower != hasUpper
    }

    /// How many different characters there are. Quadratic.
    private static func differentCount(_ typed: Span<UInt32>) -> Int {
        var count = 0
        for index in 0..<typed.count {
            var earlier = 0
            while typed[earlier] != typed[index] { earlier += 1 }
            if earlier == index { count += 1 }
        }
        return count
    }

    private static func othersCount(_ typed: Span<UInt32>) -> Int {
        var count = 0
        for index in 0..<typed.count where Class(typed[index]) == .other { count += 1 }
        return count
    }

    /// How many characters the classes have that occur; those beyond ASCII only if there are no others.
    private static func choices(_ typed: Span<UInt32>) -> Int {
        var (hasLower, hasUpper, hasDigits, hasSymbols) = (false, false, false, false)
        for index in 0..<typed.count {
            switch Class(typed[index]) {
            case .lower: hasLower = true
            case .upper: hasUpper = true
            case .digit: hasDigits = true
            case .symbol: hasSymbols = true
            case .other: break
            }
        }
        var choices = 0
        if hasLower { choices += Class.lower.size }
        if hasUpper { choices += Class.upper.size }
        if hasDigits { choices += Class.digit.size }
        if hasSymbols { choices += Class.symbol.size }
        return choices > 0 ? choices : Class.other.size
    }

    /// The cost of a letter of pronounceable groups: one of 6 vowels or 19 consonants, l left out, which
    /// looks like a 1. A capital costs two bits more; a digit takes the place of a letter.
    private static func spokenCost(_ typed: UInt32, _ lower: UInt32) -> Int {
        if Folding.isDigit(typed) { return GuessBits.log(40) }
        return (isVowel(lower) ? GuessBits.log(6) : GuessBits.log(19))
            + (typed == lower ? 0 : 2 * GuessBits.bit)
    }

    private static func isVowel(_ lower: UInt32) -> Bool {
        // a, e, i, o, u and y.
        0x110_4111 >> (lower &- 0x61) & 1 == 1
    }

    /// Whether there are letters and digits alone, and of consonants at most two follow each other, of vowels
    /// one.
    private static func isSpoken(_ typed: Span<UInt32>, _ lower: Span<UInt32>) -> Bool {
        var (run, wasVowel) = (0, false)
        for index in 0..<typed.count {
            switch Class(typed[index]) {
            case .digit: run = 0
            case .lower, .upper:
                let isVowel = isVowel(lower[index])
                run = isVowel == wasVowel ? run + 1 : 1
                wasVowel = isVowel
                if run > (isVowel ? 1 : 2) { return false }
            case .symbol, .other: return false
            }
        }
        return true
    }
}
