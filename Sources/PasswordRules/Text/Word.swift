/// A word or phrase that is part of the program.
package struct Word: Equatable, Sendable {
    package let literal: StaticString

    package init(_ literal: StaticString) { self.literal = literal }

    /// The word as bytes.
    package var bytes: [UInt8] { Text(literal).bytes }

    /// The word as scalar values.
    package var scalars: [UInt32] {
        var scalars: [UInt32] = []
        let bytes = bytes
        var offset = 0
        while offset < bytes.count {
            let decoded = UTF8Decoding.decode(bytes.span, at: offset)
            scalars.append(decoded.scalar)
            offset += decoded.length
        }
        return scalars
    }

    package static func == (left: Word, right: Word) -> Bool { left.bytes == right.bytes }

    /// Whether `text[range]` is this word, ignoring case. The word must be in lower case.
    package func matches(_ text: Span<UInt8>, _ range: Range<Int>) -> Bool {
        isEqual(text, range) { lowercased($0) }
    }

    /// Whether `text[range]` is this word, in the same case.
    package func equals(_ text: Span<UInt8>, _ range: Range<Int>) -> Bool {
        isEqual(text, range) { $0 }
    }

    /// Whether the text has this word at an offset, in the same case.
    package func isAt(_ offset: Int, of text: Span<UInt8>) -> Bool {
        offset + literal.utf8CodeUnitCount <= text.count
            && equals(text, offset..<offset + literal.utf8CodeUnitCount)
    }

    /// Whether the text has this word at `start` or later, in the same case.
    package func occurs(in text: Span<UInt8>, from start: Int = 0) -> Bool {
        var start = start
        while start + literal.utf8CodeUnitCount <= text.count {
            if equals(text, start..<start + literal.utf8CodeUnitCount) { return true }
            start += 1
        }
        return false
    }

    private func isEqual(_ text: Span<UInt8>, _ range: Range<Int>, _ fold: (UInt8) -> UInt8) -> Bool {
        guard range.count == literal.utf8CodeUnitCount else { return false }
        // SAFETY: every index is below the code unit count of the literal, whose bytes are static.
        for index in 0..<range.count {
            let expected = unsafe literal.utf8Start[index]
            if fold(text[range.lowerBound + index]) != expected { return false }
        }
        return true
    }
}

extension Word: ExpressibleByStringLiteral {
    package init(stringLiteral literal: StaticString) { self.init(literal) }
}

/// The byte, in lower case if it is an ASCII letter.
func lowercased(_ byte: UInt8) -> UInt8 {
    byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte
}
