/// A digest by MD4 (RFC 1320). Wiped when the value ends.
///
/// The hash of a password in Windows and Samba is the MD4 of its UTF-16 code units, in little-endian order. It
/// is used here only as the key of lists of such hashes, and protects nothing.
///
/// The work depends only on the number of bytes.
struct MD4: ~Copyable {
    private var state = SecretBuffer<UInt32>(count: 4)
    /// The words of the current block.
    private var block = SecretBuffer<UInt32>(count: 16)
    /// The number of bytes so far.
    private var count = 0

    private init() {
        state.withMutableSpan { state in
            state[0] = 0x6745_2301
            state[1] = 0xEFCD_AB89
            state[2] = 0x98BA_DCFE
            state[3] = 0x1032_5476
        }
    }

    /// The digest of a message in bytes.
    init(_ message: Span<UInt8>) {
        self.init()
        for index in 0..<message.count { append(message[index]) }
        finish()
    }

    /// The digest of a text in UTF-16. Each ill-formed sequence of the UTF-8 counts as U+FFFD.
    init(utf16Of text: Span<UInt8>) {
        self.init()
        var offset = 0
        while offset < text.count {
            let decoded = UTF8Decoding.decode(text, at: offset)
            offset += decoded.length
            if decoded.scalar < 0x1_0000 {
                append(unit: decoded.scalar)
            } else {
                append(unit: 0xD800 + (decoded.scalar - 0x1_0000) >> 10)
                append(unit: 0xDC00 + decoded.scalar & 0x3FF)
            }
        }
        finish()
    }

    /// The 16 bytes.
    var bytes: [UInt8] {
        state.withSpan { state in
            (0..<16).map { UInt8(truncatingIfNeeded: state[$0 / 4] >> UInt32(8 * ($0 % 4))) }
        }
    }

    /// The first 64 bits as a number, the first byte the highest.
    var prefix: UInt64 {
        state.withSpan { UInt64($0[0].byteSwapped) << 32 | UInt64($0[1].byteSwapped) }
    }

    private mutating func append(unit: UInt32) {
        append(UInt8(truncatingIfNeeded: unit))
        append(UInt8(truncatingIfNeeded: unit >> 8))
    }

    private mutating func append(_ byte: UInt8) {
        let position = count % 64
        block.withMutableSpan { $0[position / 4] |= UInt32(byte) << UInt32(8 * (position % 4)) }
        count += 1
        if position == 63 { mix() }
    }

    /// Appends a one bit, zeros, and the length in bits.
    private mutating func finish() {
        let lengthInBits = UInt64(count) &* 8
        append(0x80)
        while count % 64 != 56 { append(0) }
        for shift in 0..<8 as Range<UInt64> { append(UInt8(truncatingIfNeeded: lengthInBits >> (8 * shift))) }
    }

    /// Mixes the block into the digest, and clears it.
    private mutating func mix() {
        state.withMutableSpan { state in
            block.withMutableSpan { block in
                var (a, b, c, d) = (state[0], state[1], state[2], state[3])
                for step in 0..<48 {
                    let index = step % 16
                    let (choice, word, shifts): (UInt32, Int, UInt32) =
                        switch step / 16 {
                        case 0: (d ^ b & (c ^ d), index, 0x130B_0703)
                        case 1: ((b & c | d & (b | c)) &+ 0x5A82_7999, index % 4 * 4 + index / 4, 0x0D09_0503)
                        default: ((b ^ c ^ d) &+ 0x6ED9_EBA1, Self.reversed(index), 0x0F0B_0903)
                        }
                    let sum = a &+ choice &+ block[word]
                    // The step's shift is a byte of the number.
                    let shift = shifts >> UInt32(8 * (step % 4)) & 0xFF
                    (a, b, c, d) = (d, sum &<< shift | sum &>> (32 &- shift), b, c)
                }
                state[0] &+= a
                state[1] &+= b
                state[2] &+= c
                state[3] &+= d
                for index in 0..<16 { block[index] = 0 }
            }
        }
    }

    /// The four bits of a number in reverse order.
    private static func reversed(_ index: Int) -> Int {
        (index & 1) << 3 | (index & 2) << 1 | (index & 4) >> 1 | (index & 8) >> 3
    }
}
