internal import PasswordRules

/// Parses the lines of a list of words or passwords, one each.
///
/// Lines that are not passwords are skipped and counted. Most collected lists have some.
struct WordLines: LineParser {
    /// The longest password that a policy can examine, in bytes.
    static let maximumLength = 4096
    // Room for a carriage return, and for one byte that shows that the line is too long.
    static let longestRest = maximumLength + 2

    private let source: String
    private let match: BlocklistMatch
    private(set) var lineCount = 0
    private(set) var skipped = SkippedLines()
    /// Whether the rest of a line that is too long is still to come.
    private var isInLongLine = false

    /// - Parameters:
    ///   - source: The path, for messages about the lines.
    ///   - match: How the words are compared. Unless it is `exact`, their folded forms are added, too.
    init(source: String, match: BlocklistMatch) {
        self.source = source
        self.match = match
    }

    mutating func parse(
        _ bytes: Span<UInt8>, isEnd: Bool, into keys: inout KeyCollector
    ) throws(OutputProblem) -> Int {
        var start = 0
        while start < bytes.count {
            let newline = bytes.newline(from: start)
            if newline == nil, !isEnd {
                if isInLongLine { return bytes.count }
                guard bytes.count - start > Self.longestRest else { return start }
                lineCount += 1
                skip(.tooLong)
                isInLongLine = true
                return bytes.count
            }
            let end = newline ?? bytes.count
            if isInLongLine {
                isInLongLine = false
            } else {
                lineCount += 1
                var length = end - start
                if length > 0, bytes[end - 1] == 0x0D { length -= 1 }
                if length > 0 { try take(bytes.extracting(start..<start + length), &keys) }
            }
            start = end + (newline == nil ? 0 : 1)
        }
        return start
    }

    private mutating func take(
        _ word: Span<UInt8>, _ keys: inout KeyCollector
    ) throws(OutputProblem) {
        guard word.count <= Self.maximumLength else { return skip(.tooLong) }
        var hasUpperCase = false
        var isASCII = true
        for index in 0..<word.count {
            let byte = word[index]
            // Keyboards do not type these characters, and files that are not text are full of them.
            if byte < 0x20 && byte != 0x09 || byte == 0x7F { return skip(.controlCharacter) }
            if byte >= 0x80 { isASCII = false }
            if byte &- 0x41 < 26 { hasUpperCase = true }
        }
        if !isASCII, UTF8Decoding.firstIllFormed(in: word) != nil { return skip(.notUTF8) }
        try keys.add(SHA1(word).prefix)
        // Other words are their own folded form.
        if match > .exact, !isASCII || hasUpperCase { try keys.add(Blocklist.foldedKey(of: word)) }
    }

    private mutating func skip(_ reason: SkippedLines.Reason) {
        skipped.add(source, lineCount, reason)
    }
}
