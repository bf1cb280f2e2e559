/// Words with their ranks, and how likely a letter is after two others in them. The file is read whole,
/// whatever the password is, so neither reads nor caches of pages reveal which word was looked up.
/// passwordrules-ranks(5) describes the format.
public struct RankedWordList: Sendable {
    /// The longest file, in bytes.
    public static var longestLengthInBytes: Int { 4 << 20 }
    /// The longest word, in scalar values.
    package static var longestWord: Int { 28 }
    /// The number of units in a bit. A rank is stored as its binary logarithm in these units.
    package static var rankUnitsInBit: Int { 12 }
    /// 26 letters, and one value for no letter.
    package static var letters: Int { 27 }
    /// The number of units in a bit. The cost of a letter is stored in these units.
    package static var costUnitsInBit: Int { 16 }
    static var entryLength: Int { 5 }

    /// The header of the file.
    package let header: RankedWordsHeader
    private let bytes: PublicBytes
    private let indexOffset: Int
    private let entriesOffset: Int

    /// Reads the list from a copy of the bytes of a file.
    public init(_ bytes: [UInt8]) throws(RankedWordsProblem) {
        try self.init(PublicBytes(copying: bytes))
    }

    /// Reads the list from the bytes of a file.
    public init(_ bytes: PublicBytes) throws(RankedWordsProblem) {
        let span = bytes.span
        header = try RankedWordsHeader(span)
        self.bytes = bytes
        (indexOffset, entriesOffset) = (header.indexOffset, header.entriesOffset)
        guard header.checksum == RankedWordsHeader.checksum(of: span) else { throw .damaged }
        // Lookups rely on the ends of buckets.
        var previous = 0
        for bucket in 0..<header.bucketCount {
            let end = Self.end(ofBucket: bucket, in: span, at: indexOffset)
            if end < previous { throw .damaged }
            previous = end
        }
        if previous != header.count { throw .damaged }
    }

    /// The number of entries. Some words have two.
    public var count: Int { header.count }

    /// The cost of a letter after two others, each from 0 to 25, or 26 for none, in units of `GuessBits`.
    func cost(of letter: Int, after previous: Int, _ last: Int) -> Int {
        let index = (previous * Self.letters + last) * Self.letters + letter
        let cost = bytes.span[RankedWordsHeader.lengthInBytes + index]
        return Int(cost) * (GuessBits.bit / Self.costUnitsInBit)
    }

    /// The logarithm of a word's rank, in the units of `rankUnitsInBit`; nil if the word is not listed. The
    /// key's whole bucket is read, and some entries after it, so that the time does not reveal the length of
    /// most buckets.
    func rank(of key: UInt64) -> Int? {
        let bucket = header.bucket(of: key)
        let bytes = bytes.span
        let start = bucket == 0 ? 0 : Self.end(ofBucket: bucket - 1, in: bytes, at: indexOffset)
        let end = Self.end(ofBucket: bucket, in: bytes, at: indexOffset)
        let sought = UInt32(truncatingIfNeeded: header.entry(of: key))
        let notFound = 0x100
        var found = notFound
        let first = max(0, min(start, count - Self.usualBucket))
        var offset = entriesOffset + Self.entryLength * first
        for index in first..<min(count, max(end, first + Self.usualBucket)) {
            let isSought = bytes.littleEndian(UInt32.self, at: offset) == sought
            let isFound = isSought && index >= start && index < end && found == notFound
            found = isFound ? Int(bytes[offset + 4]) : found
            offset &+= Self.entryLength
        }
        return found == notFound ? nil : found
    }

    /// All but a few percent of the buckets have at most this many entries.
    private static var usualBucket: Int { 12 }

    private static func end(ofBucket bucket: Int, in bytes: Span<UInt8>, at indexOffset: Int) -> Int {
        Int(truncatingIfNeeded: bytes.littleEndian(UInt32.self, at: indexOffset + 4 * bucket))
    }
}
