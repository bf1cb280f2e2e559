/// A number of guesses, as policies write it: `10^` and an exponent.
enum PowerOfTen {
    /// The exponents that policies accept. For larger ones, suggested passwords would be too long to type.
    static var exponents: ClosedRange<Int> { 3...40 }

    /// The value that messages ask for.
    static var hint: Word { "a power of ten from \"10^3\" to \"10^40\"" }

    /// The exponent of a power of ten; nil if the text is not one, or the exponent has more than two digits.
    static func exponent(_ text: Span<UInt8>, _ range: Range<Int>) -> Int? {
        let start = range.lowerBound
        guard range.count == 4 || range.count == 5, Word("10^").equals(text, start..<start + 3) else {
            return nil
        }
        var exponent = 0
        for index in start + 3..<range.upperBound {
            guard text[index] >= 0x30, text[index] <= 0x39 else { return nil }
            exponent = 10 * exponent + Int(text[index] - 0x30)
        }
        return exponent
    }

    /// The exponent of a number that is written in another way, such as `10000000000`, `1e10`, `10**10` or
    /// the exponent alone, rounded up to a power of ten; nil if the meaning is not obvious, or the exponent
    /// is not permitted.
    static func meant(by text: Span<UInt8>, _ range: Range<Int>) -> Int? {
        var rest = range
        guard let number = leadingNumber(text, &rest), number.digitCount > 0 else { return nil }
        var exponent = number.digitCount - (number.isPower ? 1 : 0)
        if rest.isEmpty {
            if number.digitCount <= 2 { exponent = number.value }
        } else {
            let isScientific = lowercased(text[rest.lowerBound]) == 0x65
            let isPower = text[rest.lowerBound] == 0x5E || Word("**").equals(text, rest.prefix(2))
            guard isScientific || isPower && number.value == 10 else { return nil }
            rest = rest.dropFirst(text[rest.lowerBound] == 0x2A ? 2 : 1)
            guard let other = leadingNumber(text, &rest), rest.isEmpty, other.digitCount > 0 else {
                return nil
            }
            exponent = isScientific ? exponent + other.value : other.value
        }
        return exponents.contains(exponent) ? exponent : nil
    }

    /// Reads and skips digits, and the separators between groups of them.
    /// - Returns: The number of digits, without leading zeros; the value, up to a limit; and whether it is a
    ///   power of ten.
    private static func leadingNumber(
        _ text: Span<UInt8>, _ rest: inout Range<Int>
    ) -> (digitCount: Int, value: Int, isPower: Bool)? {
        var (count, value, isPower) = (0, 0, true)
        for index in rest {
            let byte = text[index]
            if byte >= 0x30, byte <= 0x39 {
                if count == 0, byte == 0x30 { continue }
                isPower = isPower && byte == (count == 0 ? 0x31 : 0x30)
                count += 1
                value = min(10 * value + Int(byte - 0x30), 1000)
            } else if byte != 0x2C, byte != 0x5F, byte != 0x27, byte != 0x20 {
                rest = index..<rest.upperBound
                return (count, value, isPower)
            }
        }
        rest = rest.upperBound..<rest.upperBound
        return (count, value, isPower)
    }
}
