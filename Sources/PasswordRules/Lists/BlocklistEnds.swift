/// The costs of leaving out the digits and symbols at the ends of a text before the rest is looked up.
///
/// People add years, dates, runs such as 12345 and repetitions such as !!! to a word. However long they are,
/// the first of these at each end costs nothing, and each further one costs 4. Any other digit or symbol
/// costs 1. If both ends together cost more than 6, they are not an addition to a word, but most of the
/// password: a common word next to fifteen random digits is not a common password. passwordrules-blocklist(5)
/// describes this.
///
/// The work depends only on the number of characters.
struct BlocklistEnds: ~Copyable {
    /// The highest cost of both ends together.
    private static var maximum: Int { 6 }
    private static var furtherPattern: Int { 4 }
    /// More than any text costs, but small enough for sums in an Int of 32 bits.
    private static var impossible: Int { 1 << 28 }

    /// For each position, the cost of leaving out everything before it, and everything from there on.
    private var before = SecretBuffer<Int>(count: 1)
    private var after = SecretBuffer<Int>(count: 1)

    /// Finds the costs of a text.
    /// - Parameters:
    ///   - text: The folded characters. Those from `count` on are ignored.
    ///   - count: The number of characters.
    mutating func measure(_ text: Span<UInt32>, count: Int) {
        let dates = DatesInDigits(text, count: count)
        before = Self.costs(of: text, count: count, fromEnd: false, dates)
        after = Self.costs(of: text, count: count, fromEnd: true, dates)
    }

    /// Whether everything outside a piece may be left out.
    func permit(_ piece: Range<Int>) -> Bool {
        let first = before.withSpan { $0[piece.lowerBound] }
        let last = after.withSpan { $0[piece.upperBound] }
        return first + last <= Self.maximum
    }

    // MARK: - Patterns

    /// Whether a digit continues a run of a kind: 7890 and 0987, 112233 and 332211, 2468 and 8642.
    private static func isStep(_ kind: Int, from previous: Int, to value: Int) -> Bool {
        let step = value - previous
        return switch kind {
        case 0: step == 1 || step == -9
        case 1: step == -1 || step == 9
        case 2: step == 0 || step == 1
        case 3: step == 0 || step == -1
        case 4: step == 2
        default: step == -2
        }
    }

    private static var kindCount: Int { 6 }
    private static func shortestRun(_ kind: Int) -> Int { kind < 2 ? 3 : kind < 4 ? 5 : 4 }

    /// Whether three digits are a row, a column or a diagonal of a keypad, in either direction.
    private static func areInLine(_ first: Int, _ second: Int, _ third: Int) -> Bool {
        let step = second - first
        let isRow = abs(step) == 1 && second % 3 == 2
        let isColumn = abs(step) == 3 && second >= 4 && second <= 6
        let isDiagonal = (abs(step) == 4 || abs(step) == 2) && second == 5
        return third - second == step && first > 0 && third > 0 && (isRow || isColumn || isDiagonal)
    }

    /// The longest unit of a repetition in characters, equal to the longest distance of ``Regularity``.
    private static var longestUnit: Int { 10 }
    private static func shortestRepetition(ofUnit length: Int) -> Int { max(3, 2 * length) }

    /// The cost of leaving out everything before each position; or everything from there on, if the text is
    /// read from its end.
    private static func costs(
        of text: Span<UInt32>, count: Int, fromEnd: Bool, _ dates: borrowing DatesInDigits
    ) -> SecretBuffer<Int> {
        let capacity = text.count
        var costs = SecretBuffer<Int>(count: capacity + 1)
        // The characters so far, and for each position, the cost before a pattern that begins there.
        var taken = SecretBuffer<UInt32>(count: capacity + 1)
        var starts = SecretBuffer<Int>(count: capacity + 1)
        // For each kind of run, and then for each length of a repeated unit: the length of the run or
        // repetition that ends here, and the lowest cost with it, if it is long enough.
        var lengths = SecretBuffer<Int>(count: kindCount + longestUnit)
        var patterns = SecretBuffer<Int>(repeating: impossible, count: kindCount + longestUnit)
        // For each position, the lowest cost of lines on a keypad that end there.
        var lines = SecretBuffer<Int>(repeating: impossible, count: capacity + 1)
        costs.withMutableSpan { costs in
            taken.withMutableSpan { taken in
                starts.withMutableSpan { starts in
                    lengths.withMutableSpan { lengths in
                        patterns.withMutableSpan { patterns in
                            lines.withMutableSpan { lines in
                                // The cost without any pattern so far, and with at least one.
                                var (plain, patterned) = (0, impossible)
                                for index in 0..<capacity {
                                    let position = fromEnd ? capacity - 1 - index : index
                                    let scalar = text[position]
                                    let isInside = position < count
                                    // If the text is read from its end, the ignored characters come first.
                                    let isLeadingPadding = fromEnd && !isInside
                                    let isAddition =
                                        isInside && (Folding.isDigit(scalar) || Folding.isSymbol(scalar))
                                    // A value that differs at each position, and is not a character,
                                    // continues no run or repetition.
                                    taken[index] =
                                        isAddition ? scalar : UInt32.max - UInt32(truncatingIfNeeded: index)
                                    starts[index] = min(plain, patterned + furtherPattern)
                                    var cheapest = patterned + 1
                                    let key = RowKey(taken[index])
                                    let previous = RowKey(taken[max(0, index - 1)])
                                    let isInRow = key.row == previous.row && key.row < 2 && index > 0
                                    for kind in 0..<kindCount {
                                        let isLonger =
                                            isInRow && isStep(kind, from: previous.value, to: key.value)
                                        lengths[kind] = isLonger ? lengths[kind] + 1 : 1
                                        let shortest = shortestRun(kind)
                                        let begun = starts[max(0, index + 1 - shortest)]
                                        patterns[kind] =
                                            lengths[kind] >= shortest
                                            ? min(patterns[kind], begun) : impossible
                                        cheapest = min(cheapest, patterns[kind])
                                    }
                                    for unit in 1...longestUnit {
                                        let kind = kindCount + unit - 1
                                        let isSame =
                                            index >= unit && taken[index] == taken[max(0, index - unit)]
                                        lengths[kind] = isSame ? max(unit, lengths[kind]) + 1 : 0
                                        let shortest = shortestRepetition(ofUnit: unit)
                                        let begun = starts[max(0, index + 1 - shortest)]
                                        patterns[kind] =
                                            lengths[kind] >= shortest
                                            ? min(patterns[kind], begun) : impossible
                                        cheapest = min(cheapest, patterns[kind])
                                    }
                                    let third = RowKey(taken[max(0, index - 2)])
                                    let areDigits =
                                        key.row == 0 && previous.row == 0 && third.row == 0 && index > 1
                                    let isLine =
                                        areDigits && areInLine(third.value, previous.value, key.value)
                                    lines[index] =
                                        isLine
                                        ? min(starts[max(0, index - 2)], lines[max(0, index - 3)])
                                        : impossible
                                    cheapest = min(cheapest, lines[index])
                                    for length in DatesInDigits.lengths {
                                        let begun = starts[max(0, index + 1 - length)]
                                        let first = fromEnd ? position : index + 1 - length
                                        let isDate = index + 1 >= length && dates.has(length, at: first)
                                        cheapest = min(cheapest, isDate ? begun : impossible)
                                    }
                                    costs[fromEnd ? position + 1 : position] = min(plain, patterned)
                                    plain = isLeadingPadding ? 0 : isAddition ? plain + 1 : impossible
                                    patterned = isAddition ? cheapest : impossible
                                }
                                costs[fromEnd ? 0 : capacity] = min(plain, patterned)
                            }
                        }
                    }
                }
            }
        }
        return costs
    }

    /// The position of a character in the row of digits, or in the same row with the shift key.
    private struct RowKey {
        /// 0 for digits, 1 for symbols, 2 for any other character.
        let row: Int
        let value: Int

        init(_ scalar: UInt32) {
            // SAFETY: the table has 128 characters of ASCII, which are static.
            let entry = Int(unsafe Self.table.utf8Start[Int(min(scalar, 0x7F))])
            row = entry == 0x2E ? 2 : entry >= 0x61 ? 1 : 0
            value = row == 1 ? entry - 0x61 : row == 0 ? entry & 0xF : 0
        }

        /// For each ASCII character: a digit; a letter for a symbol that shares its key with a digit, `a` for
        /// 0; or a period. A table takes the same time for all.
        private static var table: StaticString {
            """
            .................................b.def\
            h.jai.....0123456789......c...........\
            ..................g.................................
            """
        }
    }
}
