internal import Glibc

/// Parses the lines of an input into keys. The input comes in pieces; the first begins after the byte order
/// mark.
protocol LineParser {
    /// The maximum number of bytes of an incomplete line at the end of a piece.
    static var longestRest: Int { get }

    /// Adds the keys of the lines in `bytes`, and returns the number of bytes that it has parsed. The next
    /// call begins with the remaining bytes, followed by new ones, unless this is the end of the input.
    mutating func parse(
        _ bytes: Span<UInt8>, isEnd: Bool, into keys: inout KeyCollector
    ) throws(OutputProblem) -> Int
}

extension Span<UInt8> {
    /// The offset of the next newline from `start` on.
    func newline(from start: Int) -> Int? {
        precondition(start >= 0 && start <= count)
        // SAFETY: the bytes live for the duration of the call, and the result is a number.
        return unsafe withUnsafeBufferPointer { bytes in
            guard let first = bytes.baseAddress else { return nil }
            // SAFETY: there are `count - start` bytes from `start` on.
            guard let found = unsafe memchr(first + start, 0x0A, count - start) else { return nil }
            return unsafe UnsafeRawPointer(first).distance(to: UnsafeRawPointer(found))
        }
    }
}
