/// Passwords that nobody may have, in a file of any size.
///
/// It does not change: any number of threads may use one at once. The file is read piece by piece and never mapped into
/// memory: one that somebody truncates meanwhile must not end the program.
public struct Blocklist: Sendable {
    /// Reads the bytes from an offset on, as many as fit, unless the file ends before. Returns how many were read, or the
    /// negated number of an error.
    public typealias Reader = @Sendable (_ offset: Int, _ bytes: inout MutableSpan<UInt8>) -> Int

    /// The longest list that everybody may be permitted to read, in bytes.
    ///
    /// Whoever can read a file can find out which of its pages were read last, and so of passwords that are changed meanwhile
    /// in which pages they are looked for. Of a list up to this length all pages are asked for when it is opened; longer ones
    /// should be readable for their owner alone.
    public static var longestPublicLengthInBytes: Int { 4 << 20 }

    package let header: BlocklistHeader
    private let read: Reader

    /// The list in a file of `size` bytes. Only its header is read, so this takes as long for a large list as for a small one.
    public init(size: Int, reader: @escaping Reader) throws(BlocklistProblem) {
        var start = SecretBytes(count: min(max(0, size), BlocklistHeader.lengthInBytes))
        try Self.fill(&start, start.count, at: 0, reader)
        header = try start.withSpan { bytes throws(BlocklistProblem) in
            try BlocklistHeader(bytes, fileSize: size)
        }
        read = reader
    }

    /// How many passwords there are.
    public var count: Int { header.count }

    /// What passwords are compared by, if nobody says otherwise: what the list was built for.
    public var match: BlocklistMatch { header.match }

    /// How likely a password that is not listed is taken for one that is; for one comparison.
    public var falsePositiveRate: Double { header.falsePositiveRate }

    /// The longest password that is compared in other forms than as it was typed, in bytes: no policy examines longer ones.
    private static var longestFoldedLengthInBytes: Int { 4096 }

    /// The way, up to `match`, in which a password is listed; nil if it is not. One of more than 4,096 bytes is compared as it
    /// was typed alone.
    /// - Throws: That the file cannot be read, or is not as it was written.
    public func lookUp(
        _ password: Span<UInt8>, by match: BlocklistMatch
    ) throws(BlocklistProblem) -> BlocklistMatch? {
        defer { wipeDeadStack() }
        return try search(for: password, by: match)
    }

    /// Not inlined, so that what it leaves on the stack is below its caller.
    @inline(never)
    private func search(
        for password: Span<UInt8>, by match: BlocklistMatch
    ) throws(BlocklistProblem) -> BlocklistMatch? {
        if match == .exact || password.count > Self.longestFoldedLengthInBytes {
            return try contains(SHA1(password).prefix) ? .exact : nil
        }
        return try lookUp(BlocklistKeys(FoldedPassword(password), typed: password, by: match), by: match)
    }

    /// The same, by keys that were made for `match` or a wider one.
    func lookUp(
        _ keys: borrowing BlocklistKeys, by match: BlocklistMatch
    ) throws(BlocklistProblem) -> BlocklistMatch? {
        var piece = SecretBytes(count: Self.usualPieceLength)
        return try keys.first(by: match) { key throws(BlocklistProblem) in try contains(key, &piece) }
    }

    /// How much of a bucket is read at once, in bytes; most fit into the smaller one.
    private static var usualPieceLength: Int { BlocklistHeader.entryLength * 100 }
    private static var maximumPieceLength: Int { BlocklistHeader.entryLength * 800 }

    /// Whether there is an entry for a key. Two reads, unless the bucket is exceptionally large.
    package func contains(_ key: UInt64) throws(BlocklistProblem) -> Bool {
        var piece = SecretBytes(count: Self.usualPieceLength)
        return try contains(key, &piece)
    }

    /// The same, with the memory that is read into: where a key is looked for tells of the password.
    private func contains(_ key: UInt64, _ piece: inout SecretBytes) throws(BlocklistProblem) -> Bool {
        let number = header.bucket(of: key)
        let recordLength = 2 * BlocklistHeader.indexRecordLength
        try Self.fill(
            &piece, recordLength,
            at: BlocklistHeader.lengthInBytes + BlocklistHeader.indexRecordLength * number,
            read)
        let bucket = try piece.withSpan { bytes throws(BlocklistProblem) in
            try BlocklistBucket(number, bytes, in: header)
        }
        let wanted = header.entry(of: key)
        var sum = BlocklistBucket.checksum(number: number, entries: bucket.entries)
        var isFound = false
        var offset = header.entriesOffset + BlocklistHeader.entryLength * bucket.entries.lowerBound
        let end = header.entriesOffset + BlocklistHeader.entryLength * bucket.entries.upperBound
        if end - offset > piece.count { piece = SecretBytes(count: Self.maximumPieceLength) }
        while offset < end {
            let count = min(end - offset, piece.count)
            try Self.fill(&piece, count, at: offset, read)
            offset += count
            try piece.withSpan { bytes throws(BlocklistProblem) in
                let bytes = bytes.extracting(0..<count)
                if Self.contains(bytes, wanted) { isFound = true }
                if offset < end { sum.add(bytes) } else { try bucket.verify(sum, with: bytes) }
            }
        }
        if bucket.entries.isEmpty { try bucket.verify(sum) }
        return isFound
    }

    @_optimize(speed)
    private static func contains(_ bytes: Span<UInt8>, _ wanted: UInt64) -> Bool {
        let lowest = UInt8(truncatingIfNeeded: wanted)
        var isFound = false
        var offset = 0
        while offset < bytes.count {
            // Of most entries already the first byte is another.
            if bytes[offset] == lowest,
                bytes.littleEndian(at: offset, length: BlocklistHeader.entryLength) == wanted
            {
                isFound = true
            }
            offset += BlocklistHeader.entryLength
        }
        return isFound
    }

    /// Fills the first `wanted` bytes of the buffer from the file.
    private static func fill(
        _ buffer: inout SecretBytes, _ wanted: Int, at offset: Int, _ reader: Reader
    ) throws(BlocklistProblem) {
        let count = buffer.withMutableSpan(first: wanted) { reader(offset, &$0) }
        if count < 0 { throw .unreadable(error: Int32(truncatingIfNeeded: 0 &- count)) }
        // It was as long as it should be when it was opened.
        if count < wanted { throw .truncated }
    }
}
