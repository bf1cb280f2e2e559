/// The pieces of the cheapest cover so far. Wiped when the value ends.
struct CheapestPieces: ~Copyable {
    /// The cost of all pieces, in units of `GuessBits`.
    private(set) var cost = Int.max
    /// Each piece is at the index of its last character; 0 if no piece ends there. From the highest bit, it
    /// has its start and its end in the password in 16 bits each, 16 unused bits, its rank in 12 bits and its
    /// kind in 4. Characters in a row are separate pieces.
    private var pieces: SecretBuffer<UInt64>

    /// Creates the pieces of a password of `count` scalar values.
    init(count: Int) { pieces = SecretBuffer(count: count) }

    /// Lowers the cost to another cover's. Returns whether that cover is cheaper.
    mutating func lowerCost(to other: Int) -> Bool {
        let isCheaper = other < cost
        cost = min(cost, other)
        return isCheaper
    }

    /// Encodes a piece in 64 bits.
    /// - Parameter pattern: The pattern as `StrengthTable` stores it; nil for characters.
    static func bits(of pattern: UInt64?, _ range: (start: UInt32, end: UInt32)) -> UInt64 {
        let pattern = pattern ?? UInt64(StrengthPieceKind.characters.rawValue)
        return UInt64(range.start) << 48 | UInt64(range.end) << 32 | pattern & 0xFFFF
    }

    /// Writes the bits of a piece, or 0, if `isCheapest`. Otherwise does the same work without effect.
    mutating func write(_ bits: UInt64, at index: Int, if isCheapest: Bool) {
        pieces.withMutableSpan { pieces in pieces[index] = isCheapest ? bits : pieces[index] }
    }

    /// The pieces from left to right, with adjacent characters as one piece.
    var all: [StrengthPiece] {
        pieces.withSpan { pieces in
            var all: [StrengthPiece] = []
            all.reserveCapacity(pieces.count)
            var start: Int?
            for index in 0..<pieces.count {
                let bits = pieces[index]
                if bits == 0 { continue }
                let pattern = StrengthTable.Pattern(bits: bits & 0xFFFF)
                let range = Int(bits >> 48)..<Int(bits >> 32 & 0xFFFF)
                if pattern.kind == .characters {
                    if start != nil { all.removeLast() }
                    start = start ?? range.lowerBound
                } else {
                    start = nil
                }
                let isRanked = pattern.kind == .word || pattern.kind == .reversedWord
                all.append(
                    StrengthPiece(
                        kind: pattern.kind, range: (start ?? range.lowerBound)..<range.upperBound,
                        rank: isRanked ? 1 << (pattern.rank / RankedWordList.rankUnitsInBit) : 0))
            }
            return all
        }
    }
}
