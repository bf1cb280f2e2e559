import ArgumentParser
import PasswordRules
import PasswordRulesSystem

/// A descriptor that came as an argument or from standard input.
struct DescriptorText {
    let bytes: [UInt8]

    init(_ text: String) { bytes = Array(text.utf8) }

    /// The argument itself; where it is "-", all of standard input.
    init(argument: String) throws {
        bytes =
            argument == "-"
            ? try Input.readAll(limit: Descriptor.maximumLengthInBytes + 1) : Array(argument.utf8)
    }

    /// Reads the descriptor and complains of what there is to complain of; mistakes end the program, unless lenient.
    func parse(mode: ParsingMode = .strict) throws -> Descriptor {
        var found = Diagnostics()
        let descriptor = Descriptor.parse(bytes.span, mode: mode, diagnostics: &found)
        for diagnostic in found.items { Output.complain("passwordrules: " + underlined(diagnostic)) }
        guard let descriptor else { throw ExitCode(2) }
        return descriptor
    }

    /// The diagnostic with its place in the descriptor underlined.
    func underlined(_ diagnostic: Diagnostic) -> String {
        LocatedDiagnostic(diagnostic, source: Array("rules".utf8), text: bytes.span).line
            + underline(diagnostic, in: bytes.span)
    }
}

/// The characters to exclude, as an argument.
struct ExclusionsArgument {
    let exclusions: Exclusions

    /// Reads the argument; a mistake is complained of and ends the program.
    init(_ text: String) throws {
        let bytes = Array(text.utf8)
        do throws(Diagnostic) {
            exclusions = try Exclusions(parsing: bytes.span)
        } catch {
            let diagnostic = LocatedDiagnostic(error, source: Array("--exclude".utf8), text: bytes.span)
            Output.complain("passwordrules: " + diagnostic.line + underline(error, in: bytes.span))
            throw ExitCode(2)
        }
    }
}

/// The line of a text that a diagnostic is about, with its place underlined; empty where that would show nothing.
func underline(_ diagnostic: Diagnostic, in text: Span<UInt8>) -> String {
    let position = diagnostic.position(in: text)
    let start = diagnostic.offset - position.column + 1
    var end = start
    while end < text.count, text[end] != 0x0A { end += 1 }
    let line = (start..<end).map { text[$0] }
    // A long line or one with other characters would not show the place, but hide it.
    guard !diagnostic.isAboutTheWhole, line.count <= 200,
        line.allSatisfy({ $0 >= 0x20 && $0 < 0x7F })
    else { return "" }
    let length = min(diagnostic.length, end - diagnostic.offset)
    let marks =
        String(repeating: " ", count: position.column - 1) + "^"
        + String(repeating: "~", count: max(0, length - 1))
    return "\n    " + String(decoding: line, as: UTF8.self) + "\n    " + marks
}

extension LocatedDiagnostic {
    /// `source:line:column: severity: message`
    var line: String {
        String(decoding: place, as: UTF8.self) + "\(severity): " + String(decoding: message, as: UTF8.self)
    }
}
