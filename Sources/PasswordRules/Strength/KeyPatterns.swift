/// Keyboard walks, such as `qwerty` and `1qaz2wsx`.
struct KeyPatterns {
    private let keyboard = Keyboard()
    /// The cost of a walk by its length and number of turns, at `length * (longest + 1) + turns`.
    private let costs: [Int]
    /// The symbols on the digit keys of British and German keyboards, which differ from the first layout's.
    private let shiftedRows: [[UInt32]]

    /// The longest walk, in keys.
    private static var longest: Int { 24 }

    init() {
        // Wheeler's formula counts all walks that are not longer and have no more turns: 47 keys to start
        // from, 4.6 neighbours on average, and the choice of the positions of the turns.
        var costs = [Int](repeating: 0, count: (Self.longest + 1) * (Self.longest + 1))
        // For each number of turns, the number of walks up to the current length.
        var sums = [Double](repeating: 0, count: Self.longest + 1)
        for length in 2...Self.longest {
            var (choices, continuations, ofLength) = (1.0, 1.0, 0.0)
            for turns in 1...Self.longest {
                continuations *= 4.6
                ofLength += 47 * choices * continuations
                sums[turns] += ofLength
                costs[length * (Self.longest + 1) + turns] = GuessBits.log(sums[turns])
                choices = choices * Double(max(0, length - 1 - turns)) / Double(turns)
            }
        }
        self.costs = costs
        let rows: [Word] = ["!\"£$%^&*()", "!\"§$%&/()="]
        shiftedRows = rows.map { $0.scalars }
    }

    /// Adds the walks of three keys in a line, and of four keys or more. The work depends only on the length.
    func add(_ typed: Span<UInt32>, to table: inout StrengthTable) {
        var keys = SecretBuffer<UInt32>(count: typed.count)
        var positions = SecretBuffer<UInt32>(count: typed.count)
        var steps = SecretBuffer<UInt32>(count: typed.count)
        keys.withMutableSpan { keys in
            positions.withMutableSpan { positions in
                for row in shiftedRows {
                    for index in 0..<typed.count {
                        positions[index] = Self.position(of: typed[index], in: row)
                    }
                    addRow(positions.span, row.count, to: &table)
                }
                for index in 0..<typed.count { keys[index] = UInt32(Keyboard.keyOf(typed: typed[index])) }
                // Skip the last layout: its columns are diagonals of the first.
                for layout in 0..<keyboard.layoutCount - 1 {
                    for index in 0..<typed.count {
                        positions[index] = UInt32(keyboard.position(ofKey: Int(keys[index]), layout: layout))
                    }
                    steps.withMutableSpan { addWalks(positions.span, &$0, layout, to: &table) }
                }
            }
        }
    }

    /// Adds the walks on one layout.
    private func addWalks(
        _ positions: Span<UInt32>, _ steps: inout MutableSpan<UInt32>, _ layout: Int,
        to table: inout StrengthTable
    ) {
        // For each character but the first: bit 1 is set if its key is not next to the previous one, bit 0 if
        // a walk turns there.
        var direction = 0
        for index in 1..<max(1, positions.count) {
            let (previous, position) = (Int(positions[index - 1]), Int(positions[index]))
            let step = position - previous
            let areKeys = position != 0 && previous != 0
            let areNeighbours = Self.areNeighbours(step, upper: min(position, previous), layout)
            steps[index] = (areKeys && areNeighbours ? 0 : 2) + (step != direction ? 1 : 0)
            direction = step
        }
        for start in 0..<positions.count {
            var turns = 1
            var breaks: UInt32 = 0
            for end in start + 1..<max(start + 1, min(positions.count, start + Self.longest)) {
                breaks |= steps[end]
                let length = end + 1 - start
                turns += length > 2 ? Int(steps[end] & 1) : 0
                let isLong = length >= 4 || length == 3 && turns == 1
                table.add(
                    .keyboardWalk, start, end + 1, cost: costs[length * (Self.longest + 1) + turns],
                    if: breaks & 2 == 0 && isLong)
            }
        }
    }

    /// The position of a character in a row, counted from 1; 0 if the row lacks it.
    private static func position(of typed: UInt32, in row: [UInt32]) -> UInt32 {
        var position: UInt32 = 0
        for index in row.indices { position = row[index] == typed ? UInt32(index + 1) : position }
        return position
    }

    /// Adds parts of a row of `keyCount` keys, in either direction.
    private func addRow(_ positions: Span<UInt32>, _ keyCount: Int, to table: inout StrengthTable) {
        for start in 0..<positions.count {
            for direction in [1, -1] {
                var isWalk = positions[start] != 0
                var length = 1
                for end in start + 1..<max(start + 1, min(positions.count, start + keyCount)) {
                    let step = Int(positions[end]) - Int(positions[start])
                    isWalk = isWalk && positions[end] != 0 && step == (end - start) * direction
                    length += isWalk ? 1 : 0
                }
                table.add(
                    .keyboardWalk, start, start + length, cost: costs[length * (Self.longest + 1) + 1],
                    if: length >= 3)
            }
        }
    }

    /// Whether two keys are adjacent. `step` is the difference of their positions, and `upper` the position
    /// in the upper row. Each row is shifted to the right by about half a key from the row above it, but the
    /// digits of the first layout begin one key further to the left.
    private static func areNeighbours(_ step: Int, upper: Int, _ layout: Int) -> Bool {
        let distance = abs(step)
        let down = layout == 0 && upper < 16 ? 15 : 16
        return distance == 1 || distance == down || distance == down - 1
    }
}
