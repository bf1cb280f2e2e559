internal import Glibc
internal import PasswordRules

/// Writes keys as a blocklist: the index and the entries in one pass, and the header at the end, when the
/// checksum is known.
struct BlocklistWriter: ~Copyable {
    private let header: BlocklistHeader
    private var index: FilePiece
    private var entries: FilePiece
    /// The bucket of the next entry, and the number of its first entry.
    private var bucket = 0
    private var first = 0
    /// The number of entries, and the size of the largest bucket.
    private var count = 0
    private var largest = 0
    /// The last entry of the current bucket, if it has any.
    private var last: UInt32 = 0

    /// The number of bytes of each write or read.
    private static let pieceLength = 1 << 18

    /// Writes a complete list to an empty file. Returns its header. Takes constant memory in addition to
    /// `keys`.
    /// - Parameters:
    ///   - bucketBits: Nil for the usual number.
    ///   - report: Called from time to time with the number of keys that are done.
    @discardableResult
    static func write(
        _ keys: inout SortedKeys, match: BlocklistMatch, hash: BlocklistHash = .sha1, bucketBits: Int? = nil,
        to file: OutputFile, report: (Int) -> Void = { _ in }
    ) throws(OutputProblem) -> BlocklistHeader {
        guard keys.count > 0 else { throw .noKeys(SkippedLines()) }
        guard keys.count <= BlocklistHeader.maximumCount else { throw .tooMany }
        // The number of entries, the size of the largest bucket and the checksum are known only at the end.
        let unsummed = BlocklistHeader(
            count: keys.count, match: match, hash: hash, bucketBits: bucketBits, largestBucketCount: 1,
            checksum: 0)
        var writer = BlocklistWriter(unsummed)
        try keys.forEachPiece { keys throws(OutputProblem) in
            try writer.add(keys, to: file)
            report(writer.count)
        }
        try writer.finish(file)
        let sum = try checksum(ofFileOf: writer.entries.offset, in: file)
        let header = BlocklistHeader(
            count: writer.count, match: match, hash: hash, bucketBits: unsummed.bucketBits,
            largestBucketCount: writer.largest, checksum: sum)
        try file.write(header.bytes.span, at: 0)
        return header
    }

    private init(_ header: BlocklistHeader) {
        self.header = header
        index = FilePiece(at: BlocklistHeader.lengthInBytes, length: Self.pieceLength)
        entries = FilePiece(at: header.entriesOffset, length: Self.pieceLength)
    }

    private mutating func add(
        _ keys: Span<UInt64>, to file: OutputFile
    ) throws(OutputProblem) {
        for index in 0..<keys.count {
            let key = keys[index]
            let number = header.bucket(of: key)
            if number != bucket { try close(upTo: number, file) }
            let entry = header.entry(of: key)
            // Keys that differ only in bits that are not stored are one entry.
            if entry == last, count > first { continue }
            entries.append(UInt64(entry), length: BlocklistHeader.entryLength)
            last = entry
            count += 1
            guard count - first <= BlocklistHeader.maximumBucketCount else { throw .crowded }
        }
    }

    /// Writes the index records of the buckets before `number`, which becomes the current one.
    private mutating func close(
        upTo number: Int, _ file: OutputFile
    ) throws(OutputProblem) {
        while bucket < number {
            // Only the entries of this bucket are marked as unfinished.
            var sum = BlocklistBucket.checksum(number: bucket, entries: first..<count)
            entries.withUnfinished { sum.add($0) }
            index.append(
                BlocklistBucket.record(first: first, sum: sum), length: BlocklistHeader.indexRecordLength)
            index.finish()
            entries.finish()
            try index.writeIfFull(to: file)
            try entries.writeIfFull(to: file)
            bucket += 1
            largest = max(largest, count - first)
            first = count
        }
    }

    private mutating func finish(_ file: OutputFile) throws(OutputProblem) {
        try close(upTo: header.bucketCount, file)
        index.append(UInt64(count), length: BlocklistHeader.indexRecordLength)
        index.finish()
        try index.write(to: file)
        try entries.write(to: file)
    }

    /// Computes the checksum by reading the file: it begins with the index, which was complete only after the
    /// last entry.
    private static func checksum(
        ofFileOf length: Int, in file: OutputFile
    ) throws(OutputProblem) -> UInt64 {
        var sum = Checksum()
        var piece = [UInt8](repeating: 0, count: pieceLength)
        var offset = BlocklistHeader.lengthInBytes
        while offset < length {
            let count = try file.read(&piece, at: offset)
            // Another process truncated the file. It is not published.
            guard count > 0 else { throw .system(.read, path: file.name, error: EIO) }
            sum.add(piece.span.extracting(0..<count))
            offset += count
        }
        return sum.value
    }
}

/// A part of a file that is written from its start, through a buffer.
private struct FilePiece: ~Copyable {
    private var bytes: [UInt8]
    private var used = 0
    /// The number of used bytes that are finished, and may be written.
    private var finished = 0
    /// The file offset of the bytes.
    private(set) var offset: Int
    private let length: Int

    init(at offset: Int, length: Int) {
        self.offset = offset
        self.length = length
        bytes = [UInt8](repeating: 0, count: 2 * length)
    }

    /// Appends the `length` lowest bytes of a number, at most 8, in little-endian order.
    mutating func append(_ number: UInt64, length: Int) {
        if bytes.count - used < 8 { grow() }
        let used = used
        // SAFETY: there are at least eight bytes from `used` on; those after `length` are not used yet.
        unsafe bytes.withUnsafeMutableBytes {
            unsafe $0.storeBytes(of: number.littleEndian, toByteOffset: used, as: UInt64.self)
        }
        self.used = used + length
    }

    // UNCOVERED: it takes a list whose buckets do not fit into 256 KiB.
    private mutating func grow() {
        bytes.append(contentsOf: repeatElement(0, count: bytes.count))
    }

    func withUnfinished(_ body: (Span<UInt8>) -> Void) {
        body(bytes.span.extracting(finished..<used))
    }

    mutating func finish() { finished = used }

    mutating func writeIfFull(to file: OutputFile) throws(OutputProblem) {
        if used >= length { try write(to: file) }
    }

    /// Writes all bytes, which must be finished.
    mutating func write(to file: OutputFile) throws(OutputProblem) {
        try file.write(bytes.span.extracting(0..<finished), at: offset)
        offset += finished
        (used, finished) = (0, 0)
    }
}
