/// Repetitions: units that follow each other, and pieces that occurred before.
enum RepetitionPatterns {
    private static var shortest: Int { 3 }

    /// Adds repeated units. A unit costs as much as its cheapest cover, so the table must already have all
    /// other patterns.
    static func addUnits(
        _ lower: Span<UInt32>, characters: Span<UInt64>, separators: borrowing SeparatorCounts,
        cover: inout PasswordCover, to table: inout StrengthTable
    ) {
        var units = RepeatedUnits(count: lower.count)
        for unit in 1..<max(0, min(RepeatedUnits.longest, lower.count / 2)) + 1 {
            // The number of characters from `position` on that each equal the one `unit` before it.
            var same = 0
            for position in (unit..<lower.count).reversed() {
                let isSame = lower[position] == lower[position - unit]
                same = isSame ? same + 1 : 0
                let isFirst = position == unit || lower[position - 1] != lower[position - 1 - unit]
                if isFirst, same >= unit, same + unit >= shortest {
                    let (start, end) = (position - unit, position + same)
                    let cost = units.cost(
                        start, unit, repeatedTo: end, in: table, characters: characters,
                        separators: separators,
                        &cover)
                    add(start, unit, end: end, cost: cost, &units, to: &table)
                }
            }
        }
        units.doRemainingWork(in: table, characters: characters, separators: separators, &cover)
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

    /// Adds copies of at least three characters. A copy costs the choice of the original's position and
    /// length. Quadratic.
    static func addCopies(_ lower: Span<UInt32>, to table: inout StrengthTable) {
        let count = lower.count
        // For each position, the length of the prefix that it has in common with `start`.
        var common = SecretBuffer<UInt32>(count: count + 1)
        for start in (0..<count).reversed() {
            let longest = common.withMutableSpan { common in
                var longest = 0
                // The loop goes upwards, so that the next element still belongs to `start + 1`.
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

    /// Adds mirrored copies of at least three characters. Quadratic.
    static func addMirrored(_ lower: Span<UInt32>, to table: inout StrengthTable) {
        let count = lower.count
        // For each end, how many characters before it, read backwards, equal those from `start` on.
        var common = SecretBuffer<UInt32>(count: count + 1)
        for start in (0..<count).reversed() {
            let longest = common.withMutableSpan { common in
                var longest = 0
                // The loop goes downwards, so that the previous element still belongs to `start + 1`.
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

    /// Adds a copy if it is long enough.
    private static func add(_ start: Int, _ length: Int, extra: Int, to table: inout StrengthTable) {
        let cost = GuessBits.log(max(2, start * length)) + extra
        table.add(.repetition, start, start + max(1, length), cost: cost, if: length >= shortest)
    }
}
