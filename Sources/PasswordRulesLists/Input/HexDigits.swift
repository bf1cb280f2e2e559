/// Parses eight hex digits at a time.
///
/// A few operations on one number handle all of them. Digit by digit, parsing a list of hashes takes 50 % more
/// instructions.
struct HexDigits {
    /// The value; meaningless unless the digits are valid.
    let value: UInt64
    /// Whether all eight are hex digits, upper or lower case.
    let areValid: Bool

    private static let high: UInt64 = 0x8080_8080_8080_8080
    private static let ones: UInt64 = 0x0101_0101_0101_0101

    /// Parses eight digits at an offset.
    init(_ bytes: Span<UInt8>, at offset: Int) {
        precondition(offset >= 0 && offset <= bytes.count - 8)
        // SAFETY: the eight bytes were checked; any bytes are a valid number.
        self.init(
            unsafe bytes.bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt64.self)
                .littleEndian)
    }

    /// Parses the digits that are the bytes of a number, the lowest first.
    init(_ text: UInt64) {
        let lower = text | 0x20 &* Self.ones
        let seven = ~Self.high
        // The eighth bits are cleared, so that no byte carries into the next; a byte with an eighth bit is
        // not a digit.
        let digits = Self.isAtLeast(0x30, text & seven) & ~Self.isAtLeast(0x3A, text & seven)
        let letters = Self.isAtLeast(0x61, lower & seven) & ~Self.isAtLeast(0x67, lower & seven)
        areValid = (digits | letters) & ~text & Self.high == Self.high
        let letterOnes = letters &>> 7 & Self.ones
        var number = ((text & (0x0F &* Self.ones)) &+ letterOnes &* 9).byteSwapped
        number = (number | number &>> 4) & 0x00FF_00FF_00FF_00FF
        number = (number | number &>> 8) & 0x0000_FFFF_0000_FFFF
        value = (number | number &>> 16) & 0xFFFF_FFFF
    }

    /// The highest bit of each byte that is at least `limit`; the bytes have seven bits.
    private static func isAtLeast(_ limit: UInt64, _ bytes: UInt64) -> UInt64 {
        bytes &+ (0x80 &- limit) &* ones
    }
}
