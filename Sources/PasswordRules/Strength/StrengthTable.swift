/// For each part of a password the cheapest pattern that covers it. Wiped when the value ends. Its memory is 8 bytes times the
/// square of the length.
struct StrengthTable: ~Copyable {
    /// The number of scalar values.
    let count: Int
    private var cells: SecretBuffer<UInt64>

    init(count: Int) {
        self.count = count
        cells = SecretBuffer(repeating: .max, count: count * count)
    }

    /// Notes a pattern from `start` to before `end`, of `cost` in units of `GuessBits`.
    mutating func add(_ kind: StrengthPieceKind, _ start: Int, _ end: Int, cost: Int, rank: Int = 0) {
        let cell = UInt64(max(0, cost)) << 16 | UInt64(rank & 0xFFF) << 4 | UInt64(kind.rawValue)
        let index = start * count + end - 1
        cells.withMutableSpan { cells in
            if cell < cells[index] { cells[index] = cell }
        }
    }

    /// Calls `body` with all cells: at `start * count + end - 1` the cost times 65,536, the rank times 16 and the kind; the
    /// largest number for none.
    func withCells<Result>(_ body: (Span<UInt64>) -> Result) -> Result { cells.withSpan(body) }
}
