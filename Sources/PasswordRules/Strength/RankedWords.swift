/// Words with their ranks, and how likely letters follow each other in them: a file that is read whole, whatever the password
/// is, and looked up in memory, so that files, caches of pages and reads do not tell which word was sought.
///
/// The format, in little-endian order: 8 bytes of magic; the number of entries in 4; 27 times 27 bytes, the cost of a letter
/// (second index) after a letter (first index; 26 is for none) in 1/16 of a bit; for each of the 16,384 values of a key's first 14 bits
/// the number of entries up to it, in 4 bytes; entries in the order of keys, each the next 32 bits of the key and the logarithm of
/// the rank in 1/12 of a bit.
public struct RankedWords: Sendable {
    package static var magic: StaticString { "prranks1" }
    package static var bucketBits: UInt64 { 14 }
    package static var letters: Int { 27 }
    package static var headerLength: Int { 12 + letters * letters }
    package static var entryLength: Int { 5 }
    /// A unit of a stored rank, in 1/12 of a bit: 255 of them are a rank of 2,500,000.
    package static var rankUnitsInBit: Int { 12 }
    /// The longest word, in scalar values.
    package static var longestWord: Int { 24 }

    private let bytes: [UInt8]

    /// A list in the bytes of a file; nil if it is damaged.
    public init?(_ bytes: [UInt8]) {
        let magic = Text(Self.magic).bytes
        guard bytes.count >= Self.headerLength + (4 << Int(Self.bucketBits)) else { return nil }
        for index in 0..<magic.count where bytes[index] != magic[index] { return nil }
        self.bytes = bytes
        var previous = 0
        for bucket in 0..<1 << Int(Self.bucketBits) {
            let end = word(at: Self.headerLength + 4 * bucket)
            if end < previous { return nil }
            previous = end
        }
        let length = Self.headerLength + (4 << Int(Self.bucketBits)) + Self.entryLength * previous
        guard previous == word(at: 8), bytes.count == length else { return nil }
    }

    private func word(at offset: Int) -> Int {
        Int(bytes[offset]) | Int(bytes[offset + 1]) << 8 | Int(bytes[offset + 2]) << 16
            | Int(truncatingIfNeeded: UInt32(bytes[offset + 3]) << 24)
    }

    /// The cost of a letter after another, each from 0 to 25, or 26 for none.
    func cost(of letter: Int, after previous: Int) -> Int {
        Int(bytes[12 + previous * Self.letters + letter]) * (GuessBits.bit / 16)
    }

    /// The logarithm of the rank of a word, in units of 1/12 of a bit; nil if it is not listed.
    func rank(of key: UInt64) -> Int? {
        let bucket = Int(key >> (64 - Self.bucketBits))
        let index = Self.headerLength + 4 * bucket
        let start = bucket == 0 ? 0 : word(at: index - 4)
        let end = word(at: index)
        let sought = Int(truncatingIfNeeded: UInt32(truncatingIfNeeded: key >> (32 - Self.bucketBits)))
        var offset = Self.headerLength + (4 << Int(Self.bucketBits)) + Self.entryLength * start
        for _ in start..<end {
            if word(at: offset) == sought { return Int(bytes[offset + 4]) }
            offset += Self.entryLength
        }
        return nil
    }
}

/// The key of a word: a polynomial over its characters, which grows at either end in one step.
package struct WordKey {
    private var sum: UInt64 = 0
    private var power: UInt64 = 1
    private static var base: UInt64 { 0x9E37_79B9_7F4A_7C15 }

    package init() {}

    package mutating func append(_ scalar: UInt32) {
        sum = sum &* Self.base &+ UInt64(scalar) &+ 1
        power = power &* Self.base
    }

    package mutating func prepend(_ scalar: UInt32) {
        sum = sum &+ (UInt64(scalar) &+ 1) &* power
        power = power &* Self.base
    }

    /// The key, whose bits are evenly distributed. A word without leet has another key than as it is written.
    package func value(withoutLeet: Bool) -> UInt64 {
        var mixed = withoutLeet ? ~sum : sum
        mixed ^= mixed >> 32
        mixed = mixed &* 0xD6E8_FEB8_6659_FD93
        mixed ^= mixed >> 32
        return mixed &* 0xD6E8_FEB8_6659_FD93
    }
}
