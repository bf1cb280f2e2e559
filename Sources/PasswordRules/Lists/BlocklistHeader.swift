/// The first 64 bytes of a blocklist, and the file layout that they determine.
///
/// passwordrules-blocklist(5) describes the format byte by byte.
package struct BlocklistHeader: Equatable, Sendable {
    /// The hash by which its passwords are known.
    package let hash: BlocklistHash
    /// The comparison that the list was built for.
    package let match: BlocklistMatch
    /// The number of passwords, at least 1.
    package let count: Int
    /// The number of leading bits of a key that make up its bucket's number, 0 to 24.
    package let bucketBits: Int
    /// The number of entries in the largest bucket.
    package let largestBucketCount: Int
    /// The checksum of all bytes after the header.
    package let checksum: UInt64

    package static let lengthInBytes = 64
    package static let version: UInt32 = 2
    /// The format limits it to 40 bits. The size of the file must also fit into an `Int`.
    package static var maximumCount: Int { Int(min(UInt64(1) << 40 - 1, UInt64(Int.max) / 8)) }
    package static let maximumBucketBits = 24
    /// The maximum number of entries in one bucket. In practice, SHA-1 digests do not reach it, except in
    /// lists of more than 50 billion passwords.
    package static let maximumBucketCount = 4096
    package static let indexRecordLength = 8
    package static let entryLength = 4

    // Not text in any encoding. Line end conversion and 7-bit channels change it, so they are noticed.
    private static let magic: [UInt8] = [0x89, 0x50, 0x57, 0x52, 0x42, 0x0D, 0x0A, 0x1A]

    /// The header of a list of `count` passwords, 1 to `maximumCount`.
    /// - Parameter bucketBits: Nil for the usual number.
    package init(
        count: Int, match: BlocklistMatch, hash: BlocklistHash = .sha1, bucketBits: Int? = nil,
        largestBucketCount: Int, checksum: UInt64
    ) {
        self.hash = hash
        self.match = match
        self.count = count
        self.largestBucketCount = largestBucketCount
        self.checksum = checksum
        self.bucketBits = bucketBits ?? Self.bucketBits(forCount: count)
    }

    /// Enough bits for 64 entries per bucket on average, up to the maximum.
    package static func bucketBits(forCount count: Int) -> Int {
        var bits = 0
        while bits < maximumBucketBits, count > 64 << bits { bits += 1 }
        return bits
    }

    /// The maximum number of entries of a list whose bucket numbers have this many bits. A list that was
    /// added to can have more than 64 per bucket, and then has more false positives.
    package static func maximumCount(forBucketBits bits: Int) -> Int {
        bits == maximumBucketBits ? maximumCount : 1024 << bits
    }

    package var bucketCount: Int { 1 << bucketBits }

    /// The offset of the entries. The index before them has one record more than there are buckets.
    package var entriesOffset: Int { Self.lengthInBytes + Self.indexRecordLength * (bucketCount + 1) }

    /// The length of the file, in bytes.
    package var fileSize: Int { entriesOffset + Self.entryLength * count }

    /// The number of a key's bucket.
    package func bucket(of key: UInt64) -> Int {
        // A shift by all 64 bits gives 0.
        Int(key >> UInt64(64 - bucketBits))
    }

    /// The part of a key that is stored in its entry: the 32 bits after the bucket number.
    package func entry(of key: UInt64) -> UInt32 {
        UInt32(truncatingIfNeeded: (key << UInt64(bucketBits)) >> 32)
    }

    /// The key of an entry, with zeros for the bits that are not stored.
    package func key(bucket: Int, entry: UInt32) -> UInt64 {
        UInt64(bucket) << UInt64(64 - bucketBits) | UInt64(entry) << UInt64(32 - bucketBits)
    }

    /// The bits of a key that are stored: in the number of its bucket, or in its entry.
    package var storedBits: UInt64 { UInt64.max << UInt64(32 - bucketBits) }

    /// The probability that a password that is not listed is found: the bucket's entries have 32 bits each.
    package var falsePositiveRate: Double {
        Double(count) / Double(bucketCount) / Double(UInt64(1) << 32)
    }

    /// The 64 bytes.
    package var bytes: [UInt8] {
        var bytes = Self.magic
        bytes.append(littleEndian: UInt64(Self.version), length: 4)
        bytes.append(littleEndian: UInt64(Self.lengthInBytes), length: 4)
        bytes += [hash.rawValue, UInt8(match.rawValue), UInt8(bucketBits), UInt8(Self.entryLength)]
        bytes.append(littleEndian: 0, length: 4)
        bytes.append(littleEndian: UInt64(count), length: 8)
        bytes.append(littleEndian: UInt64(fileSize), length: 8)
        bytes.append(littleEndian: checksum, length: 8)
        bytes.append(littleEndian: UInt64(largestBucketCount), length: 8)
        bytes.append(littleEndian: Checksum(of: bytes.span).value, length: 8)
        return bytes
    }

    /// Reads the header of a file of `fileSize` bytes. A shorter file gives fewer than 64 bytes.
    package init(_ bytes: Span<UInt8>, fileSize: Int) throws(BlocklistProblem) {
        for index in 0..<Self.magic.count {
            guard index < bytes.count, bytes[index] == Self.magic[index] else { throw .notABlocklist }
        }
        guard bytes.count >= Self.lengthInBytes else {
            throw .wrongSize(expected: Self.lengthInBytes, actual: fileSize)
        }
        let version = bytes.littleEndian(at: 8, length: 4)
        // Checked before the checksum, which another version may have elsewhere.
        guard version == UInt64(Self.version) else { throw .unknownVersion(Int(clamping: version)) }
        let sum = Checksum(of: bytes.extracting(0..<Self.lengthInBytes - 8)).value
        guard bytes.littleEndian(at: 56, length: 8) == sum else { throw .damagedHeader }
        let count = bytes.littleEndian(at: 24, length: 8)
        guard count >= 1, count <= UInt64(Self.maximumCount),
            let match = BlocklistMatch(rawValue: Int(bytes[17])),
            let hash = BlocklistHash(rawValue: bytes[16]),
            hash == .sha1 || match == .exact, bytes[18] <= UInt8(Self.maximumBucketBits),
            count <= UInt64(Self.maximumCount(forBucketBits: Int(bytes[18])))
        else { throw .damagedHeader }
        let largest = bytes.littleEndian(at: 48, length: 8)
        guard largest >= 1, largest <= UInt64(Self.maximumBucketCount), largest <= count else {
            throw .damagedHeader
        }
        self.init(
            count: Int(count), match: match, hash: hash, bucketBits: Int(bytes[18]),
            largestBucketCount: Int(largest),
            checksum: bytes.littleEndian(at: 40, length: 8))
        // All other fields follow from these.
        guard bytes.littleEndian(at: 12, length: 4) == UInt64(Self.lengthInBytes),
            Int(bytes[19]) == Self.entryLength,
            bytes.littleEndian(at: 20, length: 4) == 0,
            bytes.littleEndian(at: 32, length: 8) == UInt64(self.fileSize)
        else { throw .damagedHeader }
        guard fileSize == self.fileSize else {
            throw .wrongSize(expected: self.fileSize, actual: fileSize)
        }
    }
}
