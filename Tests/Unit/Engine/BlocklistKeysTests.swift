import Testing

@testable import PasswordRules

@Suite struct BlocklistKeysTests {
    private static let words = [
        "password", "summer", "qwertyuiop", "abcd1234", "secret", "letmein", "hello", "aaaa", "123123", "cat",
        "lily", "пароль", "ärger", "arger", "日本語入", "😀😀😀😀", "p@ss", "monkey", "000000", "illegal", "12345678",
        "Tr0ub4dor",
    ]

    /// The match by which a password is found, for each comparison.
    private func matches(_ password: [UInt8], in list: Blocklist) throws -> [BlocklistMatch?] {
        try BlocklistMatch.allCases.map { try list.lookUp(password.span, by: $0) }
    }

    /// Checks that a password is found by `narrowest` and all wider matches, which all report `narrowest`, and not
    /// by narrower ones.
    private func expect(
        _ password: [UInt8], in list: Blocklist, by narrowest: BlocklistMatch?, _ comment: Comment,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let expected = BlocklistMatch.allCases.map { match in narrowest.flatMap { $0 <= match ? $0 : nil } }
        #expect(try matches(password, in: list) == expected, comment, sourceLocation: sourceLocation)
    }

    private func wordList(_ words: [String]) throws -> Blocklist {
        try MemoryFile(BlocklistImage.file(words: words)).open()
    }

    private static let image = BlocklistImage.file(words: words)
    private static var list: Blocklist { get throws { try MemoryFile(image).open() } }

    @Test(
        arguments: [
            ("password", .exact), ("abcd1234", .exact), ("123123", .exact), ("cat", .exact),
            ("пароль", .exact), ("p@ss", .exact), ("日本語入", .exact), ("aaaa", .exact), ("Tr0ub4dor", .exact),
            // In lower case.
            ("Password", .folded), ("PASSWORD", .folded), ("ABCD1234", .folded), ("CAT", .folded),
            ("ПАРОЛЬ", .folded), ("ÄRGER", .folded), ("P@SS", .folded), ("LetMeIn", .folded),
            // Leet substitutions.
            ("p@ssw0rd", .mangled), ("P4$$W0RD", .mangled), ("$ecret", .mangled), ("$3CR37", .mangled),
            ("L3tm31n", .mangled), ("l37m3!n", .mangled), ("|etmein", .mangled), ("h3ll0", .mangled),
            ("he110", .mangled), ("HE!!0", .mangled), ("1i1y", .mangled), ("!i|y", .mangled),
            ("l1ly", .mangled), ("s€cret", .mangled), ("c@t", .mangled), ("c47", .mangled),
            ("i113ga1", .mangled), ("i11eg@l", .mangled), ("ill3ga1", .mangled), ("111egal", nil),
            ("m0nk€y", .mangled),
            // Without additions before and after it.
            ("Password123!", .mangled), ("P@ssw0rd123", .mangled), ("2024summer!!", .mangled),
            ("!!hello!!", .mangled), ("$ecret1", .mangled), ("1$ecret", .mangled), ("hell0!", .mangled),
            ("Пароль1", .mangled), ("ÄRGER9", .mangled), ("!!12345678!!", .mangled), ("123!hello", .mangled),
            ("...abcd1234", .mangled), ("-Qwertyuiop-", .mangled), ("\0password\0", .mangled),
            (" password ", .mangled), ("日本語入1", .mangled),
            // With leet substitutions beside additions.
            ("2024$ummer", .mangled), ("hell02024!", .mangled), ("5ummer123", .mangled),
            ("2024-Letm31n-7", .mangled),
            ("password!!!2024", .mangled), ("1!etmein2024", .mangled), ("$3cret99", .mangled),
            ("999$3cret", .mangled),
            // Inside words that have digits of their own.
            ("@bcd1234", .mangled), ("4bcd1234!!", .mangled), ("abcd12E4", nil),
            // With digits and symbols that are just an addition, and with too many.
            ("password839274", .mangled), ("password8392746", nil), ("839274182637495password", nil),
            ("password123456789012", .mangled), ("31.12.1999password!!!!!!!!", .mangled),
            // Backwards.
            ("drowssap", .mangled), ("DROWSSAP", .mangled), ("4321dcba", .mangled), ("1drowssap!", .mangled),
            ("ьлорап", .mangled), ("tac", .mangled), ("入語本日", .mangled),
            // Repeated.
            ("passwordpasswordpassword", .mangled), ("PasswordPassword", .mangled),
            ("passwordpassword1", .mangled), ("P@ssw0rdP@ssw0rd", .mangled), ("drowssapdrowssap", .mangled),
            ("aaaaaaaaaaaaaaaa", .mangled), ("aaaaa", .mangled), ("AAAAAAAA", .mangled),
            ("@@@@@@@", .mangled), ("123123123123", .mangled), ("123123123", .mangled),
            ("321321321321", .mangled), ("пароль1пароль1", .mangled), ("0000000", .mangled),
            ("😀😀😀😀😀", .mangled),
            ("!!hellohello!!", .mangled), ("p@ssp@ss", .mangled),
            // The last repetition is incomplete.
            ("passwordpass", .mangled), ("passwordpasswordp", .mangled), ("passwordp", .mangled),
            ("drowssapdrow", .mangled), ("aaaaaaab", .mangled), ("catcatca", .mangled),
            // Without symbols anywhere.
            ("pass-word", .mangled), ("p.a.s.s.w.o.r.d", .mangled), ("Password Password", .mangled),
            ("pass word 2024!", .mangled), ("let me in!", .mangled), ("1-drow-ssap", .mangled),
            ("123-123-123", .mangled), ("a.a.a.a", .mangled), ("hello, hello, hello", .mangled),
            // In the usual width, without marks and invisible characters.
            ("ｐａｓｓｗｏｒｄ", .folded), ("ＰＡＳＳＷＯＲＤ", .folded), ("pa\u{301}ssword", .folded), ("pässwörd", .folded),
            ("PÁSSWORD", .folded), ("pass\u{200B}word", .folded), ("pass\u{AD}word", .folded),
            ("passwörd1", .mangled), ("pässwordpässword", .mangled), ("ｐ４ｓｓｗ０ｒｄ", .mangled),
            ("ÄRGER!", .mangled),
            // A password of very few different characters counts as listed in every list.
            ("", .mangled), ("!!!!", .mangled), ("$$$$$$$$", .mangled), ("-", .mangled), ("1", .mangled),
            ("a", .mangled), ("aaa", .mangled), ("é", .mangled), ("\0", .mangled), ("xyxyxyxyxy", .mangled),
            ("zzzzzzzzzzzzzzy", .mangled),
            // Not found.
            ("cat12345", nil), ("cat1", nil), ("catcatcatcat", .mangled), ("!cat!", nil),
            ("mypasswordis", nil), ("passwordx", nil), ("xpassword", nil), ("pass1word", nil),
            ("passwordpasx", nil), ("Password1Password1Pass", .mangled), ("passwor", nil),
            ("summerpassword", nil),
            ("1234", nil), ("13579", nil), ("abababab", .mangled), ("123", nil), ("пар", nil),
            ("tr0ub4dor", nil), ("TR0UB4DOR", nil), ("correct horse battery staple", nil), ("c-a-t", nil),
            // Without symbols, less than half is left.
            ("h.-e;+l:=l,*o", nil), ("m;O<#_;nKe//Y;", nil), ("--hel?=!+-lo--", nil),
        ] as [(String, BlocklistMatch?)])
    func findsAPasswordByTheNarrowestMatch(password: String, narrowest: BlocklistMatch?) throws {
        try expect(Array(password.utf8), in: Self.list, by: narrowest, "\(password)")
    }

    @Test(arguments: words)
    func everyWordIsFoundAsItIs(word: String) throws {
        let password = Array(word.utf8)
        try expect(password, in: Self.list, by: .exact, "\(word)")
        // The word alone in a list.
        try expect(password, in: wordList([word]), by: .exact, "\(word)")
        // A password of a single character is found in any list.
        let other: BlocklistMatch? = Set(word).count == 1 ? .mangled : nil
        try expect(password, in: wordList(["x" + word]), by: other, "\(word)")
    }

    /// A list may contain the empty password. It then does not match passwords of digits or symbols alone.
    @Test func emptyPasswordIsFound() throws {
        try expect([], in: wordList([""]), by: .exact, "")
        for password in ["!?", "12", "!?!?", "1234", "..-,!"] {
            try expect(Array(password.utf8), in: wordList([""]), by: nil, "\(password)")
        }
    }

    @Test(
        arguments: [
            // Each ill-formed sequence is the same character.
            ([0xFF], .mangled), ([0xC3], .mangled), ([0xF0, 0x9F, 0x98], .mangled),
            ([0xED, 0xA0, 0x80], .mangled), ([0xC0, 0x80], .mangled), ([0x80, 0x80, 0x80, 0x80], .mangled),
            (Array("password".utf8) + [0xFF], nil), (Array("pass".utf8) + [0xC3] + Array("word".utf8), nil),
            ([0xFF, 0xFE] + Array("password".utf8), nil), (Array("Password".utf8) + [0x00], .mangled),
            ([0xD0, 0xBF, 0xD0], nil),
        ] as [([UInt8], BlocklistMatch?)])
    func illFormedPasswordsAreLookedUp(password: [UInt8], narrowest: BlocklistMatch?) throws {
        try expect(password, in: Self.list, by: narrowest, "\(password)")
        let own = try MemoryFile(BlocklistImage.file([SlowSHA1.key(password)])).open()
        try expect(password, in: own, by: .exact, "\(password)")
    }

    @Test func illFormedSequenceFoldsToAReplacementCharacter() throws {
        let password = [0x41, 0xFF, 0x42] as [UInt8]
        try expect(password, in: wordList(["a\u{FFFD}b"]), by: .folded, "")
        #expect(Blocklist.foldedKey(of: password.span) == SlowSHA1.key("a\u{FFFD}b"))
    }

    @Test(arguments: [
        ("", ""), ("Password", "password"), ("ÄRGER", "arger"), ("A\u{308}RGER", "arger"),
        ("ＰａｓｓＷｏｒｄ", "password"), ("p\u{200B}ass\u{AD}", "pass"), ("\u{200B}", ""), ("ПАРОЛЬ", "пароль"),
        ("P@SS 1", "p@ss 1"), ("日本", "日本"), ("😀X", "😀x"),
        ("\u{7F}\u{80}\u{7FF}\u{800}", "\u{7F}\u{80}\u{7FF}\u{800}"),
        ("\u{D7FF}\u{E000}\u{FFFF}\u{10000}\u{10FFFF}", "\u{D7FF}\u{E000}\u{FFFF}\u{10000}\u{10FFFF}"),
    ])
    func foldedKeyIsTheKeyOfTheFoldedForm(typed: String, folded: String) {
        #expect(Blocklist.foldedKey(of: Array(typed.utf8).span) == SlowSHA1.key(folded))
    }

    @Test(arguments: ["a", "1", "!", "Ж", "日", "😀", "password", "Ab1!"])
    func longPasswordsAreLookedUp(piece: String) throws {
        let list = try wordList(["password", "жжжж", "aaaa", "日日日日", "😀😀😀😀", "llll", "ab1!"])
        for count in [511, 512, 4_095, 4_096] {
            let password = String(repeating: piece, count: count / piece.utf8.count)
            try expect(Array(password.utf8), in: list, by: .mangled, "\(count)")
            // Another character at the end makes no difference, unless the password becomes too long to examine.
            let longer = password + "é"
            let isTrivial = longer.utf8.count <= 4_096
            try expect(Array(longer.utf8), in: list, by: isTrivial ? .mangled : nil, "\(count)")
        }
    }

    /// A comparison that no policy asks for must not take long.
    @Test func unexaminedPasswordsAreComparedAsTyped() throws {
        let long = String(repeating: "aaaa", count: 1_024)
        let list = try wordList(["aaaa", long + "b"])
        try expect(Array(long.utf8), in: list, by: .mangled, "4,096 bytes")
        try expect(Array((long + "a").utf8), in: list, by: nil, "one more")
        try expect(Array((long + "b").utf8), in: list, by: .exact, "listed as it is")
    }
}
