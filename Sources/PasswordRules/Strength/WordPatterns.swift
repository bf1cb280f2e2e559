/// Ranked and personal words in a password.
struct WordPatterns {
    let words: RankedWords
    let personal: PersonalWords
    let capitals: CapitalCosts

    /// The shortest word that is seen in other letter case than usual, or with leet substitutions: shorter
    /// ones occur in random characters by chance.
    private static var shortestUnusual: Int { 4 }
    private static var shortest: Int { 3 }

    /// A part of a password that grows to the right.
    private struct Part {
        var (written, reversed, plain, plainReversed) = (WordKey(), WordKey(), WordKey(), WordKey())
        var (letters, capitals, substitutions) = (0, 0, 0)
        /// The characters that were substituted, as bits of a set: there are few of them.
        var substituted: UInt64 = 0

        mutating func append(_ lower: UInt32, _ plainForm: UInt32, isLetter: Bool, isCapital: Bool) {
            let form = WordKey.form(of: lower)
            written.append(form)
            reversed.prepend(form)
            plain.append(plainForm)
            plainReversed.prepend(plainForm)
            let isSubstituted: UInt64 = plainForm != form ? 1 : 0
            substituted |= isSubstituted &<< UInt64(lower & 63)
            substitutions += Int(isSubstituted)
            letters += isLetter ? 1 : 0
            capitals += isCapital ? 1 : 0
        }

        /// What the choice of substitutions costs: a bit for each kind of character.
        var leetCost: Int { substituted.nonzeroBitCount * GuessBits.bit }
    }

    /// Adds the words of `typed`, which is `lower` in lower case and `plain` with leet undone. All have the
    /// same length, and fillers after the first `count` characters. Each part is looked up in every form,
    /// whether it has one or not.
    func add(
        _ typed: Span<UInt32>, _ lower: Span<UInt32>, _ plain: Span<UInt32>, count: Int,
        to table: inout StrengthTable
    ) {
        var areCapitals = SecretBuffer<UInt8>(count: typed.count)
        areCapitals.withMutableSpan { areCapitals in
            for index in 0..<typed.count {
                areCapitals[index] = Folding.lowercase(typed[index]) != typed[index] ? 1 : 0
            }
            for start in 0..<typed.count {
                var part = Part()
                let isFirst = areCapitals[start] != 0
                for end in start + 1...min(typed.count, start + RankedWordList.longestWord) {
                    let isLast = areCapitals[end - 1] != 0
                    part.append(
                        lower[end - 1], plain[end - 1], isLetter: Folding.isLetter(typed[end - 1]),
                        isCapital: isLast)
                    let cost = capitals.cost(part.capitals, of: part.letters, isAtEnd: isFirst || isLast)
                    add(part, start, end, capitals: cost, isWhole: end - start == count, to: &table)
                }
            }
        }
    }

    private func add(
        _ part: Part, _ start: Int, _ end: Int, capitals: Int, isWhole: Bool, to table: inout StrengthTable
    ) {
        let length = end - start
        let isUsual = part.capitals == 0 || part.capitals == part.letters
        // Most pairs of characters are a word of some list: within a password they say nothing.
        let isLong = isWhole || length >= (isUsual ? Self.shortest : Self.shortestUnusual)
        add(.word, part.written, start, end, cost: capitals, if: isLong, to: &table)
        if length < Self.shortest { return }
        add(.reversedWord, part.reversed, start, end, cost: capitals + GuessBits.bit, if: true, to: &table)
        // A word of which most was substituted is none.
        let isLeet = part.substitutions > 0 && 2 * part.substitutions <= length
        let isUnusual = isLeet && (isWhole || length >= Self.shortestUnusual)
        let cost = capitals + part.leetCost
        let reversedCost = cost + GuessBits.bit
        let (key, reversedKey) = (part.plain.value, part.plainReversed.value)
        add(.word, part.plain, start, end, cost: cost, if: isUnusual, to: &table)
        add(.reversedWord, part.plainReversed, start, end, cost: reversedCost, if: isUnusual, to: &table)
        let (place, reversedPlace) = (personal.cost(of: key), personal.cost(of: reversedKey))
        table.add(.personalWord, start, end, cost: cost + (place ?? 0), if: place != nil)
        table.add(
            .personalWord, start, end, cost: reversedCost + (reversedPlace ?? 0), if: reversedPlace != nil)
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

/// What capitals in a word cost: a bit for the usual forms, and else the choice of at most so many letters.
struct CapitalCosts: Sendable {
    /// At `letters * (longestWord + 1) + capitals`.
    private let costs: [Int]

    init() {
        let size = RankedWordList.longestWord + 1
        var costs = [Int](repeating: 0, count: size * size)
        for letters in 0..<size {
            for capitals in 1..<size {
                costs[letters * size + capitals] = Self.cost(capitals, of: letters)
            }
        }
        self.costs = costs
    }

    private static func cost(_ capitals: Int, of letters: Int) -> Int {
        if capitals >= letters { return GuessBits.bit }
        var (sum, choices) = (0.0, 1.0)
        for chosen in 1...min(capitals, letters - capitals) {
            choices = choices * Double(letters - chosen + 1) / Double(chosen)
            sum += choices
        }
        return GuessBits.log(sum)
    }

    /// The cost of so many capitals among the letters of a word, of which one may be its first or its last
    /// character.
    func cost(_ capitals: Int, of letters: Int, isAtEnd: Bool) -> Int {
        let cost = costs[letters * (RankedWordList.longestWord + 1) + capitals]
        return capitals == 1 && isAtEnd ? GuessBits.bit : cost
    }
}
