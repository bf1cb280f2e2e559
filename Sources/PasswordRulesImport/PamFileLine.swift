/// A line of a file in /etc/pam.d. A line that ends in a backslash continues on the next line.
public struct PamFileLine {
    let words: [PamWord]
    /// The number of its last line in the file, from 1.
    public let number: Int
    /// Whether the file ends after a backslash that continues the line. Then libpam ignores the line.
    public private(set) var isUnfinished = false
    /// Whether the line ends in a carriage return, which is part of its last word.
    public private(set) var endsInCarriageReturn = false

    /// The words as libpam passes them to a module.
    public var texts: [String] { words.map(\.text) }

    /// Whether the line begins with white space. In a profile, such a line continues a field.
    var isIndented: Bool { words.first.map { $0.range.lowerBound > $0.line.bytes.startIndex } ?? false }

    /// The lines of a file that have words or are unfinished.
    public static func lines(in file: ImportedFile) -> [PamFileLine] {
        var found: [PamFileLine] = []
        var words: [PamWord] = []
        var number = 0
        var isContinued = false
        var endsInCarriageReturn = false
        func end() {
            if !words.isEmpty || isContinued {
                found.append(
                    PamFileLine(
                        words: words, number: number, isUnfinished: isContinued,
                        endsInCarriageReturn: endsInCarriageReturn))
            }
            (words, isContinued, endsInCarriageReturn) = ([], false, false)
        }
        ConfigurationLine.forEach(of: file) { line in
            let comment = line.bytes.firstIndex(of: 0x23)
            // Blanks may follow the backslash, but no comment.
            let last = line.bytes.lastIndex { $0 != 0x20 && $0 != 0x09 }
            let backslash = comment == nil ? last.flatMap { line.bytes[$0] == 0x5C ? $0 : nil } : nil
            let more = PamWord.words(
                of: line, line.bytes.startIndex..<(backslash ?? comment ?? line.bytes.endIndex))
            // A line without words does not end a continued line.
            if isContinued, more.isEmpty, backslash == nil { return }
            words += more
            number = line.number
            if comment == nil, line.bytes.last == 0x0D { endsInCarriageReturn = true }
            isContinued = backslash != nil
            if !isContinued { end() }
        }
        end()
        return found
    }
}

/// A word of a PAM line, without brackets around it.
struct PamWord {
    let line: ConfigurationLine
    let range: Range<Int>

    var bytes: ArraySlice<UInt8> { line.bytes[range] }

    /// The word as libpam passes it to a module: in brackets, a backslash before "]" is removed.
    var text: String {
        let text = String(decoding: bytes, as: UTF8.self)
        let isInBrackets =
            range.lowerBound > line.bytes.startIndex && line.bytes[range.lowerBound - 1] == 0x5B
        return isInBrackets ? text.replacing("\\]", with: "]") : text
    }

    /// The position of the word.
    var origin: SettingOrigin { line.origin(of: range) }

    /// The part before "=", or all of it.
    var name: Range<Int> {
        range.lowerBound..<(bytes.firstIndex(of: 0x3D) ?? range.upperBound)
    }

    /// The part after "=".
    var value: Range<Int> { min(name.upperBound + 1, range.upperBound)..<range.upperBound }

    /// The words of a line, split as libpam does. Text in brackets is one word.
    static func words(of line: ConfigurationLine, _ range: Range<Int>) -> [PamWord] {
        let bytes = line.bytes
        var words: [PamWord] = []
        var start = range.lowerBound
        while start < range.upperBound {
            if isBlank(bytes[start]) {
                start += 1
            } else if bytes[start] == 0x5B {
                var end = start + 1
                while end < range.upperBound, bytes[end] != 0x5D || bytes[end - 1] == 0x5C { end += 1 }
                words.append(PamWord(line: line, range: start + 1..<end))
                start = end + 1
            } else {
                let end = bytes[start..<range.upperBound].firstIndex(where: isBlank) ?? range.upperBound
                words.append(PamWord(line: line, range: start..<end))
                start = end
            }
        }
        return words
    }
}

/// Whether a byte separates words of PAM lines. A carriage return does not.
private func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A }

/// White space as isspace(3) defines it in every locale.
func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte >= 0x09 && byte <= 0x0D }
