import Testing

@testable import PasswordRules

@Suite struct FoldingTests {
    /// The typed, the folded form of a password, and that without leet substitutions.
    private func forms(_ password: [UInt8]) -> [[UInt32]] {
        FoldedPassword(password.span).withForms { typed, lower, plain in
            [
                (0..<typed.count).map { typed[$0] }, (0..<lower.count).map { lower[$0] },
                (0..<plain.count).map { plain[$0] },
            ]
        }
    }

    private func scalars(_ text: String) -> [UInt32] { text.unicodeScalars.map(\.value) }

    /// Only some letters have a lower-case form, but no character becomes an unrelated one.
    @Test func theLowerCaseFormIsThatOfUnicodeOrTheCharacterItself() {
        for value in UInt32(0)...0x10FFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let lower = Folding.lowercase(value)
            if lower == value { continue }
            // The lower-case form of the I with a dot has two characters, of which the dot is left out.
            let mapping = scalars(scalar.properties.lowercaseMapping)
            let expected = value == 0x130 ? Array(mapping.prefix(1)) : mapping
            if expected != [lower] {
                Issue.record("U+\(String(value, radix: 16)) becomes U+\(String(lower, radix: 16))")
            }
        }
    }

    @Test func aLowerCaseFormHasNoOther() {
        for value in UInt32(0)...0x10FFFF {
            let lower = Folding.lowercase(value)
            if Folding.lowercase(lower) != lower { Issue.record("U+\(String(value, radix: 16))") }
        }
    }

    @Test(arguments: [
        ("AZaz", "azaz"), ("@[`{", "@[`{"), ("09 ~\0\u{7F}", "09 ~\0\u{7F}"), ("ÀÞ×ÖØ", "àþ×öø"),
        ("ßÿ÷", "ßÿ÷"),
        ("ĀĮĲĶ", "āįĳķ"), ("ĹŇŊŶ", "ĺňŋŷ"), ("ŹŻŽ", "źżž"), ("ΑΩ", "αω"), ("АЯЀЏ", "аяѐџ"),
        ("ҐҊӁ", "ґҋӂ"), ("ḀẠỾ", "ḁạỿ"), ("ΆΈΉΊΌΎΏΪΫ", "άέήίόύώϊϋ"), ("ȘȚƠƯŸİ", "șțơưÿi"), ("ӘӨӐ", "әөӑ"),
        ("ＡＺ", "ａｚ"), ("日本", "日本"), ("\u{1F600}", "\u{1F600}"),
        ("\u{10FFFF}", "\u{10FFFF}"),
    ])
    func undoesCapitals(text: String, lower: String) {
        #expect(scalars(text).map(Folding.lowercase) == scalars(lower))
    }

    @Test func everyCapitalOfASCIIAndLatin1AndCyrillicIsUndone() {
        let capitals =
            Array(UInt32(0x41)...0x5A) + Array(0xC0...0xD6) + Array(0xD8...0xDE) + Array(0x400...0x42F)
        for value in capitals {
            #expect(Folding.lowercase(value) != value, "U+\(String(value, radix: 16))")
        }
    }

    @Test(arguments: [
        ("p@ssw0rd", "password"), ("4dm1n", "admin"), ("l33t", "ieet"), ("!n|", "ini"), ("7+", "tt"),
        ("5$", "ss"),
        ("8g9", "bgg"), ("€", "e"), ("26#%&*-_.", "26#%&*-_."), ("illi", "iiii"), ("", ""),
    ])
    func undoesDisguises(text: String, plain: String) {
        #expect(scalars(text).map { Folding.withoutLeet($0) } == scalars(plain))
    }

    @Test func aDisguiseIsUndoneOnceAndForAll() {
        for value in UInt32(0)...0x10FFFF {
            let plain = Folding.withoutLeet(Folding.lowercase(value))
            let again = Folding.withoutLeet(Folding.lowercase(plain))
            if plain != again { Issue.record("U+\(String(value, radix: 16))") }
        }
    }

    @Test func lettersAreThoseOfASCIIAndAllBeyond() {
        for value in UInt32(0)..<0x80 {
            let isLetter = Unicode.Scalar(UInt8(value)).properties.isAlphabetic
            #expect(Folding.isLetter(value) == isLetter, "\(value)")
        }
        for value in [0x80, 0xE9, 0x436, 0xFFFD, 0x10FFFF] as [UInt32] { #expect(Folding.isLetter(value)) }
    }

    @Test func aDigitOrSignIsReadAsTheLetterItIsUsedFor() {
        for value in UInt32(0)..<0x2_0000 {
            let expected: Character? =
                switch value {
                case 0x30: "o"
                case 0x31, 0x21, 0x7C, 0x6C: "i"
                case 0x33, 0x20AC: "e"
                case 0x34, 0x40: "a"
                case 0x35, 0x24: "s"
                case 0x37, 0x2B: "t"
                case 0x38: "b"
                case 0x39: "g"
                default: nil
                }
            let plain = expected?.unicodeScalars.first?.value ?? value
            if Folding.withoutLeet(value) != plain { Issue.record("U+\(String(value, radix: 16))") }
        }
    }

    // MARK: - Passwords

    @Test(
        arguments: [
            ("", "", ""), ("A", "a", "a"), ("P@SS", "p@ss", "pass"), ("\0B\0", "\0b\0", "\0b\0"),
            ("ÄL1", "al1", "aii"), ("ЖЖ", "жж", "жж"), ("Ｐ＠ß", "p@ß", "paß"),
            ("\u{1F600}X", "\u{1F600}x", "\u{1F600}x"),
        ] as [(String, String, String)])
    func aPasswordHasThreeForms(password: String, lower: String, plain: String) {
        #expect(forms(Array(password.utf8)) == [scalars(password), scalars(lower), scalars(plain)])
    }

    /// Invisible characters and marks are removed from the forms that are compared; of some passwords nothing is left.
    @Test(arguments: [
        ("a\u{200B}B\u{AD}c", "abc"), ("e\u{301}\u{323}", "e"), ("\u{200B}\u{200B}", ""), ("\u{FEFF}x", "x"),
        ("x\u{E0041}", "x"), ("\u{3164}", ""), ("\u{FE0F}1\u{20E3}", "1"),
    ])
    func marksAndWhatCannotBeSeenAreRemoved(password: String, folded: String) {
        #expect(
            forms(Array(password.utf8)) == [
                scalars(password), scalars(folded), scalars(folded).map(Folding.withoutLeet),
            ])
    }

    @Test(
        arguments: [
            ([0xFF], 1), ([0x41, 0xC3], 2), ([0xC3, 0x28], 2), ([0xE2, 0x82], 1), ([0xF0, 0x9F, 0x98], 1),
            ([0xED, 0xA0, 0x80], 3), ([0x80, 0x80], 2), ([0xC0, 0x80], 2), ([0x00], 1),
        ] as [([UInt8], Int)])
    func anIllFormedSequenceIsOneCharacter(bytes: [UInt8], count: Int) {
        #expect(FoldedPassword(bytes.span).count == count)
        #expect(forms(bytes).map(\.count) == [count, count, count])
    }

    @Test(arguments: [1, 2, 1023, 1024, 1025, 4095, 4096])
    func longPasswordsHaveAllTheirCharacters(count: Int) {
        #expect(forms([UInt8](repeating: 0x41, count: count))[1] == Array(repeating: 0x61, count: count))
        let bytes = Array(String(repeating: "Ж", count: count / 2).utf8)
        #expect(FoldedPassword(bytes.span).count == count / 2)
        #expect(forms(bytes)[2] == Array(repeating: 0x436, count: count / 2))
    }

    @Test(arguments: [7, 8, 9] as [UInt64])
    func agreesWithTheStandardLibraryOnRandomBytes(seed: UInt64) {
        var source = SeededSource(seed: seed)
        let bytes: [UInt8] = [0x00, 0x41, 0x7A, 0x80, 0xA0, 0xBF, 0xC3, 0xD0, 0xE2, 0xED, 0xF0, 0xF4, 0xFF]
        for _ in 0..<2_000 {
            let password = (0..<source.below(40)).map { _ in bytes[source.below(bytes.count)] }
            let expected = scalars(String(decoding: password, as: UTF8.self))
            if forms(password)[0] != expected { Issue.record("seed \(seed): \(password)") }
        }
    }

    // MARK: - Symbols

    private static let punctuationAndSymbols: Set<Unicode.GeneralCategory> = [
        .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
        .finalPunctuation, .otherPunctuation, .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol,
    ]

    /// No letter and no mark is a symbol. Some numbers are, in circles or as fractions, and one modifier letter in a block of
    /// punctuation.
    @Test func signsAreWhatUnicodeCallsPunctuationSymbolsAndBlanks() {
        let categories = Self.punctuationAndSymbols.union([
            .spaceSeparator, .lineSeparator, .paragraphSeparator, .control, .format, .unassigned,
            .otherNumber,
        ])
        for value in UInt32(0x80)...0x10_FFFF where Folding.isSymbol(value) && value != 0x2E2F {
            let category = Unicode.Scalar(value)?.properties.generalCategory
            if category.map(categories.contains) != true { Issue.record("U+\(String(value, radix: 16))") }
        }
    }

    /// In the blocks of punctuation and symbols, all characters are symbols that are not folded to others.
    @Test(
        arguments: [
            0x80...0x36F, 0x5BE...0x5C5, 0x5C7...0x6D4, 0x964...0x965, 0x2000...0x20FF, 0x2190...0x249B,
            0x24EA...0x2BFF,
            0x2E00...0x2E7F, 0x3000...0x3020, 0x30A0...0x30FB, 0xFE10...0xFEFF, 0xFF00...0xFFEF,
            0x1_F000...0x1_FAFF,
        ] as [ClosedRange<UInt32>])
    func allPunctuationAndSymbolsAreSigns(block: ClosedRange<UInt32>) {
        for value in block where Folding.folded(value) == value && !Folding.isSymbol(value) {
            let category = Unicode.Scalar(value)?.properties.generalCategory
            // The Japanese double hyphen between two names is part of words.
            if category.map(Self.punctuationAndSymbols.contains) == true, value != 0x30A0 {
                Issue.record("U+\(String(value, radix: 16))")
            }
        }
    }
}
