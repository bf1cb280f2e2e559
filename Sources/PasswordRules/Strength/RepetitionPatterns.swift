/// Units that are repeated at once, and pieces that occurred before.
enum RepetitionPatterns {
    /// The longest unit, in scalar values.
    private static var longestUnit: Int { 32 }

    /// Adds repetitions. A unit costs what its cheapest cover costs, so other patterns must be in the table already.
    static func add(
        _ lower: Span<UInt32>, characters: Span<UInt64>, cover: inout PasswordCover,
        to table: inout StrengthTable
    ) {
        for unit in 1...max(1, min(longestUnit, lower.count / 2)) {
            var start = 0
            while start + 2 * unit <= lower.count {
                var end = start + unit
                while end < lower.count, lower[end] == lower[end - unit] { end += 1 }
                if end - start >= 2 * unit, end - start >= 3 {
                    let cost = cover.search(start, start + unit, in: table, characters: characters).cost
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
        addCopies(lower, to: &table)
    }

    /// Adds pieces of three characters or more that occurred before: where, and how long.
    private static func addCopies(_ lower: Span<UInt32>, to table: inout StrengthTable) {
        for start in 0..<lower.count {
            var longest = 0
            for from in 0..<start {
                var length = 0
                while start + length < lower.count, from + length < start,
                    lower[from + length] == lower[start + length]
                { length += 1 }
                longest = max(longest, length)
            }
            if longest >= 3 {
                table.add(.repetition, start, start + longest, cost: GuessBits.log(start * longest))
            }
        }
    }
}
