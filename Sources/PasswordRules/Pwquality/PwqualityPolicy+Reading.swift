extension PwqualityPolicy {
    /// Sets an option from a text such as `minlen=12`.
    /// - Parameter start: The index of the value; the number of bytes if there is none.
    package mutating func set(
        _ option: PwqualityOption, _ text: [UInt8], from start: Int
    ) throws(Diagnostic) {
        guard text.contains(0x3D) else { throw Diagnostic(.expectedEquals, at: text.count) }
        var end = text.count
        while end > start, text[end - 1] == 0x20 || text[end - 1] == 0x09 { end -= 1 }
        switch option.kind {
        case .number: set(option, try Self.number(text, start..<end))
        case .text: if option == .badwords { set(badWords: Array(text[start..<end])) }
        case .presence: set(option, 1)
        }
    }

    /// Parses a number, which may be negative.
    private static func number(_ text: [UInt8], _ range: Range<Int>) throws(Diagnostic) -> Int {
        if range.isEmpty { throw Diagnostic(.missingNumber, at: range.lowerBound) }
        let isNegative = text[range.lowerBound] == 0x2D
        let digits = isNegative ? range.dropFirst() : range
        var number = 0
        for index in digits {
            guard text[index] >= 0x30, text[index] <= 0x39 else {
                throw Diagnostic(.notANumber, at: range.lowerBound, length: range.count)
            }
            let digit = Int(text[index] & 0x0F)
            guard number <= (Descriptor.maximumNumber - digit) / 10 else {
                throw Diagnostic(.numberTooLarge, at: range.lowerBound, length: range.count)
            }
            number = number * 10 + digit
        }
        if digits.isEmpty { throw Diagnostic(.notANumber, at: range.lowerBound, length: range.count) }
        return isNegative ? -number : number
    }
}
