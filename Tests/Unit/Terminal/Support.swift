import PasswordRules

@testable import PasswordRulesTerminal

/// A trial with a descriptor, whose suggestions come from a list, after some keys.
func trial(
    _ rules: String = "required: upper; required: digit; minlength: 8; max-repeating: 2",
    suggesting suggestions: [String] = ["Suggest1on"], estimates: Bool = false, typing keys: Key...
) throws -> Trial {
    let checker = Checker(try Descriptor(rules))
    var rest = suggestions
    let estimator = StrengthEstimator(words: RankedWords([]))
    var trial = Trial(
        check: { checker.check($0, into: &$1) },
        estimate: estimates ? { Meter(estimator.estimate($0)) } : nil
    ) { (field) throws(GenerationError) in
        guard !rest.isEmpty else { throw .noRandomness }
        for byte in rest.removeFirst().utf8 { field.append(byte) }
    }
    for key in keys { _ = trial.handle(key) }
    return trial
}

extension Trial {
    /// Types a text; returns the result of the last key.
    @discardableResult
    mutating func type(_ text: String, _ keys: Key...) -> Result {
        var result = Result.continues
        for byte in text.utf8 { result = handle(.byte(byte)) }
        for key in keys { result = handle(key) }
        return result
    }
}

extension Field {
    init(_ text: String) {
        self.init()
        for byte in text.utf8 { append(byte) }
    }

    var text: String {
        withSpan { bytes in String(decoding: (0..<bytes.count).map { bytes[$0] }, as: UTF8.self) }
    }
    var bytes: [UInt8] { withSpan { bytes in (0..<bytes.count).map { bytes[$0] } } }
}

/// Three widths: 0 for a combining accent, 2 for an ideograph, 1 for all others.
func width(_ scalar: Unicode.Scalar) -> Int {
    switch scalar.value {
    case 0x300...0x36F: 0
    case 0x4E00...0x9FFF: 2
    default: 1
    }
}

/// The screen of a terminal that has received a canvas.
struct Picture {
    var rows: [[Unicode.Scalar]]
    var cursor = (row: 0, column: 0)
    var isCursorVisible = true
    /// The escape sequences that set colours.
    var colours: [String] = []
    /// Bytes that must not be sent to a terminal.
    var mistakes: [String] = []

    init(_ canvas: borrowing Canvas) {
        rows = Array(repeating: [], count: canvas.abilities.rows)
        let bytes = canvas.withSpan { span in (0..<span.count).map { span[$0] } }
        var scalars = String(decoding: bytes, as: UTF8.self).unicodeScalars[...]
        while let scalar = scalars.popFirst() {
            if scalar == "\u{1B}" {
                var sequence = ""
                while let next = scalars.popFirst() {
                    sequence.unicodeScalars.append(next)
                    if next != "[", (0x40...0x7E).contains(next.value) { break }
                }
                obey(sequence)
            } else if scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value) {
                mistakes.append("control character \(scalar.value)")
            } else {
                put(scalar, columns: canvas.abilities.columns)
            }
        }
    }

    private mutating func put(_ scalar: Unicode.Scalar, columns: Int) {
        rows[cursor.row].append(scalar)
        cursor.column += width(scalar)
        if cursor.column > columns { mistakes.append("line \(cursor.row) is too long") }
    }

    private mutating func obey(_ sequence: String) {
        switch sequence.last {
        case "H":
            let numbers = sequence.dropFirst().dropLast().split(separator: ";").compactMap { Int($0) }
            guard numbers.count == 2, rows.indices.contains(numbers[0] - 1), numbers[1] >= 1 else {
                return mistakes.append(sequence)
            }
            cursor = (numbers[0] - 1, numbers[1] - 1)
        case "K": rows[cursor.row] = []
        case "J": for row in cursor.row..<rows.count { rows[row] = [] }
        case "m": colours.append(sequence)
        case "l" where sequence == "[?25l": isCursorVisible = false
        case "h" where sequence == "[?25h": isCursorVisible = true
        default: mistakes.append(sequence)
        }
    }

    /// The lines, without empty ones at the end.
    var lines: [String] {
        var lines = rows.map { String(String.UnicodeScalarView($0)) }
        while lines.last == "" { lines.removeLast() }
        return lines
    }
}

extension Screen {
    /// The screen of a terminal that shows the trial.
    func picture(
        _ trial: inout Trial, rows: Int = 24, columns: Int = 80, isUTF8: Bool = false,
        hasColours: Bool = false
    ) -> Picture {
        trial.refresh()
        var canvas = Canvas(
            Canvas.Abilities(
                rows: rows, columns: columns, isUTF8: isUTF8, hasColours: hasColours, width: { width($0) }))
        draw(trial, on: &canvas)
        var picture = Picture(canvas)
        if picture.cursor.column >= canvas.abilities.columns { picture.mistakes.append("no cursor") }
        return picture
    }
}
