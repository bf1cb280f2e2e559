@testable import PasswordRules

/// What it costs to leave out characters at the ends of a text, by the plain definition of
/// passwordrules-blocklist(5): every way to divide them into patterns is tried.
struct PlainEnds {
    typealias Text = [Unicode.Scalar]

    private let text: Text
    private let impossible = 1_000

    init(_ text: Text) { self.text = text }

    /// Whether what is outside of a piece may be left out.
    func permit(_ piece: Range<Int>) -> Bool {
        let before = cost(0..<piece.lowerBound)
        return before <= 6 && before + cost(piece.upperBound..<text.count) <= 6
    }

    /// The cost of characters at one end.
    func cost(_ end: Range<Int>) -> Int {
        // Letters are never left out.
        guard text[end].allSatisfy({ Folding.isDigit($0.value) || Folding.isSymbol($0.value) }) else {
            return impossible
        }
        // The costs of the characters up to each position, without and with patterns.
        var costs = [(0, impossible)]
        for position in end {
            let isAddition = Folding.isDigit(text[position].value) || Folding.isSymbol(text[position].value)
            var (plain, patterned) = (impossible, impossible)
            if isAddition {
                (plain, patterned) = (costs[costs.count - 1].0 + 1, costs[costs.count - 1].1 + 1)
            }
            for start in end.lowerBound...position where isPattern(start..<position + 1) {
                let before = costs[start - end.lowerBound]
                patterned = min(patterned, before.0, before.1 + 4)
            }
            costs.append((min(plain, impossible), min(patterned, impossible)))
        }
        return costs.map { min($0.0, $0.1) }.last ?? 0
    }

    // MARK: - Patterns

    private static let rows = ["0123456789", ")!@#$%^&*("].map { Text($0.unicodeScalars) }
    private static let lines = ["123", "456", "789", "147", "258", "369", "159", "357"]

    private func isPattern(_ range: Range<Int>) -> Bool {
        let piece = Text(text[range])
        guard piece.count >= 3, piece.allSatisfy({ Folding.isDigit($0.value) || Folding.isSymbol($0.value) })
        else {
            return false
        }
        return isRun(piece) || isRepetition(piece) || isOnKeypad(piece) || isDate(range)
    }

    private func isRun(_ piece: Text) -> Bool {
        Self.rows.contains { row in
            let values = piece.compactMap { row.firstIndex(of: $0) }
            guard values.count == piece.count, piece.count >= 3 else { return false }
            let steps = zip(values, values.dropFirst()).map { $1 - $0 }
            let isLong = piece.count >= 5
            return steps.allSatisfy { [1, -9].contains($0) } || steps.allSatisfy { [-1, 9].contains($0) }
                || isLong
                    && (steps.allSatisfy { [0, 1].contains($0) }
                        || steps.allSatisfy { [0, -1].contains($0) })
                || piece.count >= 4 && (steps.allSatisfy { $0 == 2 } || steps.allSatisfy { $0 == -2 })
        }
    }

    private func isRepetition(_ piece: Text) -> Bool {
        (1...10).contains { unit in
            piece.count >= max(3, 2 * unit) && zip(piece, piece.dropFirst(unit)).allSatisfy { $0 == $1 }
        }
    }

    private func isOnKeypad(_ piece: Text) -> Bool {
        guard piece.count % 3 == 0 else { return false }
        return stride(from: 0, to: piece.count, by: 3).allSatisfy { start in
            let line = String(String.UnicodeScalarView(piece[start..<start + 3]))
            return Self.lines.contains(line) || Self.lines.contains(String(line.reversed()))
        }
    }

    private func isDate(_ range: Range<Int>) -> Bool {
        // Excludes most pieces first, because regular expressions are slow.
        let digitCount = text[range].count { Folding.isDigit($0.value) }
        guard (4...10).contains(range.count), digitCount >= 4,
            Folding.isDigit(text[range.lowerBound].value), Folding.isDigit(text[range.upperBound - 1].value)
        else { return false }
        let piece = String(String.UnicodeScalarView(text[range]))
        let isStart = range.lowerBound == 0 || !Folding.isDigit(text[range.lowerBound - 1].value)
        let isEnd = range.upperBound == text.count || !Folding.isDigit(text[range.upperBound].value)
        func isDay(_ first: Substring, _ second: Substring) -> Bool {
            guard let first = Int(first), let second = Int(second) else { return false }
            return (1...31).contains(first) && (1...31).contains(second) && min(first, second) <= 12
        }
        func isYear(_ year: Substring) -> Bool { year.hasPrefix("19") || year.hasPrefix("20") }
        if let digits = piece.wholeMatch(of: /\d{4}(\d\d)?(\d\d)?/) {
            let text = digits.output.0
            let pairs = stride(from: 0, to: text.count, by: 2).map { text.dropFirst($0).prefix(2) }
            switch text.count {
            case 4: return (isStart || isEnd) && isYear(text)
            case 6: return isStart && isEnd && (isDay(pairs[0], pairs[1]) || isDay(pairs[1], pairs[2]))
            default:
                return (isStart || isEnd)
                    && (isDay(pairs[0], pairs[1]) && isYear(pairs[2])
                        || isYear(text) && isDay(pairs[2], pairs[3]))
            }
        }
        if let date = piece.wholeMatch(of: /(\d\d?)(.)(\d\d?)(.)(\d\d|\d{4})/) {
            let (_, first, mark, second, other, year) = date.output
            if mark == other, isSymbol(mark), isDay(first, second), year.count == 2 || isYear(year) {
                return true
            }
        }
        if let date = piece.wholeMatch(of: /(\d{4})(.)(\d\d?)(.)(\d\d?)/) {
            let (_, year, mark, first, other, second) = date.output
            return mark == other && isSymbol(mark) && isYear(year) && isDay(first, second)
        }
        return false
    }

    private func isSymbol(_ mark: Substring) -> Bool {
        mark.unicodeScalars.count == 1 && mark.unicodeScalars.allSatisfy { Folding.isSymbol($0.value) }
    }
}
