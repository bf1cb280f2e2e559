/// Characters at equal distances, such as `abcd`, `4321` and `2468`.
enum SequencePatterns {
    private static var shortest: Int { 3 }
    private static var largestStep: Int { 3 }

    /// Adds the sequences of a password. Linear.
    static func add(_ typed: Span<UInt32>, to table: inout StrengthTable) {
        var start = 0
        while start + 2 < typed.count {
            let step = Int(typed[start + 1]) - Int(typed[start])
            var end = start + 2
            while end < typed.count, Int(typed[end]) - Int(typed[end - 1]) == step { end += 1 }
            if end - start >= shortest, step != 0, abs(step) <= largestStep {
                let choices = choices(from: typed[start], step)
                // All of it, and what is left where another piece takes its beginning or its end.
                for from in start...end - shortest {
                    table.add(.sequence, from, end, cost: GuessBits.log(choices * (end - from)))
                    let to = start + end - from
                    table.add(.sequence, start, to, cost: GuessBits.log(choices * (to - start)))
                }
            }
            start = end - 1
        }
    }

    /// How many sequences begin like it: few at the ends of the digits and of the alphabet.
    private static func choices(from first: UInt32, _ step: Int) -> Int {
        let isObvious =
            switch first | 0x20 {
            // 0, 1, 9, a and z.
            case 0x30, 0x31, 0x39, 0x61, 0x7A: true
            default: false
            }
        return (isObvious ? 4 : Folding.isDigit(first) ? 10 : 26) * (step < 0 ? 2 : 1)
    }
}
