import Glibc
import PasswordRulesLists
import PasswordRulesSystem

/// An error for a file, or standard input, that cannot be read.
struct UnreadableFile: Error {
    let name: String
    let problem: String
    /// The stable number of the error.
    let code: Int

    /// An error with the number of `kind`.
    init(_ name: String, _ problem: String, _ kind: FileProblem = .unreadable(error: 0)) {
        self.name = name
        self.problem = problem
        code = kind.code
    }

    var message: String { "\(printable(name)): \(problem)" }
}

extension [UInt8] {
    /// The text with a line feed for each CRLF.
    var withoutCarriageReturns: [UInt8] {
        enumerated().filter { $1 != 0x0D || $0 + 1 == count || self[$0 + 1] != 0x0A }.map(\.element)
    }
}

/// Reads standard input and files that contain no secrets.
enum Input {
    /// Reads the first `limit` bytes of standard input.
    static func readAll(limit: Int) throws -> [UInt8] {
        try readAll(STDIN_FILENO, name: "standard input", limit: limit)
    }

    /// Reads a regular file of at most `limit` bytes.
    /// - Parameter permitsPipe: Whether it may also be a device or a pipe, such as a shell's `<(...)`, whose
    ///   writer is waited for.
    static func readAll(path: String, limit: Int, permitsPipe: Bool = false) throws -> [UInt8] {
        // O_NONBLOCK does not wait for the other end of a FIFO.
        let mode = permitsPipe ? 0 : O_NONBLOCK
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | mode | O_NOCTTY)
        guard descriptor >= 0 else { throw failed(path) }
        defer { close(descriptor) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw failed(path) }
        let type = status.st_mode & S_IFMT
        guard type == S_IFREG || permitsPipe && (type == S_IFIFO || type == S_IFCHR) else {
            throw UnreadableFile(path, "is not a regular file", .notRegular)
        }
        let bytes = try readAll(descriptor, name: path, limit: limit + 1)
        guard bytes.count <= limit else {
            throw UnreadableFile(path, "is larger than \(limit) bytes", .tooLarge(limit: limit))
        }
        return bytes
    }

    private static func readAll(_ descriptor: CInt, name: String, limit: Int) throws -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < limit {
            var piece = [UInt8](repeating: 0, count: min(1 << 16, limit - bytes.count))
            // SAFETY: the buffer holds as many bytes as are requested.
            let count = unsafe piece.withUnsafeMutableBytes {
                unsafe read(descriptor, $0.baseAddress, $0.count)
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw failed(name) }
            if count == 0 { break }
            bytes += piece.prefix(count)
        }
        return bytes
    }

    private static func failed(_ name: String) -> UnreadableFile {
        // SAFETY: strerror returns a string that is valid until the next call.
        UnreadableFile(name, "cannot be read: \(unsafe String(cString: strerror(errno)))")
    }
}
