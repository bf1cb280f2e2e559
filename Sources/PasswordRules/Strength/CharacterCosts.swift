/// What each character costs that no pattern covers: as a letter after the one before it, as in words, or as one of all
/// characters of the classes that occur, whichever is less for the whole password.
enum CharacterCosts {
    static func fill(
        _ costs: inout MutableSpan<UInt64>, _ typed: Span<UInt32>, _ lower: Span<UInt32>, words: RankedWords?
    ) {
        var (hasLower, hasUpper, hasDigits, hasSymbols, hasOthers) = (false, false, false, false, false)
        var (previous, upper, switches, sum) = (26, 0, 0, 0)
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
                upper += kind - 1
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
                switches += 1
            }
            previousClass = kind
            previous = letter
            costs[index] = UInt64(cost)
            sum += cost
        }
        let choices = (hasLower ? 26 : 0) + (hasUpper ? 26 : 0) + (hasDigits ? 10 : 0) + (hasSymbols ? 33 : 0) + (hasOthers ? 100 : 0)
        let even = GuessBits.log(choices)
        if even * typed.count < sum {
            for index in 0..<typed.count { costs[index] = UInt64(even) }
        }
    }
}
