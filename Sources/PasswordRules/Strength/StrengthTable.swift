/// The cheapest pattern that covers each part of a password. Wiped when the value ends. It takes 8 bytes
/// times the square of the length.
struct StrengthTable: ~Copyable {
    /// The number of scalar values.
    let count: Int
    private var cells: SecretBuffer<UInt64>

    /// The cheapest pattern of one part.
    struct Pattern {
        /// The cost in units of `GuessBits`.
        let cost: Int
        let kind: StrengthPieceKind
        /// The logarithm of a word's rank, in `RankedWordList.rankUnitsInBit`; 0 for other kinds.
        let rank: Int

        /// The cost in 48 bits, the rank in 12 and the kind in 4, so that a cheaper pattern is a smaller
        /// number.
        fileprivate var bits: UInt64 {
            UInt64(max(0, cost)) << 16 | UInt64(rank & 0xFFF) << 4 | UInt64(kind.rawValue)
        }

        init(bits: UInt64) {
            cost = Int(truncatingIfNeeded: bits >> 16)
            rank = Int(bits >> 4 & 0xFFF)
            kind = StrengthPieceKind(rawValue: Int(bits & 15)) ?? .characters
        }

        init(_ kind: StrengthPieceKind, cost: Int, rank: Int) {
            self.kind = kind
            self.cost = cost
            self.rank = rank
        }
    }

    /// No pattern. It is more than any other value.
    static var none: UInt64 { .max }

    init(count: Int) {
        self.count = count
        cells = SecretBuffer(repeating: Self.none, count: count * count)
    }

    /// Removes all patterns.
    mutating func clear() {
        cells.withMutableSpan { cells in
            for index in 0..<cells.count { cells[index] = Self.none }
        }
    }

    /// Adds a pattern from `start` to before `end` unless the table has a cheaper one. `cost` is in units of
    /// `GuessBits`. A pattern that does not exist takes the same time.
    mutating func add(
        _ kind: StrengthPieceKind, _ start: Int, _ end: Int, cost: Int, rank: Int = 0, if exists: Bool
    ) {
        let pattern = Pattern(kind, cost: cost, rank: rank).bits
        let bits = exists ? pattern : Self.none
        let index = start * count + end - 1
        cells.withMutableSpan { cells in cells[index] = min(cells[index], bits) }
    }

    /// Calls `body` with the patterns: the cheapest from `start` to before `end` is at `start * count + end -
    /// 1`.
    func withCells<Result>(_ body: (Span<UInt64>) -> Result) -> Result { cells.withSpan(body) }
}
