/// Characters at equal distances, such as `abcd`, `4321` and `2468`.
enum SequencePatterns {
    private static var shortest: Int { 3 }
    private static var largestStep: Int { 3 }

    /// Adds the sequences of a password. Each is added whole, and without its beginning or its end, which
    /// another piece may cover. Linear.
    static func add(_ typed: Span<UInt32>, to table: inout StrengthTable) {
        let count = typed.count
        // For each position, the start and the end of the sequence that contains the step from it to the
        // next.
        var bounds = SecretBuffer<UInt32>(count: 2 * count)
        bounds.withMutableSpan { bounds in
            for position in 0..<count - 1 {
                let isSame = position > 0 && step(typed, position) == step(typed, position - 1)
                bounds[position] = isSame ? bounds[position - 1] : UInt32(position)
            }
            for position in (0..<count - 1).reversed() {
                let isSame = position + 2 < count && step(typed, position) == step(typed, position + 1)
                bounds[count + position] = isSame ? bounds[count + position + 1] : UInt32(position + 2)
            }
        }
        bounds.withSpan { bounds in
            for position in 0..<count - 1 {
                let (start, end) = (Int(bounds[position]), Int(bounds[count + position]))
                add(typed, start, from: position, to: end, &table)
                add(typed, start, from: start, to: position + 2, &table)
            }
        }
    }

    private static func step(_ typed: Span<UInt32>, _ position: Int) -> Int {
        Int(typed[position + 1]) - Int(typed[position])
    }

    /// Adds a part of the sequence that begins at `start`, if there is one.
    private static func add(
        _ typed: Span<UInt32>, _ start: Int, from: Int, to: Int, _ table: inout StrengthTable
    ) {
        let step = step(typed, from)
        let isSequence = to - from >= shortest && step != 0 && abs(step) <= largestStep
        let cost = GuessBits.log(choices(from: typed[start], step) * (to - from))
        table.add(.sequence, from, to, cost: cost, if: isSequence)
    }

    /// The number of first characters and directions among which an attacker chooses. Sequences that begin at
    /// an end of the digits or of the alphabet are tried first, so they have few.
    private static func choices(from first: UInt32, _ step: Int) -> Int {
        let lower = first | 0x20
        // 0, 1, 9, a and z.
        let isObvious =
            lower == 0x30 || lower == 0x31 || lower == 0x39 || lower == 0x61 || lower == 0x7A
        return (isObvious ? 4 : Folding.isDigit(first) ? 10 : 26) * (step < 0 ? 2 : 1)
    }
}
