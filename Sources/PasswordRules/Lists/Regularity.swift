/// Whether a text is mostly repetition: how much is left if every repetition counts once.
///
/// It needs no list. A repetition is easy to guess whatever its unit is, even with a few characters before,
/// in or after it; so is a text of doubled characters. A text costs as much as the cheapest way to write it,
/// which passwordrules-blocklist(5) describes:
///
/// - a character costs 2;
/// - a stretch that repeats characters up to ten positions before it costs 3, however long it is;
/// - a stretch of up to five characters that reverses those before it costs 4;
/// - a stretch in which each character occurs at least twice in a row costs 2, and 2 for each such row;
/// - a repetition of up to five characters, with up to four inserted at one position, costs 3, and 2 for each
///   character of the unit and of the insertion.
///
/// The work is linear. It depends only on the number of characters of the text, not on the piece that is
/// examined or on the characters.
struct Regularity: ~Copyable {
    private static let character = 2
    private static let repetition = 3
    private static let reversal = 4
    private static let doubling = 2
    /// How far back a repetition may refer, in characters: twice the longest unit.
    private static let longestDistance = 10
    /// The longest unit, and the longest insertion, of a repetition that is interrupted.
    private static let longestUnit = 5
    private static let longestInsertion = 4
    /// More than any text costs, but small enough for sums in an Int of 32 bits.
    private static let impossible = 1 << 28

    private let piece: Range<Int>
    /// For each position of the text, bit n is set if the character equals the one n before it, up to
    /// `longestDistance`, and both are in the piece.
    private var same: SecretBuffer<UInt32>

    /// Whether a piece of a text costs at most 7 for each 5 of its characters, which cost 10 on their own.
    static func isRegular(_ piece: Range<Int>, of text: Span<UInt32>) -> Bool {
        if text.isEmpty { return false }
        let regularity = Regularity(piece, of: text)
        let cost = min(regularity.costByStretches, regularity.costByInterruptedRepetition)
        return piece.count > 0 && 5 * cost <= 7 * piece.count
    }

    private init(_ piece: Range<Int>, of text: Span<UInt32>) {
        self.piece = piece
        same = SecretBuffer(count: text.count)
        same.withMutableSpan { same in
            for index in 0..<text.count {
                var bits: UInt32 = 0
                for distance in 1...Self.longestDistance {
                    let difference = text[index] ^ text[max(0, index - distance)]
                    bits |= (difference == 0 ? 1 : 0) << UInt32(distance)
                }
                same[index] = bits & Self.distances(at: index, in: piece)
            }
        }
    }

    /// The distances from a position to others before it in the piece, as bits.
    private static func distances(at index: Int, in piece: Range<Int>) -> UInt32 {
        let reach = min(max(0, index - piece.lowerBound), longestDistance)
        let bits: UInt32 = (2 << UInt32(reach)) - 2
        return index < piece.upperBound ? bits : 0
    }

    /// The cost without interrupted repetitions.
    ///
    /// The text up to a position never costs more than up to a later one, so the longest repetition or
    /// reversal that ends at a position is the cheapest.
    private var costByStretches: Int {
        // The cost of the text before each position, and for each distance, the number of characters up to
        // here that equal those at that distance before them.
        var costs = SecretBuffer<Int>(count: same.count + 1)
        var runs = SecretBuffer<Int>(count: Self.longestDistance + 1)
        return costs.withMutableSpan { costs in
            runs.withMutableSpan { runs in
                same.withSpan { same in
                    // The distances of the reversals that end here. A reversal of one character has the
                    // distance 1 or 2; each further character adds 2.
                    var reversals: UInt32 = 0
                    // The costs in a stretch of doubled characters: if the last character has occurred once so
                    // far, and if it has occurred at least twice.
                    var (single, doubled) = (Self.impossible, Self.impossible)
                    for index in 0..<same.count {
                        let bits = same[index]
                        var longest = 0
                        for distance in 1...Self.longestDistance {
                            runs[distance] = (runs[distance] + 1) * Int(bits >> UInt32(distance) & 1)
                            longest = max(longest, runs[distance])
                        }
                        reversals = (reversals << 2 | 0b110) & bits
                        let reversed = (32 - reversals.leadingZeroBitCount) / 2
                        let before = costs[index]
                        let repeated = costs[index + 1 - max(1, longest)] + Self.repetition
                        let turned = costs[index + 1 - max(1, reversed)] + Self.reversal
                        let begun = min(before + Self.doubling, doubled) + Self.character
                        doubled = bits & 2 != 0 ? min(doubled, single) : Self.impossible
                        single = index >= piece.lowerBound ? begun : Self.impossible
                        let next = min(
                            min(before + Self.character, doubled),
                            min(
                                longest > 0 ? repeated : Self.impossible,
                                reversed > 0 ? turned : Self.impossible))
                        costs[index + 1] = piece.contains(index) ? next : before
                    }
                    return costs[same.count]
                }
            }
        }
    }

    /// The cost as an interrupted repetition. All insertions are searched at the same time: bit n stands for
    /// insertions of n characters.
    private var costByInterruptedRepetition: Int {
        let insertions: UInt32 = (2 << UInt32(Self.longestInsertion)) - 2
        // The next three have bits for each length of a unit. Bit n of `latest`: whether the last characters, one
        // for each of the unit, equal those n before them.
        var latest = SecretBuffer<UInt32>(repeating: .max, count: Self.longestUnit + 1)
        // Bit n: whether the piece up to n characters before here repeats the unit without an insertion.
        var regular = SecretBuffer<UInt32>(
            repeating: piece.lowerBound == 0 ? 1 : 0, count: Self.longestUnit + 1)
        // The lengths of insertions with which the piece up to here repeats the unit.
        var found = SecretBuffer<UInt32>(count: Self.longestUnit + 1)
        latest.withMutableSpan { latest in
            regular.withMutableSpan { regular in
                found.withMutableSpan { found in
                    same.withSpan { same in
                        for index in 0..<same.count + Self.longestUnit {
                            // Positions beyond the ends count as equal.
                            let inside = index < same.count ? Self.distances(at: index, in: piece) : 0
                            let bits = same[min(index, same.count - 1)] & inside | ~inside
                            for unit in stride(from: Self.longestUnit, through: 1, by: -1) {
                                latest[unit] = latest[unit - 1] & bits
                                // The unit after the insertion repeats the one before it.
                                let begun = latest[unit] >> UInt32(unit) & regular[unit] >> UInt32(unit - 1)
                                let isSame = bits >> UInt32(unit) & 1
                                found[unit] &= 0 &- isSame
                                found[unit] |= index < piece.upperBound + unit ? begun & insertions : 0
                                let isRegular = index >= piece.lowerBound ? regular[unit] & isSame : 0
                                let isStart: UInt32 = index + 1 == piece.lowerBound ? 1 : 0
                                regular[unit] = regular[unit] << 1 | isStart | isRegular
                            }
                        }
                    }
                }
            }
        }
        return found.withSpan { found in
            var cost = Self.impossible
            for unit in 1...Self.longestUnit {
                for insertion in 1...Self.longestInsertion {
                    let interrupted = Self.repetition + Self.character * (unit + insertion)
                    cost = min(cost, found[unit] >> UInt32(insertion) & 1 != 0 ? interrupted : cost)
                }
            }
            return cost
        }
    }
}
