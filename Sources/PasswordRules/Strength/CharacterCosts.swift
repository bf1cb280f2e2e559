/// What each character costs that no pattern covers: as a letter after the one before it, as in words, or as one of all
/// characters of the classes that occur, or as one of the vowels or consonants; whichever is less for the whole password.
enum CharacterCosts {
    static func fill(
        _ costs: inout MutableSpan<UInt64>, _ typed: Span<UInt32>, _ lower: Span<UInt32>, words: RankedWords?
    ) {
        var (hasLower, hasUpper, hasDigits, hasSymbols, hasOthers) = (false, false, false, false, false)
        var (previous, sum) = (26, 0)
        var previousClass = 0
        for index in 0..<typed.count {
            let scalar = typed[index]
            let letter = lower[index] &- 0x61 < 26 && scalar < 0x80 ? Int(lower[index] - 0x61) : 26
            var cost = GuessBits.log(100)
            var kind = 4
            if letter < 26 {
                cost = words?.cost(of: letter, after: previous) ?? GuessBits.log(26)
                kind = scalar == lower[index] ? 1 : 2
                if kind == 2 { hasUpper = true } else { hasLower = true }
            } else if Folding.isDigit(scalar) {
                (cost, kind, hasDigits) = (GuessBits.log(10), 3, true)
            } else if scalar < 0x80 {
                (cost, hasSymbols) = (GuessBits.log(33), true)
            } else {
                hasOthers = true
            }
            // A change of class within the password is a choice of its own.
            if index > 0, kind != previousClass, !(index == 1 && previousClass == 2) {
                cost += GuessBits.bit
            }
            previousClass = kind
            previous = letter
            costs[index] = UInt64(cost)
            sum += cost
        }
        let letters = (hasLower ? 26 : 0) + (hasUpper ? 26 : 0)
        let choices = letters + (hasDigits ? 10 : 0) + (hasSymbols ? 33 : 0) + (hasOthers ? 100 : 0)
        let even = GuessBits.log(choices)
        let spoken = spokenSum(typed, lower)
        if spoken < min(sum, even * typed.count) {
            for index in 0..<typed.count { costs[index] = UInt64(spokenCost(typed[index], lower[index])) }
        } else if even * typed.count < sum {
            for index in 0..<typed.count { costs[index] = UInt64(even) }
        }
    }

    /// The cost of a letter of pronounceable groups: one of 6 vowels or 20 consonants. A capital costs two bits more.
    private static func spokenCost(_ typed: UInt32, _ lower: UInt32) -> Int {
        if Folding.isDigit(typed) { return GuessBits.log(60) }
        guard lower &- 0x61 < 26, typed < 0x80 else { return GuessBits.log(100) }
        return (isVowel(lower) ? GuessBits.log(6) : GuessBits.log(20))
            + (typed == lower ? 0 : 2 * GuessBits.bit)
    }

    private static func isVowel(_ lower: UInt32) -> Bool {
        // a, e, i, o, u and y.
        lower &- 0x61 < 26 && 0x110_4111 >> (lower &- 0x61) & 1 == 1
    }

    /// The cost of all characters as pronounceable groups, in which at most two consonants or vowels follow each other.
    private static func spokenSum(_ typed: Span<UInt32>, _ lower: Span<UInt32>) -> Int {
        var (sum, run, wasVowel) = (0, 0, false)
        for index in 0..<typed.count {
            let vowel = isVowel(lower[index])
            let isLetter = lower[index] &- 0x61 < 26
            run = isLetter ? (vowel == wasVowel ? run + 1 : 1) : 0
            if run > (vowel ? 1 : 2) { return .max }
            wasVowel = vowel
            sum += spokenCost(typed[index], lower[index])
        }
        return sum
    }
}
