/// A checksum that detects damage: FNV-1a with 64 bits.
///
/// Each step is a bijection, so any change of a single byte is detected. Other damage goes unnoticed once in
/// 2^64 cases.
package struct Checksum {
    package private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    package init() {}

    package init(of bytes: Span<UInt8>) {
        add(bytes)
    }

    package mutating func add(_ bytes: Span<UInt8>) {
        var value = value
        for index in 0..<bytes.count { value = (value ^ UInt64(bytes[index])) &* 0x0000_0100_0000_01B3 }
        self.value = value
    }

    /// Adds the lowest bytes of a number, the lowest first.
    package mutating func add(_ number: UInt64, length: Int) {
        for index in 0..<length {
            value = (value ^ (number >> UInt64(8 * index) & 0xFF)) &* 0x0000_0100_0000_01B3
        }
    }
}
