internal import CPasswordRulesSystem
internal import PasswordRules

/// The bytes of a file that only root or the effective user can have written. The open file is examined, so
/// that it cannot be replaced before it is read. Symbolic links are followed; their target is examined.
/// - Parameter limit: The largest file that is read, in bytes.
func readTrustedFile(atPath path: [UInt8], limit: Int) throws(FileProblem) -> [UInt8] {
    try readFile(atPath: path, limit: limit, isTrusted: true)
}

/// The contents of a file of at most `limit` bytes.
/// - Parameter isTrusted: As for `openRegularFile`.
func readFile(atPath path: [UInt8], limit: Int, isTrusted: Bool) throws(FileProblem) -> [UInt8] {
    let (descriptor, size) = try openRegularFile(atPath: path, isTrusted: isTrusted)
    defer { passwordrules_system_close(descriptor) }
    guard size <= Int64(limit) else { throw .tooLarge(limit: limit) }
    return try readAll(descriptor, expected: Int(size), limit: limit)
}

/// The contents of a file of at most `limit` bytes that holds nothing secret.
/// - Parameter isTrusted: As for `openRegularFile`.
func readPublicFile(atPath path: [UInt8], limit: Int, isTrusted: Bool) throws(FileProblem) -> PublicBytes {
    let (descriptor, size) = try openRegularFile(atPath: path, isTrusted: isTrusted)
    defer { passwordrules_system_close(descriptor) }
    guard size <= Int64(limit) else { throw .tooLarge(limit: limit) }
    return try PublicBytes(count: Int(size), from: .system) { bytes throws(FileProblem) in
        let wanted = bytes.count
        // SAFETY: the buffer has room for as many bytes as are requested.
        let count = unsafe bytes.withUnsafeMutableBytes { buffer in
            unsafe passwordrules_system_read_at(descriptor, buffer.baseAddress, wanted, 0)
        }
        // UNCOVERED: it takes a file that changes while it is read. Tests/Proof/Faults makes each read fail.
        if count < 0 { throw .unreadable(error: Int32(truncatingIfNeeded: -count)) }
        if count < wanted { throw .blocklist(.truncated) }
    }
}

/// Opens a regular file, and gets its size in bytes. The caller closes it.
/// - Parameter isTrusted: Whether to refuse a file that users other than root and the effective user could
///   have written.
func openRegularFile(
    atPath path: [UInt8], isTrusted: Bool
) throws(FileProblem) -> (descriptor: Int32, size: Int64) {
    // SAFETY: the array ends in a NUL, and lives for the duration of the call.
    let descriptor = unsafe passwordrules_system_open(cString(path))
    guard descriptor >= 0 else { throw .unreadable(error: -descriptor) }
    do throws(FileProblem) {
        var status = passwordrules_file_status()
        // SAFETY: the struct lives for the duration of the call.
        let result = unsafe passwordrules_system_status(descriptor, &status)
        guard result == 0 else { throw .unreadable(error: -result) }
        guard status.is_regular != 0 else { throw .notRegular }
        if isTrusted { try trust(status) }
        return (descriptor, status.size)
    } catch {
        passwordrules_system_close(descriptor)
        throw error
    }
}

/// The names of the files in a directory that only root or the effective user can have put there, in byte
/// order. Names that begin with a dot are skipped: editors create such files.
/// - Parameters:
///   - suffix: The end of the names.
///   - limit: The maximum number of files.
func trustedFolder(
    atPath path: [UInt8], suffix: StaticString, limit: Int
) throws(FileProblem) -> [[UInt8]] {
    var status = passwordrules_file_status()
    var error: CInt = 0
    // SAFETY: the struct and the number live for the duration of the call.
    let directory = unsafe passwordrules_system_open_directory(cString(path), &status, &error)
    guard let directory = unsafe directory else {
        if passwordrules_system_is_not_directory(error) != 0 { throw .notDirectory }
        throw .unreadable(error: error)
    }
    defer { unsafe passwordrules_system_close_directory(directory) }
    try trust(status)
    let suffix = Text(suffix).bytes
    var names: [[UInt8]] = []
    // SAFETY: the directory is open; a name is copied before the next one is requested.
    while let entry = unsafe passwordrules_system_next_entry(directory, &error) {
        let name = unsafe bytes(of: entry)
        guard name.first != 0x2E, name.count > suffix.count, name.suffix(suffix.count).elementsEqual(suffix)
        else { continue }
        if names.count == limit { throw .tooManyFiles(limit: limit) }
        names.insert(name, at: position(of: name, in: names))
    }
    if error != 0 { throw .unreadable(error: error) }
    return names
}

/// The index of a name among others that are in byte order.
func position(of name: [UInt8], in names: [[UInt8]]) -> Int {
    var (low, high) = (0, names.count)
    while low < high {
        let middle = (low + high) / 2
        if isBefore(name, names[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
}

private func isBefore(_ first: [UInt8], _ second: [UInt8]) -> Bool {
    for index in 0..<min(first.count, second.count) where first[index] != second[index] {
        return first[index] < second[index]
    }
    return first.count < second.count
}

/// Throws unless only root and the effective user can have changed the file with this status.
private func trust(_ status: passwordrules_file_status) throws(FileProblem) {
    guard status.owner == 0 || status.owner == passwordrules_system_effective_user() else {
        throw .wrongOwner(userID: status.owner)
    }
    guard status.is_writable_by_others == 0 else { throw .writableByOthers }
}

/// Reads to the end of the file, which may have grown since its size was queried. A read before the end may
/// return less than requested, for instance on network file systems.
private func readAll(_ descriptor: Int32, expected: Int, limit: Int) throws(FileProblem) -> [UInt8] {
    var bytes: [UInt8] = []
    while true {
        let start = bytes.count
        let capacity = start <= expected ? expected + 1 - start : min(4096, limit + 1 - start)
        var count = 0
        // SAFETY: the buffer holds `capacity` bytes; the call initializes as many as it returns.
        let piece = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, initialized in
            unsafe count = passwordrules_system_read(descriptor, buffer.baseAddress, capacity)
            initialized = max(0, count)
        }
        if count < 0 { throw .unreadable(error: Int32(truncatingIfNeeded: -count)) }
        // The first piece is usually the whole file, and is not copied.
        if bytes.isEmpty { bytes = piece } else { bytes += piece }
        if bytes.count > limit { throw .tooLarge(limit: limit) }
        // More than the expected size was requested, so exactly that size is the whole file.
        if count > 0, bytes.count != expected { continue }
        // The missing part may be what makes the policy strict.
        if bytes.count < expected { throw .blocklist(.truncated) }
        return bytes
    }
}
