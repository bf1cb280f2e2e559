/// The sum by which damage is noticed: FNV-1a with 64 bits.
///
/// A byte of what is summed up that was changed is noticed for certain, in the lowest 24 bits alone too, since each step is a
/// bijection. Other damage goes unnoticed once in as many cases as the bits count.
package struct Checksum {
    package private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    package init() {}

    package init(of bytes: Span<UInt8>) {
        add(bytes)
    }

    @_optimize(speed)
    package mutating func add(_ bytes: Span<UInt8>) {
        var value = value
        for index in 0..<bytes.count { value = (value ^ UInt64(bytes[index])) &* 0x0000_0100_0000_01B3 }
        self.value = value
    }

    /// Whether the bytes, if they were added, would bring the lowest 24 bits to those of `expected`.
    ///
    /// Each step waits for the one before it, and each can be undone. So one half of the bytes is added to what there is while
    /// the other half, from its end, is taken away from what is expected, which takes half of the time.
    @_optimize(speed)
    func isFollowed(by bytes: Span<UInt8>, to expected: UInt64) -> Bool {
        let (factor, inverse): (UInt32, UInt32) = (0x0000_01B3, 0xAFF6_957B)
        var start = UInt32(truncatingIfNeeded: value)
        var end = UInt32(truncatingIfNeeded: expected)
        var (first, last) = (0, bytes.count)
        while last &- first > 1 {
            last &-= 1
            // SAFETY: first < last < bytes.count.
            start = unsafe (start ^ UInt32(bytes[unchecked: first])) &* factor
            end = unsafe (end &* inverse) ^ UInt32(bytes[unchecked: last])
            first &+= 1
        }
        if first < last { start = (start ^ UInt32(bytes[first])) &* factor }
        return (start ^ end) & 0xFF_FFFF == 0
    }

    /// Adds the lowest bytes of a number, the lowest first.
    package mutating func add(_ number: UInt64, length: Int) {
        for index in 0..<length {
            value = (value ^ (number >> UInt64(8 * index) & 0xFF)) &* 0x0000_0100_0000_01B3
        }
    }
}
