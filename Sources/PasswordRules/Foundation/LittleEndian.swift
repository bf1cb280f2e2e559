extension [UInt8] {
    package mutating func append(littleEndian number: UInt64, length: Int) {
        for index in 0..<length { append(UInt8(truncatingIfNeeded: number >> UInt64(8 * index))) }
    }
}

extension Span<UInt8> {
    /// The number in `length` bytes, at most 8, the lowest first.
    package func littleEndian(at offset: Int, length: Int) -> UInt64 {
        var number: UInt64 = 0
        for index in 0..<length { number |= UInt64(self[offset + index]) << UInt64(8 * index) }
        return number
    }
}
