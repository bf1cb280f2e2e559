/// A file, or its contents in memory. `forEachPiece` reads a part of it whole, front to back, so that the
/// reads do not reveal what is looked up.
struct SequentialFile: Sendable {
    /// The reader of the file; nil if its contents are kept.
    let reader: Blocklist.Reader?
    /// Consecutive pieces, the first at `keptStart`.
    private var kept: [[UInt8]] = []
    private var keptStart = 0

    /// The number of bytes of each read: a whole number of records of any format here, and small enough to be
    /// allocated when memory is short.
    private static var pieceLength: Int { 32 << 10 }

    init(_ reader: @escaping Blocklist.Reader) { self.reader = reader }

    /// Reads a part of a file and the part after it, and keeps them in memory.
    init(
        keeping first: Range<Int>, and second: Range<Int>, readBy reader: @escaping Blocklist.Reader
    ) throws(BlocklistProblem) {
        self.reader = nil
        keptStart = first.lowerBound
        let file = SequentialFile(reader)
        var offset = first.lowerBound
        while offset < second.upperBound {
            let end = offset < first.upperBound ? first.upperBound : second.upperBound
            var piece = [UInt8](repeating: 0, count: min(Self.pieceLength, end - offset))
            try file.fill(&piece, at: offset)
            offset += piece.count
            kept.append(piece)
        }
    }

    /// Calls `body` with each piece of a part of the file and its offset. The number of pieces and their
    /// sizes depend only on the part.
    func forEachPiece(
        of part: Range<Int>, _ body: (_ offset: Int, _ bytes: Span<UInt8>) -> Void
    ) throws(BlocklistProblem) {
        if reader == nil {
            var offset = keptStart
            for piece in kept {
                if part.contains(offset) { body(offset, piece.span) }
                offset += piece.count
            }
            return
        }
        var piece = [UInt8](repeating: 0, count: min(Self.pieceLength, part.count))
        var offset = part.lowerBound
        while offset < part.upperBound {
            let count = min(piece.count, part.upperBound - offset)
            if count < piece.count { piece.removeLast(piece.count - count) }
            try fill(&piece, at: offset)
            body(offset, piece.span)
            offset += count
        }
    }

    /// Fills all of the bytes from the file.
    func fill(_ bytes: inout [UInt8], at offset: Int) throws(BlocklistProblem) {
        guard let reader else { throw .truncated }
        var span = bytes.mutableSpan
        let wanted = span.count
        let count = reader(offset, &span)
        if count < 0 { throw .unreadable(error: Int32(truncatingIfNeeded: 0 &- count)) }
        // The file was long enough when it was opened.
        if count < wanted { throw .truncated }
    }
}
