/// Walks over keys, and sequences.
struct KeyPatterns {
    let keyboard = Keyboard()

    /// Adds the walks of three keys or more.
    func addWalks(_ typed: Span<UInt32>, to table: inout StrengthTable) {
        // The last layout has columns, which are diagonals of the first.
        for layout in 0..<keyboard.layoutCount - 1 {
            for start in 0..<typed.count {
                var previous = keyboard.place(of: typed[start], layout: layout)
                var (turns, direction) = (0, 0)
                var end = start + 1
                while end < typed.count {
                    let place = keyboard.place(of: typed[end], layout: layout)
                    let step = place - previous
                    guard place != 0, previous != 0,
                        Self.isNeighbour(step, from: min(place, previous), layout)
                    else { break }
                    if step != direction { turns += 1 }
                    direction = step
                    previous = place
                    end += 1
                    if end - start >= 4 || end - start == 3 && turns == 1 {
                        table.add(.walk, start, end, cost: Self.cost(length: end - start, turns: turns))
                    }
                }
            }
        }
    }

    /// Whether keys are neighbours whose places differ by `step`. Each row is half a key or so to the right of the row above it;
    /// the digits of the first layout begin a key further to the left.
    private static func isNeighbour(_ step: Int, from lower: Int, _ layout: Int) -> Bool {
        let distance = abs(step)
        let down = layout == 0 && lower < 16 ? 15 : 16
        return distance == 1 || distance == down || distance == down - 1
    }

    /// The cost of a walk by Wheeler's formula: 47 keys to start from, 4.6 neighbours on average, and the places of turns.
    private static func cost(length: Int, turns: Int) -> Int {
        var sum = 0.0
        for steps in 1..<min(length, 64) {
            var (choices, ways) = (1.0, 1.0)
            for turn in 1...min(turns, steps) {
                ways *= 4.6
                sum += 47 * choices * ways
                choices = choices * Double(steps - turn) / Double(turn)
            }
        }
        return GuessBits.log(sum)
    }

    /// Adds the sequences of three characters or more, or of the same step up to 3 between them.
    func addSequences(_ typed: Span<UInt32>, to table: inout StrengthTable) {
        var start = 0
        while start + 2 < typed.count {
            let step = Int(typed[start + 1]) - Int(typed[start])
            var end = start + 2
            while end < typed.count, Int(typed[end]) - Int(typed[end - 1]) == step { end += 1 }
            if end - start >= 3, step != 0, abs(step) <= 3 {
                let first = typed[start]
                let isDigit = Folding.isDigit(first)
                let isObvious =
                    first == 0x30 || first == 0x31 || first == 0x39 || first | 0x20 == 0x61
                    || first | 0x20 == 0x7A
                var choices = isObvious ? 4 : isDigit ? 10 : 26
                if step < 0 { choices *= 2 }
                for from in start...end - 3 {
                    table.add(.sequence, from, end, cost: GuessBits.log(choices * (end - from)))
                    table.add(.sequence, start, from + 3, cost: GuessBits.log(choices * (from + 3 - start)))
                }
            }
            start = end - 1
        }
    }
}
