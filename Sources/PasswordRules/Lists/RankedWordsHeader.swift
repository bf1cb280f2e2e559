/// The first 64 bytes of a list of ranked words, and the file layout that they determine.
///
/// passwordrules-ranks(5) describes the format byte by byte.
package struct RankedWordsHeader: Equatable, Sendable {
    /// The number of entries, at least 1.
    package let count: Int
    /// The number of leading bits of a key that make up its bucket's number.
    package let bucketBits: Int
    /// The checksum of all bytes after the header.
    package let checksum: UInt64

    package static var lengthInBytes: Int { 64 }
    package static var version: UInt64 { 1 }
    /// The maximum number of entries. `RankedWordList.longestLengthInBytes` allows slightly fewer.
    package static var maximumCount: Int { 800_000 }
    /// Not text in any encoding. Line end conversion and 7-bit channels change it, so they are noticed.
    private static var magic: [UInt8] { [0x89, 0x50, 0x57, 0x52, 0x57, 0x0D, 0x0A, 0x1A] }
    /// The length of the letters' costs, padded to a multiple of 8.
    private static var costsLength: Int {
        (RankedWordList.letters * RankedWordList.letters * RankedWordList.letters + 7) / 8 * 8
    }

    /// Creates the header of a list of `count` entries, 1 to `maximumCount`. `checksum` is the sum of the
    /// rest.
    package init(count: Int, checksum: UInt64) {
        self.count = count
        self.checksum = checksum
        // Enough bits for at most 8 entries per bucket on average.
        var bits = 0
        while count > 8 << bits { bits += 1 }
        bucketBits = bits
    }

    package var bucketCount: Int { 1 << bucketBits }
    /// The offset of the ends of the buckets, which take 4 bytes each.
    package var indexOffset: Int { Self.lengthInBytes + Self.costsLength }
    package var entriesOffset: Int { indexOffset + 4 * bucketCount }
    /// The length of the file in bytes, including the header; padded to a multiple of 32.
    package var fileSize: Int { (entriesOffset + RankedWordList.entryLength * count + 31) / 32 * 32 }

    /// The number of a key's bucket.
    package func bucket(of key: UInt64) -> Int { Int(key >> UInt64(64 - bucketBits)) }

    /// The part of a key that is stored in its entry: the 32 bits after the bucket number.
    package func entry(of key: UInt64) -> UInt64 { (key << UInt64(bucketBits)) >> 32 }

    /// The checksum of everything after the header: a variant of FNV-1a over 8 bytes at a time, in four
    /// alternating sums. A single sum would have to wait for each multiplication, and in the bench, "Open the
    /// list of ranked words" would take half as long again.
    package static func checksum(of file: Span<UInt8>) -> UInt64 {
        var sums = (seed, seed + 1, seed + 2, seed + 3)
        var offset = lengthInBytes
        while offset + 32 <= file.count {
            add(file, at: offset, to: &sums.0)
            add(file, at: offset + 8, to: &sums.1)
            add(file, at: offset + 16, to: &sums.2)
            add(file, at: offset + 24, to: &sums.3)
            offset += 32
        }
        mix(sums.1, into: &sums.0)
        mix(sums.2, into: &sums.0)
        mix(sums.3, into: &sums.0)
        return sums.0
    }

    private static var seed: UInt64 { 0xCBF2_9CE4_8422_2325 }

    private static func add(_ file: Span<UInt8>, at offset: Int, to sum: inout UInt64) {
        mix(file.littleEndian(UInt64.self, at: offset), into: &sum)
    }

    private static func mix(_ number: UInt64, into sum: inout UInt64) {
        sum = (sum ^ number) &* 0x0000_0100_0000_01B3
        sum ^= sum >> 29
    }

    /// The 64 bytes.
    package var bytes: [UInt8] {
        var bytes = Self.magic
        bytes.append(littleEndian: Self.version, length: 4)
        bytes.append(littleEndian: UInt64(Self.lengthInBytes), length: 4)
        bytes.append(littleEndian: UInt64(bucketBits), length: 8)
        bytes.append(littleEndian: UInt64(count), length: 8)
        bytes.append(littleEndian: UInt64(fileSize), length: 8)
        bytes.append(littleEndian: checksum, length: 8)
        bytes.append(littleEndian: 0, length: 8)
        bytes.append(littleEndian: Checksum(of: bytes.span).value, length: 8)
        return bytes
    }

    /// Reads the header of a file.
    init(_ file: Span<UInt8>) throws(RankedWordsProblem) {
        let magic = Self.magic
        for index in 0..<magic.count {
            guard index < file.count, file[index] == magic[index] else { throw .notRankedWords }
        }
        guard file.count >= Self.lengthInBytes else {
            throw .wrongSize(expected: Self.lengthInBytes, actual: file.count)
        }
        let version = file.littleEndian(at: 8, length: 4)
        // Checked before the checksum, which another version may have elsewhere.
        guard version == Self.version else { throw .unknownVersion(Int(clamping: version)) }
        let count = file.littleEndian(at: 24, length: 8)
        guard count >= 1, count <= UInt64(Self.maximumCount) else { throw .damagedHeader }
        self.init(count: Int(count), checksum: file.littleEndian(at: 40, length: 8))
        // All other bytes follow from these.
        let expected = bytes
        for index in 0..<expected.count where expected[index] != file[index] { throw .damagedHeader }
        guard file.count == fileSize else { throw .wrongSize(expected: fileSize, actual: file.count) }
    }
}
