/// Ranked and personal words in a password.
struct WordPatterns {
    let words: RankedWords
    let personal: PersonalWords
    let upperCaseCosts: UpperCaseCosts

    /// The shortest word that is found in unusual letter case or with leet substitutions. Shorter ones occur
    /// in random characters by chance.
    private static var shortestUnusual: Int { 4 }
    private static var shortest: Int { 3 }

    /// A part of a password that grows to the right.
    private struct Part {
        var (written, reversed, plain, plainReversed) = (WordKey(), WordKey(), WordKey(), WordKey())
        var (letters, upperCase, substitutions) = (0, 0, 0)
        /// The substituted characters, as bits of a set; there are few of them.
        var substituted: UInt64 = 0

        mutating func append(_ lower: UInt32, _ plainForm: UInt32, isLetter: Bool, isUpperCase: Bool) {
            let form = WordKey.form(of: lower)
            written.append(form)
            reversed.prepend(form)
            plain.append(plainForm)
            plainReversed.prepend(plainForm)
            let isSubstituted: UInt64 = plainForm != form ? 1 : 0
            substituted |= isSubstituted &<< UInt64(lower & 63)
            substitutions += Int(isSubstituted)
            letters += isLetter ? 1 : 0
            upperCase += isUpperCase ? 1 : 0
        }

        /// The cost of choosing the substitutions: one bit for each character that is substituted.
        var leetCost: Int { substituted.nonzeroBitCount * GuessBits.bit }
    }

    /// Adds the words of `typed`. `lower` is the same in lower case, and `plain` also has leet substitutions
    /// undone. All have the same length, with fillers after the first `count` characters. Each part is looked
    /// up in every form, even if it lacks that form.
    func add(
        _ typed: Span<UInt32>, _ lower: Span<UInt32>, _ plain: Span<UInt32>, count: Int,
        to table: inout StrengthTable
    ) {
        var isUpperCase = SecretBuffer<UInt8>(count: typed.count)
        isUpperCase.withMutableSpan { isUpperCase in
            for index in 0..<typed.count {
                isUpperCase[index] = Folding.lowercase(typed[index]) != typed[index] ? 1 : 0
            }
            for start in 0..<typed.count {
                var part = Part()
                let isFirst = isUpperCase[start] != 0
                for end in start + 1...min(typed.count, start + RankedWordList.longestWord) {
                    let isLast = isUpperCase[end - 1] != 0
                    part.append(
                        lower[end - 1], plain[end - 1], isLetter: Folding.isLetter(typed[end - 1]),
                        isUpperCase: isLast)
                    let cost = upperCaseCosts.cost(
                        part.upperCase, of: part.letters, isAtEnd: isFirst || isLast)
                    add(part, start, end, upperCaseCost: cost, isWhole: end - start == count, to: &table)
                }
            }
        }
    }

    private func add(
        _ part: Part, _ start: Int, _ end: Int, upperCaseCost: Int, isWhole: Bool,
        to table: inout StrengthTable
    ) {
        let length = end - start
        let isUsual = part.upperCase == 0 || part.upperCase == part.letters
        // Most pairs of characters are in some list, so they count only as a whole password.
        let isLong = isWhole || length >= (isUsual ? Self.shortest : Self.shortestUnusual)
        add(.word, part.written, start, end, cost: upperCaseCost, if: isLong, to: &table)
        if length < Self.shortest { return }
        add(
            .reversedWord, part.reversed, start, end, cost: upperCaseCost + GuessBits.bit, if: true,
            to: &table)
        // If most of the word is substituted, it is not one.
        let isLeet = part.substitutions > 0 && 2 * part.substitutions <= length
        let isUnusual = isLeet && (isWhole || length >= Self.shortestUnusual)
        let cost = upperCaseCost + part.leetCost
        let reversedCost = cost + GuessBits.bit
        let (key, reversedKey) = (part.plain.value, part.plainReversed.value)
        add(.word, part.plain, start, end, cost: cost, if: isUnusual, to: &table)
        add(.reversedWord, part.plainReversed, start, end, cost: reversedCost, if: isUnusual, to: &table)
        let (personalCost, reversedPersonalCost) = (personal.cost(of: key), personal.cost(of: reversedKey))
        table.add(.personalWord, start, end, cost: cost + (personalCost ?? 0), if: personalCost != nil)
        table.add(
            .personalWord, start, end, cost: reversedCost + (reversedPersonalCost ?? 0),
            if: reversedPersonalCost != nil)
    }

    private func add(
        _ kind: StrengthPieceKind, _ key: WordKey, _ start: Int, _ end: Int, cost: Int, if isLong: Bool,
        to table: inout StrengthTable
    ) {
        let found = words.rank(of: key.value)
        let rank = found ?? 0
        table.add(
            kind, start, end, cost: rank * GuessBits.bit / RankedWordList.rankUnitsInBit + cost, rank: rank,
            if: isLong && found != nil)
    }
}

/// The costs of upper case in a word: one bit for the usual forms, otherwise the choice of the letters.
struct UpperCaseCosts: Sendable {
    /// The cost of each number of upper-case letters, at `letters * (longestWord + 1) + upperCase`.
    private let costs: [Int]

    init() {
        let size = RankedWordList.longestWord + 1
        var costs = [Int](repeating: 0, count: size * size)
        for letters in 0..<size {
            for upperCase in 1..<size {
                costs[letters * size + upperCase] = Self.cost(upperCase, of: letters)
            }
        }
        self.costs = costs
    }

    private static func cost(_ upperCase: Int, of letters: Int) -> Int {
        if upperCase >= letters { return GuessBits.bit }
        var (sum, choices) = (0.0, 1.0)
        for chosen in 1...min(upperCase, letters - upperCase) {
            choices = choices * Double(letters - chosen + 1) / Double(chosen)
            sum += choices
        }
        return GuessBits.log(sum)
    }

    /// The cost of `upperCase` upper-case letters among the `letters` of a word. `isAtEnd` tells that the
    /// first or last character is one.
    func cost(_ upperCase: Int, of letters: Int, isAtEnd: Bool) -> Int {
        let cost = costs[letters * (RankedWordList.longestWord + 1) + upperCase]
        return upperCase == 1 && isAtEnd ? GuessBits.bit : cost
    }
}
