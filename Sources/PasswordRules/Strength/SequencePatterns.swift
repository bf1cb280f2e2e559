/// Characters at equal distances, such as `abcd`, `4321` and `2468`.
enum SequencePatterns {
    private static var shortest: Int { 3 }
    private static var largestStep: Int { 3 }

    /// Adds the sequences of a password: each whole, and what is left where another piece takes its beginning
    /// or its end. Linear.
    static func add(_ typed: Span<UInt32>, to table: inout StrengthTable) {
        let count = typed.count
        // For each place where the sequence begins and ends to which the step from it to the next belongs.
        var bounds = SecretBuffer<UInt32>(count: 2 * count)
        bounds.withMutableSpan { bounds in
            for place in 0..<count - 1 {
                let isSame = place > 0 && step(typed, place) == step(typed, place - 1)
                bounds[place] = isSame ? bounds[place - 1] : UInt32(place)
            }
            for place in (0..<count - 1).reversed() {
                let isSame = place + 2 < count && step(typed, place) == step(typed, place + 1)
                bounds[count + place] = isSame ? bounds[count + place + 1] : UInt32(place + 2)
            }
        }
        bounds.withSpan { bounds in
            for place in 0..<count - 1 {
                let (start, end) = (Int(bounds[place]), Int(bounds[count + place]))
                add(typed, start, from: place, to: end, &table)
                add(typed, start, from: start, to: place + 2, &table)
            }
        }
    }

    private static func step(_ typed: Span<UInt32>, _ place: Int) -> Int {
        Int(typed[place + 1]) - Int(typed[place])
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

    /// How many sequences begin like it: few at the ends of the digits and of the alphabet.
    private static func choices(from first: UInt32, _ step: Int) -> Int {
        let lower = first | 0x20
        // 0, 1, 9, a and z.
        let isObvious =
            lower == 0x30 || lower == 0x31 || lower == 0x39 || lower == 0x61 || lower == 0x7A
        return (isObvious ? 4 : Folding.isDigit(first) ? 10 : 26) * (step < 0 ? 2 : 1)
    }
}
