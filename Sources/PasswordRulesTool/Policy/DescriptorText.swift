import ArgumentParser
import Glibc
import PasswordRules
import PasswordRulesSystem

/// A descriptor from an argument or from standard input.
struct DescriptorText {
    /// What a command reads from standard input besides a descriptor.
    enum StandardInput { case free, passwords }

    let bytes: [UInt8]
    private let input: StandardInput

    /// The argument itself; if it is "-", all of standard input, unless that is where the passwords are.
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

    /// Parses the descriptor and prints its diagnostics; errors end the program, unless lenient.
    func parse(mode: ParsingMode = .exact) throws -> Descriptor {
        var found = Diagnostics()
        let descriptor = Descriptor.parse(bytes.span, mode: mode, diagnostics: &found)
        say(found)
        guard let descriptor else {
            sayWhatPoliciesKnow()
            throw ExitCode(2)
        }
        return descriptor
    }

    /// The rules: those of the descriptor, or with a property that is known to policies alone, those of a
    /// policy. Its diagnostics are printed, and errors end the program.
    /// - Parameter isPositional: Whether it stood alone on the command line, where a file or a password may
    ///   have been meant.
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

    /// Says so where all would be well in a policy.
    func sayWhatPoliciesKnow() {
        var found = Diagnostics()
        guard Descriptor.parse(bytes.span, mode: .exact, diagnostics: &found) == nil,
            Self.policy(of: bytes, found) != nil
        else { return }
        Output.complain(
            "passwordrules: note: min-classes, min-different and min-words are properties of policies; descriptors do not have them"
        )
    }

    /// The policy of a text whose mistakes as a descriptor are none in a policy.
    private static func policy(of bytes: [UInt8], _ found: Diagnostics) -> Policy? {
        found.items.contains { $0.code == .unknownProperty } ? Policy.ofRules(bytes) : nil
    }

    private func say(_ found: Diagnostics) {
        for diagnostic in found.items { Output.complain("passwordrules: " + underlined(diagnostic)) }
    }

    /// What else may have been meant: each property of a descriptor has a colon.
    private var hint: String? {
        guard !bytes.contains(0x3A) else { return nil }
        let text = String(decoding: bytes, as: UTF8.self)
        // Whether it may be read does not matter, but what has a NUL is no path.
        if !bytes.contains(0), unsafe access(text, F_OK) == 0 {
            return "there is a file of this name; use --config for a policy"
        }
        return input == .passwords ? "passwords are read from standard input" : nil
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
