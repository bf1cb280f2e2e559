extension Text {
    /// The text with line feeds, each followed by `indent`, in place of spaces, so that no line is longer
    /// than `columns` without the indent, except for a longer word. Chinese and Japanese text, which has no
    /// spaces, also breaks after the marks that separate clauses.
    package func wrapped(toColumns columns: Int, indent: StaticString = "") -> Text {
        let bytes = bytes.span
        var wrapped = Text()
        var column = 0
        var line = 0
        var start = 0
        while true {
            let (end, width) = Self.piece(bytes, from: start)
            let space = start > 0 && bytes[start - 1] == 0x20 ? 1 : 0
            if column > 0, column + space + width > columns {
                wrapped.append(bytes, line..<start - space)
                wrapped.append("\n")
                wrapped.append(indent)
                line = start
                column = width
            } else {
                // A line does not begin with a space.
                if column == 0, line == start - space { line = start }
                column += (column > 0 ? space : 0) + width
            }
            guard end < bytes.count else {
                wrapped.append(bytes, line..<end)
                return wrapped
            }
            start = bytes[end] == 0x20 ? end + 1 : end
        }
    }

    /// The end of the unbreakable piece, and how many columns of a terminal it takes.
    private static func piece(_ bytes: Span<UInt8>, from start: Int) -> (end: Int, width: Int) {
        var end = start
        while end < bytes.count, bytes[end] &- 0x21 < 0x5F { end += 1 }
        // Most pieces are ASCII letters and symbols between spaces; the others need a closer look.
        if end == bytes.count || bytes[end] == 0x20 && end + 1 < bytes.count && bytes[end + 1] < 0x80 {
            return (end, end - start)
        }
        end = endOfPiece(bytes, from: start)
        return (end, columnCount(bytes, of: start..<end))
    }

    /// The end of the unbreakable piece: before a space, or after one of the marks U+3001, U+3002, U+FF0C,
    /// U+FF1A, U+FF1B. In Chinese, a number stays with what it counts, one character after a space.
    private static func endOfPiece(_ bytes: Span<UInt8>, from start: Int) -> Int {
        var index = start
        while index < bytes.count {
            if bytes[index] == 0x20 {
                guard index > start, index + 1 < bytes.count, bytes[index + 1] >= 0xE3,
                    (0x30...0x39).contains(bytes[index - 1])
                else { return index }
            }
            if bytes[index] >= 0x80, index >= start + 2 {
                switch (bytes[index - 2], bytes[index - 1], bytes[index]) {
                case (0xE3, 0x80, 0x81...0x82), (0xEF, 0xBC, 0x8C), (0xEF, 0xBC, 0x9A...0x9B):
                    return index + 1
                default: break
                }
            }
            index += 1
        }
        return index
    }

    /// How many columns of a terminal the characters take: two from U+3000 on, where East Asian characters
    /// begin.
    private static func columnCount(_ bytes: Span<UInt8>, of range: Range<Int>) -> Int {
        var columns = 0
        for index in range where bytes[index] & 0xC0 != 0x80 { columns += bytes[index] >= 0xE3 ? 2 : 1 }
        return columns
    }
}
