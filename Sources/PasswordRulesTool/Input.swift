import Glibc
import PasswordRulesBlocklist

/// A file, or standard input, that cannot be read.
struct UnreadableFile: Error {
    let message: String

    /// The problem of a file.
    init(_ name: String, _ problem: String) { message = "\(printable(name)): \(problem)" }
}

/// Standard input and files that hold no secret.
enum Input {
    /// The first `limit` bytes of standard input.
    static func readAll(limit: Int) throws -> [UInt8] {
        try readAll(STDIN_FILENO, name: "standard input", limit: limit)
    }

    /// All of a regular file of at most `limit` bytes.
    static func readAll(path: String, limit: Int) throws -> [UInt8] {
        // Does not wait for the other end of a FIFO.
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else { throw failed(path) }
        defer { close(descriptor) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw failed(path) }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw UnreadableFile(path, "is not a regular file")
        }
        let bytes = try readAll(descriptor, name: path, limit: limit + 1)
        guard bytes.count <= limit else {
            throw UnreadableFile(path, "is larger than \(limit) bytes")
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
