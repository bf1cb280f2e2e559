internal import CPasswordRulesSystem
public import PasswordRules

extension Blocklist {
    /// Opens a list.
    ///
    /// A list that is not kept in memory stays open as long as the value lives. If the file is replaced in
    /// that time, the value still uses the old one. A child process that runs another program does not
    /// inherit the open file.
    /// - Parameter isKept: Whether a list of up to `longestPublicLengthInBytes` is read now and kept in
    /// memory, for many lookups; otherwise each lookup reads it whole.
    public init(atPath path: [UInt8], isKept: Bool = true) throws(FileProblem) {
        let file = try BlocklistFile(atPath: path, isTrusted: true)
        let list = try file.list()
        do throws(BlocklistProblem) {
            self = isKept ? try list.keptInMemory(by: file.readerWithoutEmergencyPool) : list
        } catch {
            // UNCOVERED: it takes a read that fails after the first. Tests/Proof/Faults makes each read fail.
            throw .blocklist(error)
        }
    }
}

/// An open file that may hold a blocklist.
public struct BlocklistFile: Sendable {
    /// The size in bytes when it was opened.
    public let size: Int
    /// Reads the file, which stays open as long as the value lives.
    public let reader: Blocklist.Reader

    /// Opens a regular file.
    /// - Parameter isTrusted: Whether to refuse a file that users other than root and the effective user
    ///   could have written.
    public init(atPath path: [UInt8], isTrusted: Bool) throws(FileProblem) {
        let (descriptor, size) = try openRegularFile(atPath: path, isTrusted: isTrusted)
        let file = OpenFile(descriptor)
        self.size = Int(clamping: size)
        reader = { offset, bytes in file.read(at: offset, into: &bytes) }
    }

    /// A reader that fails as soon as an allocation fails, because a list kept in memory would use up the
    /// emergency pool.
    var readerWithoutEmergencyPool: Blocklist.Reader {
        let (reader, failures) = (reader, passwordrules_system_allocation_failures())
        return { offset, bytes in
            let error = passwordrules_system_allocation_failed_since(failures)
            return error == 0 ? reader(offset, &bytes) : Int(error)
        }
    }

    /// The list in the file. Reads only its header.
    public func list() throws(FileProblem) -> Blocklist {
        do throws(BlocklistProblem) {
            return try Blocklist(size: size, memory: .system, reader: reader)
        } catch {
            throw .blocklist(error)
        }
    }
}

/// A file descriptor that is closed with its last reference.
private final class OpenFile: Sendable {
    private let descriptor: Int32

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    func read(at offset: Int, into bytes: inout MutableSpan<UInt8>) -> Int {
        // SAFETY: the buffer has room for as many bytes as are requested.
        unsafe bytes.withUnsafeMutableBytes { buffer in
            unsafe passwordrules_system_read_at(descriptor, buffer.baseAddress, buffer.count, Int64(offset))
        }
    }

    deinit { passwordrules_system_close(descriptor) }
}
