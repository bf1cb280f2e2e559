/// The dates and years in a text: 2024, 311299, 31121999, 31.12.1999 and 1999-12-31, with the day or the
/// month first.
///
/// Eight digits are a date, and four are a year, only at the start or the end of a row of digits; six are a
/// date only as a whole row. Random digits contain others by chance. The work depends only on the number of
/// characters.
struct DatesInDigits: ~Copyable {
    /// The lengths of dates and years in characters.
    static var lengths: ClosedRange<Int> { 4...10 }

    /// For each position, bit n is set if a date of n characters begins there.
    private var found: SecretBuffer<UInt32>

    /// Finds the dates in a text. Its characters from `count` on are ignored.
    init(_ text: Span<UInt32>, count: Int) {
        found = SecretBuffer(count: text.count)
        found.withMutableSpan { found in
            for index in 0..<text.count {
                let digits = Digits(text, at: index, count: count)
                let isStart = !Digits.isDigit(text, index - 1, count: count)
                found[index] = digits.rows(isStart: isStart) | digits.separated
            }
        }
    }

    /// Whether a date of `length` characters begins at a position.
    func has(_ length: Int, at index: Int) -> Bool {
        found.withSpan { index >= 0 && $0[index] >> UInt32(length) & 1 != 0 }
    }

    /// Characters from a position on.
    private struct Digits {
        /// The values of the digits; 10 if a character is not a digit.
        private var values: InlineArray<11, UInt32> = .init(repeating: 10)
        /// The scalar value of each symbol; 0 for any other character, or after the end of the text.
        private var symbols: InlineArray<11, UInt32> = .init(repeating: 0)

        static func isDigit(_ text: Span<UInt32>, _ index: Int, count: Int) -> Bool {
            let isInside = index >= 0 && index < count
            return Folding.isDigit(text[max(0, min(index, text.count - 1))]) && isInside
        }

        init(_ text: Span<UInt32>, at start: Int, count: Int) {
            for offset in 0..<11 {
                let scalar = text[min(start + offset, text.count - 1)]
                let isInside = start + offset < count
                let isDigit = Folding.isDigit(scalar) && isInside
                values[offset] = isDigit ? scalar & 0xF : 10
                symbols[offset] = Folding.isSymbol(scalar) && isInside ? scalar : 0
            }
        }

        /// The number of digits before the first other character, up to 11.
        private var rowLength: Int {
            var (length, isRow) = (0, 1)
            for offset in 0..<11 {
                isRow &= values[offset] < 10 ? 1 : 0
                length += isRow
            }
            return length
        }

        /// Dates and years of digits alone.
        func rows(isStart: Bool) -> UInt32 {
            let length = rowLength
            let (first, second, third, fourth) = (number(0, 2), number(2, 2), number(4, 2), number(6, 2))
            let isYear = Self.isCentury(first)
            let isShort = Self.isDay(first, second) || Self.isDay(second, third)
            let isLong =
                Self.isDay(first, second) && Self.isCentury(third)
                || isYear && Self.isDay(third, fourth)
            let four: UInt32 = length >= 4 && (isStart || length == 4) && isYear ? 1 << 4 : 0
            let six: UInt32 = length == 6 && isStart && isShort ? 1 << 6 : 0
            let eight: UInt32 = length >= 8 && (isStart || length == 8) && isLong ? 1 << 8 : 0
            return four | six | eight
        }

        /// Dates with a symbol between their numbers.
        var separated: UInt32 {
            var found: UInt32 = 0
            for first in 1...2 {
                for second in 1...2 {
                    let isDay = Self.isDay(number(0, first), number(first + 1, second))
                    let last = first + second + 2
                    let isSeparated = symbols[first] != 0 && symbols[first] == symbols[last - 1]
                    let isShort = isDay && isSeparated && number(last, 2) < 100
                    let isLong =
                        isDay && isSeparated && Self.isCentury(number(last, 2)) && number(last + 2, 2) < 100
                    found |= isShort ? 1 << UInt32(last + 2) : 0
                    found |= isLong ? 1 << UInt32(last + 4) : 0
                    let isDayLast = Self.isDay(number(5, first), number(first + 6, second))
                    let isYear = Self.isCentury(number(0, 2)) && number(2, 2) < 100
                    let isYearSeparated = symbols[4] != 0 && symbols[4] == symbols[first + 5]
                    found |= isYear && isYearSeparated && isDayLast ? 1 << UInt32(first + second + 6) : 0
                }
            }
            return found
        }

        /// The number in one or two digits; 100 if not all are digits.
        private func number(_ start: Int, _ length: Int) -> UInt32 {
            var (number, isNumber): (UInt32, Bool) = (0, true)
            for offset in start..<start + length {
                let digit = offset < 11 ? values[offset] : 10
                number = number * 10 + digit
                isNumber = isNumber && digit < 10
            }
            return isNumber ? number : 100
        }

        /// Whether two numbers are a day and a month, in either order.
        private static func isDay(_ first: UInt32, _ second: UInt32) -> Bool {
            let areDays = first >= 1 && first <= 31 && second >= 1 && second <= 31
            return areDays && (first <= 12 || second <= 12)
        }

        private static func isCentury(_ number: UInt32) -> Bool { number == 19 || number == 20 }
    }
}
