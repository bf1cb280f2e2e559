/// Walks over keys, such as `qwerty` and `1qaz2wsx`.
struct KeyPatterns {
    private let keyboard = Keyboard()
    /// The cost of a walk of some length with some turns, at `length * (longest + 1) + turns`.
    private let costs: [Int]
    /// The first row with shift, where it differs from that of the first layout: in Britain and in Germany.
    private let shiftedRows: [[UInt32]]

    /// The longest walk that is one piece, in keys.
    private static var longest: Int { 24 }

    init() {
        // Wheeler's formula: 47 keys to start from, 4.6 neighbours on average, and the choice of places to
        // turn at; of all walks that are not longer and turn no more often. For each length and number of
        // turns what is added to the shorter ones.
        var costs = [Int](repeating: 0, count: (Self.longest + 1) * (Self.longest + 1))
        // The guesses of all shorter walks with at most so many turns.
        var sums = [Double](repeating: 0, count: Self.longest + 1)
        for length in 2...Self.longest {
            var (choices, ways, ofLength) = (1.0, 1.0, 0.0)
            for turns in 1...Self.longest {
                ways *= 4.6
                ofLength += 47 * choices * ways
                sums[turns] += ofLength
                costs[length * (Self.longest + 1) + turns] = GuessBits.log(sums[turns])
                choices = choices * Double(max(0, length - 1 - turns)) / Double(turns)
            }
        }
        self.costs = costs
        let rows: [Word] = ["!\"£$%^&*()", "!\"§$%&/()="]
        shiftedRows = rows.map { $0.scalars }
    }

    /// Adds the walks of three keys in a line, and of four keys or more.
    func add(_ typed: Span<UInt32>, to table: inout StrengthTable) {
        for row in shiftedRows { addRow(row, typed, to: &table) }
        // The last layout has columns, which are diagonals of the first.
        for layout in 0..<keyboard.layoutCount - 1 {
            for start in 0..<typed.count {
                var previous = keyboard.place(of: typed[start], layout: layout)
                var (turns, direction) = (0, 0)
                var end = start + 1
                while end < min(typed.count, start + Self.longest) {
                    let place = keyboard.place(of: typed[end], layout: layout)
                    let step = place - previous
                    guard place != 0, previous != 0,
                        Self.areNeighbours(step, upper: min(place, previous), layout)
                    else { break }
                    if step != direction { turns += 1 }
                    direction = step
                    previous = place
                    end += 1
                    let length = end - start
                    if length >= 4 || length == 3 && turns == 1 {
                        table.add(.keyboardWalk, start, end, cost: costs[length * (Self.longest + 1) + turns])
                    }
                }
            }
        }
    }

    /// Adds the parts of a row, in either direction.
    private func addRow(_ row: [UInt32], _ typed: Span<UInt32>, to table: inout StrengthTable) {
        for start in 0..<typed.count {
            guard let first = row.firstIndex(of: typed[start]) else { continue }
            for direction in [1, -1] {
                var (key, end) = (first + direction, start + 1)
                while end < typed.count, row.indices.contains(key), typed[end] == row[key] {
                    (key, end) = (key + direction, end + 1)
                }
                if end - start >= 3 {
                    table.add(.keyboardWalk, start, end, cost: costs[(end - start) * (Self.longest + 1) + 1])
                }
            }
        }
    }

    /// Whether keys are neighbours whose places differ by `step`, `upper` being the place in the row above.
    /// Each row is half a key or so to the right of the row above it; the digits of the first layout begin a
    /// key further to the left.
    private static func areNeighbours(_ step: Int, upper: Int, _ layout: Int) -> Bool {
        let distance = abs(step)
        let down = layout == 0 && upper < 16 ? 15 : 16
        return distance == 1 || distance == down || distance == down - 1
    }
}
