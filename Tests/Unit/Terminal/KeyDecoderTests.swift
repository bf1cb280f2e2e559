import Testing

@testable import PasswordRulesTerminal

@Suite struct KeyDecoderTests {
    private func keys(_ bytes: [UInt8]) -> [Key] {
        var decoder = KeyDecoder()
        var keys: [Key] = []
        for byte in bytes { decoder.decode(byte) { keys.append($0) } }
        return keys
    }

    private func keys(_ text: String) -> [Key] { keys(Array(text.utf8)) }
    private func typed(_ text: String) -> [Key] { text.utf8.map { .byte($0) } }

    private static let controls: [UInt8: Key] = [
        0x03: .interrupt, 0x04: .end, 0x07: .suggest, 0x08: .backspace, 0x09: .tab, 0x0A: .enter,
        0x0C: .redraw, 0x0D: .enter, 0x14: .take, 0x15: .clear, 0x17: .word, 0x1A: .stop, 0x7F: .backspace,
    ]

    /// Other control characters are not keys. All else is typed, whether it is UTF-8 or not.
    @Test func everyByteIsAKeyOrTypedOrIgnored() {
        for byte in UInt8.min...UInt8.max where byte != 0x1B {
            let key = Self.controls[byte] ?? (byte < 0x20 ? nil : .byte(byte))
            #expect(keys([byte, 0x61]) == [key].compactMap { $0 } + [.byte(0x61)], "\(byte)")
        }
    }

    @Test(arguments: [
        // Arrows, as sent in both modes; with modifiers; Home, Delete, F5; Shift-Tab; a mouse in its newer
        // form.
        "\u{1B}[A", "\u{1B}OA", "\u{1B}[1;5C", "\u{1B}[H", "\u{1B}[3~", "\u{1B}[15~", "\u{1B}[15;2~",
        "\u{1B}[Z", "\u{1B}[<0;12;7M", "\u{1B}O5P",
        // F1 of the Linux console; of rxvt with Shift, whose end differs from all others.
        "\u{1B}[[A", "\u{1B}[23^",
        // Focus; the end of a paste that never began; numbers that are not those of the paste marks.
        "\u{1B}[I", "\u{1B}[201~", "\u{1B}[2000~", "\u{1B}[20~", "\u{1B}[99999999999999999999999999~",
        "\u{1B}[2:00~",
        // Answers of a terminal.
        "\u{1B}]11;rgb:0000/0000/0000\u{7}", "\u{1B}]11;rgb:0000/0000/0000\u{1B}\\", "\u{1B}P1+r544e\u{1B}\\",
        "\u{1B}_Gi=31;OK\u{1B}\\",
        // Alt with a letter, with a character of several bytes, with Return; interrupted, and started again.
        "\u{1B}x", "\u{1B}\u{E9}", "\u{1B}\u{20AC}", "\u{1B}\u{1F600}", "\u{1B}\r", "\u{1B}[1;\u{18}",
        "\u{1B}\u{1B}[A", "\u{1B}[12\u{1B}OA",
    ])
    func escapeSequencesAreSwallowedWhole(_ sequence: String) {
        #expect(keys("a" + sequence + "b") == typed("ab"))
        var decoder = KeyDecoder()
        for byte in sequence.utf8 { decoder.decode(byte) { _ in } }
        #expect(!decoder.isInsideSequence)
    }

    @Test func escapeAloneIsForgottenAfterAWhile() {
        for start in ["\u{1B}", "\u{1B}[", "\u{1B}[2", "\u{1B}O", "\u{1B}]0;", "\u{1B}[[", "\u{1B}[2$"] {
            var decoder = KeyDecoder()
            for byte in start.utf8 { decoder.decode(byte) { _ in } }
            #expect(decoder.isInsideSequence)
            decoder.reset()
            var keys: [Key] = []
            decoder.decode(0x41) { keys.append($0) }
            #expect(keys == [.byte(0x41)])
        }
    }

    @Test(arguments: [
        ("sesame", "sesame"), ("", ""), ("two\r\nlines\n", "twolines"),
        // No byte is a command, and a sequence that only begins like the mark is text.
        ("\t\u{3}\u{4}\u{7}\u{15}\u{7F}", "\t\u{3}\u{4}\u{7}\u{15}\u{7F}"), ("\u{1B}[20", "\u{1B}[20"),
        ("\u{1B}\u{1B}[201", "\u{1B}\u{1B}[201"), ("\u{1B}[200~", "\u{1B}[200~"), ("\u{1B}[A", "\u{1B}[A"),
    ])
    func pastedTextIsTyped(_ pasted: String, _ expected: String) {
        #expect(keys("a\u{1B}[200~\(pasted)\u{1B}[201~\t") == typed("a" + expected) + [.tab])
    }

    @Test func pauseDoesNotEndAPaste() {
        var decoder = KeyDecoder()
        var keys: [Key] = []
        for byte in "\u{1B}[200~a".utf8 { decoder.decode(byte) { keys.append($0) } }
        #expect(!decoder.isInsideSequence)
        decoder.reset()
        for byte in "\tb\u{1B}[201~\t".utf8 { decoder.decode(byte) { keys.append($0) } }
        #expect(keys == typed("a\tb") + [.tab])
    }
}
