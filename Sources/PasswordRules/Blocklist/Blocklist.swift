/// Passwords that a policy refuses, in a file of any size.
///
/// It does not change: any number of threads may use one at once. The file is never mapped into memory: one that is
/// truncated meanwhile must not end the program.
///
/// A look-up leaves no trace of the password. A list of up to `longestPublicLengthInBytes`, which everybody may read, is read
/// whole, front to back, or is in memory; of a longer one, which others may not read, as many parts of equal length are read for
/// every password.
public struct Blocklist: Sendable {
    /// Reads the bytes from an offset on, as many as fit, unless the file ends before. Returns how many were read, or the
    /// negated number of an error.
    public typealias Reader = @Sendable (_ offset: Int, _ bytes: inout MutableSpan<UInt8>) -> Int

    /// The longest list that everybody may be permitted to read, in bytes.
    ///
    /// Users who can read a file can find out which of its pages were read last. A list up to this length is read whole at each
    /// look-up, which tells them nothing; longer ones must be readable for their owner and a group alone.
    public static var longestPublicLengthInBytes: Int { 4 << 20 }

    package let header: BlocklistHeader
    private let file: SequentialFile

    /// The list in a file of `size` bytes. Only its header is read, so this takes as long for a large list as for a small one.
    public init(size: Int, reader: @escaping Reader) throws(BlocklistProblem) {
        var start = [UInt8](repeating: 0, count: min(max(0, size), BlocklistHeader.lengthInBytes))
        let file = SequentialFile(reader)
        try file.fill(&start, at: 0)
        header = try BlocklistHeader(start.span, fileSize: size)
        self.file = file
    }

    private init(_ header: BlocklistHeader, _ file: SequentialFile) {
        self.header = header
        self.file = file
    }

    /// The same list, read once and kept in memory if it is not longer than `longestPublicLengthInBytes`: for programs that
    /// look up many passwords.
    /// - Parameter reader: What reads it, if not what reads it at look-ups.
    public func keptInMemory(by reader: Reader? = nil) throws(BlocklistProblem) -> Blocklist {
        guard isPublic, let opened = file.reader else { return self }
        return Blocklist(
            header, try SequentialFile(keeping: index, and: entries, readBy: reader ?? opened))
    }

    private var index: Range<Int> { BlocklistHeader.lengthInBytes..<header.entriesOffset }
    private var entries: Range<Int> { header.entriesOffset..<header.fileSize }

    /// How many passwords there are.
    public var count: Int { header.count }

    /// What passwords are compared by, unless the policy says it: what the list was built for.
    public var match: BlocklistMatch { header.match }

    /// How likely a password that is not listed is taken for one that is; for one comparison.
    public var falsePositiveRate: Double { header.falsePositiveRate }

    /// Whether everybody may be permitted to read the file.
    public var isPublic: Bool { header.fileSize <= Self.longestPublicLengthInBytes }

    /// The longest password that is compared in other forms than as it was typed, in bytes: no policy examines longer ones.
    private static var longestFoldedLengthInBytes: Int { 4096 }

    /// The way, up to `match`, in which a password is listed; nil if it is not. One of more than 4,096 bytes is compared as it
    /// was typed alone. One that is trivial (`BlocklistKeys`) is listed in every list, by `mangled`.
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
        let keys =
            password.count > Self.longestFoldedLengthInBytes
            ? BlocklistKeys(exact: password)
            : BlocklistKeys(FoldedPassword(password), typed: password, by: match)
        var probes = BlocklistProbes(in: header, capacity: keys.count)
        probes.add(keys, by: match, ofPassword: 0)
        try search(&probes)
        return probes.closest(ofPassword: 0) ?? (keys.isTrivial ? .mangled : nil)
    }

    /// Whether there is an entry for a key.
    package func contains(_ key: UInt64) throws(BlocklistProblem) -> Bool {
        var probes = BlocklistProbes(in: header, capacity: 1)
        probes.add(key)
        try search(&probes)
        return probes.closest(ofPassword: 0) != nil
    }

    /// Looks for all probes, without an end before the last.
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

    /// Looks for each probe by two reads, of the same sizes for all.
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
            // Those of the last buckets would end behind the file.
            let offset = min(probes.entriesOffset(of: number), header.fileSize - piece.count)
            try file.fill(&piece, at: offset)
            probes.readEntries(piece.span, at: offset, only: number)
        }
    }
}
