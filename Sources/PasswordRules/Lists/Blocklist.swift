/// Passwords that a policy refuses, in a file of any size.
///
/// It is immutable: any number of threads may share it. The file is never mapped into memory, because a file
/// that is truncated while it is mapped would end the program.
///
/// A lookup leaves no trace of the password. A list of up to ``longestPublicLengthInBytes``, which all users
/// may read, is read whole, front to back, or kept in memory. A longer list, which other users may not read,
/// is read in parts: each lookup reads the same number of parts of the same length.
public struct Blocklist: Sendable {
    /// Reads from an offset until `bytes` is full or the file ends. Returns how many were read, or a
    /// negated errno.
    public typealias Reader = @Sendable (_ offset: Int, _ bytes: inout MutableSpan<UInt8>) -> Int

    /// The longest list that all users may be permitted to read, in bytes.
    ///
    /// Users who can read a file can observe which of its pages were read last. A list up to this length is
    /// read whole at each lookup, which tells them nothing; longer ones must be readable only by their owner
    /// and a group.
    public static var longestPublicLengthInBytes: Int { 4 << 20 }

    package let header: BlocklistHeader
    private let file: SequentialFile

    /// Opens the list in a file of `size` bytes. Only the header is read, so the time does not depend on the
    /// size.
    /// - Parameter memory: Where the memory for parts of the file comes from; nil for Swift's allocator.
    public init(
        size: Int, memory: PublicBuffer.Source? = nil, reader: @escaping Reader
    ) throws(BlocklistProblem) {
        var start = [UInt8](repeating: 0, count: min(max(0, size), BlocklistHeader.lengthInBytes))
        let file = SequentialFile(reader, memory: memory)
        try file.fill(&start, at: 0)
        header = try BlocklistHeader(start.span, fileSize: size)
        self.file = file
    }

    private init(_ header: BlocklistHeader, _ file: SequentialFile) {
        self.header = header
        self.file = file
    }

    /// The same list, kept in memory if it is not longer than ``longestPublicLengthInBytes``. For programs
    /// that look up many passwords.
    /// - Parameter reader: The reader to load it with; nil for the reader of lookups.
    public func keptInMemory(by reader: Reader? = nil) throws(BlocklistProblem) -> Blocklist {
        guard isPublic, let opened = file.reader else { return self }
        return Blocklist(
            header,
            try SequentialFile(
                keeping: index.lowerBound..<entries.upperBound, of: file, readBy: reader ?? opened))
    }

    private var index: Range<Int> { BlocklistHeader.lengthInBytes..<header.entriesOffset }
    private var entries: Range<Int> { header.entriesOffset..<header.fileSize }

    /// The number of passwords.
    public var count: Int { header.count }

    /// The comparison that the list was built for, which applies unless the policy sets another.
    public var match: BlocklistMatch { header.match }

    /// The probability that one comparison finds a password that is not listed.
    public var falsePositiveRate: Double { header.falsePositiveRate }

    /// Whether all users may be permitted to read the file.
    public var isPublic: Bool { header.fileSize <= Self.longestPublicLengthInBytes }

    /// The longest password that is compared in folded forms, in bytes. No policy examines longer ones.
    private static var longestFoldedLengthInBytes: Int { 4096 }

    /// Returns the narrowest match, up to `match`, by which a password is listed; nil if it is not. A
    /// password of more than 4,096 bytes is compared only as typed. A trivial password, with few different
    /// characters or mostly of repetitions, counts as listed in every list, by ``BlocklistMatch/mangled``.
    /// - Throws: If the file cannot be read, or is damaged.
    public func lookUp(
        _ password: Span<UInt8>, by match: BlocklistMatch
    ) throws(BlocklistProblem) -> BlocklistMatch? {
        try find(password, by: match).match
    }

    /// Looks up a password like `lookUp`, and also returns the reason why it is listed.
    func find(_ password: Span<UInt8>, by match: BlocklistMatch) throws(BlocklistProblem) -> LookupResult {
        defer { wipeDeadStack() }
        return try search(for: password, by: match)
    }

    /// The result of a lookup.
    struct LookupResult {
        /// The narrowest match by which a password is listed; nil if it is not.
        var match: BlocklistMatch?
        /// Why it is listed, if that is evident from the password.
        var pattern: ListedPattern?
    }

    /// Not inlined, so that what it leaves on the stack is below its caller's frame.
    @inline(never)
    private func search(
        for password: Span<UInt8>, by match: BlocklistMatch
    ) throws(BlocklistProblem) -> LookupResult {
        let isFolded = password.count <= Self.longestFoldedLengthInBytes
        let folded = FoldedPassword(isFolded ? password : password.extracting(0..<0))
        let hasNTLM = header.hash == .ntlm
        let keys =
            isFolded
            ? BlocklistKeys(folded, typed: password, by: match, hasNTLM: hasNTLM)
            : BlocklistKeys(exact: password, hasNTLM: hasNTLM)
        var probes = BlocklistProbes(in: header, capacity: keys.count)
        probes.add(keys, by: match, ofPassword: 0)
        try search(&probes)
        let listed = probes.closest(ofPassword: 0)
        return LookupResult(
            match: listed ?? (keys.isTrivial ? .mangled : nil),
            pattern: ListedPattern(folded, isRepetition: keys.isTrivial && listed == nil))
    }

    /// Whether there is an entry for a key.
    package func contains(_ key: UInt64) throws(BlocklistProblem) -> Bool {
        var probes = BlocklistProbes(in: header, capacity: 1)
        probes.add(key)
        try search(&probes)
        return probes.closest(ofPassword: 0) != nil
    }

    /// Looks for all probes, and does not stop at the first that is found.
    func search(_ probes: inout BlocklistProbes) throws(BlocklistProblem) {
        if isPublic {
            try file.forEachPiece(of: index) { offset, bytes in probes.readIndex(bytes, at: offset) }
            probes.findBuckets()
            try file.forEachPiece(of: entries) { offset, bytes in probes.readEntries(bytes, at: offset) }
        } else {
            try searchParts(&probes)
        }
        try probes.verify()
    }

    /// Looks for each probe by two reads of fixed sizes.
    private func searchParts(_ probes: inout BlocklistProbes) throws(BlocklistProblem) {
        var record = [UInt8](repeating: 0, count: 2 * BlocklistHeader.indexRecordLength)
        for number in 0..<probes.count {
            let offset = probes.recordOffset(of: number)
            try file.fill(&record, at: offset)
            probes.readIndex(record.span, at: offset, only: number)
        }
        probes.findBuckets()
        var piece = [UInt8](
            repeating: 0, count: BlocklistHeader.entryLength * header.largestBucketCount)
        for number in 0..<probes.count {
            // For the last buckets, a read of this size would go beyond the end of the file.
            let offset = min(probes.entriesOffset(of: number), header.fileSize - piece.count)
            try file.fill(&piece, at: offset)
            probes.readEntries(piece.span, at: offset, only: number)
        }
    }
}
