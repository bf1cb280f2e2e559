/// For each part of a password the cheapest pattern that covers it. Wiped when the value ends. Its memory is
/// 8 bytes times the square of the length.
struct StrengthTable: ~Copyable {
    /// The number of scalar values.
    let count: Int
    private var cells: SecretBuffer<UInt64>

    /// The cheapest pattern of one part.
    struct Pattern {
        /// In units of `GuessBits`.
        let cost: Int
        let kind: StrengthPieceKind
        /// The logarithm of a word's rank, in `RankedWordList.rankUnitsInBit`; 0 for other kinds.
        let rank: Int

        /// The cost in 48 bits, the rank in 12, the kind in 4: of two patterns the cheaper one is less.
        fileprivate var bits: UInt64 {
            UInt64(max(0, cost)) << 16 | UInt64(rank & 0xFFF) << 4 | UInt64(kind.rawValue)
        }

        fileprivate init(bits: UInt64) {
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

    private static var none: UInt64 { .max }

    init(count: Int) {
        self.count = count
        cells = SecretBuffer(repeating: Self.none, count: count * count)
    }

    /// Notes a pattern from `start` to before `end`, unless a cheaper one is there. `cost` is in units of
    /// `GuessBits`.
    mutating func add(_ kind: StrengthPieceKind, _ start: Int, _ end: Int, cost: Int, rank: Int = 0) {
        let bits = Pattern(kind, cost: cost, rank: rank).bits
        let index = start * count + end - 1
        cells.withMutableSpan { cells in
            if bits < cells[index] { cells[index] = bits }
        }
    }

    /// The cheapest pattern from `start` to before `end`; nil for none.
    func pattern(_ start: Int, _ end: Int) -> Pattern? {
        let bits = cells.withSpan { $0[start * count + end - 1] }
        return bits == Self.none ? nil : Pattern(bits: bits)
    }
}
