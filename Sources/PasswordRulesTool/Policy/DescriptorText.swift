import ArgumentParser
import Glibc
import PasswordRules
import PasswordRulesSystem

/// A descriptor from an argument or from standard input.
struct DescriptorText {
    /// What a command reads from standard input, other than a descriptor.
    enum StandardInput { case free, passwords }

    let bytes: [UInt8]
    private let input: StandardInput

    /// Takes the argument itself or, for "-", standard input, unless the passwords come from there.
    init(argument: String, input: StandardInput = .free) throws {
        self.input = input
        guard argument == "-" else {
            bytes = Array(argument.utf8)
            return
        }
        if input == .passwords {
            throw Failure(
                message: "standard input holds the passwords, so the descriptor cannot be read from it")
        }
        bytes = try Input.readAll(limit: Descriptor.maximumLengthInBytes + 1)
    }

    /// Parses the descriptor and prints its diagnostics. Errors end the program, unless the mode is lenient.
    func parse(mode: ParsingMode = .exact) throws -> Descriptor {
        var found = Diagnostics()
        let descriptor = Descriptor.parse(bytes.span, mode: mode, diagnostics: &found)
        say(found)
        guard let descriptor else {
            notePolicyProperties()
            throw ExitCode(2)
        }
        return descriptor
    }

    /// Returns the descriptor or, if it has properties that only policies have, a policy. Prints diagnostics;
    /// errors end the program.
    /// - Parameter isPositional: Whether it was an argument without an option, which may have been meant as a
    ///   file or a password.
    func source(isPositional: Bool) throws -> RuleSource {
        var found = Diagnostics()
        let descriptor = Descriptor.parse(bytes.span, mode: .exact, diagnostics: &found)
        if descriptor == nil, let policy = Self.policy(of: bytes, found) { return .policy(policy) }
        say(found)
        guard let descriptor else {
            if isPositional, let hint { Output.complain("passwordrules: note: \(hint)") }
            throw ExitCode(2)
        }
        return .descriptor(descriptor)
    }

    /// Notes that a policy would accept the text.
    func notePolicyProperties() {
        var found = Diagnostics()
        guard Descriptor.parse(bytes.span, mode: .exact, diagnostics: &found) == nil,
            Self.policy(of: bytes, found) != nil
        else { return }
        Output.complain(
            "passwordrules: note: min-classes, min-different and min-words are properties of policies; descriptors do not have them"
        )
    }

    /// The policy, if the text is correct as a policy's rules but not as a descriptor.
    private static func policy(of bytes: [UInt8], _ found: Diagnostics) -> Policy? {
        found.items.contains { $0.code == .unknownProperty } ? Policy.ofRules(bytes) : nil
    }

    private func say(_ found: Diagnostics) {
        for diagnostic in found.items { Output.complain("passwordrules: " + underlined(diagnostic)) }
    }

    /// A hint about what may have been meant, if the text has no colon, which every property has.
    private var hint: String? {
        guard !bytes.contains(0x3A) else { return nil }
        let text = String(decoding: bytes, as: UTF8.self)
        // The file need not be readable. A text with a NUL is not a path.
        if !bytes.contains(0), unsafe access(text, F_OK) == 0 {
            return "there is a file of this name; use --config for a policy"
        }
        return input == .passwords ? "passwords are read from standard input" : nil
    }

    /// The diagnostic, with its range underlined, for standard error.
    func underlined(_ diagnostic: Diagnostic) -> String {
        LocatedDiagnostic(diagnostic, source: Array("rules".utf8), text: bytes.span).line(.errors)
            + underline(diagnostic, in: bytes.span, .errors)
    }
}

/// An argument that names characters to exclude.
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
