/// Wraps text to the width of a terminal.
package enum Wrapping {
    /// The words of `text` in lines of at most `columns` columns; a longer word is cut into pieces.
    package static func lines(of text: String, columns: Int) -> [String] {
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

    /// The items in lines. An item is broken only if it does not fit into a line.
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

    /// A list with an item in each line, wrapped to `columns` columns. Continuation lines are indented as the
    /// item's text.
    package static func lines(ofList text: String, columns: Int) -> [String] {
        text.split(separator: "\n", omittingEmptySubsequences: true).flatMap { line in
            var item = line.drop { $0 == " " }
            if item.hasPrefix("- ") { item = item.dropFirst(2) }
            let margin = line.unicodeScalars.count - item.unicodeScalars.count
            // On a narrow screen the text needs the room.
            guard columns >= margin + 12 else { return lines(of: String(line), columns: columns) }
            return lines(of: String(item), columns: columns - margin).enumerated().map { number, piece in
                (number == 0 ? line.prefix(margin) : Substring(repeating: " ", count: margin)) + piece
            }
        }.map { String($0) }
    }
}
