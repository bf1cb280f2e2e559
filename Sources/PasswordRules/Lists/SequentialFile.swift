/// A file, or its contents in memory. `forEachPiece` reads a part of it whole, front to back, so that the
/// reads do not reveal what is looked up.
struct SequentialFile: Sendable {
    /// The reader of the file; nil if its contents are kept.
    let reader: Blocklist.Reader?
    /// Where the memory for parts of the file comes from.
    let memory: PublicBuffer.Source?
    /// The contents from `keptStart` on, if they are kept.
    private let kept: PublicBytes?
    private let keptStart: Int

    /// The number of bytes of each read: a whole number of records of any format here, and small enough to be
    /// allocated when memory is short.
    private static var pieceLength: Int { 32 << 10 }

    init(_ reader: @escaping Blocklist.Reader, memory: PublicBuffer.Source?) {
        self.reader = reader
        self.memory = memory
        kept = nil
        keptStart = 0
    }

    /// Reads a part of a file, and keeps it in memory.
    init(
        keeping part: Range<Int>, of file: SequentialFile, readBy reader: @escaping Blocklist.Reader
    ) throws(BlocklistProblem) {
        self.reader = nil
        memory = file.memory
        keptStart = part.lowerBound
        kept = try PublicBytes(count: part.count, from: file.memory) { bytes throws(BlocklistProblem) in
            try Self.fill(&bytes, at: part.lowerBound, by: reader)
        }
    }

    /// Calls `body` with each piece of a part of the file and its offset. The number of pieces and their
    /// sizes depend only on the part.
    func forEachPiece(
        of part: Range<Int>, _ body: (_ offset: Int, _ bytes: Span<UInt8>) -> Void
    ) throws(BlocklistProblem) {
        if let kept {
            let start = part.lowerBound - keptStart
            body(part.lowerBound, kept.span.extracting(start..<start + part.count))
            return
        }
        var buffer = PublicBuffer(count: min(Self.pieceLength, part.count), from: memory)
        var offset = part.lowerBound
        while offset < part.upperBound {
            let count = min(buffer.count, part.upperBound - offset)
            try buffer.withMutableSpan(first: count) { bytes throws(BlocklistProblem) in
                try fill(&bytes, at: offset)
            }
            body(offset, buffer.span.extracting(first: count))
            offset += count
        }
    }

    /// Fills all of the bytes from the file.
    func fill(_ bytes: inout MutableSpan<UInt8>, at offset: Int) throws(BlocklistProblem) {
        guard let reader else { throw .truncated }
        try Self.fill(&bytes, at: offset, by: reader)
    }

    private static func fill(
        _ bytes: inout MutableSpan<UInt8>, at offset: Int, by reader: Blocklist.Reader
    ) throws(BlocklistProblem) {
        let wanted = bytes.count
        let count = reader(offset, &bytes)
        if count < 0 { throw .unreadable(error: Int32(truncatingIfNeeded: 0 &- count)) }
        // The file was long enough when it was opened.
        if count < wanted { throw .truncated }
    }

    /// Fills an array, for what is short, or must be wiped.
    func fill(_ bytes: inout [UInt8], at offset: Int) throws(BlocklistProblem) {
        var span = bytes.mutableSpan
        try fill(&span, at: offset)
    }
}
