internal import Glibc

/// An input that is open, and what it is.
struct InputFile: ~Copyable {
    /// The path, for what is said of it.
    let name: String
    let descriptor: CInt
    let kind: InputKind

    /// Standard input.
    static let standardInput = "-"

    /// - Parameters:
    ///   - path: "-" is standard input.
    ///   - name: The path, for what is said of it.
    ///   - folder: The open folder that the path is relative to.
    ///   - canWait: Whether the other end of a pipe is waited for: somebody will write to it.
    init(
        _ path: String, name: String, inFolder folder: CInt = AT_FDCWD, canWait: Bool = true
    ) throws(BlocklistBuildProblem) {
        let isStandardInput = path == Self.standardInput
        self.name = isStandardInput ? "standard input" : name
        let flags = O_RDONLY | O_CLOEXEC | O_NOCTTY | (canWait ? 0 : O_NONBLOCK)
        // SAFETY: the path is a C string for the time of the call.
        let opened =
            isStandardInput ? fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3) : unsafe openat(folder, path, flags)
        guard opened >= 0 else { throw .system(.open, path: self.name, error: errno) }
        var status = stat()
        // SAFETY: the struct is there for the time of the call.
        guard unsafe fstat(opened, &status) == 0 else {
            let error = errno
            close(opened)
            throw .system(.open, path: self.name, error: error)
        }
        descriptor = opened
        kind = InputKind(status)
    }

    deinit { close(descriptor) }

    /// Calls `body` with the first bytes of a regular file behind its byte order mark, at most `count`, and leaves it where it
    /// is.
    func withStart(
        count: Int, _ body: (Span<UInt8>) throws(BlocklistBuildProblem) -> Void
    ) throws(BlocklistBuildProblem) {
        var bytes = [UInt8](repeating: 0, count: ByteOrderMark.bytes.count + count)
        // SAFETY: the buffer holds as many bytes as are asked for.
        let length = unsafe bytes.withUnsafeMutableBytes {
            unsafe pread(descriptor, $0.baseAddress, $0.count, lseek(descriptor, 0, SEEK_CUR))
        }
        guard length >= 0 else { throw .system(.read, path: name, error: errno) }
        let start = ByteOrderMark.length(in: bytes.span.extracting(0..<length))
        try body(bytes.span.extracting(start..<min(length, start + count)))
    }
}
