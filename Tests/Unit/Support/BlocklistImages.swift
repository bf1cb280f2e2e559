package import PasswordRules

/// SHA-1 step by step as in RFC 3174, 6.1: slow, and independent of the tested implementation.
package enum SlowSHA1 {
    /// The 20 bytes.
    package static func digest(_ message: [UInt8]) -> [UInt8] {
        var padded = message + [0x80]
        while padded.count % 64 != 56 { padded.append(0) }
        for shift in stride(from: 56, through: 0, by: -8) {
            padded.append(UInt8(truncatingIfNeeded: (8 * message.count) >> shift))
        }
        var state: [UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0]
        for start in stride(from: 0, to: padded.count, by: 64) {
            var words = (0..<16).map { word in
                (0..<4).reduce(UInt32(0)) { $0 << 8 | UInt32(padded[start + 4 * word + $1]) }
            }
            for t in 16..<80 {
                words.append(rotate(words[t - 3] ^ words[t - 8] ^ words[t - 14] ^ words[t - 16], 1))
            }
            var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
            for t in 0..<80 {
                let f = t < 20 ? (b & c) | (~b & d) : t < 40 || t >= 60 ? b ^ c ^ d : (b & c) | (d & (b | c))
                let k: [UInt32] = [0x5A82_7999, 0x6ED9_EBA1, 0x8F1B_BCDC, 0xCA62_C1D6]
                let sum = rotate(a, 5) &+ f &+ e &+ words[t] &+ k[t / 20]
                (e, d, c, b, a) = (d, c, rotate(b, 30), a, sum)
            }
            state = zip(state, [a, b, c, d, e]).map { $0 &+ $1 }
        }
        return state.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> UInt32(24 - 8 * $0)) }
        }
    }

    /// The first 64 bits of a text's digest.
    package static func key(_ text: String) -> UInt64 { key(Array(text.utf8)) }

    /// The first 64 bits of a message's digest.
    package static func key(_ message: [UInt8]) -> UInt64 {
        digest(message).prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }

    private static func rotate(_ word: UInt32, _ count: UInt32) -> UInt32 {
        word << count | word >> (32 - count)
    }
}

/// Blocklists built number by number from the description of the format, so that the tests of the reader do
/// not depend on the writer.
package enum BlocklistImage {
    /// The fields of a header, each of which may be wrong; sizes and sums fit the others unless they are
    /// given.
    package struct Header {
        package var magic: [UInt8] = [0x89, 0x50, 0x57, 0x52, 0x42, 0x0D, 0x0A, 0x1A]
        package var version: UInt64 = 2
        package var headerLength: UInt64 = 64
        package var digest: UInt8 = 1
        package var match: UInt8 = 1
        package var bucketBits: UInt8 = 0
        package var entryLength: UInt8 = 4
        package var reserved: UInt64 = 0
        package var count: UInt64 = 1
        package var fileSize: UInt64?
        package var checksum: UInt64 = 0
        package var largestBucketCount: UInt64 = 1
        package var headerSum: UInt64?

        /// The file's length that follows from the other fields, in 64 bits.
        package var expectedSize: UInt64 {
            64 &+ 8 &* (1 &<< UInt64(bucketBits) &+ 1) &+ 4 &* count
        }

        /// The 64 bytes.
        package var bytes: [UInt8] {
            var bytes = magic + number(version, 4) + number(headerLength, 4)
            bytes += [digest, match, bucketBits, entryLength] + number(reserved, 4) + number(count, 8)
            bytes += number(fileSize ?? expectedSize, 8) + number(checksum, 8) + number(largestBucketCount, 8)
            return bytes + number(headerSum ?? fnv(bytes), 8)
        }
    }

    /// A number in little-endian bytes.
    package static func number(_ value: UInt64, _ length: Int) -> [UInt8] {
        (0..<length).map { UInt8(value >> UInt64(8 * $0) & 0xFF) }
    }

    /// FNV-1a with 64 bits.
    package static func fnv(_ bytes: [UInt8]) -> UInt64 {
        bytes.reduce(14_695_981_039_346_656_037) { ($0 ^ UInt64($1)) &* 1_099_511_628_211 }
    }

    /// The smallest number of bits, up to 24, for which a bucket has 64 entries at most on average.
    package static func bucketBits(_ count: Int) -> Int {
        (0..<24).first { Double(count) / Double(1 << $0) <= 64 } ?? 24
    }

    /// The checksum of a bucket, as stored in the index.
    package static func sum(_ bucket: Int, first: Int, end: Int, entries: [UInt32]) -> UInt64 {
        let start = number(UInt64(bucket), 4) + number(UInt64(first), 5) + number(UInt64(end), 5)
        var sum = fnv(start)
        for (index, entry) in entries.enumerated() {
            let folded = UInt64(entry) &+ UInt64(entry >> 24) &* 0x010101
            sum = sum &+ folded &* UInt64(2 * index + 1)
        }
        return sum % (1 << 24)
    }

    /// The record of a bucket of the index.
    package static func record(_ bucket: Int, first: Int, end: Int, entries: [UInt32]) -> [UInt8] {
        number(UInt64(first), 5) + number(sum(bucket, first: first, end: end, entries: entries), 3)
    }

    /// The file of a list of keys, at least one.
    package static func file(_ keys: some Sequence<UInt64>, match: BlocklistMatch = .exact) -> [UInt8] {
        let keys = Set(keys).sorted()
        let bits = bucketBits(keys.count)
        return file(buckets: buckets(of: keys, bits: bits), match: match)
    }

    /// The file of a list that is too long to be read whole at each lookup: with more entries besides the
    /// keys, so that each of 16,384 buckets has at least 63.
    package static func longFile(_ keys: some Sequence<UInt64>, match: BlocklistMatch = .exact) -> [UInt8] {
        let bits = 14
        var buckets = buckets(of: Set(keys).sorted(), bits: bits)
        for bucket in buckets.indices where buckets[bucket].count < 63 {
            let wanted = UInt32(63 - buckets[bucket].count)
            for index in 0..<wanted {
                buckets[bucket].append(index &* 0x0411_0000 &+ UInt32(bucket) &* 0x9E37_79B1 % 0x0411_0000)
            }
            buckets[bucket].sort()
        }
        return file(buckets: buckets, match: match)
    }

    /// The entries of each bucket.
    private static func buckets(of keys: [UInt64], bits: Int) -> [[UInt32]] {
        var buckets = Array(repeating: [UInt32](), count: 1 << bits)
        for key in keys {
            let entry = UInt32(truncatingIfNeeded: (key << UInt64(bits)) >> 32)
            buckets[bits == 0 ? 0 : Int(key >> UInt64(64 - bits))].append(entry)
        }
        return buckets
    }

    private static func file(buckets: [[UInt32]], match: BlocklistMatch) -> [UInt8] {
        var (index, entries) = ([UInt8](), [UInt8]())
        var (first, largest) = (0, 0)
        for (bucket, own) in buckets.enumerated() {
            index += record(bucket, first: first, end: first + own.count, entries: own)
            for entry in own {
                for shift in 0..<4 as Range<UInt32> { entries.append(UInt8(entry >> (8 * shift) & 0xFF)) }
            }
            first += own.count
            largest = max(largest, own.count)
        }
        index += number(UInt64(first), 5) + [0, 0, 0]
        let header = Header(
            match: UInt8(match.rawValue), bucketBits: UInt8(buckets.count.trailingZeroBitCount),
            count: UInt64(first), checksum: fnv(index + entries), largestBucketCount: UInt64(largest))
        return header.bytes + index + entries
    }

    /// The file of a list of words, as they are.
    package static func file(words: [String], match: BlocklistMatch = .mangled) -> [UInt8] {
        file(words.map(SlowSHA1.key), match: match)
    }
}
