import Glibc

/// Standard input and files that hold no secret.
enum Input {
    /// All of standard input, or its first `limit` bytes.
    static func readAll(limit: Int) throws -> [UInt8] {
        try readAll(STDIN_FILENO, name: "standard input", limit: limit)
    }

    /// All of a file, or its first `limit` bytes.
    static func readAll(path: String, limit: Int) throws -> [UInt8] {
        // Not waiting for the other end of a FIFO: there is nothing to lint in one.
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else { throw unreadable(path) }
        defer { close(descriptor) }
        return try readAll(descriptor, name: path, limit: limit)
    }

    private static func readAll(_ descriptor: CInt, name: String, limit: Int) throws -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < limit {
            var piece = [UInt8](repeating: 0, count: min(1 << 16, limit - bytes.count))
            // SAFETY: the buffer holds as many bytes as are asked for.
            let count = unsafe piece.withUnsafeMutableBytes {
                unsafe read(descriptor, $0.baseAddress, $0.count)
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw unreadable(name) }
            if count == 0 { break }
            bytes += piece.prefix(count)
        }
        return bytes
    }

    private static func unreadable(_ name: String) -> Failure {
        // SAFETY: strerror returns a string that stays as it is until the next call.
        Failure(message: "\(name): cannot be read: \(unsafe String(cString: strerror(errno)))")
    }
}
