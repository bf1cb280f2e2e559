import FoundationEssentials
import Glibc
import PasswordRules
import Synchronization

/// Standard output that reports write errors, because passwords that could not be written are lost.
final class Output: Sendable {
    static let standard = Output()

    private let pending = Mutex<[UInt8]>([])

    func write(_ line: [UInt8]) throws {
        try pending.withLock { pending in
            pending += line + [0x0A]
            if pending.count > 1 << 16 { try Self.flush(&pending) }
        }
    }

    /// Writes an object as one line of JSON.
    func write(json object: some Encodable) throws {
        try write(Array(try Self.encoder.encode(object)))
    }

    private static let encoder = {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }()

    func flush() throws {
        try pending.withLock { pending in try Self.flush(&pending) }
    }

    private static func flush(_ pending: inout [UInt8]) throws {
        var start = 0
        while start < pending.count {
            let count = unsafe pending.withUnsafeBytes { bytes in
                // SAFETY: the pointer is inside the buffer, `start` bytes from its start.
                unsafe Glibc.write(STDOUT_FILENO, bytes.baseAddress?.advanced(by: start), bytes.count - start)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                pending.removeAll()
                throw Failure(message: "cannot write to standard output")
            }
            start += count
        }
        pending.removeAll(keepingCapacity: true)
    }

    /// Writes a line to standard error.
    static func complain(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        // SAFETY: the buffer lives for the duration of the call. A failure cannot be reported.
        _ = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}

extension String {
    /// The text, padded with spaces to a width in characters.
    func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}

extension Double {
    /// The number without trailing zeros, with at most two decimals.
    var inShort: String {
        if self == rounded() { return decimals(0) }
        return decimals(self * 10 == (self * 10).rounded() ? 1 : 2)
    }

    /// The number with `count` decimals.
    func decimals(_ count: Int) -> String {
        var text = Text()
        text.append(self, decimals: count)
        return String(decoding: text.bytes, as: UTF8.self)
    }
}
