internal import CPasswordRulesSystem
internal import PasswordRules

/// Why a file is not used. The numbers are stable.
public enum FileProblem: Error, Equatable, Sendable {
    /// It could not be opened, examined or read; `error` is the number errno(3) lists.
    case unreadable(error: Int32)
    /// It is a directory, a FIFO, a device or a socket.
    case notRegular
    /// It belongs to neither root nor the process's effective user.
    case wrongOwner(userID: UInt32)
    /// Its group or everybody may write it.
    case writableByOthers
    /// It is larger than the limit, in bytes.
    case tooLarge(limit: Int)

    /// The stable number of the problem, beside those of `Diagnostic.Code`.
    public var code: Int {
        switch self {
        case .unreadable: 301
        case .notRegular: 302
        case .wrongOwner: 303
        case .writableByOthers: 304
        case .tooLarge: 305
        }
    }

    /// Whether there is no such file.
    public var isMissing: Bool {
        if case .unreadable(let error) = self { return passwordrules_system_is_missing(error) != 0 }
        return false
    }

    /// The problem in one English sentence.
    public var messageBytes: [UInt8] {
        var text = Text()
        switch self {
        case .unreadable(let error):
            text.append("cannot be read: ")
            // SAFETY: the function returns a literal that lives for ever, or NULL.
            if let reason = unsafe passwordrules_system_error_text(error) {
                for byte in unsafe bytes(of: reason) { text.append(byte: byte) }
            } else {
                text.append("error ")
                text.append(Int(error))
            }
        case .notRegular: text.append("is not a regular file")
        case .wrongOwner(let userID):
            text.append("belongs to user ")
            text.append(Int(userID))
            text.append(", who is neither root nor the user this program runs as")
        case .writableByOthers: text.append("may be written by others than its owner: chmod go-w")
        case .tooLarge(let limit):
            text.append("is larger than ")
            text.append(limit)
            text.append(" bytes")
        }
        return text.bytes
    }
}

/// The bytes of a file that only root or the effective user can have written.
///
/// The file is examined after it was opened, so that it cannot be exchanged in between. A symbolic link is
/// followed; what counts is the file it leads to.
/// - Parameters:
///   - path: A NUL-terminated path.
///   - limit: The largest file that is read, in bytes.
func readTrustedFile(atPath path: UnsafePointer<CChar>, limit: Int) throws(FileProblem) -> [UInt8] {
    // SAFETY: the caller's path ends in a NUL.
    let descriptor = unsafe passwordrules_system_open(path)
    guard descriptor >= 0 else { throw .unreadable(error: -descriptor) }
    defer { passwordrules_system_close(descriptor) }
    var status = passwordrules_file_status()
    // SAFETY: the struct is there for the time of the call.
    let result = unsafe passwordrules_system_status(descriptor, &status)
    guard result == 0 else { throw .unreadable(error: -result) }
    guard status.is_regular != 0 else { throw .notRegular }
    guard status.owner == 0 || status.owner == passwordrules_system_effective_user() else {
        throw .wrongOwner(userID: status.owner)
    }
    guard status.is_writable_by_others == 0 else { throw .writableByOthers }
    guard status.size <= Int64(limit) else { throw .tooLarge(limit: limit) }
    return try readAll(descriptor, expected: Int(status.size), limit: limit)
}

/// Reads to the end of the file, which may have grown or shrunk since its size was asked for.
private func readAll(_ descriptor: Int32, expected: Int, limit: Int) throws(FileProblem) -> [UInt8] {
    var bytes: [UInt8] = []
    var capacity = min(expected, limit) + 1
    while true {
        var count = 0
        let start = bytes.count
        bytes.append(contentsOf: repeatElement(0, count: capacity))
        // SAFETY: the buffer holds `capacity` bytes behind `start`, as was just made sure.
        count = unsafe bytes.withUnsafeMutableBytes { buffer in
            unsafe passwordrules_system_read(descriptor, buffer.baseAddress?.advanced(by: start), capacity)
        }
        bytes.removeLast(capacity - max(0, count))
        if count < 0 { throw .unreadable(error: Int32(truncatingIfNeeded: -count)) }
        if bytes.count > limit { throw .tooLarge(limit: limit) }
        if count == 0 { return bytes }
        capacity = min(4096, limit + 1 - bytes.count)
    }
}
