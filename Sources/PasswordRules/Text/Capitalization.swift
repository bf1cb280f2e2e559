extension Text {
    /// The text with its first letter in upper case, if that is a letter of ASCII, of Latin-1 or of Cyrillic
    /// from U+0430 to U+044F.
    var capitalized: Text {
        var text = Text()
        for (index, byte) in bytes.enumerated() {
            let first = bytes[0]
            switch (index, byte) {
            case (0, 0x61...0x7A): text.append(byte: byte - 0x20)
            // U+0430...U+043F, U+0440...U+044F: the upper-case letter is 32 code points before. For the
            // second half, that changes the lead byte, too.
            case (0, 0xD1) where bytes.count > 1 && (0x80...0x8F).contains(bytes[1]): text.append(byte: 0xD0)
            case (1, 0xB0...0xBF) where first == 0xD0: text.append(byte: byte - 0x20)
            case (1, 0x80...0x8F) where first == 0xD1: text.append(byte: byte + 0x20)
            // U+00E0...U+00FE
            case (1, 0xA0...0xBE) where first == 0xC3: text.append(byte: byte - 0x20)
            default: text.append(byte: byte)
            }
        }
        return text
    }
}
