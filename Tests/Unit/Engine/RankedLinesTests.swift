import PasswordRules
import Testing

@testable import PasswordRulesLists

/// Which lines of a word list are words. `RankedWordsBuildTests` tests what is built from the words.
@Suite struct RankedLinesTests {
    private func read(_ bytes: [UInt8]) -> (words: [String], skipped: SkippedLines) {
        var lines = RankedLines(bytes, source: "x")
        let words = lines.words().map { String(decoding: $0, as: UTF8.self) }
        return (words, lines.skipped)
    }

    private func words(_ text: String) -> [String] { read(Array(text.utf8)).words }

    @Test(arguments: [
        ("", []), ("\n", []), ("\n\n\r\n", []), ("dragon", ["dragon"]), ("dragon\n", ["dragon"]),
        ("dragon\r\nmonkey\r\n", ["dragon", "monkey"]), ("dragon\r", ["dragon"]),
        ("\n\ndragon\n\n\nmonkey", ["dragon", "monkey"]), ("\u{FEFF}dragon\nmonkey\n", ["dragon", "monkey"]),
        ("\u{FEFF}", []), ("Пароль\nStraße\n", ["Пароль", "Straße"]),
        ("Dragon\ndragon", ["Dragon", "dragon"]),
        // A byte order mark is ignored only at the beginning of the list.
        ("dragon\n\u{FEFF}monkey", ["dragon", "\u{FEFF}monkey"]),
    ])
    func eachLineIsAWordInOrder(text: String, expected: [String]) {
        #expect(words(text) == expected)
        #expect(read(Array(text.utf8)).skipped.count == 0)
    }

    /// Lists of frequencies have a number after each word.
    @Test(arguments: [
        ("the 1234567", "the"), ("the\t12", "the"), ("the \t  12", "the"), ("the 0", "the"),
        ("the 12\r", "the"),
        ("of the 7", "of the"), ("123456 290729", "123456"), ("summer2024 3", "summer2024"),
        // The line does not end in white space and a number.
        ("123456", "123456"), ("dragon7", "dragon7"), ("the -1", "the -1"), ("the 1.5", "the 1.5"),
        ("the 12 ", "the 12 "), ("the 1,000", "the 1,000"), ("the ١٢", "the ١٢"),
        // There is no word before the number.
        (" 12", " 12"), ("\t12", "\t12"), ("12", "12"),
    ])
    func numberAfterAWordIsIgnored(line: String, word: String) {
        #expect(words(line) == [word])
        #expect(words("first 9\n\(line)\nlast 1") == ["first", word, "last"])
    }

    @Test func invalidLinesAreSkippedAndCounted() {
        let longest = String(repeating: "a", count: WordLines.maximumLength)
        var bytes = Array("dragon\n".utf8)
        bytes += [0x61, 0xFF, 0x0A]  // line 2
        bytes += Array("a\u{01}b 5\n".utf8)  // line 3
        bytes += Array("\(longest)b\n".utf8)  // line 4
        bytes += Array("\(longest) 12\nmonkey\n".utf8)  // lines 5 and 6
        bytes += Array("\u{7F}\n\0\na\rb\n".utf8)  // lines 7 to 9
        bytes += [0xC3]  // line 10, cut off
        let (words, skipped) = read(bytes)
        #expect(words == ["dragon", longest, "monkey"])
        #expect(skipped.count == 7)
        #expect(skipped.count(.notUTF8) == 2)
        #expect(skipped.count(.controlCharacter) == 4)
        #expect(skipped.count(.tooLong) == 1)
        #expect(skipped.firstLines.map(\.line) == [2, 3, 4, 7, 8])
        #expect(
            skipped.firstLines.map(\.reason) == [
                .notUTF8, .controlCharacter, .tooLong, .controlCharacter, .controlCharacter,
            ])
        #expect(skipped.firstLines.allSatisfy { $0.source == "x" })
    }

    /// Every kind of ill-formed UTF-8.
    @Test(
        arguments: [
            [0x80], [0xC0, 0x80], [0xC1, 0xBF], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80],
            [0xF4, 0x90, 0x80, 0x80],
            [0xE6, 0x9D], [0x61, 0xC3], [0xF8],
        ] as [[UInt8]])
    func illFormedBytesAreNotAWord(bytes: [UInt8]) {
        #expect(read(bytes).words == [] && read(bytes).skipped.count(.notUTF8) == 1)
        #expect(read(bytes + Array(" 12\nmonkey".utf8)).words == ["monkey"])
    }
}
