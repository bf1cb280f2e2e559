/// Folds characters, so that those that count as the same compare as equal. Folding beyond case and leet
/// substitutions is in CompatibilityFolding.swift.
enum Folding {
    /// The scalar value in lower case. Covers the Latin, Greek and Cyrillic letters that a few rules
    /// describe. Others are unchanged.
    static func lowercase(_ scalar: UInt32) -> UInt32 {
        if scalar < 0x80 { return scalar &- 0x41 < 26 ? scalar | 0x20 : scalar }
        return lowercaseBeyondASCII(scalar)
    }

    private static func lowercaseBeyondASCII(_ scalar: UInt32) -> UInt32 {
        switch scalar {
        case 0xC0...0xDE where scalar != 0xD7: scalar + 32
        case 0x130: 0x69  // the I with a dot
        case 0x100...0x12F, 0x132...0x137, 0x14A...0x177, 0x1A0...0x1A5, 0x1DE...0x1EF, 0x1F8...0x21F,
            0x222...0x233,
            0x460...0x481, 0x48A...0x4BF, 0x4D0...0x52F, 0x1E00...0x1E95, 0x1EA0...0x1EFF:
            scalar | 1
        case 0x139...0x148, 0x179...0x17E, 0x1AF...0x1B0, 0x1CD...0x1DC, 0x4C1...0x4CE: scalar + (scalar & 1)
        case 0x178: 0xFF
        case 0x386: 0x3AC
        case 0x388...0x38A: scalar + 37
        case 0x38C: 0x3CC
        case 0x38E...0x38F: scalar + 63
        case 0x391...0x3A1, 0x3A3...0x3AB, 0x410...0x42F, 0xFF21...0xFF3A: scalar + 32
        case 0x400...0x40F: scalar + 80
        default: scalar
        }
    }

    /// The letter for a leet substitution, such as `a` for `@` and `4`. `l` also becomes `i`, because `1` and
    /// `!` stand for both. The argument must be in lower case.
    static func withoutLeet(_ scalar: UInt32) -> UInt32 {
        if scalar < 0x80 {
            // SAFETY: the table has 128 characters of ASCII, which are static.
            return UInt32(unsafe asciiWithoutLeet.utf8Start[Int(scalar)])
        }
        return scalar == 0x20AC ? 0x65 : scalar  // the euro sign, e
    }

    /// Each ASCII character, or the letter that it stands for. A table takes the same time for all
    /// characters.
    private static var asciiWithoutLeet: StaticString {
        """
        \0\u{1}\u{2}\u{3}\u{4}\u{5}\u{6}\u{7}\u{8}\u{9}\u{A}\u{B}\u{C}\u{D}\u{E}\u{F}\
        \u{10}\u{11}\u{12}\u{13}\u{14}\u{15}\u{16}\u{17}\u{18}\u{19}\u{1A}\u{1B}\u{1C}\u{1D}\u{1E}\u{1F}\
        \u{20}i"#s%&'()*t,-./oi2eas6tbg:;<=>?\
        aABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijkimnopqrstuvwxyz{i}~\u{7F}
        """
    }

    /// The letter for a leet substitution. `1`, `!` and `|` become `one`, which is `i` or `l`; `l` is
    /// unchanged. The argument must be in lower case.
    static func letter(for scalar: UInt32, one: UInt32) -> UInt32 {
        let plain = withoutLeet(scalar)
        let isOne = plain == 0x69 && scalar != 0x69 && scalar != 0x6C
        return isOne ? one : scalar == 0x6C ? scalar : plain
    }

    /// Whether it is an ASCII digit.
    static func isDigit(_ scalar: UInt32) -> Bool { scalar &- 0x30 < 10 }

    /// Whether it is a symbol or white space: of ASCII, of the second half of Latin-1 except its letters, of
    /// the Unicode blocks of punctuation, symbols and pictures, or punctuation of the Greek, Hebrew, Arabic,
    /// Devanagari and East Asian scripts. A test compares this with Unicode's categories.
    static func isSymbol(_ scalar: UInt32) -> Bool {
        if scalar >= 0x80 { return isSymbolBeyondASCII(scalar) }
        // A bit for each ASCII character that is not a digit or letter. The time does not reveal the
        // character.
        let (low, high): (UInt64, UInt64) = (0xFC00_FFFF_FFFF_FFFF, 0xF800_0001_F800_0001)
        return (scalar < 0x40 ? low : high) >> UInt64(scalar & 0x3F) & 1 != 0
    }

    private static func isSymbolBeyondASCII(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0xAA, 0xB5, 0xBA: false
        case 0x80...0xBF, 0xD7, 0xF7, 0x2C2...0x2C5, 0x2D2...0x2DF, 0x2E5...0x2EB, 0x2ED, 0x2EF...0x2FF: true
        case 0x37E, 0x384...0x385, 0x387, 0x5BE, 0x5C0, 0x5C3, 0x5F3...0x5F4: true
        case 0x606...0x60F, 0x61B...0x61F, 0x66A...0x66D, 0x6D4, 0x964...0x965: true
        case 0x2000...0x206F, 0x207A...0x207E, 0x208A...0x208E, 0x20A0...0x20CF, 0x2116...0x2117: true
        case 0x2120, 0x2122, 0x2190...0x245F, 0x2500...0x2BFF, 0x2E00...0x2E7F: true
        case 0x3000...0x3004, 0x3008...0x3020, 0x3030, 0x303D, 0x30FB: true
        case 0xFE10...0xFE1F, 0xFE30...0xFE6F, 0xFF5F...0xFF65, 0xFFE0...0xFFEE, 0x1F000...0x1FAFF: true
        default: false
        }
    }

    /// Whether it can be part of a word: an ASCII letter, or any character beyond ASCII.
    static func isLetter(_ scalar: UInt32) -> Bool {
        scalar >= 0x80 || (scalar | 0x20) &- 0x61 < 26
    }

    /// Folds a text that is not secret, such as a name or an administrator's word, and undoes leet
    /// substitutions.
    static func withoutLeet(_ text: Span<UInt8>, _ range: Range<Int>) -> [UInt32] {
        var scalars: [UInt32] = []
        scalars.reserveCapacity(range.count)
        var offset = range.lowerBound
        while offset < range.upperBound {
            let decoded = UTF8Decoding.decode(text, at: offset)
            if let folded = folded(decoded.scalar) { scalars.append(withoutLeet(folded)) }
            offset += decoded.length
        }
        return scalars
    }
}
