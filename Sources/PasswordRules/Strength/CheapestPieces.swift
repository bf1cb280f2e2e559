/// The pieces of the cheapest cover so far. Wiped when the value ends.
struct CheapestPieces: ~Copyable {
    /// What they cost, in units of `GuessBits`.
    private(set) var cost = Int.max
    /// Each piece at its last character: where it begins and ends in the password, its rank and its kind, in
    /// 16 bits each; 0 for no piece. Characters in a row are a piece each.
    private var pieces: SecretBuffer<UInt64>

    /// Those of a password with so many scalar values.
    init(count: Int) { pieces = SecretBuffer(count: count) }

    /// Whether a cover with this cost is cheaper; from now on it is the cheapest then.
    mutating func takes(cost other: Int) -> Bool {
        let isCheaper = other < cost
        cost = min(cost, other)
        return isCheaper
    }

    /// A piece in 64 bits.
    /// - Parameter pattern: As `StrengthTable` has it; nil for characters.
    static func bits(of pattern: UInt64?, _ range: (start: UInt32, end: UInt32)) -> UInt64 {
        let pattern = pattern ?? UInt64(StrengthPieceKind.characters.rawValue)
        return UInt64(range.start) << 48 | UInt64(range.end) << 32 | pattern & 0xFFFF
    }

    /// Writes a piece, or that there is none; or does the same in vain.
    mutating func write(_ bits: UInt64, at index: Int, if isCheapest: Bool) {
        pieces.withMutableSpan { pieces in pieces[index] = isCheapest ? bits : pieces[index] }
    }

    /// From left to right, with characters in a row as one piece.
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
