import PasswordRules

/// A password being typed, in memory that is wiped.
package struct Field: ~Copyable {
    /// The longest password, in bytes. No policy examines more.
    package static var capacity: Int { 4096 }

    private var memory = SecretBytes(count: capacity)
    /// The number of bytes.
    package private(set) var count = 0
    /// Whether something did not fit. Then nothing is added until something is removed, so that the password
    /// has no gap.
    package private(set) var isOverfull = false

    /// An empty field.
    package init() {}

    /// Whether the field is empty.
    package var isEmpty: Bool { count == 0 }

    /// Calls `body` with the bytes.
    package func withSpan<Result, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try memory.withSpan { (bytes) throws(Failure) in try body(bytes.extracting(0..<count)) }
    }

    /// Adds a byte, if there is room.
    package mutating func append(_ byte: UInt8) {
        if isOverfull || count == Self.capacity {
            // Leave no incomplete character at the end.
            if !isOverfull, byte & 0xC0 == 0x80 { removeIncompleteCharacter() }
            isOverfull = true
            return
        }
        let end = count
        memory.withMutableSpan { $0[end] = byte }
        count += 1
    }

    /// Removes the last character, or the last ill-formed sequence if the end is not valid UTF-8.
    package mutating func removeLast() {
        truncate(to: lastCharacter.start)
    }

    /// Removes everything after the last space, and spaces at the end.
    package mutating func removeLastWord() {
        let end = withSpan { bytes in
            var end = bytes.count
            while end > 0, bytes[end - 1] == 0x20 { end -= 1 }
            while end > 0, bytes[end - 1] != 0x20 { end -= 1 }
            return end
        }
        truncate(to: end)
    }

    /// Removes all.
    package mutating func clear() {
        truncate(to: 0)
    }

    /// Replaces the contents with those of another field.
    package mutating func replace(with other: borrowing Field) {
        clear()
        other.withSpan { bytes in
            for index in 0..<bytes.count { append(bytes[index]) }
        }
    }

    /// Whether both have the same contents.
    package func isEqual(to other: borrowing Field) -> Bool {
        count == other.count && isPrefix(of: other)
    }

    /// Whether the other field begins with the contents of this one.
    package func isPrefix(of other: borrowing Field) -> Bool {
        withSpan { mine in
            other.withSpan { theirs in
                mine.count <= theirs.count && (0..<mine.count).allSatisfy { mine[$0] == theirs[$0] }
            }
        }
    }

    private var lastCharacter: (start: Int, isWellFormed: Bool) {
        withSpan { bytes in
            var (start, end, isWellFormed) = (0, 0, true)
            while end < bytes.count {
                let decoded = UTF8Decoding.decode(bytes, at: end)
                (start, end, isWellFormed) = (end, end + decoded.length, decoded.isWellFormed)
            }
            return (start, isWellFormed)
        }
    }

    private mutating func removeIncompleteCharacter() {
        let last = lastCharacter
        if !last.isWellFormed { truncate(to: last.start) }
    }

    private mutating func truncate(to newCount: Int) {
        let end = count
        memory.withMutableSpan { bytes in
            for index in newCount..<end { bytes[index] = 0 }
        }
        count = newCount
        isOverfull = false
    }
}
