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

    /// Adds the walks of three keys in a line, and of four keys or more. Of any characters, walks of the
    /// longest length are looked for.
    func add(_ typed: Span<UInt32>, to table: inout StrengthTable) {
        var keys = SecretBuffer<UInt32>(count: typed.count)
        var places = SecretBuffer<UInt32>(count: typed.count)
        var steps = SecretBuffer<UInt32>(count: typed.count)
        keys.withMutableSpan { keys in
            places.withMutableSpan { places in
                for row in shiftedRows {
                    for index in 0..<typed.count { places[index] = Self.place(of: typed[index], in: row) }
                    addRow(places.span, row.count, to: &table)
                }
                for index in 0..<typed.count { keys[index] = UInt32(Keyboard.keyOf(typed: typed[index])) }
                // The last layout has columns, which are diagonals of the first.
                for layout in 0..<keyboard.layoutCount - 1 {
                    for index in 0..<typed.count {
                        places[index] = UInt32(keyboard.place(ofKey: Int(keys[index]), layout: layout))
                    }
                    steps.withMutableSpan { addWalks(places.span, &$0, layout, to: &table) }
                }
            }
        }
    }

    /// Adds the walks of a layout, by the place of each character.
    private func addWalks(
        _ places: Span<UInt32>, _ steps: inout MutableSpan<UInt32>, _ layout: Int,
        to table: inout StrengthTable
    ) {
        // For each place but the first, whether it is not beside the one before it, in the second bit, and
        // whether a walk turns there, in the first.
        var direction = 0
        for index in 1..<max(1, places.count) {
            let (previous, place) = (Int(places[index - 1]), Int(places[index]))
            let step = place - previous
            let areKeys = place != 0 && previous != 0
            let areNeighbours = Self.areNeighbours(step, upper: min(place, previous), layout)
            steps[index] = (areKeys && areNeighbours ? 0 : 2) + (step != direction ? 1 : 0)
            direction = step
        }
        for start in 0..<places.count {
            var turns = 1
            var breaks: UInt32 = 0
            for end in start + 1..<max(start + 1, min(places.count, start + Self.longest)) {
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

    /// The place of a character in a row, from 1; 0 if it is not there.
    private static func place(of typed: UInt32, in row: [UInt32]) -> UInt32 {
        var place: UInt32 = 0
        for index in row.indices { place = row[index] == typed ? UInt32(index + 1) : place }
        return place
    }

    /// Adds the parts of a row with so many keys, in either direction.
    private func addRow(_ places: Span<UInt32>, _ keyCount: Int, to table: inout StrengthTable) {
        for start in 0..<places.count {
            for direction in [1, -1] {
                var isWalk = places[start] != 0
                var length = 1
                for end in start + 1..<max(start + 1, min(places.count, start + keyCount)) {
                    let step = Int(places[end]) - Int(places[start])
                    isWalk = isWalk && places[end] != 0 && step == (end - start) * direction
                    length += isWalk ? 1 : 0
                }
                table.add(
                    .keyboardWalk, start, start + length, cost: costs[length * (Self.longest + 1) + 1],
                    if: length >= 3)
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
