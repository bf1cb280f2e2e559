/// Ranked and personal words in a password.
struct WordPatterns {
    let words: RankedWords?
    /// The keys of personal words without leet, most important first.
    let personal: [UInt64]

    /// Adds the words of `typed`, which is `lower` in lower case and `plain` without leet. All have the same length.
    func add(
        _ typed: Span<UInt32>, _ lower: Span<UInt32>, _ plain: Span<UInt32>, to table: inout StrengthTable
    ) {
        for start in 0..<typed.count {
            var (key, reversedKey, plainKey) = (WordKey(), WordKey(), WordKey())
            // The kinds of substituted characters, of which there are few, as bits of a set.
            var substituted: UInt64 = 0
            var substitutions = 0
            var (letters, upper) = (0, 0)
            for end in start + 1...max(start + 1, min(typed.count, start + RankedWords.longestWord))
            where end <= typed.count {
                let last = end - 1
                key.append(lower[last])
                reversedKey.prepend(lower[last])
                plainKey.append(plain[last])
                // That l is compared as i is no substitution.
                if plain[last] != lower[last], lower[last] != 0x6C {
                    substituted |= 1 << UInt64(lower[last] & 63)
                    substitutions += 1
                }
                if Folding.isLetter(typed[last]) { letters += 1 }
                if typed[last] != lower[last] { upper += 1 }
                let caseBits = Self.caseBits(typed, lower, start, end, letters: letters, upper: upper)
                // Most pairs of characters are a word of some list: within a password they say nothing.
                if end - start >= (upper == 0 || upper == letters ? 3 : 4) || end - start == typed.count {
                    addWord(.word, key.value(withoutLeet: false), start, end, caseBits, to: &table)
                }
                if end - start >= 3 {
                    addWord(
                        .reversedWord, reversedKey.value(withoutLeet: false), start, end, caseBits + 1024,
                        to: &table)
                    let plainValue = plainKey.value(withoutLeet: true)
                    let leetBits = substituted.nonzeroBitCount * 1024
                    if end - start >= 5 || end - start == typed.count, substitutions > 0, 2 * substitutions <= end - start {
                        addWord(.word, plainValue, start, end, caseBits + leetBits, to: &table)
                    }
                    for index in personal.indices where personal[index] == plainValue {
                        table.add(.personal, start, end, cost: GuessBits.log(index + 1) + caseBits + leetBits)
                    }
                }
            }
        }
    }

    private func addWord(
        _ kind: StrengthPieceKind, _ key: UInt64, _ start: Int, _ end: Int, _ cost: Int,
        to table: inout StrengthTable
    ) {
        guard let words, let rank = words.rank(of: key) else { return }
        table.add(kind, start, end, cost: rank * 1024 / RankedWords.rankUnitsInBit + cost, rank: rank)
    }

    /// The cost of capitals: one bit for the usual forms, and else for the choice of at most so many letters.
    private static func caseBits(
        _ typed: Span<UInt32>, _ lower: Span<UInt32>, _ start: Int, _ end: Int, letters: Int, upper: Int
    ) -> Int {
        if upper == 0 { return 0 }
        let isFirst = typed[start] != lower[start]
        let isLast = typed[end - 1] != lower[end - 1]
        if upper >= letters || upper == 1 && (isFirst || isLast) { return 1024 }
        var (sum, choices) = (0.0, 1.0)
        for chosen in 1...min(upper, letters - upper) {
            choices = choices * Double(letters - chosen + 1) / Double(chosen)
            sum += choices
        }
        return GuessBits.log(sum)
    }
}
