import Testing

@testable import PasswordRules

@Suite struct FoldingTests {
    private func scalars(_ text: String) -> [UInt32] { text.unicodeScalars.map(\.value) }

    private func text(_ scalars: [UInt32]) -> String {
        String(String.UnicodeScalarView(scalars.compactMap(Unicode.Scalar.init)))
    }

    // MARK: - All characters

    /// Blocks in which characters are folded beyond case.
    private static let covered: [ClosedRange<UInt32>] = [
        0x80...0x52F, 0x61C...0x61C, 0x115F...0x1160, 0x1680...0x1680, 0x17B4...0x17B5, 0x180B...0x180F,
        0x1AB0...0x1AFF, 0x1DC0...0x1EFF, 0x2000...0x214F, 0x2460...0x24FF, 0x2800...0x2800, 0x3000...0x3000,
        0x3164...0x3164, 0xFE00...0xFE2F, 0xFEFF...0xFFFB, 0x1_BCA0...0x1_BCA3, 0x1_D173...0x1_D17A,
        0x1_D400...0x1_D7FF, 0x1_F130...0x1_F149, 0xE_0000...0xE_0FFF,
    ]

    /// Digits and symbols that stand for letters, and `l`, which is compared with `i`.
    private static let leet: [UInt32: Unicode.Scalar] = [
        0x30: "o", 0x31: "i", 0x21: "i", 0x7C: "i", 0x6C: "i", 0x33: "e", 0x20AC: "e", 0x34: "a", 0x40: "a",
        0x35: "s", 0x24: "s", 0x37: "t", 0x2B: "t", 0x38: "b", 0x39: "g",
    ]

    /// What is wrong with the forms of a character; nil if nothing is.
    private func mistake(_ scalar: Unicode.Scalar) -> String? {
        let value = scalar.value
        let (lower, folded) = (Folding.lowercase(value), Folding.folded(value))
        if lower != value {
            // The lower-case form of the I with a dot has two characters. The dot is left out.
            let mapping = scalars(scalar.properties.lowercaseMapping)
            if (value == 0x130 ? Array(mapping.prefix(1)) : mapping) != [lower] {
                return "not Unicode's lower case"
            }
            if Folding.lowercase(lower) != lower { return "lower case has another" }
            if Folding.folded(lower) != folded { return "case makes a difference" }
        }
        if let folded {
            if Folding.folded(folded) != folded { return "is folded twice" }
            // The folded form in UTF-8 fits into the room of the password.
            guard let result = Unicode.Scalar(folded) else { return "becomes no character" }
            if UTF8.width(result) > UTF8.width(scalar) { return "becomes longer" }
            if folded != lower, !Self.covered.contains(where: { $0.contains(value) }) { return "is folded" }
            if scalar.properties.isDefaultIgnorableCodePoint { return "is ignorable, and stays" }
        } else if !Self.covered.contains(where: { $0.contains(value) }) {
            return "is removed"
        }
        let plain = Folding.withoutLeet(value)
        if plain != Self.leet[value]?.value ?? value { return "stands for another letter" }
        let whole = Folding.withoutLeet(lower)
        if Folding.withoutLeet(Folding.lowercase(whole)) != whole { return "is undone twice" }
        return nil
    }

    /// A form is Unicode's or the character itself, and folding it again changes nothing. Only characters of
    /// known blocks are folded beyond case.
    @Test func everyCharacterHasItsForms() {
        for value in scalarValues {
            guard let scalar = Unicode.Scalar(value), let mistake = mistake(scalar) else { continue }
            Issue.record("U+\(String(value, radix: 16)): \(mistake)")
        }
    }

    @Test func upperCaseIsFoldedInKnownBlocks() {
        for range in [UInt32(0x41)...0x5A, 0xC0...0xD6, 0xD8...0xDE, 0x400...0x42F] {
            for value in range { #expect(Folding.lowercase(value) != value, "U+\(String(value, radix: 16))") }
        }
    }

    @Test func lettersAreThoseOfASCIIAndAllBeyond() {
        for value in UInt32(0)..<0x80 {
            let isLetter = Unicode.Scalar(UInt8(value)).properties.isAlphabetic
            #expect(Folding.isLetter(value) == isLetter, "\(value)")
        }
        for value in [0x80, 0xE9, 0x436, 0xFFFD, 0x10FFFF] as [UInt32] { #expect(Folding.isLetter(value)) }
    }

    // MARK: - Texts

    @Test(arguments: [
        ("AZaz", "azaz"), ("@[`{", "@[`{"), ("09 ~\0\u{7F}", "09 ~\0\u{7F}"), ("ÀÞ×ÖØ", "àþ×öø"),
        ("ßÿ÷", "ßÿ÷"), ("ĀĮĲĶ", "āįĳķ"), ("ĹŇŊŶ", "ĺňŋŷ"), ("ŹŻŽ", "źżž"), ("ΑΩ", "αω"), ("АЯЀЏ", "аяѐџ"),
        ("ҐҊӁ", "ґҋӂ"), ("ḀẠỾ", "ḁạỿ"), ("ΆΈΉΊΌΎΏΪΫ", "άέήίόύώϊϋ"), ("ȘȚƠƯŸİ", "șțơưÿi"), ("ӘӨӐ", "әөӑ"),
        ("ＡＺ", "ａｚ"), ("日本", "日本"), ("\u{1F600}", "\u{1F600}"), ("\u{10FFFF}", "\u{10FFFF}"),
    ])
    func foldsUpperCase(typed: String, lower: String) {
        #expect(text(scalars(typed).map(Folding.lowercase)) == lower)
    }

    @Test(arguments: [
        ("pässwörd", "password"), ("PÄSSWÖRD", "password"), ("Ｐａｓｓｗｏｒｄ　１！", "password 1!"),
        ("pa\u{AD}ss\u{200D}word", "password"), ("p\u{301}assword", "password"), ("øđłħŧıȷ", "odlhtij"),
        ("ŒæßþðŊ", "œæßþðŋ"), ("ǼǽǢẞ", "æææß"), ("ſẛ", "ss"), ("Ἀλφα", "Ἀλφα"),
        ("Άέήίόύώϊϋΐΰς", "αεηιουωιυιυσ"), ("Ёжик Йод", "ежик иод"), ("Ўўїґ", "ууіґ"), ("µ²³¹ªº", "μ231ao"),
        ("①ⓐⒷ🄰", "1aba"), ("𝐩𝕒𝓼𝔰𝖜𝑜𝚛𝙙𝟙", "password1"), ("ℙℎÅK", "phak"), ("₂⁹", "29"),
        ("\u{A0}\u{2003}\u{3000}\u{2800}", "    "), ("日本語", "日本語"), ("ﾊﾟ", "ﾊﾟ"), ("한글", "한글"),
        ("Ǆǅǆ", "Ǆǅǆ"), ("ĲŸ", "ĳy"), ("×÷¨´", "×÷¨´"), ("😀", "😀"),
    ])
    func foldsWhatLooksTheSame(typed: String, folded: String) {
        #expect(text(scalars(typed).compactMap(Folding.folded)) == folded)
    }

    @Test(arguments: [
        ("p@ssw0rd", "password"), ("4dm1n", "admin"), ("l33t", "ieet"), ("!n|", "ini"), ("7+", "tt"),
        ("5$", "ss"), ("8g9", "bgg"), ("€", "e"), ("26#%&*-_.", "26#%&*-_."), ("illi", "iiii"), ("", ""),
    ])
    func undoesLeet(typed: String, plain: String) {
        #expect(text(scalars(typed).map(Folding.withoutLeet)) == plain)
    }

    // MARK: - Passwords

    /// The forms of a password: as typed, folded, and without leet substitutions.
    private func forms(_ password: [UInt8]) -> [[UInt32]] {
        FoldedPassword(password.span).withForms { typed, lower, plain in
            [
                (0..<typed.count).map { typed[$0] }, (0..<lower.count).map { lower[$0] },
                (0..<plain.count).map { plain[$0] },
            ]
        }
    }

    /// Invisible characters and marks are removed from the forms that are compared; of some passwords nothing
    /// is left.
    @Test(
        arguments: [
            ("", "", ""), ("A", "a", "a"), ("P@SS", "p@ss", "pass"), ("\0B\0", "\0b\0", "\0b\0"),
            ("ÄL1", "al1", "aii"), ("ЖЖ", "жж", "жж"), ("Ｐ＠ß", "p@ß", "paß"), ("\u{1F600}X", "😀x", "😀x"),
            ("a\u{200B}B\u{AD}c", "abc", "abc"), ("e\u{301}\u{323}", "e", "e"), ("\u{200B}\u{200B}", "", ""),
            ("\u{FEFF}x", "x", "x"), ("x\u{E0041}", "x", "x"), ("\u{3164}", "", ""),
            ("\u{FE0F}1\u{20E3}", "1", "i"),
        ] as [(String, String, String)])
    func passwordHasThreeForms(password: String, folded: String, plain: String) {
        #expect(forms(Array(password.utf8)) == [scalars(password), scalars(folded), scalars(plain)])
    }

    @Test(
        arguments: [
            ([0xFF], 1), ([0x41, 0xC3], 2), ([0xC3, 0x28], 2), ([0xE2, 0x82], 1), ([0xF0, 0x9F, 0x98], 1),
            ([0xED, 0xA0, 0x80], 3), ([0x80, 0x80], 2), ([0xC0, 0x80], 2), ([0x00], 1),
        ] as [([UInt8], Int)])
    func illFormedSequenceIsOneCharacter(bytes: [UInt8], count: Int) {
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

    // MARK: - Symbols

    private static let punctuationAndSymbols: Set<Unicode.GeneralCategory> = [
        .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
        .finalPunctuation, .otherPunctuation, .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol,
    ]

    /// No letter and no mark is a symbol. Some numbers are, in circles or as fractions, and one modifier
    /// letter in a block of punctuation.
    @Test func symbolsAreUnicodePunctuationSymbolsAndBlanks() {
        let categories = Self.punctuationAndSymbols.union([
            .spaceSeparator, .lineSeparator, .paragraphSeparator, .control, .format, .unassigned,
            .otherNumber,
        ])
        for value in scalarValues where value >= 0x80 && Folding.isSymbol(value) && value != 0x2E2F {
            let category = Unicode.Scalar(value)?.properties.generalCategory
            if category.map(categories.contains) != true { Issue.record("U+\(String(value, radix: 16))") }
        }
    }

    /// In the blocks of punctuation and symbols, all characters are symbols that are not folded to others.
    @Test(
        arguments: [
            0x80...0x36F, 0x5BE...0x5C5, 0x5C7...0x6D4, 0x964...0x965, 0x2000...0x20FF, 0x2190...0x249B,
            0x24EA...0x2BFF, 0x2E00...0x2E7F, 0x3000...0x3020, 0x30A0...0x30FB, 0xFE10...0xFEFF,
            0xFF00...0xFFEF, 0x1_F000...0x1_FAFF,
        ] as [ClosedRange<UInt32>])
    func allPunctuationIsASymbol(block: ClosedRange<UInt32>) {
        for value in block where Folding.folded(value) == value && !Folding.isSymbol(value) {
            let category = Unicode.Scalar(value)?.properties.generalCategory
            // The Japanese double hyphen between two names is part of words.
            if category.map(Self.punctuationAndSymbols.contains) == true, value != 0x30A0 {
                Issue.record("U+\(String(value, radix: 16))")
            }
        }
    }
}
