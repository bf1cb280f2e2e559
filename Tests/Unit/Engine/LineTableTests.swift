import Testing

@testable import PasswordRules

/// Lines of offsets, found without reading the whole text.
@Suite struct LineTableTests {
    @Test(
        arguments: [
            "", "\n", "a", String(repeating: "\n", count: 3000), String(repeating: "a", count: 3000),
            String(repeating: "a\nbc\n\n", count: 1000),
            String(repeating: String(repeating: "x", count: 1023) + "\n", count: 3),
        ])
    func linesAreThoseOfTheWholeText(text: String) {
        let bytes = Array(text.utf8)
        let table = LineTable(bytes.span)
        for offset in 0...bytes.count + 1 {
            #expect(
                table.line(of: offset, in: bytes.span)
                    == Diagnostic.position(of: offset, in: bytes.span).line,
                "offset \(offset)")
        }
    }

    @Test func positionsInAFileAreThoseInItsText() throws {
        let text = Array(String(repeating: "# comment\n\nretry =\n", count: 300).utf8)
        var found = Diagnostics()
        let file = try #require(PolicyFile.parse(text, diagnostics: &found), "\(found.items)")
        for offset in 0...text.count + 1 {
            #expect(file.position(of: offset) == Diagnostic.position(of: offset, in: text.span))
        }
    }
}
