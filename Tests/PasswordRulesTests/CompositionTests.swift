import Testing

@testable import PasswordRules

@Suite struct CompositionTests {
    private func compose(_ password: [UInt8]) -> Composition {
        FoldedPassword(password.span).withForms { typed, _, _ in Composition(typed) }
    }

    private func compose(_ password: String) -> Composition { compose(Array(password.utf8)) }

    /// The four classes; those left without an upper-case letter at the start and a digit at the end; the longest run of one
    /// class; different characters; words.
    @Test(
        arguments: [
            ("", [0, 0, 0, 0, 0]), ("a", [1, 1, 1, 1, 0]), ("A", [1, 0, 1, 1, 0]), ("1", [1, 0, 1, 1, 0]),
            ("-", [1, 1, 1, 1, 0]), ("\0", [1, 1, 1, 1, 0]), ("aa", [1, 1, 2, 1, 1]),
            ("AA", [1, 1, 2, 1, 1]),
            ("Aa", [2, 1, 1, 2, 1]), ("a1", [2, 1, 1, 2, 0]), ("A1", [2, 0, 1, 2, 0]),
            ("Password1", [3, 1, 7, 8, 1]), ("PassWord12", [3, 3, 3, 9, 1]), ("1a", [2, 2, 1, 2, 0]),
            ("aA", [2, 2, 1, 2, 1]), ("aB-1c", [4, 4, 1, 5, 1]), ("Ab-1", [4, 2, 1, 4, 1]),
            ("correct horse battery", [2, 2, 7, 11, 3]), ("a b c", [2, 2, 1, 4, 0]),
            ("ab cd", [2, 2, 2, 5, 2]),
            ("ab1cd-ef", [3, 3, 2, 8, 3]), ("ab'c", [2, 2, 2, 4, 1]), ("éé", [1, 1, 2, 1, 1]),
            ("aé", [2, 2, 1, 2, 1]), ("пароль", [1, 1, 6, 6, 1]), ("É1", [2, 1, 1, 2, 0]),
            ("日本 語", [1, 1, 4, 4, 1]), ("a\u{301}", [2, 2, 1, 2, 1]), ("0123456789", [1, 1, 10, 10, 0]),
            ("@[`{/:", [1, 1, 6, 6, 0]), ("\u{7F}\u{80}", [1, 1, 2, 2, 0]), ("??//", [1, 1, 4, 2, 0]),
            ("\u{10FFFF}\u{10FFFF}x", [2, 2, 2, 2, 1]),
        ] as [(String, [Int])])
    func counts(password: String, expected: [Int]) {
        let facts = compose(password)
        #expect(
            [
                facts.classCount, facts.innerClassCount, facts.longestClassRun, facts.differentCount,
                facts.wordCount,
            ] == expected)
    }

    @Test func anIllFormedSequenceIsOneOtherCharacter() {
        let facts = compose([0x61, 0xFF, 0xE2, 0x82, 0x61])
        #expect(
            [facts.classCount, facts.longestClassRun, facts.differentCount, facts.wordCount] == [2, 2, 2, 1])
    }

    @Test(arguments: [1024, 4096])
    func longPasswordsAreCounted(count: Int) {
        let same = compose([UInt8](repeating: 0x41, count: count))
        #expect(
            [same.longestClassRun, same.differentCount, same.classCount, same.wordCount] == [count, 1, 1, 1])
        // Characters of two bytes, all different.
        let scalars = (0..<count / 2).compactMap { Unicode.Scalar(UInt32(0x100 + $0)) }
        let many = compose(String(String.UnicodeScalarView(scalars)))
        #expect([many.longestClassRun, many.differentCount, many.classCount] == [count / 2, count / 2, 1])
        let words = compose(String(repeating: "ab ", count: count / 3))
        #expect([words.wordCount, words.longestClassRun] == [count / 3, 2])
    }

    private func naiveClass(_ character: Unicode.Scalar) -> String {
        switch character {
        case "a"..."z": "lower"
        case "A"..."Z": "upper"
        case "0"..."9": "digit"
        default: "other"
        }
    }

    @Test(arguments: [21, 22, 23] as [UInt64])
    func agreesWithAPlainCountOfRandomPasswords(seed: UInt64) {
        var source = SeededSource(seed: seed)
        let alphabet = Array("abAB01 -é\0?ж".unicodeScalars)
        for _ in 0..<1_500 {
            let scalars = (0..<source.below(14)).map { _ in alphabet[source.below(alphabet.count)] }
            let password = String(String.UnicodeScalarView(scalars))
            let facts = compose(password)
            let classes = scalars.map(naiveClass)
            var inner = classes
            if inner.last == "digit" { inner.removeLast() }
            if classes.first == "upper" { inner.removeFirst() }
            var longestRun = 0
            for start in classes.indices {
                let run = classes[start...].prefix { $0 == classes[start] }.count
                longestRun = max(longestRun, run)
            }
            let words = scalars.split { $0.isASCII && !$0.properties.isAlphabetic }.filter { $0.count > 1 }
            let expected = [
                Set(classes).count, Set(inner).count, longestRun, Set(scalars).count, words.count,
            ]
            let counted = [
                facts.classCount, facts.innerClassCount, facts.longestClassRun, facts.differentCount,
                facts.wordCount,
            ]
            if counted != expected {
                Issue.record("seed \(seed): \(password.debugDescription): \(counted), not \(expected)")
            }
        }
    }

    @Test(
        arguments: [
            (CharacterClass.digit, 3), (.upper, 2), (.lower, 1), (.special, 2), (.asciiPrintable, 8),
            (.unicode, 10),
            (.empty, 0), (.upper.union(.digit), 5), (CharacterClass(members: "-_1"), 2),
        ] as [(CharacterClass, Int)])
    func countsTheMembersOfAClass(characters: CharacterClass, count: Int) {
        let password = Array("AB-123 cЖ\0".utf8)
        let counted = FoldedPassword(password.span).withForms { typed, _, _ in characters.count(in: typed) }
        #expect(counted == count)
        let empty: [UInt8] = []
        #expect(FoldedPassword(empty.span).withForms { typed, _, _ in characters.count(in: typed) } == 0)
    }
}
