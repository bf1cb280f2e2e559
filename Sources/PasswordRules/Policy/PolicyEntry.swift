/// One `KEY = VALUE`, by the places of its parts.
struct PolicyEntry: Sendable {
    let key: PolicyKey
    let name: Range<Int>
    let value: Range<Int>

    /// The entry on a line that is neither empty nor a comment nor a section's head. `line` has no white space at its
    /// ends.
    init(_ text: Span<UInt8>, line: Range<Int>) throws(Diagnostic) {
        var nameEnd = line.lowerBound
        while nameEnd < line.upperBound, isKeyCharacter(text[nameEnd]) { nameEnd += 1 }
        name = line.lowerBound..<nameEnd
        guard !name.isEmpty else { throw Diagnostic(.expectedKey, at: line.lowerBound, length: line.count) }
        guard let key = PolicyKey(in: text, name) else {
            throw Diagnostic(
                .unknownKey, at: name.lowerBound, length: name.count,
                suggestion: Spelling.nearest(to: text, name, among: PolicyKey.allCases.map { $0.word }))
        }
        self.key = key
        let equals = trim(text, nameEnd..<line.upperBound)
        guard !equals.isEmpty, text[equals.lowerBound] == 0x3D else {
            throw Diagnostic(.expectedEquals, at: nameEnd)
        }
        value = trim(text, equals.lowerBound + 1..<line.upperBound)
        guard !value.isEmpty else { throw Diagnostic(.missingValue, at: line.upperBound) }
    }
}

/// The head of a section: `[user NAME]` or `[group NAME]`.
struct PolicySectionHead: Sendable {
    /// Whom a section is for.
    enum Kind: Sendable {
        case everybody, group, user
    }

    let kind: Kind
    /// The name of the user or the group.
    let name: Range<Int>
    /// All of the head; empty for everybody's section, which has none.
    let place: Range<Int>

    /// The section before the first head.
    static let everybody = PolicySectionHead(kind: .everybody, name: 0..<0, place: 0..<0)

    private init(kind: Kind, name: Range<Int>, place: Range<Int>) {
        self.kind = kind
        self.name = name
        self.place = place
    }

    /// The head on a line that begins with "[". `line` has no white space at its ends.
    init(_ text: Span<UInt8>, line: Range<Int>) throws(Diagnostic) {
        guard line.count > 1, text[line.upperBound - 1] == 0x5D else {
            throw Diagnostic(.unclosedSection, at: line.upperBound)
        }
        let inside = trim(text, line.lowerBound + 1..<line.upperBound - 1)
        var kindEnd = inside.lowerBound
        while kindEnd < inside.upperBound, !isBlank(text[kindEnd]) { kindEnd += 1 }
        let kind = inside.lowerBound..<kindEnd
        name = trim(text, kindEnd..<inside.upperBound)
        place = line
        if Word("user").equals(text, kind) {
            self.kind = .user
        } else if Word("group").equals(text, kind) {
            self.kind = .group
        } else {
            throw Diagnostic(
                .unknownSection, at: kind.isEmpty ? line.lowerBound : kind.lowerBound,
                length: kind.isEmpty ? line.count : kind.count,
                suggestion: Spelling.nearest(to: text, kind, among: ["user", "group"]))
        }
        guard !name.isEmpty else { throw Diagnostic(.missingSectionName, at: kindEnd) }
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

@inline(__always)
func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

private func isKeyCharacter(_ byte: UInt8) -> Bool {
    let byte = lowercased(byte)
    return byte >= 0x61 && byte <= 0x7A || byte >= 0x30 && byte <= 0x39 || byte == 0x2D || byte == 0x5F
}
