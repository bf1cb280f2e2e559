internal import Glibc

/// Reads inputs through one large buffer, and parses their lines there.
struct InputReader: ~Copyable {
    private var buffer = [UInt8](repeating: 0, count: pieceLength)

    /// The size of the buffer, which is larger than the rest of any line.
    private static let pieceLength = 1 << 18
    /// The number of bytes that show whether the first line is a hash.
    private static let startLength = ByteOrderMark.bytes.count + HashLines.longestRest

    /// Parses all lines of an input.
    /// - Parameters:
    ///   - start: Called with the first bytes after the byte order mark, or with all of a short input, before
    ///     they are parsed.
    ///   - report: Called with the number of bytes of each read.
    mutating func read<Lines: LineParser>(
        _ input: borrowing InputFile, _ lines: inout Lines, into keys: inout KeyCollector,
        start: (Span<UInt8>) throws(OutputProblem) -> Void = { _ in },
        report: (Int) -> Void = { _ in }
    ) throws(OutputProblem) {
        precondition(Lines.longestRest < buffer.count)
        var used = 0
        var isFirst = true
        while true {
            let count = try read(input, at: used)
            report(count)
            let isEnd = count == 0
            used += count
            // The first reads of a pipe may be shorter than a line.
            if isFirst, !isEnd, used < Self.startLength { continue }
            var begin = 0
            if isFirst {
                begin = ByteOrderMark.length(in: buffer.span.extracting(0..<used))
                try start(buffer.span.extracting(begin..<used))
                isFirst = false
            }
            let done =
                begin + (try lines.parse(buffer.span.extracting(begin..<used), isEnd: isEnd, into: &keys))
            if isEnd { return try verifyLength(of: input) }
            for index in done..<used { buffer[index - done] = buffer[index] }
            used -= done
        }
    }

    /// Throws if the file was truncated in the meantime: a shorter list would look complete.
    private func verifyLength(of input: borrowing InputFile) throws(OutputProblem) {
        if case .file(let size) = input.kind, lseek(input.descriptor, 0, SEEK_CUR) < size {
            throw .shrunk(path: input.name)
        }
    }

    private mutating func read(
        _ input: borrowing InputFile, at used: Int
    ) throws(OutputProblem) -> Int {
        while true {
            // SAFETY: the buffer has room for the bytes after the `used` ones.
            let count = unsafe buffer.withUnsafeMutableBytes { bytes in
                unsafe Glibc.read(
                    input.descriptor, bytes.baseAddress?.advanced(by: used), bytes.count - used)
            }
            if count >= 0 { return count }
            if errno != EINTR { throw .system(.read, path: input.name, error: errno) }
        }
    }
}
