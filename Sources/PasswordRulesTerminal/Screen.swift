import PasswordRules

/// Draws a trial on a terminal.
package struct Screen: Sendable {
    /// The rules in words: a heading, and an item in each line; empty for none.
    package var explanation: String
    /// Further notices about the rules.
    package var notices: [String]
    /// Why a requested estimate of guesses is unavailable.
    package var meterProblem: String?

    /// A screen for rules.
    package init(explanation: String, notices: [String] = [], meterProblem: String? = nil) {
        self.explanation = explanation
        self.notices = notices
        self.meterProblem = meterProblem
    }

    /// Draws the whole screen. Call `Trial.refresh` first, so that the report is up to date.
    package func draw(_ trial: borrowing Trial, on canvas: inout Canvas) {
        let abilities = canvas.abilities
        let ellipsis = abilities.isUTF8 ? "\u{2026}" : "..."
        let lines = layout(trial, abilities).fitted(rows: abilities.rows, ellipsis: ellipsis)
        var cursor = (row: 0, column: 0)
        canvas.begin()
        for (row, line) in lines.enumerated() {
            canvas.beginLine(row)
            for piece in line.pieces {
                switch piece {
                case .text(let text, let style): canvas.put(text, style)
                case .suggestion(let range):
                    trial.suggestion.withSpan { canvas.put(password: $0.extracting(range), isShown: true) }
                case .field(let step):
                    switch step {
                    case .new: canvas.put(trial.new, isShown: trial.isShown)
                    case .retype: canvas.put(trial.again, isShown: trial.isShown)
                    }
                    if step == trial.step { cursor = (row, canvas.column) }
                }
            }
        }
        if lines.count < abilities.rows { canvas.eraseFrom(row: lines.count) }
        canvas.end(cursorAtRow: cursor.row, column: cursor.column)
    }

    private func layout(_ trial: borrowing Trial, _ abilities: Canvas.Abilities) -> Layout {
        var layout = Layout()
        addIntroduction(to: &layout, abilities)
        switch trial.step {
        case .new:
            layout.above.append(field(.new, importance: .field, abilities))
            layout.above.append(Layout.Line(importance: .gap))
            layout.items = items(trial, abilities)
            layout.below.append(Layout.Line(importance: .gap))
            layout.below.append(bar(trial.report, abilities))
            addMeter(trial, to: &layout, abilities)
        case .retype:
            layout.above.append(field(.new, importance: .otherField, abilities))
            layout.above.append(field(.retype, importance: .field, abilities))
            layout.above.append(Layout.Line(importance: .gap))
            layout.items = [
                item(.met, "meets all the rules", abilities),
                comparison(trial, abilities),
            ]
        }
        addSuggestion(trial, to: &layout, abilities)
        addNote(trial, to: &layout, abilities)
        layout.below.append(Layout.Line(importance: .gap))
        for line in Wrapping.lines(of: help(trial), separator: "   ", columns: abilities.columns) {
            layout.below.append(Layout.Line(pieces: [.text(line, .faint)], importance: .help))
        }
        return layout
    }

    // MARK: - Parts

    private func addIntroduction(to layout: inout Layout, _ abilities: Canvas.Abilities) {
        let explained = Wrapping.lines(ofList: explanation, columns: abilities.columns)
        for line in explained {
            layout.above.append(Layout.Line(pieces: [.text(line, .plain)], importance: .explanation))
        }
        var noticed: [String] = []
        for notice in notices { noticed += Wrapping.lines(of: notice, columns: min(78, abilities.columns)) }
        for line in noticed {
            layout.above.append(Layout.Line(pieces: [.text(line, .plain)], importance: .notice))
        }
        if !layout.above.isEmpty { layout.above.append(Layout.Line(importance: .gap)) }
    }

    private func field(
        _ step: Trial.Step, importance: Layout.Importance, _ abilities: Canvas.Abilities
    ) -> Layout.Line {
        let labels = step == .new ? ["New password: ", "New: "] : ["Retype new password: ", "Again: "]
        // On a narrow screen, the label is shortened, so that the cursor has room.
        let label = labels.first { $0.utf8.count + 16 <= abilities.columns } ?? ""
        return Layout.Line(pieces: [.text(label, .plain), .field(step)], importance: importance)
    }

    private func items(_ trial: borrowing Trial, _ abilities: Canvas.Abilities) -> [Layout.Item] {
        let isPasswordEmpty = trial.new.isEmpty
        return Checklist.items(of: trial.report).map { outcome, depth in
            item(Mark(outcome, isPasswordEmpty: isPasswordEmpty), outcome.message, depth: depth, abilities)
        }
    }

    private func item(
        _ mark: Mark, _ text: String, depth: Int = 0, _ abilities: Canvas.Abilities
    ) -> Layout.Item {
        let symbol = mark.symbol(isUTF8: abilities.isUTF8)
        let space = String(repeating: " ", count: 2 + 4 * depth)
        let indent = space.count + symbol.unicodeScalars.count + 1
        let lines = Wrapping.lines(of: text, columns: abilities.columns - indent)
        return Layout.Item(
            lines: lines.enumerated().map { index, line in
                index == 0
                    ? [
                        .text(space, .plain), .text(symbol, mark.markStyle),
                        .text(" " + line, mark.textStyle),
                    ]
                    : [.text(String(repeating: " ", count: indent) + line, mark.textStyle)]
            },
            isMet: mark == .met || mark == .idle)
    }

    private func comparison(_ trial: borrowing Trial, _ abilities: Canvas.Abilities) -> Layout.Item {
        let (new, again) = (trial.new.count, trial.again.count)
        let matchesSoFar = trial.again.isPrefix(of: trial.new)
        if matchesSoFar, again == new { return item(.met, "the same as above", abilities) }
        if matchesSoFar { return item(.open, "type the same password again", abilities) }
        return item(.broken, "not the same as above", abilities)
    }

    private func bar(_ report: Report, _ abilities: Canvas.Abilities) -> Layout.Line {
        let percent = Checklist.percent(of: report)
        let width = max(0, min(32, abilities.columns - 2 - "  100%".count))
        var pieces = bar(percent: percent, width, report.isAccepted ? .good : .plain, abilities)
        pieces.append(.text(width > 0 ? "  \(percent)%" : "\(percent)%", .plain))
        return Layout.Line(pieces: pieces, importance: .bar)
    }

    /// A bar of `width` columns, indented.
    private func bar(
        percent: Int, _ width: Int, _ style: Canvas.Style, _ abilities: Canvas.Abilities
    ) -> [Layout.Piece] {
        let full = width * percent / 100
        let (on, off) = abilities.isUTF8 ? ("\u{2588}", "\u{2591}") : ("#", "-")
        return [
            .text("  " + String(repeating: on, count: full), style),
            .text(String(repeating: off, count: width - full), .faint),
        ]
    }

    /// Adds the meter, and advice below it. On a narrow screen, the meter has no bar.
    private func addMeter(_ trial: borrowing Trial, to layout: inout Layout, _ abilities: Canvas.Abilities) {
        guard let meter = trial.meter else {
            if let meterProblem, !trial.new.isEmpty {
                layout.below.append(
                    Layout.Line(pieces: [.text("  " + meterProblem, .faint)], importance: .meter))
            }
            return
        }
        let room = abilities.columns - "    ".count - meter.summary.utf8.count
        var pieces: [Layout.Piece] = []
        if room >= 10 { pieces = bar(percent: meter.percent, min(32, room), meter.style, abilities) }
        pieces.append(.text((room >= 2 ? "  " : "") + meter.summary, meter.style))
        layout.below.append(Layout.Line(pieces: pieces, importance: .meter))
        for sentence in meter.advice {
            for line in Wrapping.lines(of: sentence, columns: min(78, abilities.columns) - 2) {
                layout.below.append(Layout.Line(pieces: [.text("  " + line, .plain)], importance: .advice))
            }
        }
    }

    private func addSuggestion(
        _ trial: borrowing Trial, to layout: inout Layout, _ abilities: Canvas.Abilities
    ) {
        let count = trial.suggestion.count
        guard count > 0 else { return }
        let label = "Suggestion: "
        layout.below.append(Layout.Line(importance: .gap))
        if label.utf8.count + count <= abilities.columns {
            return layout.below.append(
                Layout.Line(pieces: [.text(label, .plain), .suggestion(0..<count)], importance: .suggestion))
        }
        // The suggestion is shown completely or not at all. Generated passwords are ASCII, so each byte takes
        // one column.
        layout.below.append(Layout.Line(pieces: [.text(label, .plain)], importance: .suggestion))
        for start in stride(from: 0, to: count, by: abilities.columns) {
            layout.below.append(
                Layout.Line(
                    pieces: [.suggestion(start..<min(count, start + abilities.columns))],
                    importance: .suggestion))
        }
    }

    private func addNote(_ trial: borrowing Trial, to layout: inout Layout, _ abilities: Canvas.Abilities) {
        guard let note = trial.note else { return }
        layout.below.append(Layout.Line(importance: .gap))
        for line in Wrapping.lines(of: note.text, columns: min(78, abilities.columns)) {
            layout.below.append(
                Layout.Line(pieces: [.text(line, note.isComplaint ? .bad : .good)], importance: .note))
        }
    }

    private func help(_ trial: borrowing Trial) -> [String] {
        let show = trial.isShown ? "Tab: hide" : "Tab: show"
        switch trial.step {
        case .retype: return ["Enter: compare", show, "Backspace: go back", "Ctrl-C: cancel"]
        case .new where trial.suggestion.isEmpty:
            return ["Enter: next", show, "Ctrl-G: suggest one", "Ctrl-C: cancel"]
        case .new:
            return ["Enter: next", show, "Ctrl-G: another one", "Ctrl-T: use it", "Ctrl-C: cancel"]
        }
    }
}
