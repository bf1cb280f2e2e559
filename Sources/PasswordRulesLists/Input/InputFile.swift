internal import Glibc

/// An open input and its kind.
struct InputFile: ~Copyable {
    /// The path, for messages.
    let name: String
    let descriptor: CInt
    let kind: InputKind

    /// Standard input.
    static let standardInput = "-"

    /// - Parameters:
    ///   - path: "-" is standard input.
    ///   - name: The path, for messages.
    ///   - folder: The open folder that the path is relative to.
    ///   - canWait: Whether to wait for the other end of a pipe to be opened.
    init(
        _ path: String, name: String, inFolder folder: CInt = AT_FDCWD, canWait: Bool = true
    ) throws(OutputProblem) {
        let isStandardInput = path == Self.standardInput
        self.name = isStandardInput ? "standard input" : name
        let flags = O_RDONLY | O_CLOEXEC | O_NOCTTY | (canWait ? 0 : O_NONBLOCK)
        // SAFETY: the path is a C string for the duration of the call.
        let opened =
            isStandardInput ? fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3) : unsafe openat(folder, path, flags)
        guard opened >= 0 else { throw .system(.open, path: self.name, error: errno) }
        var status = stat()
        // SAFETY: the struct lives for the duration of the call.
        guard unsafe fstat(opened, &status) == 0 else {
            // UNCOVERED: fstat of a file that was just opened does not fail.
            let error = errno
            close(opened)
            throw .system(.open, path: self.name, error: error)
        }
        descriptor = opened
        kind = InputKind(status)
    }

    deinit { close(descriptor) }

    /// Reads all bytes, up to a limit.
    func readAll(limit: Int) throws(OutputProblem) -> [UInt8] {
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1 << 18)
        while true {
            // SAFETY: the buffer holds as many bytes as are requested.
            let count = unsafe piece.withUnsafeMutableBytes {
                unsafe read(descriptor, $0.baseAddress, $0.count)
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .system(.read, path: name, error: errno) }
            if count == 0 { return bytes }
            guard bytes.count + count <= limit else { throw .system(.read, path: name, error: EFBIG) }
            bytes += piece[..<count]
        }
    }

    /// Calls `body` with up to `count` bytes of a regular file from the current offset on, without a byte
    /// order mark. Does not move the offset.
    func withStart(
        count: Int, _ body: (Span<UInt8>) throws(OutputProblem) -> Void
    ) throws(OutputProblem) {
        var bytes = [UInt8](repeating: 0, count: ByteOrderMark.bytes.count + count)
        // SAFETY: the buffer holds as many bytes as are requested.
        let length = unsafe bytes.withUnsafeMutableBytes {
            unsafe pread(descriptor, $0.baseAddress, $0.count, lseek(descriptor, 0, SEEK_CUR))
        }
        guard length >= 0 else { throw .system(.read, path: name, error: errno) }
        let start = ByteOrderMark.length(in: bytes.span.extracting(0..<length))
        try body(bytes.span.extracting(start..<min(length, start + count)))
    }
}
