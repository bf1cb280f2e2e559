internal import Glibc

/// Makes keys of the lines of an input, which come in pieces; the first begins behind the byte order mark.
protocol LineParser {
    /// How many bytes of a line can be left over at the end of a piece, at most.
    static var longestRest: Int { get }

    /// Takes the keys of the lines in `bytes`; returns how many bytes are done with. The others come again, with more behind
    /// them, unless this is the end of the input.
    mutating func parse(
        _ bytes: Span<UInt8>, isEnd: Bool, into keys: inout KeyCollector
    ) throws(BlocklistBuildProblem) -> Int
}

extension Span<UInt8> {
    /// The offset of the next newline from `start` on.
    @inline(__always)
    func newline(from start: Int) -> Int? {
        precondition(start >= 0 && start <= count)
        // SAFETY: the bytes are there for the time of the call, and what is returned is a number.
        return unsafe withUnsafeBufferPointer { bytes in
            guard let first = bytes.baseAddress else { return nil }
            // SAFETY: there are `count - start` bytes from `start` on.
            guard let found = unsafe memchr(first + start, 0x0A, count - start) else { return nil }
            return unsafe UnsafeRawPointer(first).distance(to: UnsafeRawPointer(found))
        }
    }
}
