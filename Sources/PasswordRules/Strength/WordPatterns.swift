/// Ranked and personal words in a password.
struct WordPatterns {
    let words: RankedWords
    let personal: PersonalWords

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

        mutating func append(_ typed: UInt32, _ lower: UInt32, _ plainForm: UInt32) {
            let form = WordKey.form(of: lower)
            written.append(form)
            reversed.prepend(form)
            plain.append(plainForm)
            plainReversed.prepend(plainForm)
            if plainForm != form {
                substituted |= 1 << UInt64(lower & 63)
                substitutions += 1
            }
            if Folding.isLetter(typed) { letters += 1 }
            if WordPatterns.isCapital(typed) { capitals += 1 }
        }

        /// What the choice of substitutions costs: a bit for each kind of character.
        var leetCost: Int { substituted.nonzeroBitCount * GuessBits.bit }
    }

    /// Adds the words of `typed`, which is `lower` in lower case and `plain` with leet undone. All have the
    /// same length.
    func add(
        _ typed: Span<UInt32>, _ lower: Span<UInt32>, _ plain: Span<UInt32>, to table: inout StrengthTable
    ) {
        for start in 0..<typed.count {
            var part = Part()
            for end in start + 1...min(typed.count, start + RankedWordList.longestWord) {
                part.append(typed[end - 1], lower[end - 1], plain[end - 1])
                let capitals = Self.capitalsCost(
                    part, isFirst: Self.isCapital(typed[start]), isLast: Self.isCapital(typed[end - 1]))
                add(part, start, end, capitals: capitals, isWhole: end - start == typed.count, to: &table)
            }
        }
    }

    private func add(
        _ part: Part, _ start: Int, _ end: Int, capitals: Int, isWhole: Bool, to table: inout StrengthTable
    ) {
        let length = end - start
        let isUsual = part.capitals == 0 || part.capitals == part.letters
        // Most pairs of characters are a word of some list: within a password they say nothing.
        if isWhole || length >= (isUsual ? Self.shortest : Self.shortestUnusual) {
            add(.word, part.written, start, end, cost: capitals, to: &table)
        }
        if length < Self.shortest { return }
        add(.reversedWord, part.reversed, start, end, cost: capitals + GuessBits.bit, to: &table)
        // A word of which most was substituted is none.
        if part.substitutions > 0, 2 * part.substitutions <= length,
            isWhole || length >= Self.shortestUnusual
        {
            add(.word, part.plain, start, end, cost: capitals + part.leetCost, to: &table)
            let cost = capitals + part.leetCost + GuessBits.bit
            add(.reversedWord, part.plainReversed, start, end, cost: cost, to: &table)
        }
        if let cost = personal.cost(of: part.plain.value) {
            table.add(.personalWord, start, end, cost: cost + capitals + part.leetCost)
        }
        if let cost = personal.cost(of: part.plainReversed.value) {
            table.add(
                .personalWord, start, end, cost: cost + capitals + part.leetCost + GuessBits.bit)
        }
    }

    private func add(
        _ kind: StrengthPieceKind, _ key: WordKey, _ start: Int, _ end: Int, cost: Int,
        to table: inout StrengthTable
    ) {
        guard let rank = words.rank(of: key.value) else { return }
        table.add(
            kind, start, end, cost: rank * GuessBits.bit / RankedWordList.rankUnitsInBit + cost, rank: rank)
    }

    private static func isCapital(_ typed: UInt32) -> Bool { Folding.lowercase(typed) != typed }

    /// The cost of capitals: a bit for the usual forms, and else for the choice of at most so many letters.
    private static func capitalsCost(_ part: Part, isFirst: Bool, isLast: Bool) -> Int {
        if part.capitals == 0 { return 0 }
        if part.capitals >= part.letters || part.capitals == 1 && (isFirst || isLast) { return GuessBits.bit }
        var (sum, choices) = (0.0, 1.0)
        for chosen in 1...min(part.capitals, part.letters - part.capitals) {
            choices = choices * Double(part.letters - chosen + 1) / Double(chosen)
            sum += choices
        }
        return GuessBits.log(sum)
    }
}
