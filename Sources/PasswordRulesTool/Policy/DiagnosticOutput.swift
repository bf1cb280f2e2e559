import PasswordRules
import PasswordRulesLists
import PasswordRulesSystem

extension LocatedDiagnostic {
    /// `source:line:column: severity: message`
    func line(_ colours: Colours) -> String { line(colours, severity: colours.word(severity)) }

    /// The same, with the name that `accept` takes, for a warning or note: `... message [name]`.
    func line(_ colours: Colours, isAccepted: Bool) -> String {
        let severity = colours.word(severity) + (isAccepted ? " (accepted)" : "")
        let name = self.severity == .error ? nil : name
        return line(colours, severity: severity) + (name.map { " [\($0)]" } ?? "")
    }

    private func line(_ colours: Colours, severity: String) -> String {
        // A file's name must not move the cursor.
        let location = printable(String(decoding: location, as: UTF8.self))
        return location + severity + ": " + String(decoding: message, as: UTF8.self)
    }
}

/// The line that a diagnostic is about, with its range underlined; empty if it is about the whole text.
func underline(_ diagnostic: Diagnostic, in text: Span<UInt8>, _ colours: Colours) -> String {
    if diagnostic.isAboutWholeText { return "" }
    return Excerpt(of: text, from: diagnostic.offset, length: diagnostic.length).lines(colours)
}

/// A diagnostic as a JSON object.
struct DiagnosticObject: Encodable {
    var severity: String
    var code: Int
    /// The name, such as `weaker-section`.
    var name: String?
    /// True for a warning or note that is accepted; otherwise missing.
    var accepted: Bool?
    var source: String
    /// The line, from 1. Line, column, offset and length are missing if it is about the whole source.
    var line: Int?
    /// The column, in bytes from 1.
    var column: Int?
    /// The position, in bytes from the start of the source.
    var offset: Int?
    /// The length of the range, in bytes; 0 if something is missing there.
    var length: Int?
    var message: String
    /// The other lines that the message names, if there are any.
    var related: [LineLocation]?

    init(_ diagnostic: LocatedDiagnostic, isAccepted: Bool = false) {
        accepted = isAccepted ? true : nil
        severity = "\(diagnostic.severity)"
        code = diagnostic.code
        name = diagnostic.name
        source = String(decoding: diagnostic.source, as: UTF8.self)
        message = String(decoding: diagnostic.message, as: UTF8.self)
        guard diagnostic.line > 0 else { return }
        line = diagnostic.line
        column = diagnostic.column
        offset = diagnostic.offset
        length = diagnostic.length
    }
}

extension DiagnosticObject {
    /// A file that cannot be read.
    init(_ problem: UnreadableFile) {
        severity = "\(Diagnostic.Severity.error)"
        code = problem.code
        name = DiagnosticName.name(of: problem.code)
        source = problem.name
        message = problem.problem
    }
}
