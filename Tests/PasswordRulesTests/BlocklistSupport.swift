import PasswordRules
import Synchronization

/// SHA-1 step by step as in RFC 3174, 6.1: slow, and independent of the tested implementation.
enum SlowSHA1 {
    /// The 20 bytes.
    static func digest(_ message: [UInt8]) -> [UInt8] {
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
    static func key(_ text: String) -> UInt64 { key(Array(text.utf8)) }

    /// The first 64 bits of a message's digest.
    static func key(_ message: [UInt8]) -> UInt64 {
        digest(message).prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }

    private static func rotate(_ word: UInt32, _ count: UInt32) -> UInt32 {
        word << count | word >> (32 - count)
    }
}

/// Blocklists built number by number from the description of the format, so that the tests of the reader do not depend on the
/// writer.
enum BlocklistImage {
    /// The fields of a header, each of which may be wrong; sizes and sums fit the others unless they are given.
    struct Header {
        var magic: [UInt8] = [0x89, 0x50, 0x57, 0x52, 0x42, 0x0D, 0x0A, 0x1A]
        var version: UInt64 = 2
        var headerLength: UInt64 = 64
        var digest: UInt8 = 1
        var match: UInt8 = 1
        var bucketBits: UInt8 = 0
        var entryLength: UInt8 = 4
        var reserved: UInt64 = 0
        var count: UInt64 = 1
        var fileSize: UInt64?
        var checksum: UInt64 = 0
        var largestBucketCount: UInt64 = 1
        var headerSum: UInt64?

        /// The file's length that follows from the other fields, in 64 bits.
        var expectedSize: UInt64 {
            64 &+ 8 &* (1 &<< UInt64(bucketBits) &+ 1) &+ 4 &* count
        }

        /// The 64 bytes.
        var bytes: [UInt8] {
            var bytes = magic + number(version, 4) + number(headerLength, 4)
            bytes += [digest, match, bucketBits, entryLength] + number(reserved, 4) + number(count, 8)
            bytes += number(fileSize ?? expectedSize, 8) + number(checksum, 8) + number(largestBucketCount, 8)
            return bytes + number(headerSum ?? fnv(bytes), 8)
        }
    }

    /// A number in little-endian bytes.
    static func number(_ value: UInt64, _ length: Int) -> [UInt8] {
        (0..<length).map { UInt8(value >> UInt64(8 * $0) & 0xFF) }
    }

    /// FNV-1a with 64 bits.
    static func fnv(_ bytes: [UInt8]) -> UInt64 {
        bytes.reduce(14_695_981_039_346_656_037) { ($0 ^ UInt64($1)) &* 1_099_511_628_211 }
    }

    /// The smallest number of bits, up to 24, for which a bucket has 64 entries at most on average.
    static func bucketBits(_ count: Int) -> Int {
        (0..<24).first { Double(count) / Double(1 << $0) <= 64 } ?? 24
    }

    /// The sum of a bucket, as an index has it.
    static func sum(_ bucket: Int, first: Int, end: Int, entries: [UInt32]) -> UInt64 {
        let start = number(UInt64(bucket), 4) + number(UInt64(first), 5) + number(UInt64(end), 5)
        var sum = fnv(start)
        for (place, entry) in entries.enumerated() {
            let folded = UInt64(entry) &+ UInt64(entry >> 24) &* 0x010101
            sum = sum &+ folded &* UInt64(2 * place + 1)
        }
        return sum % (1 << 24)
    }

    /// The record of a bucket of the index.
    static func record(_ bucket: Int, first: Int, end: Int, entries: [UInt32]) -> [UInt8] {
        number(UInt64(first), 5) + number(sum(bucket, first: first, end: end, entries: entries), 3)
    }

    /// The file of a list of keys, at least one.
    static func file(_ keys: some Sequence<UInt64>, match: BlocklistMatch = .exact) -> [UInt8] {
        let keys = Set(keys).sorted()
        let bits = bucketBits(keys.count)
        return file(buckets: buckets(of: keys, bits: bits), match: match)
    }

    /// The file of a list that is too long to be read whole at each lookup: with more entries besides the keys, so that each of
    /// 16,384 buckets has at least 63.
    static func longFile(_ keys: some Sequence<UInt64>, match: BlocklistMatch = .exact) -> [UInt8] {
        let bits = 14
        var buckets = buckets(of: Set(keys).sorted(), bits: bits)
        for bucket in buckets.indices where buckets[bucket].count < 63 {
            let wanted = UInt32(63 - buckets[bucket].count)
            for place in 0..<wanted {
                buckets[bucket].append(place &* 0x0411_0000 &+ UInt32(bucket) &* 0x9E37_79B1 % 0x0411_0000)
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
    static func file(words: [String], match: BlocklistMatch = .mangled) -> [UInt8] {
        file(words.map(SlowSHA1.key), match: match)
    }
}

/// A file in memory that records its reads.
final class MemoryFile: Sendable {
    private struct State {
        var bytes: [UInt8]
        var size: Int
        var reads = 0
        var readsOutside = 0
        var longestRead = 0
        var ranges: [Range<Int>] = []
        var failures: [Int: Int] = [:]
    }

    private let state: Mutex<State>

    /// A file of `size` bytes: those given, then zeros.
    init(_ bytes: [UInt8], size: Int? = nil) {
        state = Mutex(State(bytes: bytes, size: size ?? bytes.count))
    }

    /// Its length, which may be changed while it is open; the bytes after its contents are zeros.
    var size: Int {
        get { state.withLock { $0.size } }
        set { state.withLock { $0.size = newValue } }
    }

    /// The number of reads.
    var reads: Int { state.withLock { $0.reads } }

    /// The number of reads that went outside the file at that time.
    var readsOutside: Int { state.withLock { $0.readsOutside } }

    /// The ranges that were read since the file was opened, or since the last call: one for each read.
    func takeRanges() -> [Range<Int>] {
        state.withLock { state in
            defer { state.ranges = [] }
            return state.ranges
        }
    }

    /// The largest number of bytes of a read.
    var longestRead: Int { state.withLock { $0.longestRead } }

    /// A byte that it was made with.
    subscript(offset: Int) -> UInt8 {
        get { state.withLock { $0.bytes[offset] } }
        set { state.withLock { $0.bytes[offset] = newValue } }
    }

    /// Makes a read, counted from 0, return `result` without reading anything.
    func fail(read: Int, result: Int) { state.withLock { $0.failures[read] = result } }

    /// Opens it as a list.
    func open() throws(BlocklistProblem) -> Blocklist {
        let list = try Blocklist(size: size) { offset, bytes in self.read(at: offset, &bytes) }
        _ = takeRanges()
        return list
    }

    private func read(at offset: Int, _ bytes: inout MutableSpan<UInt8>) -> Int {
        let wanted = bytes.count
        let (piece, result) = state.withLock { state -> ([UInt8], Int) in
            state.reads += 1
            state.longestRead = max(state.longestRead, wanted)
            state.ranges.append(offset..<offset + wanted)
            if offset < 0 || offset > state.size - wanted { state.readsOutside += 1 }
            if let result = state.failures[state.reads - 1] { return ([], result) }
            guard offset >= 0, offset < state.size else { return ([], 0) }
            let end = min(state.size, offset + wanted)
            let known = min(offset, state.bytes.count)..<min(end, state.bytes.count)
            let piece = Array(state.bytes[known]) + [UInt8](repeating: 0, count: end - offset - known.count)
            return (piece, piece.count)
        }
        // SAFETY: these are at most as many bytes as were requested.
        unsafe bytes.withUnsafeMutableBytes { unsafe $0.copyBytes(from: piece) }
        return result
    }
}
