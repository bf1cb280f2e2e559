import CPasswordRulesTerminal
import PasswordRules
import PasswordRulesSystem

/// The line that a diagnostic is about, safe for a terminal: characters that move the cursor or reorder
/// others are replaced, and a long line is cut.
struct Excerpt {
    /// The part of the line that is shown.
    private let text: String
    /// The number of columns before the range.
    private let indent: Int
    /// The number of columns of the range.
    private let width: Int

    /// The maximum number of bytes that are shown before the start of the range and after it.
    private static let (bytesBefore, bytesAfter) = (60, 80)

    /// Finds the line that contains `offset`.
    init(of source: Span<UInt8>, from offset: Int, length: Int) {
        let offset = min(offset, source.count)
        var (start, end) = (offset, offset)
        while start > 0, source[start - 1] != 0x0A { start -= 1 }
        while end < source.count, source[end] != 0x0A { end += 1 }
        let first = max(start, Self.scalarStart(in: source, at: offset - Self.bytesBefore))
        let last = min(end, Self.scalarStart(in: source, at: offset + Self.bytesAfter))
        let rangeEnd = max(offset, min(offset + length, last))
        let before = Self.shown(source, first..<offset)
        let range = Self.shown(source, offset..<rangeEnd)
        let dots = first > start ? "..." : ""
        text =
            dots + before.text + range.text + Self.shown(source, rangeEnd..<max(rangeEnd, last)).text
            + (last < end ? "..." : "")
        indent = dots.count + before.columns
        width = range.columns
    }

    /// The line, and a line that marks the range; each after a line feed.
    func lines(_ colours: Colours) -> String {
        let marks = "^" + String(repeating: "~", count: max(0, width - 1))
        return "\n    \(text)\n    " + String(repeating: " ", count: indent) + colours.paint(marks, .green)
    }

    /// The start of the character that contains the byte at `offset`.
    private static func scalarStart(in source: Span<UInt8>, at offset: Int) -> Int {
        var start = max(0, min(offset, source.count))
        while start > 0, start < source.count, source[start] & 0xC0 == 0x80 { start -= 1 }
        return start
    }

    /// The characters that are shown for some bytes, and their width in columns.
    private static func shown(_ source: Span<UInt8>, _ range: Range<Int>) -> (text: String, columns: Int) {
        var (text, columns) = ("", 0)
        for scalar in String(decoding: range.map { source[$0] }, as: UTF8.self).unicodeScalars {
            let (scalar, width) = shown(scalar)
            text.unicodeScalars.append(scalar)
            columns += width
        }
        return (text, columns)
    }

    /// The character that is shown for another, and its width in columns.
    private static func shown(_ scalar: Unicode.Scalar) -> (Unicode.Scalar, Int) {
        if scalar == "\t" { return (" ", 1) }
        if scalar.isASCII { return (scalar.value >= 0x20 && scalar.value < 0x7F ? scalar : "?", 1) }
        let width = isUTF8 ? Int(passwordrules_terminal_width(scalar.value)) : -1
        return width < 0 || scalar.properties.generalCategory == .format ? ("?", 1) : (scalar, width)
    }

    /// Whether the terminal can show characters other than ASCII.
    private static let isUTF8 = passwordrules_terminal_use_locale() != 0
}

/// The texts that diagnostics are about. Files are read again as the user who sees the diagnostics, so that
/// no line is shown that this user cannot read.
struct SourceTexts {
    private var path: [UInt8] = []
    private var text: [UInt8]?
    private var file: PolicyFile?
    private let files: [[UInt8]: PolicyFile]
    private let candidate: CandidateFile?

    /// - Parameters:
    ///   - stack: The files that were already read.
    ///   - candidate: A text with a mistake, which need not be in a file.
    init(_ stack: PolicyStack? = nil, candidate: CandidateFile? = nil) {
        files = Dictionary(
            (stack?.files ?? []).map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        self.candidate = candidate
    }

    /// The line that the diagnostic is about, with its range underlined; empty if it is about the whole
    /// source, or if the source cannot be read.
    mutating func underline(_ diagnostic: LocatedDiagnostic, _ colours: Colours) -> String {
        guard diagnostic.line > 0 else { return "" }
        if path != diagnostic.source {
            path = diagnostic.source
            file = files[path]
            text =
                file?.text
                ?? candidate.flatMap { Array($0.name.utf8) == path ? $0.text : nil }
                ?? (try? Input.readAll(
                    path: String(decoding: path, as: UTF8.self), limit: PolicyFile.maximumLengthInBytes))
        }
        // The file may have changed, and an argument has no file.
        guard let text,
            file?.position(of: diagnostic.offset)
                ?? Diagnostic.position(of: diagnostic.offset, in: text.span)
                == (diagnostic.line, diagnostic.column),
            diagnostic.offset <= text.count
        else { return "" }
        return Excerpt(of: text.span, from: diagnostic.offset, length: diagnostic.length).lines(colours)
    }
}
