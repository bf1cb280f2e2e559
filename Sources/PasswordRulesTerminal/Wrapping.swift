/// Wraps text to the width of a terminal.
enum Wrapping {
    /// The words of `text` in lines of at most `columns` columns; a longer word is cut into pieces.
    static func lines(of text: String, columns: Int) -> [String] {
        let columns = max(1, columns)
        var lines: [String] = []
        var line = Substring()
        for word in text.split(separator: " ") {
            if !line.isEmpty {
                if line.unicodeScalars.count + 1 + word.unicodeScalars.count <= columns {
                    line += " " + word
                    continue
                }
                lines.append(String(line))
            }
            let scalars = word.unicodeScalars
            var start = scalars.startIndex
            while let end = scalars.index(start, offsetBy: columns, limitedBy: scalars.endIndex),
                end < scalars.endIndex
            {
                lines.append(String(scalars[start..<end]))
                start = end
            }
            line = Substring(scalars[start...])
        }
        if !line.isEmpty { lines.append(String(line)) }
        return lines
    }

    /// The items in lines. An item is only broken if it does not fit into a line.
    static func lines(of items: [String], separator: String, columns: Int) -> [String] {
        var lines: [String] = []
        for item in items {
            if let last = lines.last,
                last.unicodeScalars.count + separator.count + item.unicodeScalars.count <= columns
            {
                lines[lines.count - 1] = last + separator + item
            } else {
                lines.append(item)
            }
        }
        return lines
    }

    /// Text in lines of 78 columns, rewrapped for fewer. A line that begins a new item still begins a line.
    static func lines(ofParagraphs text: String, columns: Int) -> [String] {
        let given = text.split(separator: "\n", omittingEmptySubsequences: true).map(String.init)
        if given.allSatisfy({ $0.unicodeScalars.count <= columns }) { return given }
        var paragraphs: [String] = []
        for line in given {
            let isItem = line.hasPrefix("  - ") || line.hasPrefix("In all cases: ")
            if isItem || paragraphs.isEmpty {
                paragraphs.append(line)
            } else {
                paragraphs[paragraphs.count - 1] += " " + line
            }
        }
        return paragraphs.flatMap { lines(of: $0, columns: columns) }
    }
}
