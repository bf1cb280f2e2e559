import Testing

@testable import PasswordRules

@Suite struct CompatibilityFoldingTests {
    private func folded(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.compactMap { Folding.folded($0.value).flatMap(Unicode.Scalar.init) }))
    }

    @Test(arguments: [
        ("pässwörd", "password"), ("PÄSSWÖRD", "password"), ("Ｐａｓｓｗｏｒｄ　１！", "password 1!"),
        ("pa\u{AD}ss\u{200D}word", "password"), ("p\u{301}assword", "password"), ("øđłħŧıȷ", "odlhtij"),
        ("ŒæßþðŊ", "œæßþðŋ"), ("ǼǽǢẞ", "æææß"), ("ſẛ", "ss"),
        ("Ἀλφα", "Ἀλφα"), ("Άέήίόύώϊϋΐΰς", "αεηιουωιυιυσ"), ("Ёжик Йод", "ежик иод"), ("Ўўїґ", "ууіґ"),
        ("µ²³¹ªº", "μ231ao"), ("①ⓐⒷ🄰", "1aba"), ("𝐩𝕒𝓼𝔰𝖜𝑜𝚛𝙙𝟙", "password1"), ("ℙℎÅK", "phak"), ("₂⁹", "29"),
        ("\u{A0}\u{2003}\u{3000}\u{2800}", "    "), ("日本語", "日本語"), ("ﾊﾟ", "ﾊﾟ"), ("한글", "한글"),
        ("Ǆǅǆ", "Ǆǅǆ"), ("ĲŸ", "ĳy"), ("×÷¨´", "×÷¨´"), ("😀", "😀"),
    ])
    func foldsWhatLooksTheSame(text: String, expected: String) {
        #expect(folded(text) == expected)
    }

    /// A character outside the covered blocks is only folded to lower case.
    @Test func charactersOutsideTheCoveredBlocksStay() {
        let covered: [ClosedRange<UInt32>] = [
            0x80...0x52F, 0x61C...0x61C, 0x115F...0x1160, 0x1680...0x1680, 0x17B4...0x17B5, 0x180B...0x180F,
            0x1AB0...0x1AFF,
            0x1DC0...0x1EFF, 0x2000...0x214F, 0x2460...0x24FF, 0x2800...0x2800, 0x3000...0x3000,
            0x3164...0x3164, 0xFE00...0xFE2F, 0xFEFF...0xFFFB, 0x1_BCA0...0x1_BCA3, 0x1_D173...0x1_D17A,
            0x1_D400...0x1_D7FF, 0x1_F130...0x1_F149, 0xE_0000...0xE_0FFF,
        ]
        for value in UInt32(0)...0x10_FFFF where !covered.contains(where: { $0.contains(value) }) {
            if Folding.folded(value) != Folding.lowercase(value) {
                Issue.record("U+\(String(value, radix: 16))")
            }
        }
    }

    /// The folded form in UTF-8 fits into the room of the password.
    @Test func noCharacterBecomesLongerOrNoCharacter() {
        for value in UInt32(0)...0x10_FFFF {
            guard let scalar = Unicode.Scalar(value), let folded = Folding.folded(value) else { continue }
            guard let result = Unicode.Scalar(folded) else {
                Issue.record("U+\(String(value, radix: 16)) becomes no character")
                continue
            }
            if UTF8.width(result) > UTF8.width(scalar) { Issue.record("U+\(String(value, radix: 16))") }
        }
    }

    @Test func whatIsFoldedStaysAsItIs() {
        for value in UInt32(0)...0x10_FFFF {
            guard let folded = Folding.folded(value) else { continue }
            if Folding.folded(folded) != folded { Issue.record("U+\(String(value, radix: 16))") }
        }
    }

    /// An upper-case letter and its lower-case form are equal.
    @Test func caseMakesNoDifference() {
        for value in UInt32(0)...0x10_FFFF
        where Folding.folded(value) != Folding.folded(Folding.lowercase(value)) {
            Issue.record("U+\(String(value, radix: 16))")
        }
    }

    /// Characters that Unicode calls default ignorable.
    @Test func whatIsIgnorableIsRemoved() {
        for value in UInt32(0)...0x10_FFFF {
            guard let scalar = Unicode.Scalar(value), scalar.properties.isDefaultIgnorableCodePoint else {
                continue
            }
            if Folding.folded(value) != nil { Issue.record("U+\(String(value, radix: 16))") }
        }
    }
}
