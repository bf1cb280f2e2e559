/// A number of guesses as policies write it: `10^` and an exponent.
enum PowerOfTen {
    /// What is expected where something else stands.
    static var hint: Word { "a power of ten from \"10^3\" to \"10^40\"" }

    /// The exponent of a text; nil if it is no power of ten, or has more than two digits.
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
}
