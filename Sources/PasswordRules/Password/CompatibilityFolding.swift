/// Compatibility folding beyond ASCII: width variants, letters with marks, and invisible characters.
///
/// It covers Latin, Greek and Cyrillic, the scripts of most word lists and names, and the characters of
/// "fancy text", but not all of Unicode. The source is the Unicode Character Database, version 14 and later.
/// The result is a character's compatibility decomposition (NFKD) in lower case, without marks and format
/// characters. A Latin letter without a decomposition becomes the letter in its name: `ø` is LATIN SMALL
/// LETTER O WITH STROKE, and becomes `o`. Letters that stand for two, such as `ß` and `æ`, are kept, so that
/// no character becomes two, or longer in UTF-8. Tests/Bindings/Python/test_python_folding.py compares this
/// with Unicode, and lists the exceptions.
extension Folding {
    /// A character in lower case, without marks and in its usual width; nil for a mark or an invisible
    /// character.
    static func folded(_ scalar: UInt32) -> UInt32? {
        let folded = foldedOrRemoved(scalar)
        return folded == removed ? nil : folded
    }

    /// The result of `foldedOrRemoved` for a mark or an invisible character. It is not a scalar value.
    static var removed: UInt32 { 0xFFFF_FFFF }

    /// The same as `folded`, but with `removed` instead of nil.
    static func foldedOrRemoved(_ scalar: UInt32) -> UInt32 {
        scalar < 0x80 ? lowercase(scalar) : foldedBeyondASCII(scalar)
    }

    private static func foldedBeyondASCII(_ scalar: UInt32) -> UInt32 {
        if isInvisible(scalar) || isMark(scalar) { return removed }
        if isSpace(scalar) { return 0x20 }
        switch scalar {
        case 0xB5: return 0x3BC  // the micro sign is a mu
        case 0x1E2, 0x1E3, 0x1FC, 0x1FD: return 0xE6  // ae with a mark
        case 0x1E9E: return 0xDF  // upper case of sharp s
        case 0xA0..<0x250: return entry(latin, scalar - 0xA0) ?? lowercase(scalar)
        case 0x370..<0x400: return greek(scalar)
        case 0x400..<0x530: return cyrillic(scalar)
        case 0x1E00..<0x1F00: return entry(latinAdditional, scalar - 0x1E00) ?? lowercase(scalar)
        // Superscript and subscript digits.
        case 0x2070, 0x2074...0x2079: return scalar - 0x2070 + 0x30
        case 0x2080...0x2089: return scalar - 0x2080 + 0x30
        case 0x2100..<0x214A: return entry(letterlike, scalar - 0x2100) ?? scalar
        // Letters and digits in circles and squares.
        case 0x2460...0x2468: return scalar - 0x2460 + 0x31
        case 0x24B6...0x24E9: return (scalar - 0x24B6) % 26 + 0x61
        case 0x24EA: return 0x30
        case 0x1F130...0x1F149: return scalar - 0x1F130 + 0x61
        case 0xFF01...0xFF5E: return lowercase(scalar - 0xFEE0)
        // Thirteen alphabets of mathematics, and five sets of digits.
        case 0x1D400...0x1D6A3: return (scalar - 0x1D400) % 26 + 0x61
        case 0x1D7CE...0x1D7FF: return (scalar - 0x1D7CE) % 10 + 0x30
        default: return lowercase(scalar)
        }
    }

    /// Whether it is a format character or another invisible one.
    private static func isInvisible(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0xAD, 0x61C, 0x115F...0x1160, 0x17B4...0x17B5, 0x180B...0x180F, 0x200B...0x200F,
            0x202A...0x202E, 0x2060...0x206F, 0x3164, 0xFE00...0xFE0F, 0xFEFF, 0xFFA0, 0xFFF0...0xFFFB,
            0x1BCA0...0x1BCA3, 0x1D173...0x1D17A, 0xE0000...0xE0FFF:
            true
        default: false
        }
    }

    /// Whether it is a combining mark that scripts share, or one of Cyrillic.
    private static func isMark(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x300...0x36F, 0x483...0x489, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE20...0xFE2F:
            true
        default: false
        }
    }

    /// Whether it is beyond ASCII and looks like a space, as does the empty Braille pattern.
    private static func isSpace(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0xA0, 0x1680, 0x2000...0x200A, 0x2028...0x2029, 0x202F, 0x205F, 0x2800, 0x3000: true
        default: false
        }
    }

    /// Removes tonos and dialytika, and turns a final sigma into an ordinary one.
    private static func greek(_ scalar: UInt32) -> UInt32 {
        switch scalar {
        case 0x386, 0x3AC: 0x3B1
        case 0x388, 0x3AD: 0x3B5
        case 0x389, 0x3AE: 0x3B7
        case 0x38A, 0x390, 0x3AA, 0x3AF, 0x3CA: 0x3B9
        case 0x38C, 0x3CC: 0x3BF
        case 0x38E, 0x3AB, 0x3B0, 0x3CB, 0x3CD: 0x3C5
        case 0x38F, 0x3CE: 0x3C9
        case 0x3C2: 0x3C3
        default: lowercase(scalar)
        }
    }

    /// Removes marks as Unicode does: `й` becomes `и`, `ё` becomes `е`.
    private static func cyrillic(_ scalar: UInt32) -> UInt32 {
        switch scalar {
        case 0x4D0...0x4D3: 0x430
        case 0x403, 0x453: 0x433
        case 0x400, 0x401, 0x450, 0x451, 0x4D6, 0x4D7: 0x435
        case 0x4C1, 0x4C2, 0x4DC, 0x4DD: 0x436
        case 0x4DE, 0x4DF: 0x437
        case 0x40D, 0x419, 0x439, 0x45D, 0x4E2...0x4E5: 0x438
        case 0x40C, 0x45C: 0x43A
        case 0x4E6, 0x4E7: 0x43E
        case 0x40E, 0x45E, 0x4EE...0x4F3: 0x443
        case 0x4F4, 0x4F5: 0x447
        case 0x4F8, 0x4F9: 0x44B
        case 0x4EC, 0x4ED: 0x44D
        case 0x407, 0x457: 0x456
        case 0x476, 0x477: 0x475
        case 0x4DA, 0x4DB: 0x4D9
        case 0x4EA, 0x4EB: 0x4E9
        default: lowercase(scalar)
        }
    }

    /// The entry of a table; nil for a dot, or after the end of the table.
    private static func entry(_ table: StaticString, _ index: UInt32) -> UInt32? {
        guard index < UInt32(truncatingIfNeeded: table.utf8CodeUnitCount) else { return nil }
        // SAFETY: the index is below the code unit count of the literal, whose bytes are static.
        let letter = unsafe table.utf8Start[Int(index)]
        return letter == 0x2E ? nil : UInt32(letter)
    }

    /// The letter or digit that each of U+00A0 to U+024F becomes; a dot if it becomes none.
    private static var latin: StaticString {
        """
        ..........a.......23.....1o.....aaaaaa.ceeeeiiii.nooooo.ouuuuy..\
        aaaaaa.ceeeeiiii.nooooo.ouuuuy.yaaaaaaccccccccddddeeeeeeeeeegggg\
        gggghhhhiiiiiiiiii..jjkk.llllllllllnnnnnnn..oooooo..rrrrrrssssss\
        ssttttttuuuuuuuuuuuuwwyyyzzzzzzsbbbb...cc.ddd....ffg...ikkl..nno\
        oo..pp.....ttttuu.vyyzz......................aaiioouuuuuuuuuu.aa\
        aa..ggggkkoooo..j...gg..nnaa..ooaaaaeeeeiiiioooorrrruuuusstt..hh\
        nd..zzaaeeooooooooyylntj..accltsz..b..eejj.qrryy
        """
    }

    /// The same for U+1E00 to U+1EFF.
    private static var latinAdditional: StaticString {
        """
        aabbbbbbccddddddddddeeeeeeeeeeffgghhhhhhhhhhiiiikkkkkkllllllllmm\
        mmmmnnnnnnnnoooooooopppprrrrrrrrssssssssssttttttttuuuuuuuuuuvvvv\
        wwwwwwwwwwxxxxyyzzzzzzhtwyas....aaaaaaaaaaaaaaaaaaaaaaaaeeeeeeee\
        eeeeeeeeiiiioooooooooooooooooooooooouuuuuuuuuuuuuuyyyyyyyy....yy
        """
    }

    /// The same for U+2100 to U+2149, which has most of the letters that the mathematical alphabets lack.
    private static var letterlike: StaticString {
        """
        ..c.......ghhhh.iill.n...pqrrr......z...z.kabc.eef.mo....i......\
        .....ddeij
        """
    }
}
