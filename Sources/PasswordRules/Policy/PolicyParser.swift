extension PolicySettings {
    /// The largest policy file, in bytes.
    public static let maximumFileLengthInBytes = 1 << 20

    /// Reads a policy file: lines of `KEY = VALUE`, empty lines, and comments, which begin with `#`.
    ///
    /// A file is used whole or not at all. Its last line must end in a newline: a file that was cut off must not
    /// become a weaker policy. Linear in the length of the text.
    /// - Parameter diagnostics: What there is to say is added here, in the order of its place.
    /// - Returns: nil where there is an error.
    public init?(parsingFile text: Span<UInt8>, diagnostics: inout Diagnostics) {
        self.init()
        var found = Diagnostics()
        do throws(Diagnostic) {
            try Self.validate(text)
            parseLines(text, diagnostics: &found)
        } catch {
            found.add(error)
        }
        diagnostics.add(found)
        if found.hasErrors { return nil }
    }

    private mutating func parseLines(_ text: Span<UInt8>, diagnostics: inout Diagnostics) {
        var seen = SeenKeys()
        forEachLine(of: text) { line in
            do throws(Diagnostic) {
                try parse(text, line: line, seen: &seen, diagnostics: &diagnostics)
            } catch {
                diagnostics.add(error)
            }
        }
    }

    /// Adds what one `KEY=VALUE`, the argument of a program, says. A key that was set before is set anew, but for
    /// `rules`, which add up.
    /// - Parameter diagnostics: What there is to say is added here, in the order of its place.
    /// - Returns: Whether there is no error. Where there is one, the settings are as they were.
    public mutating func add(parsing text: Span<UInt8>, diagnostics: inout Diagnostics) -> Bool {
        var settings = self
        var found = Diagnostics()
        var seen = SeenKeys()
        do throws(Diagnostic) {
            for index in 0..<text.count where text[index] == 0 {
                throw Diagnostic(.nulByte, at: index, length: 1)
            }
            // An empty line or a comment makes sense in a file, not here.
            let line = trim(text, 0..<text.count)
            if line.isEmpty || text[line.lowerBound] == 0x23 {
                throw Diagnostic(.expectedKey, at: line.lowerBound, length: line.count)
            }
            try settings.parse(text, line: 0..<text.count, seen: &seen, diagnostics: &found)
        } catch {
            found.add(error)
        }
        diagnostics.add(found)
        if !found.hasErrors { self = settings }
        return !found.hasErrors
    }

    /// Whether the name of `enforce-for-root` stands anywhere in a text, whether it can be read or not.
    package static func mentionsRoot(_ text: Span<UInt8>) -> Bool {
        let name = PolicyKey.enforceForRoot.name
        let length = name.literal.utf8CodeUnitCount
        var start = 0
        while start + length <= text.count {
            if name.equals(text, start..<start + length) { return true }
            start += 1
        }
        return false
    }

    /// Refuses what is no text file with Unix line ends.
    private static func validate(_ text: Span<UInt8>) throws(Diagnostic) {
        guard text.count > 0 else { return }
        if text.count >= 3, text[0] == 0xEF, text[1] == 0xBB, text[2] == 0xBF {
            throw Diagnostic(.byteOrderMark, at: 0, length: 3)
        }
        let illFormed = UTF8Decoding.firstIllFormed(in: text) ?? text.count
        for index in 0..<illFormed {
            if text[index] == 0 { throw Diagnostic(.nulByte, at: index, length: 1) }
            if text[index] == 0x0D { throw Diagnostic(.carriageReturn, at: index, length: 1) }
        }
        if illFormed < text.count { throw Diagnostic(.invalidUTF8, at: illFormed, length: 1) }
        if text[text.count - 1] != 0x0A { throw Diagnostic(.unfinishedLastLine, at: text.count) }
    }

    private mutating func parse(
        _ text: Span<UInt8>, line: Range<Int>, seen: inout SeenKeys, diagnostics: inout Diagnostics
    ) throws(Diagnostic) {
        guard let entry = try PolicyEntry(text, line: line) else { return }
        guard seen.insert(entry.key) || entry.key == .rules else {
            throw Diagnostic(.duplicateKey, at: entry.name.lowerBound, length: entry.name.count)
        }
        try set(entry.key, text, entry.value, diagnostics: &diagnostics)
    }

    // Called from two places, and large.
    @inline(never)
    private mutating func set(
        _ key: PolicyKey, _ text: Span<UInt8>, _ value: Range<Int>, diagnostics: inout Diagnostics
    ) throws(Diagnostic) {
        switch key {
        case .rules:
            var parser = DescriptorParser(text, range: value, leavesOutNonASCII: false)
            let more = parser.parseAll()
            diagnostics.add(parser.diagnostics)
            // Taken out and put back, so that a file of many such lines is not copied for each.
            var all = rules ?? []
            rules = nil
            all.append(contentsOf: more)
            rules = all
        case .enforce: enforcement = try parseEnforcement(text, value)
        case .enforceForRoot: enforcesForRoot = try parseFlag(text, value)
        case .retry: retryCount = try parseNumber(text, value, maximum: 100, range: "1 to 100")
        case .suggest: suggests = try parseFlag(text, value)
        case .suggestStyle: suggestionStyle = try parseStyle(text, value)
        case .suggestEntropy:
            suggestionEntropyBits = try parseNumber(text, value, maximum: 1024, range: "1 to 1024")
        case .suggestExclude:
            var parser = DescriptorParser(text, range: value, leavesOutNonASCII: false)
            suggestionExclusions = try parser.parseExclusions()
            diagnostics.add(parser.diagnostics)
        case .localUsersOnly: isForLocalUsersOnly = try parseFlag(text, value)
        }
    }
}

/// One `KEY = VALUE`, by the places of its parts.
struct PolicyEntry {
    let key: PolicyKey
    let name: Range<Int>
    let value: Range<Int>

    /// The entry on a line; nil for an empty line or a comment.
    init?(_ text: Span<UInt8>, line: Range<Int>) throws(Diagnostic) {
        let line = trim(text, line)
        guard !line.isEmpty, text[line.lowerBound] != 0x23 else { return nil }
        if text[line.lowerBound] == 0x5B {
            throw Diagnostic(.unexpectedSection, at: line.lowerBound, length: line.count)
        }
        var nameEnd = line.lowerBound
        while nameEnd < line.upperBound, isKeyCharacter(text[nameEnd]) { nameEnd += 1 }
        name = line.lowerBound..<nameEnd
        guard !name.isEmpty else { throw Diagnostic(.expectedKey, at: line.lowerBound, length: line.count) }
        guard let key = PolicyKey(in: text, name) else {
            throw Diagnostic(
                .unknownKey, at: name.lowerBound, length: name.count,
                suggestion: Spelling.nearest(to: text, name, among: PolicyKey.allCases.map { $0.name }))
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

/// The keys that a file has set so far.
private struct SeenKeys {
    private var bits: UInt64 = 0

    /// Whether the key was not there before.
    mutating func insert(_ key: PolicyKey) -> Bool {
        let bit: UInt64 = 1 << UInt64(key.rawValue)
        defer { bits |= bit }
        return bits & bit == 0
    }
}

/// Calls `body` with the range of each line, its newline not included.
func forEachLine(of text: Span<UInt8>, _ body: (Range<Int>) -> Void) {
    var start = 0
    while start < text.count {
        var end = start
        while end < text.count, text[end] != 0x0A { end += 1 }
        body(start..<end)
        start = end + 1
    }
}

/// The range without white space at its ends.
private func trim(_ text: Span<UInt8>, _ range: Range<Int>) -> Range<Int> {
    var start = range.lowerBound
    var end = range.upperBound
    while start < end, isBlank(text[start]) { start += 1 }
    while end > start, isBlank(text[end - 1]) { end -= 1 }
    return start..<end
}

private func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

private func isKeyCharacter(_ byte: UInt8) -> Bool {
    let byte = lowercased(byte)
    return byte >= 0x61 && byte <= 0x7A || byte >= 0x30 && byte <= 0x39 || byte == 0x2D || byte == 0x5F
}

extension PolicyKey {
    /// The key with exactly this name: unlike the descriptor language, the file is case-sensitive.
    fileprivate init?(in text: Span<UInt8>, _ range: Range<Int>) {
        for key in Self.allCases where key.name.equals(text, range) {
            self = key
            return
        }
        return nil
    }
}

private func parseFlag(_ text: Span<UInt8>, _ value: Range<Int>) throws(Diagnostic) -> Bool {
    if Word("yes").equals(text, value) { return true }
    if Word("no").equals(text, value) { return false }
    throw Diagnostic(
        .invalidValue, at: value.lowerBound, length: value.count, suggestion: "\"yes\" or \"no\"")
}

private func parseEnforcement(_ text: Span<UInt8>, _ value: Range<Int>) throws(Diagnostic) -> Enforcement {
    if Word("yes").equals(text, value) { return .yes }
    if Word("warn").equals(text, value) { return .warn }
    if Word("audit").equals(text, value) { return .audit }
    if Word("no").equals(text, value) { return .no }
    throw Diagnostic(
        .invalidValue, at: value.lowerBound, length: value.count,
        suggestion: "\"yes\", \"warn\", \"audit\" or \"no\"")
}

private func parseStyle(_ text: Span<UInt8>, _ value: Range<Int>) throws(Diagnostic) -> PasswordStyle {
    for style in PasswordStyle.allCases where Word(style.name).equals(text, value) { return style }
    throw Diagnostic(
        .invalidValue, at: value.lowerBound, length: value.count,
        suggestion: "\"random\", \"readable\" or \"words\"")
}

/// A decimal number from 1 to `maximum`, at most 9,999; `range` says so in words.
private func parseNumber(
    _ text: Span<UInt8>, _ value: Range<Int>, maximum: Int, range: Word
) throws(Diagnostic) -> Int {
    var number = 0
    var isNumber = true
    for index in value {
        let byte = text[index]
        isNumber = isNumber && byte >= 0x30 && byte <= 0x39
        number = min(number * 10 + Int(byte & 0x0F), 10_000)
    }
    guard isNumber, number >= 1, number <= maximum else {
        throw Diagnostic(.numberOutOfRange, at: value.lowerBound, length: value.count, suggestion: range)
    }
    return number
}
