/// A digest by SHA-1 (FIPS 180-4, 6.1).
///
/// Here it is the key under which published lists of leaked passwords are sorted, and nothing else: it protects nothing,
/// so that others can be found that have the same digest does no harm. It is no way to store passwords.
package struct SHA1: Equatable, Sendable {
    private var a: UInt32 = 0x6745_2301
    private var b: UInt32 = 0xEFCD_AB89
    private var c: UInt32 = 0x98BA_DCFE
    private var d: UInt32 = 0x1032_5476
    private var e: UInt32 = 0xC3D2_E1F0

    /// The digest of a message. Linear in its length; the working copies of the message are wiped.
    package init(_ message: Span<UInt8>) {
        var schedule = SecretBuffer<UInt32>(count: 16)
        self = schedule.withMutableSpan { schedule in
            var digest = SHA1()
            // The message, one bit, zeros up to the end of a block, and in its last 8 bytes the length.
            for block in 0..<(message.count + 8) / 64 + 1 {
                Self.load(block, of: message, into: &schedule)
                digest.mix(&schedule)
            }
            return digest
        }
    }

    private init() {}

    /// The first 64 bits, as a number of which the first byte is the highest.
    package var prefix: UInt64 { UInt64(a) << 32 | UInt64(b) }

    /// The 20 bytes.
    package var bytes: [UInt8] {
        [a, b, c, d, e].flatMap { word in [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) } }
    }

    private static func load(
        _ block: Int, of message: Span<UInt8>, into schedule: inout MutableSpan<UInt32>
    ) {
        let start = 64 * block
        for index in 0..<16 {
            var word: UInt32 = 0
            for offset in start + 4 * index..<start + 4 * index + 4 {
                let byte = offset < message.count ? message[offset] : offset == message.count ? 0x80 : 0
                word = word << 8 | UInt32(byte)
            }
            schedule[index] = word
        }
        // Where the one bit and the length fit behind what is left of the message.
        if start + 64 >= message.count + 9 {
            let lengthInBits = UInt64(message.count) &* 8
            schedule[14] = UInt32(truncatingIfNeeded: lengthInBits >> 32)
            schedule[15] = UInt32(truncatingIfNeeded: lengthInBits)
        }
    }

    private mutating func mix(_ schedule: inout MutableSpan<UInt32>) {
        let before = self
        for round in 0..<80 {
            var word = schedule[round & 15]
            if round >= 16 {
                word ^=
                    schedule[(round &- 3) & 15] ^ schedule[(round &- 8) & 15] ^ schedule[(round &- 14) & 15]
                word = Self.rotate(word, by: 1)
                schedule[round & 15] = word
            }
            let (choice, constant): (UInt32, UInt32) =
                switch round {
                case ..<20: (b & c | ~b & d, 0x5A82_7999)
                case ..<40: (b ^ c ^ d, 0x6ED9_EBA1)
                case ..<60: (b & c | b & d | c & d, 0x8F1B_BCDC)
                default: (b ^ c ^ d, 0xCA62_C1D6)
                }
            let mixed = Self.rotate(a, by: 5) &+ choice &+ e &+ constant &+ word
            (a, b, c, d, e) = (mixed, a, Self.rotate(b, by: 30), c, d)
        }
        a &+= before.a
        b &+= before.b
        c &+= before.c
        d &+= before.d
        e &+= before.e
    }

    @inline(__always)
    private static func rotate(_ word: UInt32, by count: UInt32) -> UInt32 {
        word << count | word >> (32 - count)
    }
}
