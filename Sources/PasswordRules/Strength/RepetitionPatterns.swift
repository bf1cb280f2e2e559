/// Units that are repeated at once, and pieces that occurred before.
enum RepetitionPatterns {
    private static var shortest: Int { 3 }

    /// Adds units that are repeated. A unit costs what its cheapest cover costs, so other patterns must be in
    /// the table already.
    static func addUnits(
        _ lower: Span<UInt32>, characters: Span<UInt64>, signs: borrowing SignPlaces,
        cover: inout PasswordCover, to table: inout StrengthTable
    ) {
        var units = RepeatedUnits(count: lower.count)
        for unit in 1..<max(0, min(RepeatedUnits.longest, lower.count / 2)) + 1 {
            // How many characters are the same as those a unit before, from here on.
            var same = 0
            for place in (unit..<lower.count).reversed() {
                let isSame = lower[place] == lower[place - unit]
                same = isSame ? same + 1 : 0
                let isFirst = place == unit || lower[place - 1] != lower[place - 1 - unit]
                if isFirst, same >= unit, same + unit >= shortest {
                    let (start, end) = (place - unit, place + same)
                    let cost = units.cost(
                        start, unit, repeatedTo: end, in: table, characters: characters, signs: signs,
                        &cover)
                    add(start, unit, end: end, cost: cost, &units, to: &table)
                }
            }
        }
        units.searchInVain(in: table, characters: characters, signs: signs, &cover)
    }

    private static func add(
        _ start: Int, _ unit: Int, end: Int, cost: Int, _ units: inout RepeatedUnits,
        to table: inout StrengthTable
    ) {
        let whole = start + (end - start) / unit * unit
        let times = GuessBits.log((end - start) / unit)
        table.add(.repetition, start, whole, cost: cost + times, if: true)
        // The last unit may be incomplete.
        table.add(.repetition, start, end, cost: cost + times + GuessBits.log(unit), if: end > whole)
        units.forget(start, whole)
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
                    let length = common[from + 1] + 1
                    common[from] = lower[from] == lower[start] ? length : 0
                    longest = max(longest, min(Int(common[from]), start - from))
                }
                return longest
            }
            add(start, longest, extra: 0, to: &table)
        }
    }

    /// Adds pieces of three characters or more that occurred before from right to left. Quadratic.
    static func addMirrored(_ lower: Span<UInt32>, to table: inout StrengthTable) {
        let count = lower.count
        // For each place but the first how far what `start` begins with is what ends before it, from right
        // to left.
        var common = SecretBuffer<UInt32>(count: count + 1)
        for start in (0..<count).reversed() {
            let longest = common.withMutableSpan { common in
                var longest = 0
                // Downwards, so that the place before still has what it and `start + 1` have in common.
                for end in (0..<start).reversed() {
                    let length = common[end] + 1
                    common[end + 1] = lower[end] == lower[start] ? length : 0
                    longest = max(longest, Int(common[end + 1]))
                }
                return longest
            }
            add(start, longest, extra: GuessBits.bit, to: &table)
        }
    }

    /// Adds what occurred before, if it is long enough.
    private static func add(_ start: Int, _ length: Int, extra: Int, to table: inout StrengthTable) {
        let cost = GuessBits.log(max(2, start * length)) + extra
        table.add(.repetition, start, start + max(1, length), cost: cost, if: length >= shortest)
    }
}
