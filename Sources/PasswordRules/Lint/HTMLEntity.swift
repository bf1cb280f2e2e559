/// References to characters in HTML, such as `&quot;` and `&#39;`, which remain in a text that was escaped
/// twice.
enum HTMLEntity {
    /// The names of printable ASCII characters and of the no-break space.
    private static var names: [Word] {
        [
            "quot", "amp", "lt", "gt", "apos", "nbsp", "excl", "num", "dollar", "percnt", "lpar", "rpar",
            "ast",
            "plus", "comma", "period", "sol", "colon", "semi", "equals", "quest", "commat", "lsqb", "lbrack",
            "bsol", "rsqb", "rbrack", "hat", "lowbar", "grave", "lcub", "lbrace", "verbar", "vert", "rcub",
            "rbrace",
        ]
    }

    /// The length of the reference at the start of the range, which must not be empty; nil if there is none.
    static func length(in text: Span<UInt8>, _ range: Range<Int>) -> Int? {
        guard text[range.lowerBound] == 0x26 else { return nil }
        // None is longer than "&#x10FFFF;".
        let limit = min(range.upperBound, range.lowerBound + 10)
        var end = range.lowerBound + 1
        while end < limit, text[end] != 0x3B { end += 1 }
        guard end < limit else { return nil }
        let name = range.lowerBound + 1..<end
        guard isNumber(text, name) || names.contains(where: { $0.matches(text, name) }) else { return nil }
        return end + 1 - range.lowerBound
    }

    /// Whether it is "#" and a decimal number, or "#x" and a hexadecimal one.
    private static func isNumber(_ text: Span<UInt8>, _ range: Range<Int>) -> Bool {
        guard range.count > 1, text[range.lowerBound] == 0x23 else { return false }
        let isHexadecimal = range.count > 2 && lowercased(text[range.lowerBound + 1]) == 0x78
        for index in range.dropFirst(isHexadecimal ? 2 : 1) {
            let byte = lowercased(text[index])
            guard byte &- 0x30 < 10 || isHexadecimal && byte &- 0x61 < 6 else { return false }
        }
        return true
    }
}
