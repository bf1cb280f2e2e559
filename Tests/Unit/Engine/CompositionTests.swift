import Testing

@testable import PasswordRules

@Suite struct CompositionTests {
    private func compose(_ password: [UInt8]) -> Composition {
        FoldedPassword(password.span).withForms { typed, _, _ in Composition(typed) }
    }

    /// The number of classes; the same without an upper-case letter at the start and a digit at the end; the
    /// longest run of one class; the number of different characters, and of words.
    private func counts(_ password: [UInt8]) -> [Int] {
        let facts = compose(password)
        return [
            facts.classCount, facts.innerClassCount, facts.longestClassRun, facts.differentCount,
            facts.wordCount,
        ]
    }

    @Test(
        arguments: [
            ("", [0, 0, 0, 0, 0]), ("a", [1, 1, 1, 1, 0]), ("A", [1, 0, 1, 1, 0]), ("1", [1, 0, 1, 1, 0]),
            ("-", [1, 1, 1, 1, 0]), ("\0", [1, 1, 1, 1, 0]), ("aa", [1, 1, 2, 1, 1]),
            ("AA", [1, 1, 2, 1, 1]),
            ("Aa", [2, 1, 1, 2, 1]), ("a1", [2, 1, 1, 2, 0]), ("A1", [2, 0, 1, 2, 0]),
            ("Password1", [3, 1, 7, 8, 1]), ("PassWord12", [3, 3, 3, 9, 1]), ("1a", [2, 2, 1, 2, 0]),
            ("aA", [2, 2, 1, 2, 1]), ("aB-1c", [4, 4, 1, 5, 1]), ("Ab-1", [4, 2, 1, 4, 1]),
            ("correct horse battery", [2, 2, 7, 11, 3]), ("a b c", [2, 2, 1, 4, 0]),
            ("ab cd", [2, 2, 2, 5, 2]), ("ab1cd-ef", [3, 3, 2, 8, 3]), ("ab'c", [2, 2, 2, 4, 1]),
            ("éé", [1, 1, 2, 1, 1]), ("aé", [2, 2, 1, 2, 1]), ("пароль", [1, 1, 6, 6, 1]),
            ("É1", [2, 1, 1, 2, 0]), ("日本 語", [1, 1, 4, 4, 1]), ("a\u{301}", [2, 2, 1, 2, 1]),
            ("0123456789", [1, 1, 10, 10, 0]), ("@[`{/:", [1, 1, 6, 6, 0]),
            ("\u{7F}\u{80}", [1, 1, 2, 2, 0]),
            ("??//", [1, 1, 4, 2, 0]), ("\u{10FFFF}\u{10FFFF}x", [2, 2, 2, 2, 1]),
        ] as [(String, [Int])])
    func countsClassesRunsCharactersAndWords(password: String, expected: [Int]) {
        #expect(counts(Array(password.utf8)) == expected)
    }

    @Test func illFormedSequenceIsOneOtherCharacter() {
        #expect(counts([0x61, 0xFF, 0xE2, 0x82, 0x61]) == [2, 2, 2, 2, 1])
    }

    @Test func longPasswordsAreCounted() {
        #expect(counts([UInt8](repeating: 0x41, count: 4096)) == [1, 1, 4096, 1, 1])
        // Characters of two bytes, all different.
        let scalars = (0..<2048).compactMap { Unicode.Scalar(UInt32(0x100 + $0)) }
        #expect(
            counts(Array(String(String.UnicodeScalarView(scalars)).utf8)).prefix(4) == [1, 1, 2048, 2048])
        #expect(counts(Array(String(repeating: "ab ", count: 1365).utf8)) == [2, 2, 2, 3, 1365])
    }

    private func naiveClass(_ character: Unicode.Scalar) -> String {
        switch character {
        case "a"..."z": "lower"
        case "A"..."Z": "upper"
        case "0"..."9": "digit"
        default: "other"
        }
    }

    @Test func agreesWithAPlainCountOfRandomPasswords() {
        var source = SeededSource(seed: 21)
        let alphabet = Array("abAB01 -é\0?ж".unicodeScalars)
        for _ in 0..<rounds(1_000) {
            let scalars = (0..<source.below(14)).map { _ in source.pick(alphabet) }
            let classes = scalars.map(naiveClass)
            var inner = classes
            if inner.last == "digit" { inner.removeLast() }
            if classes.first == "upper" { inner.removeFirst() }
            let runs = classes.indices.map { start in
                classes[start...].prefix { $0 == classes[start] }.count
            }
            let words = scalars.split { $0.isASCII && !$0.properties.isAlphabetic }.filter { $0.count > 1 }
            let expected = [
                Set(classes).count, Set(inner).count, runs.max() ?? 0, Set(scalars).count, words.count,
            ]
            let password = String(String.UnicodeScalarView(scalars))
            let counted = counts(Array(password.utf8))
            if counted != expected {
                Issue.record("\(password.debugDescription): \(counted), not \(expected)")
            }
        }
    }

    @Test(
        arguments: [
            (CharacterClass.digit, 3), (.upper, 2), (.lower, 1), (.special, 2), (.asciiPrintable, 8),
            (.unicode, 10), (.empty, 0), (.upper.union(.digit), 5), (CharacterClass(members: "-_1"), 2),
        ] as [(CharacterClass, Int)])
    func countsTheMembersOfAClass(characters: CharacterClass, count: Int) {
        let password = Array("AB-123 cЖ\0".utf8)
        let counted = FoldedPassword(password.span).withForms { typed, _, _ in characters.count(in: typed) }
        #expect(counted == count)
        let empty: [UInt8] = []
        #expect(FoldedPassword(empty.span).withForms { typed, _, _ in characters.count(in: typed) } == 0)
    }
}
