internal import CPasswordRulesSystem
internal import Glibc

/// Ascending runs of keys in a file without a name, which disappears with the program.
final class RunFile {
    private let descriptor: CInt
    /// Its folder, for messages.
    private let folder: String
    /// The runs, as ranges of key numbers. Each is ascending, without duplicates.
    private(set) var runs: [Range<Int>] = []
    private var lastKey: UInt64 = 0

    /// The number of keys in all runs.
    var count: Int { runs.last?.upperBound ?? 0 }
    /// The number of bytes of a key.
    static let keyLength = MemoryLayout<UInt64>.size

    /// An empty file in a folder.
    init(inFolder folder: String) throws(OutputProblem) {
        self.folder = folder
        descriptor = try TemporaryFile.nameless(inFolder: folder)
    }

    deinit { close(descriptor) }

    /// Adds ascending keys: to the last run if they continue it, otherwise as a new run.
    func append(_ keys: Span<UInt64>) throws(OutputProblem) {
        guard keys.count > 0 else { return }
        if let last = runs.last, keys[0] > lastKey {
            try write(keys, at: last.upperBound)
            runs[runs.count - 1] = last.lowerBound..<last.upperBound + keys.count
        } else {
            let start = count
            try write(keys, at: start)
            runs.append(start..<start + keys.count)
        }
        lastKey = keys[keys.count - 1]
    }

    private func write(_ keys: Span<UInt64>, at position: Int) throws(OutputProblem) {
        // SAFETY: the keys live for the duration of the call, and all of their bytes are initialized.
        let error = unsafe keys.bytes.withUnsafeBytes { bytes in
            unsafe writeAll(bytes, to: descriptor, at: position * Self.keyLength)
        }
        if error != 0 { throw .system(.write, path: folder, error: error) }
    }

    /// Fills `keys` from the key number `position` on.
    func read(_ keys: inout MutableSpan<UInt64>, at position: Int) throws(OutputProblem) {
        // SAFETY: the bytes live for the duration of the call; any bytes are valid keys.
        let error: CInt = unsafe keys.withUnsafeMutableBytes { bytes in
            let count = unsafe passwordrules_system_read_at(
                descriptor, bytes.baseAddress, bytes.count, Int64(position * Self.keyLength))
            if count < 0 { return CInt(-count) }
            // The file has all runs, so a short read is an error.
            return count < bytes.count ? EIO : 0
        }
        if error != 0 { throw .system(.read, path: folder, error: error) }
    }
}
