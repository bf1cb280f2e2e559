package import PasswordRules
import Synchronization

/// A file in memory that records its reads.
package final class MemoryFile: Sendable {
    private struct State {
        var bytes: [UInt8]
        var size: Int
        var reads = 0
        var readsOutside = 0
        var longestRead = 0
        var ranges: [Range<Int>] = []
        var failures: [Int: Int] = [:]
    }

    private let state: Mutex<State>

    /// A file of `size` bytes: those given, then zeros.
    package init(_ bytes: [UInt8], size: Int? = nil) {
        state = Mutex(State(bytes: bytes, size: size ?? bytes.count))
    }

    /// Its length, which may be changed while it is open; the bytes after its contents are zeros.
    package var size: Int {
        get { state.withLock { $0.size } }
        set { state.withLock { $0.size = newValue } }
    }

    /// The number of reads.
    package var reads: Int { state.withLock { $0.reads } }

    /// The number of reads that went outside the file at that time.
    package var readsOutside: Int { state.withLock { $0.readsOutside } }

    /// The ranges that were read since the file was opened, or since the last call: one for each read.
    package func takeRanges() -> [Range<Int>] {
        state.withLock { state in
            defer { state.ranges = [] }
            return state.ranges
        }
    }

    /// The largest number of bytes of a read.
    package var longestRead: Int { state.withLock { $0.longestRead } }

    /// A byte that it was made with.
    package subscript(offset: Int) -> UInt8 {
        get { state.withLock { $0.bytes[offset] } }
        set { state.withLock { $0.bytes[offset] = newValue } }
    }

    /// Makes a read, counted from 0, return `result` without reading anything.
    package func fail(read: Int, result: Int) { state.withLock { $0.failures[read] = result } }

    /// Opens it as a list.
    package func open() throws(BlocklistProblem) -> Blocklist {
        let list = try Blocklist(size: size) { offset, bytes in self.read(at: offset, &bytes) }
        _ = takeRanges()
        return list
    }

    private func read(at offset: Int, _ bytes: inout MutableSpan<UInt8>) -> Int {
        let wanted = bytes.count
        let (piece, result) = state.withLock { state -> ([UInt8], Int) in
            state.reads += 1
            state.longestRead = max(state.longestRead, wanted)
            state.ranges.append(offset..<offset + wanted)
            if offset < 0 || offset > state.size - wanted { state.readsOutside += 1 }
            if let result = state.failures[state.reads - 1] { return ([], result) }
            guard offset >= 0, offset < state.size else { return ([], 0) }
            let end = min(state.size, offset + wanted)
            let known = min(offset, state.bytes.count)..<min(end, state.bytes.count)
            let piece = Array(state.bytes[known]) + [UInt8](repeating: 0, count: end - offset - known.count)
            return (piece, piece.count)
        }
        // SAFETY: these are at most as many bytes as were requested.
        unsafe bytes.withUnsafeMutableBytes { unsafe $0.copyBytes(from: piece) }
        return result
    }
}
