/// The lines of a screen. The least important are removed if it is too short.
struct Layout {
    /// A part of a line.
    enum Piece {
        case text(String, Canvas.Style)
        /// The contents of the first or second field, hidden or shown; the cursor follows it in the current
        /// field.
        case field(Trial.Step)
        /// A part of the suggestion, in bytes.
        case suggestion(Range<Int>)
    }

    struct Line {
        var pieces: [Piece] = []
        var importance: Importance
    }

    /// The importance of a line, in the order of removal. Lines of one kind are removed together, except
    /// empty ones.
    enum Importance: Int {
        case gap, advice, explanation, meter, bar, help, notice, otherField, suggestion, note, field
    }

    /// A rule of the list, which may take several lines.
    struct Item {
        var lines: [[Piece]]
        /// Whether it is met. Rules that are not met take precedence if there is too little room.
        var isMet: Bool
    }

    var above: [Line] = []
    var items: [Item] = []
    var below: [Line] = []

    /// The number of lines of the list that are kept while other lines are removed.
    private static let leastItemLines = 3

    /// The lines that fit into `rows` rows.
    func fitted(rows: Int, ellipsis: String) -> [Line] {
        var (above, below) = (above, below)
        let wanted = items.reduce(0) { $0 + $1.lines.count }
        func budget() -> Int { rows - above.count - below.count }
        while budget() < wanted, Self.removeLeast(&above, &below, sparing: .explanation) {}
        while budget() < min(wanted, Self.leastItemLines) {
            if !Self.removeLeast(&above, &below, sparing: .suggestion) { break }
        }
        let list = fittedItems(lines: budget(), ellipsis)
        while above.count + list.count + below.count > rows {
            if !Self.removeLeast(&above, &below, sparing: .note) { break }
        }
        // If a long note does not fit, only its beginning is shown.
        return Array((above + list + below).prefix(rows))
    }

    /// Removes the least important lines, or only the last gap; false if none is less important than
    /// `spared`.
    private static func removeLeast(
        _ above: inout [Line], _ below: inout [Line], sparing spared: Importance
    ) -> Bool {
        let least = (above + below).map(\.importance.rawValue).min() ?? spared.rawValue
        if least >= spared.rawValue { return false }
        if least == Importance.gap.rawValue {
            if let index = below.lastIndex(where: { $0.importance == .gap }) {
                below.remove(at: index)
            } else if let index = above.lastIndex(where: { $0.importance == .gap }) {
                above.remove(at: index)
            }
            return true
        }
        above.removeAll { $0.importance.rawValue == least }
        below.removeAll { $0.importance.rawValue == least }
        return true
    }

    /// The items in `budget` lines, in their order. If they do not fit, those that are not met take precedence,
    /// and the last line has the number of those that are left out.
    private func fittedItems(lines budget: Int, _ ellipsis: String) -> [Line] {
        var shown = Set(items.indices)
        if items.reduce(0, { $0 + $1.lines.count }) > budget {
            shown = []
            var left = budget - 1
            for isMet in [false, true] {
                for index in items.indices
                where items[index].isMet == isMet && items[index].lines.count <= left {
                    shown.insert(index)
                    left -= items[index].lines.count
                }
            }
        }
        var lines: [Line] = []
        for index in items.indices where shown.contains(index) {
            lines += items[index].lines.map { Line(pieces: $0, importance: .field) }
        }
        if shown.count < items.count, budget > 0 {
            let hidden = items.indices.filter { !shown.contains($0) }
            let open = hidden.filter { !items[$0].isMet }.count
            let count = shown.isEmpty ? "\(hidden.count) rules" : "and \(hidden.count) more"
            let state = open == 0 ? "met" : "\(open) not met"
            lines.append(
                Line(pieces: [.text("  \(ellipsis) \(count), \(state)", .faint)], importance: .field))
        }
        return lines
    }
}
