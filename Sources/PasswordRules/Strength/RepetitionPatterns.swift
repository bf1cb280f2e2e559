/// Units that are repeated at once, and pieces that occurred before.
enum RepetitionPatterns {
    /// The longest unit, in scalar values.
    private static var longestUnit: Int { 32 }
    private static var shortest: Int { 3 }

    /// Adds units that are repeated. A unit costs what its cheapest cover costs, so other patterns must be in
    /// the table already.
    static func addUnits(
        _ lower: Span<UInt32>, characters: Span<UInt64>, signs: borrowing SignPlaces,
        cover: inout PasswordCover, to table: inout StrengthTable
    ) {
        for unit in 1...max(1, min(longestUnit, lower.count / 2)) {
            var start = 0
            while start + 2 * unit <= lower.count {
                var end = start + unit
                while end < lower.count, lower[end] == lower[end - unit] { end += 1 }
                if end - start >= max(2 * unit, shortest) {
                    let cost = cover.search(
                        start, start + unit, in: table, characters: characters, signs: signs
                    ).cost
                    let whole = start + (end - start) / unit * unit
                    let times = GuessBits.log((end - start) / unit)
                    table.add(.repetition, start, whole, cost: cost + times)
                    // The last unit may be incomplete.
                    if end > whole {
                        table.add(.repetition, start, end, cost: cost + times + GuessBits.log(unit))
                    }
                }
                start = max(start + 1, end - unit + 1)
            }
        }
    }

    /// Adds pieces of three characters or more that occurred before: where, and how long. Quadratic.
    static func addCopies(_ lower: Span<UInt32>, to table: inout StrengthTable) {
        let count = lower.count
        // For each place the length of what it and `start` begin with alike.
        var common = SecretBuffer<UInt32>(count: count + 1)
        for start in (0..<count).reversed() {
            let longest = common.withMutableSpan { common in
                var longest = 0
                // Upwards, so that the next place still has what it and `start + 1` have in common.
                for from in 0..<start {
                    common[from] = lower[from] == lower[start] ? common[from + 1] + 1 : 0
                    longest = max(longest, min(Int(common[from]), start - from))
                }
                return longest
            }
            if longest >= shortest {
                table.add(.repetition, start, start + longest, cost: GuessBits.log(start * longest))
            }
        }
    }

    /// Adds pieces of three characters or more that occurred before from right to left. Quadratic.
    static func addMirrored(_ lower: Span<UInt32>, to table: inout StrengthTable) {
        let count = lower.count
        // For each place how far what `start` begins with is what ends there, from right to left.
        var common = SecretBuffer<UInt32>(count: count + 1)
        for start in (0..<count).reversed() {
            let longest = common.withMutableSpan { common in
                var longest = 0
                // Downwards, so that the place before still has what it and `start + 1` have in common.
                for end in (0..<start).reversed() {
                    let before = end > 0 ? common[end - 1] : 0
                    common[end] = lower[end] == lower[start] ? before + 1 : 0
                    longest = max(longest, Int(common[end]))
                }
                return longest
            }
            if longest >= shortest {
                let cost = GuessBits.log(start * longest) + GuessBits.bit
                table.add(.repetition, start, start + longest, cost: cost)
            }
        }
    }
}
