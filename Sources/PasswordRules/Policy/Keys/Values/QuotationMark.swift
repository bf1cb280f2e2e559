/// Quotation marks of any language.
enum QuotationMark {
    /// Whether a quotation mark begins at an index.
    static func begins(in text: Span<UInt8>, at index: Int) -> Bool {
        guard index < text.count else { return false }
        switch UTF8Decoding.decode(text, at: index).scalar {
        case 0x22, 0x27, 0xAB, 0xBB, 0x2018...0x201F, 0x2039, 0x203A, 0x300C...0x300F, 0xFF02, 0xFF07:
            return true
        default: return false
        }
    }

    /// Whether the byte at an index is the last one of a quotation mark.
    static func ends(in text: Span<UInt8>, at index: Int) -> Bool {
        var start = index
        while start > 0, text[start] & 0xC0 == 0x80 { start -= 1 }
        return begins(in: text, at: start)
    }
}
