import Testing

@testable import PasswordRules

/// Wrapped texts, compared with a slow definition.
@Suite struct TextWrappingTests {
    private func text(_ characters: String) -> Text {
        var text = Text()
        for byte in characters.utf8 { text.append(byte: byte) }
        return text
    }

    private static let marks: Set<Unicode.Scalar> = ["、", "。", "，", "：", "；"]

    private func columns(_ text: String) -> Int {
        text.unicodeScalars.reduce(0) { $0 + ($1.value >= 0x3000 ? 2 : 1) }
    }

    /// The unbreakable pieces, and whether a space precedes each.
    private func pieces(_ text: String) -> [(isSpaced: Bool, text: String)] {
        let all = Array(text.unicodeScalars)
        var pieces = [(isSpaced: false, text: "")]
        for (index, scalar) in all.enumerated() {
            let piece = pieces[pieces.count - 1].text.unicodeScalars
            let isAfterMark = piece.last.map(Self.marks.contains) == true
            if scalar == " " {
                let isOfNumber = piece.last.map { ("0"..."9").contains($0) } == true
                // A number stays with what it counts.
                if isOfNumber, index + 1 < all.count, all[index + 1].value >= 0x3000 {
                    pieces[pieces.count - 1].text.unicodeScalars.append(" ")
                } else {
                    pieces.append((true, ""))
                }
            } else if isAfterMark {
                pieces.append((false, String(scalar)))
            } else {
                pieces[pieces.count - 1].text.unicodeScalars.append(scalar)
            }
        }
        return pieces
    }

    /// The lines, without an indent.
    private func lines(_ text: String, columns limit: Int) -> [String] {
        var lines = [""]
        for piece in pieces(text) {
            let last = lines[lines.count - 1]
            let longer = last + (piece.isSpaced && !last.isEmpty ? " " : "") + piece.text
            if !last.isEmpty, columns(longer) > limit {
                lines.append(piece.text)
            } else {
                lines[lines.count - 1] = longer
            }
        }
        return lines
    }

    private static let parts = [
        " ", " ", " ", "  ", "   ", "a", "word", "longer-word", "й", "слово", "12", "7", "日本", "個", "、", "。",
        "，", "：", "；", "\u{3000}", "€", "😀", "é", ".", "12 個", "2 words",
    ]

    @Test(arguments: [31, 32] as [UInt64])
    func linesEndWhereASlowDefinitionEndsThem(seed: UInt64) {
        var source = SeededSource(seed: seed)
        for _ in 0..<rounds(400) {
            let whole = (0..<source.below(24)).map { _ in source.pick(Self.parts) }.joined()
            let limit = source.below(30)
            let expected = lines(whole, columns: limit)
            let comment: Comment = "seed \(seed): \(limit) columns of \"\(whole)\""
            #expect(text(whole).wrapped(toColumns: limit).string == expected.joined(separator: "\n"), comment)
            #expect(
                text(whole).wrapped(toColumns: limit, indent: "    ").string
                    == expected.joined(separator: "\n    "), comment)
            // No line is too long but for a word that is.
            let longest = pieces(whole).map { columns($0.text) }.max() ?? 0
            #expect(expected.allSatisfy { columns($0) <= max(limit, longest) }, comment)
        }
    }

    @Test(arguments: [
        // A line that is broken at several spaces does not begin with one.
        ("aaaa  bbbb", 4, "aaaa\nbbbb"), ("aaaa   bbbb", 4, "aaaa\nbbbb"), (" aaaa", 4, "aaaa"),
        ("  aaaa bbbb", 9, "aaaa bbbb"), ("a  b", 4, "a  b"), ("a  b", 3, "a \nb"), ("aaaa ", 4, "aaaa\n"),
        (" ", 4, ""), ("数字。  重复", 6, "数字。\n重复"), ("", 5, ""), ("a  b ", 30, "a  b "),
        ("abc def ghi", 7, "abc def\nghi"), ("abc def ghi", 11, "abc def ghi"),
        ("abcdefghi jk", 4, "abcdefghi\njk"), ("абв где жзи", 7, "абв где\nжзи"),
        // Lines are measured in columns, and Chinese, which has no spaces, is broken after its marks.
        ("至少十二个字符，包含数字；没有重复", 20, "至少十二个字符，\n包含数字；没有重复"), ("至少、数字、重复", 6, "至少、\n数字、\n重复"),
        ("数字。 重复", 30, "数字。 重复"), ("至少 12 个字符", 8, "至少\n12 个字符"), ("至少 12 chars", 8, "至少 12\nchars"),
    ])
    func linesAreBrokenAtSpacesAndMarks(whole: String, columns: Int, wrapped: String) {
        #expect(text(whole).wrapped(toColumns: columns).string == wrapped)
        #expect(lines(whole, columns: columns).joined(separator: "\n") == wrapped)
    }

    /// A catalogue in another character set: nothing is lost, except spaces at line ends.
    @Test func bytesThatAreNoTextStay() {
        var source = SeededSource(seed: 41)
        let bytes: [UInt8] = [0x20, 0x61, 0x31, 0x80, 0x81, 0xA1, 0xE3, 0xEF, 0xBC, 0x8C, 0xFF, 0xC3]
        for _ in 0..<rounds(1_000) {
            let whole = (0..<source.below(20)).map { _ in source.pick(bytes) }
            var text = Text()
            for byte in whole { text.append(byte: byte) }
            let wrapped = text.wrapped(toColumns: 1 + source.below(12)).bytes
            let isKept = { (byte: UInt8) in byte != 0x20 && byte != 0x0A }
            #expect(wrapped.filter(isKept) == whole.filter(isKept), "\(whole)")
        }
    }
}
