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
    func parse(mode: ParsingMode = .exact) throws -> Descriptor {
        var found = Diagnostics()
        let descriptor = Descriptor.parse(bytes.span, mode: mode, diagnostics: &found)
        for diagnostic in found.items { Output.complain("passwordrules: " + underlined(diagnostic)) }
        guard let descriptor else { throw ExitCode(2) }
        return descriptor
    }

    /// The diagnostic with its place in the descriptor underlined, for standard error.
    func underlined(_ diagnostic: Diagnostic) -> String {
        LocatedDiagnostic(diagnostic, source: Array("rules".utf8), text: bytes.span).line(.errors)
            + underline(diagnostic, in: bytes.span, .errors)
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
            Output.complain(
                "passwordrules: " + diagnostic.line(.errors) + underline(error, in: bytes.span, .errors))
            throw ExitCode(2)
        }
    }
}
