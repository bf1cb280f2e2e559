import Testing

@testable import PasswordRules

@Suite struct WordSetTests {
    private func makeSet(_ words: [String]) -> WordSet {
        // The words are pieces of a longer text.
        var set = WordSet()
        for word in words {
            let text = Array(("ж, " + word + ", x").utf8)
            set.insert(text.span, 4..<text.count - 3)
        }
        return set
    }

    private func occurs(_ words: WordSet, in password: [UInt8]) -> Bool {
        FoldedPassword(password.span).withForms { _, lower, plain in
            let asTyped = NameText(lower: lower, plain: plain)
            return JoinedPassword(lower: lower, plain: plain).withReadings { withoutSymbols, withoutRest in
                words.occurs(in: asTyped) || words.occurs(in: withoutSymbols) || words.occurs(in: withoutRest)
            }
        }
    }

    private func occurs(_ words: [String], in password: String) -> Bool {
        occurs(makeSet(words), in: Array(password.utf8))
    }

    @Test(
        arguments: [
            (["acme"], "acme", true), (["acme"], "xacmex", true), (["acme"], "xxACMExx", true),
            (["ACME"], "acme", true), (["acme"], "emca", true), (["acme"], "1emca1", true),
            (["acme"], "@cm3", true), (["@cm3"], "acme", true), (["acme"], "acm", false),
            (["acme"], "a-cme", true), (["acme"], "", false), (["acme"], "cmea", false),
            (["acme"], "aacmme", false), (["acme"], "acacme", true), (["hello"], "he110", true),
            (["hello"], "he!!0", true), (["hello"], "0iieh", true),
            // Words of up to three characters count only if no letter is beside them.
            (["ibm"], "ibm", true), (["ibm"], "1ibm2", true), (["ibm"], "-mbi-", true),
            (["ibm"], "xibm", false), (["ibm"], "ibmx", false), (["ibm"], "éibm", false),
            (["ibm"], "xibm-ibm", true), (["ibm"], "1bm", true), (["ibm"], "81bm9", true),
            (["ibm"], "x81bm9", true), (["ibms"], "xibmsx", true),
            // Beyond ASCII.
            (["пароль"], "мойПАРОЛЬ1", true), (["straße"], "STRAßE", true), (["日本語"], "日本語", true),
            (["日本語"], "x日本語", false), (["日本語入"], "x日本語入x", true), (["müller"], "rellüm", true),
            // Several lengths at once.
            (["abcd", "klmnopq"], "xxklmnopqxx", true), (["abcd", "klmnopq"], "xxabcdxx", true),
            (["abcd", "klmnopq"], "abcklmnop", false), (["abcd", "abcd", "ABCD"], "dcba", true),
            ([], "acme", false), (["2024"], "pass2024", true), (["#42"], "a#42b", false),
            (["#42"], "1#421", true),
        ] as [([String], String, Bool)])
    func findsAWord(words: [String], password: String, isFound: Bool) {
        #expect(occurs(words, in: password) == isFound)
    }

    @Test func equalWordsCountOnce() {
        let words = makeSet(["acme", "ACME", "@cm3", "acne"])
        #expect(words.count == 2)
        #expect(WordSet().count == 0)
    }

    @Test(arguments: [3, 4, 31, 32, 33, 63, 64])
    func wordsOfAnyLengthAreFoundAnywhere(length: Int) {
        let word = String((0..<length).map { Character(Unicode.Scalar(UInt8(0x62 + $0 * 7 % 10))) })
        for count in [0, 1, 500, 1024 - length, 4096 - length] {
            let others = String(repeating: "-", count: count)
            for text in [word + others, others + word, others + String(word.reversed()) + others] {
                #expect(occurs([word], in: text))
            }
            #expect(!occurs([word], in: others + word.dropLast() + "x" + String(word.last ?? "b")))
        }
    }

    @Test func wordIsNotFoundBeyondTheEnd() {
        let word = String(repeating: "b", count: 64)
        #expect(!occurs([word], in: String(word.dropLast())))
        #expect(occurs([word], in: word))
        #expect(occurs([word, "cccc"], in: "cccc"))
    }

    @Test(
        arguments: [
            ([0xFF] + Array("acme".utf8) + [0xC3], true), ([0] + Array("acme".utf8), true),
            (Array("ac\0me".utf8), true), (Array("ac".utf8) + [0xFF] + Array("me".utf8), false),
        ] as [([UInt8], Bool)])
    func illFormedPasswordsAreSearched(password: [UInt8], isFound: Bool) {
        #expect(occurs(makeSet(["acme"]), in: password) == isFound)
    }

    // MARK: - Against a plain search

    private let letters: [Character: Character] = [
        "0": "o", "1": "i", "!": "i", "|": "i", "l": "i", "3": "e", "€": "e", "4": "a", "@": "a", "5": "s",
        "$": "s", "7": "t", "+": "t", "8": "b", "9": "g", "é": "e",
    ]

    private func plain(_ text: String) -> [Character] { text.lowercased().map { letters[$0] ?? $0 } }

    private func isLetter(_ character: Character) -> Bool { !character.isASCII || character.isLetter }

    /// The words to search for: each word, and each word without its symbols if that leaves four characters.
    private func plainWords(_ words: [String]) -> Set<[Character]> {
        let plain = words.map(plain)
        return Set(plain + plain.map { $0.filter { $0 != "-" } }.filter { $0.count > 3 })
    }

    /// Searches the password as typed. Searches for words of more than three characters also in the password
    /// without all symbols, and in the password without only those symbols that do not stand for letters.
    private func naivelyOccurs(_ words: Set<[Character]>, in password: String) -> Bool {
        let long = words.filter { $0.count > 3 }
        return naivelyOccursAsTyped(words, in: password)
            || naivelyOccursAsTyped(long, in: password.filter { !"-@$".contains($0) })
            || naivelyOccursAsTyped(long, in: password.filter { $0 != "-" })
    }

    private func naivelyOccursAsTyped(_ words: Set<[Character]>, in password: String) -> Bool {
        let (typed, plain) = (Array(password), plain(password))
        for start in typed.indices {
            for end in start + 1..<typed.count + 1 {
                let piece = Array(plain[start..<end])
                guard words.contains(piece) || words.contains(piece.reversed()) else { continue }
                let isAlone =
                    (start == 0 || !isLetter(typed[start - 1]))
                    && (end == typed.count || !isLetter(typed[end]))
                if piece.count > 3 || isAlone { return true }
            }
        }
        return false
    }

    private func random(_ alphabet: [Character], _ lengths: ClosedRange<Int>, _ source: inout SeededSource)
        -> String
    {
        String((0..<source.number(lengths)).map { _ in source.pick(alphabet) })
    }

    /// Few words of few letters, and many words of many letters: the verdict is that of the plain search, and
    /// both verdicts occur.
    @Test(arguments: [(41, 4, "aA@b8-1lж"), (44, 2_000, "abcdefghijklmnopqrstuvwxyzABC0123@$-éж")])
    func agreesWithAPlainSearch(seed: UInt64, count: Int, alphabet: String) {
        var source = SeededSource(seed: seed)
        let alphabet = Array(alphabet)
        let repeats = count > 4 ? 1 : rounds(1_000)
        var (found, asked) = (0, 0)
        for _ in 0..<repeats {
            let words = (0..<count).map { _ in random(alphabet, 3...(count > 4 ? 12 : 6), &source) }
            let (set, naive) = (makeSet(words), plainWords(words))
            for _ in 0..<(count > 4 ? rounds(500) : 1) {
                var word = source.below(2) == 0 ? source.pick(words) : random(alphabet, 3...6, &source)
                if source.below(2) == 0 { word = String(word.reversed()) }
                if source.below(4) == 0 { word.removeLast() }
                if source.below(3) == 0 { word = word.uppercased() }
                let password = random(alphabet, 0...5, &source) + word + random(alphabet, 0...5, &source)
                let expected = naivelyOccurs(naive, in: password)
                if occurs(set, in: Array(password.utf8)) != expected {
                    Issue.record("\(password), \(words.prefix(9)): not \(expected)")
                }
                found += expected ? 1 : 0
                asked += 1
            }
            for word in words where count > 4 && !occurs(set, in: Array((word + "-1").utf8)) {
                Issue.record("\(word) is not found")
            }
        }
        #expect((asked / 10...asked * 9 / 10).contains(found), "the table is one-sided: \(found)")
    }

    /// A program's setting may have bytes that are not UTF-8. Each stray continuation byte becomes a character, but
    /// was not counted as one. So a check trapped if there were more than 64.
    @Test(arguments: [64, 65, 70, 1000])
    func illFormedWordDoesNotTrap(count: Int) throws {
        let word = Array("abc".utf8) + [UInt8](repeating: 0xBC, count: count)
        var found = Diagnostics()
        let file = try #require(
            PolicyFile.parseArgument(Array("words=".utf8) + word, diagnostics: &found))
        var stack = PolicyStack()
        stack.add(argument: file)
        let words = stack.applied(to: nil).settings.words
        #expect(words.count == 1)
        #expect(occurs(words, in: word))
        #expect(!occurs(words, in: Array("abcdefgh".utf8)))
    }
}
