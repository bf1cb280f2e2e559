internal import PasswordRules

/// A list of ranked words as bytes, with a reader and a writer that follow passwordrules-ranks(5) alone.
struct RanksModel {
    var bytes: [UInt8]

    /// The lengths of the header, and of the costs of a letter after two others, padded to a multiple of 8.
    private static let (header, costs) = (64, 27 * 27 * 27 + 5)
    private static let longestWord = 28
    private static let longestFile = 4 << 20

    /// A list of words in lower case, each with the logarithm of its rank.
    init(_ words: [(word: [UInt8], rank: UInt8)], letterCost: UInt8) {
        var ranks: [UInt64: UInt8] = [:]
        for (word, rank) in words {
            for key in Self.keys(of: word) { ranks[key] = min(ranks[key] ?? rank, rank) }
        }
        let keys = ranks.keys.sorted()
        let bits = Self.bucketBits(keys.count)
        bytes = [0x89, 0x50, 0x57, 0x52, 0x57, 0x0D, 0x0A, 0x1A]
        bytes += BlocklistImage.number(1, 4) + BlocklistImage.number(64, 4)
        bytes += BlocklistImage.number(UInt64(bits), 8) + BlocklistImage.number(UInt64(keys.count), 8)
        bytes += BlocklistImage.number(UInt64(Self.size(keys.count)), 8) + [UInt8](repeating: 0, count: 24)
        bytes += [UInt8](repeating: letterCost, count: Self.costs - 5) + [0, 0, 0, 0, 0]
        for bucket in 0..<1 << bits {
            bytes += BlocklistImage.number(
                UInt64(keys.count { bits == 0 || Int($0 >> UInt64(64 - bits)) <= bucket }), 4)
        }
        for key in keys { bytes += BlocklistImage.number((key << UInt64(bits)) >> 32, 4) + [ranks[key] ?? 0] }
        bytes += [UInt8](repeating: 0, count: Self.size(keys.count) - bytes.count)
        repair(all: true)
    }

    init(bytes: [UInt8]) { self.bytes = bytes }

    /// Corrects the checksum of the header, or all checksums.
    mutating func repair(all: Bool) {
        guard bytes.count >= Self.header else { return }
        if all { bytes.put(sumOfBody, 40, 8) }
        bytes.put(BlocklistImage.fnv(Array(bytes[..<56])), 56, 8)
    }

    /// Whether a reader may open it.
    var isOpenable: Bool {
        guard bytes.count >= Self.header, bytes.count <= Self.longestFile else { return false }
        let count = Int(clamping: value(24, 8))
        guard count >= 1, count <= 800_000, bytes.count == Self.size(count) else { return false }
        var expected = RanksModel(bytes: bytes)
        for (offset, field) in [
            (0, 0x1A0A_0D57_5257_5089), (8, 64 << 32 | 1), (16, UInt64(Self.bucketBits(count))),
            (32, UInt64(bytes.count)), (48, 0),
        ] { expected.bytes.put(field, offset, 8) }
        expected.repair(all: true)
        guard expected.bytes == bytes else { return false }
        var previous: UInt64 = 0
        for bucket in 0..<1 << bucketBits {
            if end(bucket) < previous { return false }
            previous = end(bucket)
        }
        return previous == UInt64(count)
    }

    /// The logarithms of ranks under which a word may be listed, as it is written or with leet undone. The
    /// word is ASCII.
    func ranks(of word: [UInt8]) -> [UInt8] { Self.keys(of: word).compactMap { rank(of: $0) } }

    /// The same of the word as it is written.
    func writtenRank(of word: [UInt8]) -> UInt8? {
        Self.keys(of: word).first.flatMap { rank(of: $0) }
    }

    private func rank(of key: UInt64) -> UInt8? {
        let bucket = bucketBits == 0 ? 0 : Int(key >> UInt64(64 - bucketBits))
        let entries = Self.header + Self.costs + 4 << bucketBits
        let first = bucket == 0 ? 0 : end(bucket - 1)
        for entry in first..<end(bucket) {
            let offset = entries + 5 * Int(entry)
            if value(offset, 4) == (key << UInt64(bucketBits)) >> 32 { return bytes[offset + 4] }
        }
        return nil
    }

    /// The keys of an ASCII word: in lower case, with `l` read as `i`; and with leet undone, if that differs.
    private static func keys(of word: [UInt8]) -> [UInt64] {
        let lower = word.map { $0 >= 0x41 && $0 <= 0x5A ? $0 + 0x20 : $0 }
        if word.isEmpty || word.count > longestWord { return [] }
        let written = lower.map { $0 == 0x6C ? 0x69 : $0 }
        let plain = lower.map { plainLetter($0) }
        return written == plain ? [key(written)] : [key(written), key(plain)]
    }

    /// The letter that a character of ASCII in lower case stands for.
    static func plainLetter(_ lower: UInt8) -> UInt8 {
        let table: [UInt8: UInt8] = [
            "!": "i", "$": "s", "+": "t", "0": "o", "1": "i", "3": "e", "4": "a", "5": "s", "7": "t",
            "8": "b",
            "9": "g", "@": "a", "|": "i", "l": "i", "2": "2",
        ]
        return table[lower] ?? lower
    }

    private static func key(_ word: [UInt8]) -> UInt64 {
        var sum = word.reduce(0 as UInt64) { $0 &* 0x9E37_79B9_7F4A_7C15 &+ UInt64($1) &+ 1 }
        for _ in 0..<2 { sum = (sum ^ sum >> 32) &* 0xD6E8_FEB8_6659_FD93 }
        return sum
    }

    /// The smallest number of bits for which a bucket has 8 entries at most on average.
    private static func bucketBits(_ count: Int) -> Int { (0..<17).first { count <= 8 << $0 } ?? 17 }

    /// The length of a file, which is filled up to a multiple of 32.
    private static func size(_ count: Int) -> Int {
        (header + costs + 4 << bucketBits(count) + 5 * count + 31) & ~31
    }

    private var bucketBits: Int { Int(value(16, 8)) }

    private func end(_ bucket: Int) -> UInt64 { value(Self.header + Self.costs + 4 * bucket, 4) }

    private var sumOfBody: UInt64 {
        var sums = (0..<4).map { 0xCBF2_9CE4_8422_2325 + UInt64($0) }
        func mix(_ sum: UInt64, _ number: UInt64) -> UInt64 {
            let product = (sum ^ number) &* 0x0000_0100_0000_01B3
            return product ^ product >> 29
        }
        for (index, offset) in stride(from: Self.header, through: bytes.count - 8, by: 8).enumerated() {
            sums[index % 4] = mix(sums[index % 4], value(offset, 8))
        }
        return sums.dropFirst().reduce(sums[0], mix)
    }

    private func value(_ offset: Int, _ length: Int) -> UInt64 { bytes.number(at: offset, length: length) }
}
