import Foundation
import PasswordRules
import Testing

@testable import PasswordRulesLists

/// The result of parsing lines: keys, or a mistake.
private struct Parsed: Equatable {
    var keys: [UInt64] = []
    var problem: OutputProblem?
}

@Suite struct BlocklistBuildLinesTests {
    /// Parses the text in pieces: the rest of a piece is passed again before the next one.
    private func parse(_ text: [UInt8], _ lines: inout some LineParser, piece: Int) throws -> Parsed {
        var collector = try KeyCollector(capacity: 1 << 10, folder: "/nonexistent") { _, _ in }
        var rest: [UInt8] = []
        var start = 0
        do throws(OutputProblem) {
            while true {
                let isEnd = start == text.count
                let next = min(piece, text.count - start)
                rest += text[start..<start + next]
                start += next
                let done = try lines.parse(rest.span, isEnd: isEnd, into: &collector)
                rest.removeFirst(done)
                #expect(rest.count <= type(of: lines).longestRest)
                if isEnd { break }
            }
        } catch {
            return Parsed(problem: error)
        }
        #expect(rest.isEmpty)
        return Parsed(keys: try all(collector.sorted()))
    }

    private func malformed(
        _ line: Int, _ mistake: OutputProblem.LineMistake, digits: Int = 40
    ) -> Parsed {
        Parsed(problem: .malformed(path: "x", line: line, mistake, digits: digits))
    }

    private static let hash = "0123456789ABCDEFfedcba98765432100a1B2c3D"
    private static let key: UInt64 = 0x0123_4567_89AB_CDEF

    // MARK: - Digits

    @Test func everyByteIsReadAsADigitOrRefused() {
        for index in 0..<8 {
            for byte in UInt8.min...UInt8.max {
                var text = Array("00000000".utf8)
                text[index] = byte
                let digits = HexDigits(text.span, at: 0)
                let value = UInt64(String(decoding: text, as: UTF8.self), radix: 16)
                let isDigit = byte < 0x80 && Character(UnicodeScalar(byte)).isHexDigit
                #expect(digits.areValid == isDigit, "\(byte) at \(index)")
                if isDigit { #expect(digits.value == value, "\(byte) at \(index)") }
            }
        }
        #expect(HexDigits(Array("x89ABcdef".utf8).span, at: 1).value == 0x89AB_CDEF)
        #expect(HexDigits(Array("FFFFFFFF".utf8).span, at: 0).value == 0xFFFF_FFFF)
    }

    // MARK: - Hashes

    /// Parses the text in pieces of several lengths. The longest piece is the whole text.
    private func expect(
        _ text: String, _ expected: Parsed, minimum: UInt64? = nil, prefix: HashLines.Prefix? = nil
    ) throws {
        for piece in [1, 2, 3, 7, 41, 64, 4096] {
            var lines = HashLines(source: "x", prefix: prefix, minimumCount: minimum)
            let parsed = try parse(Array(text.utf8), &lines, piece: piece)
            #expect(parsed == expected, "\(text.debugDescription) by \(piece)")
        }
    }

    /// A "#" stands for the hash.
    @Test(arguments: [
        "#", "#\n", "#\r\n", "#\r", "#:1\n", "#:18446744073709551615\r\n", "#:00000000000000000007",
    ])
    func readsAHash(text: String) throws {
        try expect(text.replacing("#", with: Self.hash), Parsed(keys: [Self.key]))
        try expect(text.replacing("#", with: Self.hash.lowercased()), Parsed(keys: [Self.key]))
    }

    /// Hashes that were counted less often are left out.
    @Test(
        arguments: [
            ("", nil, false), ("#:0\n", nil, false), ("#:5\n", 5, true), ("#:4\n", 5, false),
            ("#:4\n#:5\n", 5, true), ("#:18446744073709551615", .max, true),
        ] as [(String, UInt64?, Bool)])
    func readsWhatWasCountedOftenEnough(text: String, minimum: UInt64?, isKept: Bool) throws {
        let expected = Parsed(keys: isKept ? [Self.key] : [])
        try expect(text.replacing("#", with: Self.hash), expected, minimum: minimum)
    }

    /// A "#" stands for the hash, and a "%" for its first 39 digits.
    @Test(
        arguments: [
            ("\u{FEFF}#", 1, .notAHash), ("\n", 1, .notAHash), ("#\n\n", 2, .notAHash), (" #", 1, .notAHash),
            ("%", 1, .notAHash), ("%:1\n", 1, .notAHash), ("%g", 1, .notAHash), ("%\n#", 1, .notAHash),
            ("#0\n", 1, .trailingBytes), ("# \n", 1, .trailingBytes), ("#:1 \n", 1, .trailingBytes),
            ("#\r\r\n", 1, .trailingBytes), ("#\0\n", 1, .trailingBytes), ("#:1:2\n", 1, .trailingBytes),
            ("#:\n", 1, .wrongCount), ("#:", 1, .wrongCount), ("#:-1\n", 1, .wrongCount),
            ("#:000000000000000000007", 1, .wrongCount),
            ("#:00000000000000000000000000000000007", 1, .wrongCount),
            ("#:18446744073709551616\n", 1, .wrongCount), ("#\n#:99999999999999999999\n", 2, .wrongCount),
        ] as [(String, Int, OutputProblem.LineMistake)])
    func refusesWhatIsNotAHash(text: String, line: Int, mistake: OutputProblem.LineMistake) throws {
        let text = text.replacing("#", with: Self.hash).replacing("%", with: Self.hash.dropLast())
        try expect(text, malformed(line, mistake))
    }

    @Test func refusesAHashThatIsNotCounted() throws {
        try expect(Self.hash, malformed(1, .noCount), minimum: 1)
        try expect("\(Self.hash):9\n\(Self.hash)\n", malformed(2, .noCount), minimum: 2)
    }

    @Test func hashesOfARange() throws {
        let suffix = String(Self.hash.dropFirst(5))
        let prefix = HashLines.Prefix(value: 0x01234)
        try expect(suffix + ":3", Parsed(keys: [Self.key]), prefix: prefix)
        try expect(suffix.lowercased() + "\r\n", Parsed(keys: [Self.key]), prefix: prefix)
        try expect(Self.hash, malformed(1, .trailingBytes, digits: 35), prefix: prefix)
        let short = suffix + ":3\n" + suffix.dropLast() + ":4\n"
        try expect(short, malformed(2, .notAHash, digits: 35), prefix: prefix)
    }

    @Test func everyDigitCounts() throws {
        for index in 0..<40 {
            var text = Array(Self.hash.utf8)
            text[index] = 0x78
            var lines = HashLines(source: "x")
            #expect(try parse(text, &lines, piece: 100) == malformed(1, .notAHash), "\(index)")
            guard index >= 5 else { continue }
            var suffixes = HashLines(source: "x", prefix: HashLines.Prefix(value: 0))
            let parsed = try parse(Array(text[5...]), &suffixes, piece: 100)
            #expect(parsed == malformed(1, .notAHash, digits: 35), "\(index)")
        }
    }

    @Test(arguments: [
        (hash, true), (hash + ":12", true), (hash + "\r", true), ("", false), ("password", false),
        (String(hash.dropLast()), false), (hash + "1", false), (hash + ":", false),
    ])
    func tellsHashesFromWords(line: String, isHash: Bool) {
        #expect((HashLines.hash(of: Array(line.utf8).span) == .sha1) == isHash)
    }

    @Test(arguments: [nil, HashLines.Prefix(value: 0x01234)])
    func readsNTLMHashes(prefix: HashLines.Prefix?) throws {
        let digits = prefix == nil ? 32 : 27
        let hash = String(Self.hash.prefix(32).suffix(digits))
        for piece in [1, 7, 64, 4096] {
            for text in [hash, hash + ":12\r\n", hash.lowercased() + "\n" + hash + ":3"] {
                var lines = HashLines(source: "x", hash: .ntlm, prefix: prefix)
                #expect(try parse(Array(text.utf8), &lines, piece: piece) == Parsed(keys: [Self.key]))
            }
            for index in 0..<digits {
                var text = Array(hash.utf8)
                text[index] = 0x67
                var lines = HashLines(source: "x", hash: .ntlm, prefix: prefix)
                let parsed = try parse(text, &lines, piece: piece)
                #expect(parsed == malformed(1, .notAHash, digits: digits), "\(index)")
            }
            var lines = HashLines(source: "x", hash: .ntlm, prefix: prefix)
            let parsed = try parse(Array((hash + "0").utf8), &lines, piece: piece)
            #expect(parsed == malformed(1, .trailingBytes, digits: digits))
        }
        let line = Array(hash.utf8)
        #expect(HashLines.hash(of: line.span, isRest: prefix != nil) == .ntlm)
        #expect(HashLines.hash(of: line.span, isRest: prefix == nil) == nil)
        #expect(BlocklistHash.ntlm.key(ofHex: line.span) == (prefix == nil ? Self.key : nil))
    }

    // MARK: - Words

    private static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

    private static let long = [UInt8](repeating: 0x61, count: 4096)

    @Test(
        arguments: [
            ([], [], []), (bytes("\n\r\n\n"), [], []), (bytes("abc"), [bytes("abc")], []),
            (bytes("abc\r\n\nd e\tf\r\n"), [bytes("abc"), bytes("d e\tf")], []),
            (bytes("\u{FEFF}é\nz"), [bytes("\u{FEFF}é"), bytes("z")], []),
            (bytes("a\nb\u{FEFF}"), [bytes("a"), bytes("b\u{FEFF}")], []),
            (bytes("a\r\r\nb\0c\n\u{1B}[m\n\u{7F}\n"), [], (1...4).map { ($0, .controlCharacter) }),
            // Lines that are not UTF-8: one byte, half of a character, a surrogate.
            (
                bytes("a\n") + [0xFF, 0x0A, 0xC3, 0x0A, 0xED, 0xA0, 0x80] + bytes("\nb"),
                [bytes("a"), bytes("b")], (2...4).map { ($0, .notUTF8) }
            ),
            (long, [long], []), (long + bytes("\r\n"), [long], []), (long + bytes("\r"), [long], []),
            (long + bytes("a"), [], [(1, .tooLong)]), (long + bytes("\r\r"), [], [(1, .tooLong)]),
            (long + long + bytes("\nb"), [bytes("b")], [(1, .tooLong)]),
            (
                bytes("c\n") + long + long + long + bytes("\r\n\n") + [0xFF], [bytes("c")],
                [(2, .tooLong), (4, .notUTF8)]
            ),
        ] as [([UInt8], [[UInt8]], [(Int, SkippedLines.Reason)])])
    func wordsAreReadAndOtherLinesSkipped(
        text: [UInt8], words: [[UInt8]], skipped: [(Int, SkippedLines.Reason)]
    ) throws {
        for piece in [1, 2, 3, 5, 64, 4095, 4096, 4097, 4098, 4099, 1 << 16]
        where piece > 64 || text.count < 99 {
            var lines = WordLines(source: "x", match: .exact)
            let parsed = try parse(text, &lines, piece: piece)
            let expected = words.map { SHA1($0.span).prefix }.sorted()
            #expect(parsed == Parsed(keys: expected), "\(text.prefix(40)) by \(piece)")
            #expect(
                lines.skipped.firstLines.map(\.line) == skipped.map(\.0),
                "\(text.prefix(40)) by \(piece)")
            #expect(lines.skipped.firstLines.map(\.reason) == skipped.map(\.1))
            #expect(lines.skipped.count == skipped.count)
        }
    }

    @Test(arguments: [
        ("", []), ("\u{FEFF}", []), ("\u{FEFF}é\nz", ["é", "z"]), ("a\n\u{FEFF}b", ["a", "\u{FEFF}b"]),
        ("\u{FEFF}\u{FEFF}a", ["\u{FEFF}a"]), ("\u{FEFF}\n\u{FEFF}a", ["\u{FEFF}a"]),
    ])
    func byteOrderMarkIsSkipped(text: String, words: [String]) throws {
        let folder = try TemporaryFolder()
        let file = try InputFile(folder.file(Self.bytes(text)), name: "x")
        var reader = InputReader()
        var lines = WordLines(source: "x", match: .exact)
        var collector = try KeyCollector(capacity: 9, folder: folder.path) { _, _ in }
        try reader.read(
            file, &lines, into: &collector,
            start: { start in
                let isMarked = text.utf8.starts(with: ByteOrderMark.bytes)
                #expect(start.count == text.utf8.count - (isMarked ? 3 : 0))
            })
        #expect(try all(collector.sorted()) == words.map { SHA1(Self.bytes($0).span).prefix }.sorted())
    }

    @Test(arguments: [
        "abc", "Password", "PASSWORD", "ÀÉÎ", "àéî", "pa55 w\u{9}rd!", "İI", "ß", "ΑΣ", "Ǆ", "😀A",
    ])
    func wordsAreEnteredInLowerCaseToo(word: String) throws {
        let bytes = Array(word.utf8)
        let expected: Set = [SHA1(bytes.span).prefix, Blocklist.foldedKey(of: bytes.span)]
        for match in BlocklistMatch.allCases {
            var lines = WordLines(source: "x", match: match)
            let parsed = try parse(bytes, &lines, piece: 100)
            #expect(parsed.keys == (match == .exact ? [SHA1(bytes.span).prefix] : expected.sorted()))
        }
    }

    @Test func firstFewSkippedLinesAreNamed() throws {
        var lines = WordLines(source: "x", match: .exact)
        _ = try parse(
            [UInt8](repeating: 0x01, count: 1) + Array(repeating: [0x0A, 0xFF], count: 20).joined(), &lines,
            piece: 3)
        #expect(lines.skipped.firstLines.map(\.line) == [1, 2, 3, 4, 5])
        #expect(
            (lines.skipped.count, lines.skipped.count(.notUTF8), lines.skipped.count(.tooLong)) == (21, 20, 0)
        )
        var both = lines.skipped
        both.add(lines.skipped)
        #expect(both.firstLines.count == 5 && both.count(.controlCharacter) == 2)
    }
}
