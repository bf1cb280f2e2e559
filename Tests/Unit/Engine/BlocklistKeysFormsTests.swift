import Testing

@testable import PasswordRules

/// The forms in which a password is looked for, against the plain definition of them.
@Suite struct BlocklistKeysFormsTests {
    private typealias Text = [Unicode.Scalar]

    private let letters: [Unicode.Scalar: Unicode.Scalar] = [
        "0": "o", "3": "e", "€": "e", "4": "a", "@": "a", "5": "s", "$": "s", "7": "t", "+": "t", "8": "b",
        "9": "g",
    ]

    private func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        if !scalar.isASCII { return scalar != "€" && scalar != "😀" }
        return ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
    }

    private func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

    private func isSymbol(_ scalar: Unicode.Scalar) -> Bool { !isLetter(scalar) && !isDigit(scalar) }

    /// The range of a text without what is dropped at its ends.
    private func trimmed(_ text: Text, _ isDropped: (Unicode.Scalar) -> Bool) -> Range<Int> {
        guard let first = text.firstIndex(where: { !isDropped($0) }) else { return text.count..<text.count }
        return first..<(text.lastIndex { !isDropped($0) } ?? first) + 1
    }

    /// The unit that a text repeats, repeated until it has at least four characters; the text itself if it
    /// repeats none. The text's last repetition may be incomplete.
    private func once(_ text: Text) -> Text {
        let isRepetition = { (length: Int) in
            (length..<text.count).allSatisfy { text[$0] == text[$0 - length] }
        }
        guard let length = (1..<max(1, text.count)).first(where: isRepetition) else { return text }
        var result: Text = []
        while result.count < 4 { result += text.prefix(length) }
        return Text(text.prefix(result.count))
    }

    /// All forms, as the manual describes them. `FoldingTests` covers folding beyond case.
    private func forms(_ password: String) -> Set<String> {
        let typed = Text(password.unicodeScalars)
        let whole = typed.compactMap { Folding.folded($0.value).flatMap(Unicode.Scalar.init) }
        let isNotLetter = { (scalar: Unicode.Scalar) in !isLetter(scalar) }
        let symbols = trimmed(whole, isSymbol)
        let inner = trimmed(whole, isNotLetter)
        let unsigned = whole.filter { !isSymbol($0) }
        let core = trimmed(unsigned, isDigit)
        let (ends, unsignedEnds) = (PlainEnds(whole), PlainEnds(unsigned))
        // What is left out must be an addition. If symbols inside are left out, too, at least half of the
        // password must remain.
        func isPiece(_ range: Range<Int>) -> Bool { ends.permit(range) }
        func isUnsignedPiece(_ range: Range<Int>) -> Bool {
            2 * range.count >= whole.count && unsignedEnds.permit(range)
        }
        let all = 0..<whole.count
        var pieces = [symbols, 0..<inner.upperBound, inner.lowerBound..<whole.count, inner].filter(isPiece)
            .map { Text(whole[$0]) }
        pieces += [all, symbols, inner].filter(isPiece).map { once(Text(whole[$0])) }
        let allUnsigned = 0..<unsigned.count
        pieces += [allUnsigned, core].filter(isUnsignedPiece).map { once(Text(unsigned[$0])) }
        pieces += [allUnsigned, 0..<core.upperBound, core.lowerBound..<unsigned.count, core]
            .filter(isUnsignedPiece).map { Text(unsigned[$0]) }
        pieces = [whole] + pieces.filter { $0.count >= 4 }
        var forms: Set = [password, string(typed.map { Unicode.Scalar(Folding.lowercase($0.value)) ?? $0 })]
        for piece in pieces {
            forms.formUnion([string(piece), string(piece.reversed())])
            forms.formUnion(undone(piece).map(string))
        }
        for (before, after) in (0...2).flatMap({ before in (0...2).map { (before, $0) } }) {
            if let piece = extended(inner, before, after, in: whole) {
                let rest =
                    min(symbols.lowerBound, piece.lowerBound)..<max(symbols.upperBound, piece.upperBound)
                if piece.count >= 4, isPiece(piece) {
                    forms.formUnion(undone(Text(whole[piece])).map(string))
                }
                if rest.count >= 4, isPiece(rest) {
                    let parts = (
                        whole[rest.lowerBound..<piece.lowerBound], whole[piece.upperBound..<rest.upperBound]
                    )
                    forms.formUnion(
                        undone(Text(whole[piece])).map { string(Text(parts.0) + $0 + Text(parts.1)) })
                }
            }
            if before <= 1, after <= 1, let piece = extended(core, before, after, in: unsigned),
                piece.count >= 4, isUnsignedPiece(piece)
            {
                forms.formUnion(undone(Text(unsigned[piece])).map(string))
            }
        }
        return forms
    }

    /// A piece extended by this many characters before and after it, if these stand for letters.
    private func extended(_ piece: Range<Int>, _ before: Int, _ after: Int, in text: Text) -> Range<Int>? {
        let (start, end) = (piece.lowerBound - before, piece.upperBound + after)
        guard !piece.isEmpty, start >= 0, end <= text.count else { return nil }
        let more = text[start..<piece.lowerBound] + text[piece.upperBound..<end]
        return more.allSatisfy { letters[$0] != nil || "1!|".unicodeScalars.contains($0) } ? start..<end : nil
    }

    /// With leet substitutions undone, in both readings.
    private func undone(_ text: Text) -> [Text] {
        (["i", "l"] as [Unicode.Scalar]).map { one in
            text.map { ["1", "!", "|"].contains($0) ? one : letters[$0] ?? $0 }
        }
    }

    private func string(_ text: some Sequence<Unicode.Scalar>) -> String {
        String(String.UnicodeScalarView(text))
    }

    private struct Key: Equatable {
        let key: UInt64
        let match: BlocklistMatch
        let isForm: Bool
    }

    /// All keys of a password for one match, including the replacement keys, which only keep their number constant.
    private func allKeys(_ password: String, by match: BlocklistMatch) -> [Key] {
        let bytes = Array(password.utf8)
        let keys = BlocklistKeys(FoldedPassword(bytes.span), typed: bytes.span, by: match)
        var found: [Key] = []
        keys.forEach { found.append(Key(key: $0, match: $1, isForm: $2)) }
        #expect(found.count == keys.count)
        #expect(keys.match == match)
        return found
    }

    /// The keys of the password's forms. Checks that the total number of keys is fixed, and that all keys differ.
    private func keys(_ password: String, by match: BlocklistMatch) -> [UInt64] {
        let all = allKeys(password, by: match)
        #expect(all.count == [1, 3, 98][match.rawValue - 1], "\(password)")
        #expect(Set(all.map(\.key)).count == all.count, "\(password)")
        return all.filter(\.isForm).map(\.key)
    }

    private func expectPlainForms(_ password: String, _ comment: @autoclosure () -> Comment) {
        #expect(Set(keys(password, by: .mangled)) == Set(forms(password).map(SlowSHA1.key)), comment())
        #expect(Set(keys(password, by: .folded)) == Set(foldedForms(password).map(SlowSHA1.key)), comment())
        #expect(keys(password, by: .exact) == [SlowSHA1.key(password)], comment())
    }

    /// As it was typed, in lower case, and folded.
    private func foldedForms(_ password: String) -> [String] {
        let scalars = password.unicodeScalars
        return [
            password, string(scalars.map { Unicode.Scalar(Folding.lowercase($0.value)) ?? $0 }),
            string(scalars.compactMap { Folding.folded($0.value).flatMap(Unicode.Scalar.init) }),
        ]
    }

    @Test func keysOfWeakerComparisonsComeFirst() {
        let weaker = [BlocklistMatch](repeating: .mangled, count: 98)
        for password in ["Password1", "!P@ssw0rdP@ssw0rd1", "", "cat", "1111", "Pässwörd", "Пароль"] {
            let mangled = allKeys(password, by: .mangled)
            #expect(mangled.starts(with: allKeys(password, by: .folded)))
            #expect(mangled.starts(with: allKeys(password, by: .exact)))
            #expect(mangled.map(\.match) == [.exact, .folded, .folded] + weaker.dropFirst(3))
        }
    }

    /// A password that is too long to be examined only has the key of the typed text.
    @Test func singleKeyIsEnough() {
        let bytes = Array("Password".utf8)
        let one = BlocklistKeys(exact: bytes.span)
        var found: [UInt64] = []
        one.forEach { key, match, isForm in
            #expect(match == .exact && isForm)
            found.append(key)
        }
        #expect(found == [SlowSHA1.key("Password")])
        #expect(one.match == .exact && !one.isTrivial)
        let none = BlocklistKeys()
        none.forEach { _, _, _ in Issue.record("a key") }
        #expect(none.count == 0 && !none.isTrivial)
    }

    // MARK: - More passwords

    /// The alphabets have letters that digits and symbols may stand for; digits that stand for two letters,
    /// one or none; symbols that stand for a letter or for none; letters beyond ASCII, wide letters, and
    /// characters that are left out.
    @Test(arguments: [
        ("al12!-", 3), ("a1!", 4), ("al1", 5), ("a0-", 4), ("aé€", 4), ("aＡ\u{301}", 4), ("ж$9日Б\u{AD}B", 3),
    ])
    func allShortPasswordsHaveThePlainForms(alphabet: String, length: Int) {
        for length in 0...length {
            for password in allStrings(over: alphabet, length: length) {
                expectPlainForms(password, "\(password)")
            }
        }
    }

    private static let words = [
        "password", "illinois", "LetMeIn", "p@ssw0rd", "l1|!", "anna", "abab", "пароль", "ÄRGER", "日本語入",
        "😀😀😀😀", "abc", "a", "", "sum-mer", "1a2b", "Ｐａｓｓ", "pa\u{308}ss", "s\u{200B}ummer", "€uro€",
        "Tr0ub4dor&3", "22", "ſtraße", "ǅ",
    ]

    /// Words as people change them: additions before and after, leet substitutions, backwards, repeated.
    @Test(arguments: [91, 92] as [UInt64])
    func changedWordsHaveThePlainForms(seed: UInt64) {
        var source = SeededSource(seed: seed)
        let ends = [
            "", "", "1", "!", "123", "2024!", "!!", "-", "$", "1!1", "€", "00", "_x_", "839274", "31.12.1999",
            "839274839", "0",
        ]
        var longest = 0
        for _ in 0..<rounds(100) {
            var word = source.pick(Self.words)
            if source.below(3) == 0 { word = String(word.reversed()) }
            if source.below(3) == 0 { word = word.uppercased() }
            if source.below(3) == 0 {
                word = String(word.map { "oO".contains($0) ? "0" : "eE".contains($0) ? "3" : $0 })
            }
            word = source.pick(ends) + word + source.pick(ends)
            if source.below(3) == 0 { word += word }
            if source.below(5) == 0 { word += word + word }
            word += source.pick(["", "", "1", "!!"])
            expectPlainForms(word, "seed \(seed): \(word)")
            longest = max(longest, keys(word, by: .mangled).count)
        }
        #expect((20...98).contains(longest), "\(longest)")
    }

    /// The same memory serves all forms, each of which may be longer than the one before.
    @Test func longPasswordsHaveThePlainForms() {
        for length in [55, 56, 63, 64, 65, 120, 1_000] {
            for piece in ["aB1!", "!a", "1l", "日a", "x"] {
                let password = String(String(repeating: piece, count: length).prefix(length))
                expectPlainForms("1!" + password + "!!", "\(length) of \(piece)")
                expectPlainForms(password + password, "\(length) of \(piece), twice")
            }
        }
    }

    // MARK: - Regular passwords

    @Test(
        arguments: [
            ("", true), ("a", true), ("aaaaaaaaaaaaaaaa", true), ("éééé", true), ("    ", true),
            ("ab", false), ("abab", false), ("aaab", false), ("abcdefgh", false),
            // Up to three different characters, with at least five characters for each of them.
            ("abaabbabab", true), ("aabbabbb", true), ("abcbacabcbacbca", true), ("acbbcaacbcabac", false),
            // A piece of up to ten characters, twice; if repeated more often, with other characters before,
            // in or after it.
            ("abcdabcdab", true), ("abcdabcd", true), ("abcdabc", false), ("abcdefgabcdefg", true),
            ("abcdefghabcdefghabcdefgh", true), ("abcdefghijkabcdefghijk", false),
            (String(repeating: "abcd", count: 100), true), ("abcabcabcabcx1", true), ("1xabcabcabcabc", true),
            ("abcabcx1abcabc", true), ("abcabcxyz123", false),
            // Doubled characters.
            ("aaaaaaaab", true), ("aaaabbbbccccddd", true), ("dog............", true), ("aaabbbcc", true),
            ("aabbccdd", true), ("aabbccdde", true), ("aabbcdef", false),
            // With digits and symbols before and after, if it is half of the password, and with symbols
            // between.
            ("aaaabbbb123", true), ("!!aaaabbbb9", true), ("aaaa12345", false), ("love5love5love5!?", true),
            ("lovelylovelylovely!1", true), ("l.e.t.m.e.l.e.t.m.e.l.e.t.m.e", true),
            ("xyz xyz-xyz_xyz", true),
            // Case, width, marks and invisible characters make no difference, but count as typed.
            ("aAaA", true), ("aáàâ", true), ("aＡ", true), ("a\u{200B}\u{200B}\u{AD}", true),
            ("ab\u{200B}\u{200B}\u{200B}\u{200B}\u{200B}\u{200B}\u{200B}\u{200B}", true), ("\u{200B}", true),
            (String(repeating: "\u{A0}", count: 15), true),
            // Digits that stand for letters do make a difference.
            ("a4a4", false), ("a4aa44a4a4", true),
        ] as [(String, Bool)])
    func regularPasswordIsTrivial(password: String, isTrivial: Bool) {
        let bytes = Array(password.utf8)
        for match in BlocklistMatch.allCases {
            let keys = BlocklistKeys(FoldedPassword(bytes.span), typed: bytes.span, by: match)
            let found = keys.isTrivial
            #expect(found == (isTrivial && match == .mangled), "\(password)")
        }
    }
}
