/// One `KEY = VALUE`, by the ranges of its parts.
struct PolicyEntry: Sendable {
    let key: PolicyKey
    let name: Range<Int>
    /// Empty where the entry drops what less specific and earlier places say of the key.
    let value: Range<Int>

    /// The entry on a line that is neither empty nor a comment nor a section's head. `line` has no white space at its
    /// ends.
    /// - Parameter otherNames: What may be meant by an unknown key, besides the keys that there are.
    init(_ text: Span<UInt8>, line: Range<Int>, otherNames: [Word] = []) throws(Diagnostic) {
        var nameEnd = line.lowerBound
        while nameEnd < line.upperBound, isKeyCharacter(text[nameEnd]) { nameEnd += 1 }
        name = line.lowerBound..<nameEnd
        guard !name.isEmpty else { throw Diagnostic(.expectedKey, at: line.lowerBound, length: line.count) }
        guard let key = PolicyKey(in: text, name) else {
            var words = PolicyKey.words()
            // One that is typed as it is, and so is wrong here, is no suggestion.
            for other in otherNames where !other.equals(text, name) { words.append(other) }
            throw Diagnostic(
                .unknownKey, at: name.lowerBound, length: name.count,
                suggestion: Spelling.nearest(to: text, name, among: words))
        }
        self.key = key
        let equals = trim(text, nameEnd..<line.upperBound)
        guard !equals.isEmpty, text[equals.lowerBound] == 0x3D else {
            throw Diagnostic(.expectedEquals, at: nameEnd)
        }
        value = trim(text, equals.lowerBound + 1..<line.upperBound)
    }
}

/// The range without white space at its ends.
func trim(_ text: Span<UInt8>, _ range: Range<Int>) -> Range<Int> {
    var start = range.lowerBound
    var end = range.upperBound
    while start < end, isBlank(text[start]) { start += 1 }
    while end > start, isBlank(text[end - 1]) { end -= 1 }
    return start..<end
}

func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

func isKeyCharacter(_ byte: UInt8) -> Bool {
    let byte = lowercased(byte)
    return byte >= 0x61 && byte <= 0x7A || byte >= 0x30 && byte <= 0x39 || byte == 0x2D || byte == 0x5F
}
