/// Syntax of other formats that is not valid here: a comment after a value, and quotation marks.
struct ForeignSyntax: ~Escapable {
    private let text: Span<UInt8>
    private let range: Range<Int>
    /// Whether `;` separates the parts of the value.
    private let hasSemicolons: Bool

    @_lifetime(copy text)
    init(of line: PolicyLine, in text: Span<UInt8>) {
        self.text = text
        range = line.value
        hasSemicolons = line.key.declaration.value.isDescriptor
    }

    /// Looks at a line with a section header.
    @_lifetime(copy text)
    init(ofHeader line: Range<Int>, in text: Span<UInt8>) {
        self.text = text
        range = line
        hasSemicolons = false
    }

    /// The reason for a mistake in the value, if that is a comment or quotation marks.
    func reason(for mistake: Diagnostic) -> Diagnostic? {
        if let comment { return comment }
        if mistake.code == .quotedValue { return mistake }
        if QuotationMark.begins(in: text, at: range.lowerBound) {
            return Diagnostic(.quotedValue, at: range.lowerBound, length: range.count)
        }
        guard range.contains(mistake.offset), QuotationMark.begins(in: text, at: mistake.offset) else {
            return nil
        }
        return Diagnostic(.quotedValue, at: mistake.offset, length: mistake.length)
    }

    /// A comment after the value. Text in brackets is not a comment, but the members of a class.
    var comment: Diagnostic? {
        var isInBrackets = false
        for index in range {
            switch text[index] {
            case 0x5B: isInBrackets = true
            case 0x5D: isInBrackets = false
            case _ where isInBrackets: break
            case _ where isComment(at: index):
                return Diagnostic(.commentAfterValue, at: index, length: range.upperBound - index)
            default: break
            }
        }
        return nil
    }

    private func isComment(at index: Int) -> Bool {
        let isFirst = index == range.lowerBound
        switch text[index] {
        case 0x23: return isFirst || isBlank(text[index - 1]) || hasSemicolons && text[index - 1] == 0x3B
        case 0x3B: return !isFirst && !hasSemicolons && isBlank(text[index - 1])
        // A path may contain two slashes, so only those between white space begin a comment.
        case 0x2F:
            return !isFirst && isBlank(text[index - 1]) && index + 1 < range.upperBound
                && text[index + 1] == 0x2F
                && (index + 2 == range.upperBound || isBlank(text[index + 2]))
        default: return false
        }
    }
}
