extension [UInt8] {
    package mutating func append(littleEndian number: UInt64, length: Int) {
        for index in 0..<length { append(UInt8(truncatingIfNeeded: number >> UInt64(8 * index))) }
    }
}

extension Span<UInt8> {
    /// The number in `length` bytes, at most 8, the lowest byte first.
    package func littleEndian(at offset: Int, length: Int) -> UInt64 {
        var number: UInt64 = 0
        for index in 0..<length { number |= UInt64(self[offset + index]) << UInt64(8 * index) }
        return number
    }

    /// The number at `offset`, the lowest byte first, read in one step. In the bench, "Estimate 16
    /// characters" and "Open the list of ranked words" take a third less time with it.
    func littleEndian<Number: FixedWidthInteger & BitwiseCopyable>(_ type: Number.Type, at offset: Int)
        -> Number
    {
        // SAFETY: the call checks the offset, and any bytes are a valid number.
        Number(littleEndian: unsafe bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: type))
    }
}
