internal import PasswordRules

/// The lines of a word list, one word each, in the order of the list. White space and a number after the
/// word, as in lists of frequencies, are ignored.
struct RankedLines {
    private let bytes: [UInt8]
    private let source: String
    private(set) var skipped = SkippedLines()

    init(_ bytes: [UInt8], source: String) {
        self.bytes = bytes
        self.source = source
    }

    /// The words as they are written. Lines that are not words are counted as skipped; empty lines are not.
    mutating func words() -> [[UInt8]] {
        var words: [[UInt8]] = []
        var start = ByteOrderMark.length(in: bytes.span)
        var line = 0
        while start < bytes.count {
            let end = bytes.span.newline(from: start) ?? bytes.count
            line += 1
            let word = Self.withoutNumber(bytes[start..<end])
            if let reason = Self.reasonToSkip(word) {
                skipped.add(source, line, reason)
            } else if !word.isEmpty {
                words.append(Array(word))
            }
            start = end + 1
        }
        return words
    }

    private static func withoutNumber(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var word = line
        if word.last == 0x0D { word.removeLast() }
        let digits = word.reversed().prefix { $0 >= 0x30 && $0 <= 0x39 }.count
        let rest = word.dropLast(digits)
        guard digits > 0, let blank = rest.last, blank == 0x20 || blank == 0x09 else { return word }
        let name = rest.dropLast(rest.reversed().prefix { $0 == 0x20 || $0 == 0x09 }.count)
        return name.isEmpty ? word : name
    }

    private static func reasonToSkip(_ word: ArraySlice<UInt8>) -> SkippedLines.Reason? {
        if word.count > WordLines.maximumLength { return .tooLong }
        if word.contains(where: { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F }) { return .controlCharacter }
        let copy = Array(word)
        return UTF8Decoding.firstIllFormed(in: copy.span) == nil ? nil : .notUTF8
    }
}
