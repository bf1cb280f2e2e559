/// The cost of each character that no pattern covers, by one of three ways to guess it.
enum CharacterCosts: CaseIterable {
    /// Each character is equally likely among the classes that occur.
    case even
    /// Letters are guessed by their frequency after other letters, and other characters by class.
    case words
    /// Pronounceable groups of consonants and vowels.
    case spoken

    /// A class of characters.
    private enum Class {
        case lower, upper, digit, symbol, other

        init(_ typed: UInt32) {
            let isLower = typed &- 0x61 < 26
            let isUpper = typed &- 0x41 < 26
            let rest: Class = typed < 0x80 ? .symbol : .other
            let nonLetter: Class = Folding.isDigit(typed) ? .digit : rest
            let letter: Class = isUpper ? .upper : .lower
            self = isLower || isUpper ? letter : nonLetter
        }

        /// The number of its characters; beyond ASCII, about as many as one language uses.
        var size: Int {
            switch self {
            case .lower, .upper: 26
            case .digit: 10
            case .symbol: 33
            case .other: 100
            }
        }
    }

    /// Writes the costs of `count` characters and of the fillers after them, in units of `GuessBits`.
    /// Returns whether the password can be guessed in this way. The work is the same if it cannot.
    func fill(
        _ costs: inout MutableSpan<UInt64>, _ typed: Span<UInt32>, _ lower: Span<UInt32>, count: Int,
        words: RankedWords, _ logs: SmallLogarithms
    ) -> Bool {
        switch self {
        case .even:
            let cost = Self.evenSum(typed, count, logs) / count
            for index in 0..<typed.count { costs[index] = UInt64(cost) }
            return true
        case .words:
            Self.fillAsWords(&costs, typed, lower, count, words, logs)
            return true
        case .spoken:
            for index in 0..<typed.count {
                costs[index] = UInt64(Self.spokenCost(typed[index], lower[index], logs))
            }
            return Self.isSpoken(typed, lower, count)
        }
    }

    /// The cost of a change to another class. People make one or two changes; each further one is as unlikely
    /// as in random characters.
    private static func changeCost(_ changes: Int) -> Int { changes <= 2 ? GuessBits.bit : 5 * GuessBits.bit }

    /// Whether it is one of the symbols that people use most: `!`, `@`, `#`, `$`, `*`, `.`, `-`, `_`, `'` and
    /// the space.
    private static func isUsualSymbol(_ typed: UInt32) -> Bool {
        // The set has a bit for each of U+0020 to U+005F.
        let isInSet = 0x8000_0001_0000_649B as UInt64 &>> UInt64(typed &- 0x20) & 1 == 1
        return typed &- 0x20 < 64 && isInSet
    }

    /// Writes the costs for `words`.
    private static func fillAsWords(
        _ costs: inout MutableSpan<UInt64>, _ typed: Span<UInt32>, _ lower: Span<UInt32>, _ count: Int,
        _ words: RankedWords, _ logs: SmallLogarithms
    ) {
        // The maximum cost of a letter: one of 26, and half a bit for not following the statistics.
        let anyLetter = logs[26] + GuessBits.bit / 2
        // 26 means that it is not a letter.
        var (previous, last, changes) = (26, 26, 0)
        var lastClass = Class.lower
        for index in 0..<typed.count {
            let ofClass = Class(typed[index])
            let isLetter = ofClass == .lower || ofClass == .upper
            let letter = isLetter ? Int(lower[index] &- 0x61) : 26
            let letterCost = min(words.cost(of: letter, after: previous, last), anyLetter)
            let nonLetterCost = logs[isUsualSymbol(typed[index]) ? 10 : ofClass.size]
            var cost = isLetter ? letterCost : nonLetterCost
            // An upper-case first letter is usual.
            let changesClass = index > 0 && ofClass != lastClass && !(index == 1 && lastClass == .upper)
            let isPossessive = isPossessive(typed, index, count)
            let isChange = changesClass && !isPossessive
            changes += isChange ? 1 : 0
            cost += isChange ? changeCost(changes) : 0
            // The characters that people append most often are `1` and `!`.
            let isUsualEnd = index == count - 1 && (typed[index] == 0x31 || typed[index] == 0x21)
            cost = isChange && isUsualEnd ? 3 * GuessBits.bit : cost
            cost = isPossessive ? 5 * GuessBits.bit / 2 : cost
            (previous, last, lastClass) = (isLetter ? last : 26, letter, ofClass)
            costs[index] = UInt64(cost)
        }
    }

    /// Whether the character is the apostrophe or the s of a possessive ending, as in `bob's`.
    private static func isPossessive(_ typed: Span<UInt32>, _ index: Int, _ count: Int) -> Bool {
        let apostrophe = typed[index] == 0x27 ? index : index - 1
        guard apostrophe > 0, apostrophe + 1 < count, typed[apostrophe] == 0x27 else { return false }
        return typed[apostrophe + 1] | 0x20 == 0x73 && Folding.isLetter(typed[apostrophe - 1])
    }

    /// The cost of all characters together if all are equally likely: the minimum over three alphabets. These
    /// are all characters of the classes that occur; the hexadecimal digits; and, if all of the password is
    /// ASCII, only the characters that it has. A character beyond ASCII costs two bits more if the password
    /// also has ASCII characters.
    private static func evenSum(_ typed: Span<UInt32>, _ count: Int, _ logs: SmallLogarithms) -> Int {
        var (lower, upper, digits, symbols, others) = (0, 0, 0, 0, 0)
        for index in 0..<typed.count {
            let ofClass = Class(typed[index])
            lower += ofClass == .lower ? 1 : 0
            upper += ofClass == .upper ? 1 : 0
            digits += ofClass == .digit ? 1 : 0
            symbols += ofClass == .symbol ? 1 : 0
            others += ofClass == .other ? 1 : 0
        }
        // The fillers do not count.
        others -= typed.count - count
        // Characters beyond ASCII count only if there are no others.
        var choices = (lower > 0 ? Class.lower.size : 0) + (upper > 0 ? Class.upper.size : 0)
        choices += (digits > 0 ? Class.digit.size : 0) + (symbols > 0 ? Class.symbol.size : 0)
        choices = choices > 0 ? choices : Class.other.size
        var sum = (count - others) * logs[choices]
        sum += others * (logs[Class.other.size] + (others < count ? 2 * GuessBits.bit : 0))
        let hexadecimalSum = 4 * GuessBits.bit * count + 3 * GuessBits.bit
        sum = isHexadecimal(typed, count) ? min(sum, hexadecimalSum) : sum
        // The choice of the alphabet, a binomial coefficient, and the choice of each character from it.
        let different = differentCount(typed, count)
        var cost = 2 * GuessBits.bit + count * logs[different]
        for number in 0..<min(typed.count, Class.other.size) {
            let more = logs[max(0, choices - number)] - logs[number + 1]
            cost += number < min(different, choices) ? more : 0
        }
        return others > 0 ? sum : min(sum, cost)
    }

    /// Whether it looks hexadecimal: at least 8 characters, only digits and letters up to f, both, and in one
    /// letter case.
    private static func isHexadecimal(_ typed: Span<UInt32>, _ count: Int) -> Bool {
        var (digits, lower, upper) = (0, 0, 0)
        for index in 0..<typed.count {
            digits += Folding.isDigit(typed[index]) ? 1 : 0
            lower += typed[index] &- 0x61 < 6 ? 1 : 0
            upper += typed[index] &- 0x41 < 6 ? 1 : 0
        }
        return count >= 8 && digits > 0 && (lower > 0) != (upper > 0) && digits + lower + upper == count
    }

    /// The number of different characters. Quadratic.
    private static func differentCount(_ typed: Span<UInt32>, _ count: Int) -> Int {
        var different = 0
        for index in 0..<typed.count {
            var isNew = index < count
            for earlier in 0..<index { isNew = isNew && typed[earlier] != typed[index] }
            different += isNew ? 1 : 0
        }
        return different
    }

    /// The cost of a character in pronounceable groups: one of 6 vowels or of 19 consonants, without l, which
    /// looks like a 1. Upper case costs two bits more. A digit may replace a letter.
    private static func spokenCost(_ typed: UInt32, _ lower: UInt32, _ logs: SmallLogarithms) -> Int {
        let letterCost = logs[isVowel(lower) ? 6 : 19] + (typed == lower ? 0 : 2 * GuessBits.bit)
        return Folding.isDigit(typed) ? logs[40] : letterCost
    }

    /// Whether a letter is a vowel.
    private static func isVowel(_ lower: UInt32) -> Bool {
        // a, e, i, o, u and y.
        0x110_4111 as UInt32 &>> (lower &- 0x61) & 1 == 1
    }

    /// Whether there are only letters and digits, with at most two consonants and one vowel in a row.
    private static func isSpoken(_ typed: Span<UInt32>, _ lower: Span<UInt32>, _ count: Int) -> Bool {
        var (run, wasVowel, isSpoken) = (0, false, true)
        for index in 0..<typed.count {
            let ofClass = Class(typed[index])
            let isLetter = ofClass == .lower || ofClass == .upper
            let isVowel = isVowel(lower[index])
            let nextRun = isVowel == wasVowel ? run + 1 : 1
            run = isLetter ? nextRun : 0
            wasVowel = isLetter ? isVowel : wasVowel
            let isPart = isLetter ? run <= (isVowel ? 1 : 2) : ofClass == .digit
            isSpoken = isSpoken && (index >= count || isPart)
        }
        return isSpoken
    }
}
