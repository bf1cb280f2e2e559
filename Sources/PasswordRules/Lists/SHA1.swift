/// A digest by SHA-1 (FIPS 180-4, 6.1).
///
/// Published lists of leaked passwords are sorted by it, and it is used only as their key. It protects
/// nothing, so collisions do no harm. It is not a way to store passwords.
package struct SHA1: Equatable, Sendable {
    private var a: UInt32 = 0x6745_2301
    private var b: UInt32 = 0xEFCD_AB89
    private var c: UInt32 = 0x98BA_DCFE
    private var d: UInt32 = 0x1032_5476
    private var e: UInt32 = 0xC3D2_E1F0

    /// The digest of a message. Linear in its length. The working copies of the message are wiped.
    package init(_ message: Span<UInt8>) {
        var schedule = Self.schedule()
        self.init(message, &schedule)
    }

    /// Working memory for a digest, which can be reused for the next one.
    static func schedule() -> SecretBuffer<UInt32> { SecretBuffer(count: scheduleLength) }
    private static var scheduleLength: Int { 80 }

    /// The digest of a message, in working memory from `schedule()`.
    init(_ message: Span<UInt8>, _ schedule: inout SecretBuffer<UInt32>) {
        precondition(schedule.count == Self.scheduleLength)
        self = schedule.withMutableSpan { schedule in
            var digest = SHA1()
            // The message, a one bit, zeros, and the length in the last 8 bytes of the last block.
            for block in 0..<Self.blockCount(forLength: message.count) {
                Self.load(block, of: message, into: &schedule)
                digest.mix(&schedule)
            }
            return digest
        }
    }

    private init() {}

    /// The first 64 bits of the digest of a part of `bytes`, in the time of `blockCount` blocks however short
    /// the part is.
    ///
    /// `bytes` must have 64 bytes for each block from the start of the part on. Those after the part do not
    /// affect the result. `blockCount` must be at least `blockCount(forLength:)`.
    static func prefix(
        of bytes: Span<UInt8>, _ part: Range<Int>, blockCount: Int, _ schedule: inout SecretBuffer<UInt32>
    ) -> UInt64 {
        precondition(schedule.count == scheduleLength && part.lowerBound + 64 * blockCount <= bytes.count)
        return schedule.withMutableSpan { schedule in
            var digest = SHA1()
            var prefix: UInt64 = 0
            let last = Self.blockCount(forLength: part.count) - 1
            for block in 0..<blockCount {
                load(block, isLast: block == last, of: bytes, part, into: &schedule)
                digest.mix(&schedule)
                prefix = block == last ? digest.prefix : prefix
            }
            return prefix
        }
    }

    /// The number of blocks of a message of `length` bytes: at least one byte and the length are appended to
    /// it.
    static func blockCount(forLength length: Int) -> Int { (length + 8) / 64 + 1 }

    /// The first 64 bits as a number, the first byte the highest.
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
            let first = start + 4 * index
            if first + 4 <= message.count {
                // SAFETY: any bytes are a valid number; the offset was checked.
                word = unsafe UInt32(
                    bigEndian: message.bytes.unsafeLoadUnaligned(fromByteOffset: first, as: UInt32.self))
            } else if first <= message.count {
                for offset in first..<first + 4 {
                    let byte = offset < message.count ? message[offset] : offset == message.count ? 0x80 : 0
                    word = word << 8 | UInt32(byte)
                }
            }
            schedule[index] = word
        }
        // Writes the length if the one bit and the length fit into this block.
        if start + 64 >= message.count + 9 {
            let lengthInBits = UInt64(message.count) &* 8
            schedule[14] = UInt32(truncatingIfNeeded: lengthInBits >> 32)
            schedule[15] = UInt32(truncatingIfNeeded: lengthInBits)
        }
    }

    /// Loads a block of a part of a text, without a branch that depends on the end of the part.
    private static func load(
        _ block: Int, isLast: Bool, of bytes: Span<UInt8>, _ part: Range<Int>,
        into schedule: inout MutableSpan<UInt32>
    ) {
        for index in 0..<16 {
            let offset = 64 * block + 4 * index
            // SAFETY: any bytes are a valid number; `prefix` checked that they exist.
            let word = unsafe UInt32(
                bigEndian: bytes.bytes.unsafeLoadUnaligned(
                    fromUncheckedByteOffset: part.lowerBound + offset, as: UInt32.self))
            // Keeps the bytes of the word that belong to the part; the one bit is in the next byte.
            let count = min(4, max(0, part.count - offset))
            let kept = UInt32(truncatingIfNeeded: 0xFFFF_FFFF_0000_0000 as UInt64 >> UInt64(8 * count))
            let end = UInt32(truncatingIfNeeded: 0x8000_0000 as UInt64 >> UInt64(8 * count))
            schedule[index] = word & kept | (offset + count == part.count ? end : 0)
        }
        let lengthInBits = UInt64(part.count) &* 8
        schedule[14] |= isLast ? UInt32(truncatingIfNeeded: lengthInBits >> 32) : 0
        schedule[15] |= isLast ? UInt32(truncatingIfNeeded: lengthInBits) : 0
    }

    /// Mixes a block into the digest.
    private mutating func mix(_ schedule: inout MutableSpan<UInt32>) {
        for round in 16..<80 {
            let earlier =
                schedule[round - 3] ^ schedule[round - 8] ^ schedule[round - 14] ^ schedule[round - 16]
            schedule[round] = Self.rotate(earlier, by: 1)
        }
        var next = self
        for round in 0..<20 {
            next.turn(next.d ^ next.b & (next.c ^ next.d), 0x5A82_7999, schedule[round])
        }
        for round in 20..<40 {
            next.turn(next.b ^ next.c ^ next.d, 0x6ED9_EBA1, schedule[round])
        }
        for round in 40..<60 {
            next.turn(next.b & next.c | next.d & (next.b | next.c), 0x8F1B_BCDC, schedule[round])
        }
        for round in 60..<80 {
            next.turn(next.b ^ next.c ^ next.d, 0xCA62_C1D6, schedule[round])
        }
        a &+= next.a
        b &+= next.b
        c &+= next.c
        d &+= next.d
        e &+= next.e
    }

    /// One round.
    private mutating func turn(_ choice: UInt32, _ constant: UInt32, _ word: UInt32) {
        let mixed = Self.rotate(a, by: 5) &+ choice &+ e &+ constant &+ word
        (a, b, c, d, e) = (mixed, a, Self.rotate(b, by: 30), c, d)
    }

    private static func rotate(_ word: UInt32, by count: UInt32) -> UInt32 {
        word &<< count | word &>> (32 &- count)
    }
}
