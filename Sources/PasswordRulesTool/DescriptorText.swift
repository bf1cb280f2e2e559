import ArgumentParser
import PasswordRules
import PasswordRulesSystem

/// A descriptor from an argument or from standard input.
struct DescriptorText {
    let bytes: [UInt8]

    init(_ text: String) { bytes = Array(text.utf8) }

    /// The argument itself; if it is "-", all of standard input.
    init(argument: String) throws {
        bytes =
            argument == "-"
            ? try Input.readAll(limit: Descriptor.maximumLengthInBytes + 1) : Array(argument.utf8)
    }

    /// Parses the descriptor and prints its diagnostics; errors end the program, unless lenient.
    func parse(mode: ParsingMode = .exact) throws -> Descriptor {
        var found = Diagnostics()
        let descriptor = Descriptor.parse(bytes.span, mode: mode, diagnostics: &found)
        for diagnostic in found.items { Output.complain("passwordrules: " + underlined(diagnostic)) }
        guard let descriptor else { throw ExitCode(2) }
        return descriptor
    }

    /// The diagnostic with its range underlined, for standard error.
    func underlined(_ diagnostic: Diagnostic) -> String {
        LocatedDiagnostic(diagnostic, source: Array("rules".utf8), text: bytes.span).line(.errors)
            + underline(diagnostic, in: bytes.span, .errors)
    }
}

/// The characters to exclude, as an argument.
struct ExclusionsArgument {
    let exclusions: Exclusions

    /// Parses the argument; a mistake is printed and ends the program.
    init(_ text: String) throws {
        let bytes = Array(text.utf8)
        do throws(Diagnostic) {
            exclusions = try Exclusions(parsing: bytes.span)
        } catch {
            let diagnostic = LocatedDiagnostic(error, source: Array("--exclude".utf8), text: bytes.span)
            Output.complain(
                "passwordrules: " + diagnostic.line(.errors) + underline(error, in: bytes.span, .errors))
            throw ExitCode(2)
        }
    }
}
