import PasswordRules
import PasswordRulesBlocklist
import PasswordRulesSystem

extension LocatedDiagnostic {
    /// `source:line:column: severity: message`
    func line(_ colours: Colours) -> String {
        // The name of a file must not move the cursor.
        let place = printable(String(decoding: place, as: UTF8.self))
        return place + colours.word(severity) + ": " + String(decoding: message, as: UTF8.self)
    }
}

/// The line of a text that a diagnostic is about, with its range underlined; empty if that is not helpful.
func underline(_ diagnostic: Diagnostic, in text: Span<UInt8>, _ colours: Colours) -> String {
    let position = diagnostic.position(in: text)
    let start = diagnostic.offset - position.column + 1
    var end = start
    while end < text.count, text[end] != 0x0A { end += 1 }
    let line = (start..<end).map { text[$0] }
    // The underline would not be aligned below a long line or one with other characters.
    guard !diagnostic.isAboutTheWhole, line.count <= 200,
        line.allSatisfy({ $0 >= 0x20 && $0 < 0x7F })
    else { return "" }
    let length = min(diagnostic.length, end - diagnostic.offset)
    let marks = "^" + String(repeating: "~", count: max(0, length - 1))
    return "\n    " + String(decoding: line, as: UTF8.self)
        + "\n    " + String(repeating: " ", count: position.column - 1) + colours.paint(marks, .green)
}

/// A diagnostic as a JSON object.
struct DiagnosticObject: Encodable {
    var severity: String
    var code: Int
    var source: String
    /// From 1, as is the column; these and the next two are missing if it is about the source as a whole.
    var line: Int?
    /// In bytes.
    var column: Int?
    /// In bytes from the start of the source.
    var offset: Int?
    /// In bytes; 0 if something is missing there.
    var length: Int?
    var message: String

    init(_ diagnostic: LocatedDiagnostic) {
        severity = "\(diagnostic.severity)"
        code = diagnostic.code
        source = String(decoding: diagnostic.source, as: UTF8.self)
        message = String(decoding: diagnostic.message, as: UTF8.self)
        guard diagnostic.line > 0 else { return }
        line = diagnostic.line
        column = diagnostic.column
        offset = diagnostic.offset
        length = diagnostic.length
    }
}
