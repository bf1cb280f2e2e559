import ArgumentParser
import PasswordRules
import PasswordRulesSystem

struct LintCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lint",
        abstract: "Find mistakes and unwise rules in a descriptor or in policy files.",
        discussion: """
            Exit status: 0 nothing but notes, 1 warnings, 2 mistakes.

            Example: passwordrules lint --rules 'required: digits; minlenght: 8; maxlength: 6'
            """)

    @Option(help: ArgumentHelp("A descriptor; - reads it from standard input.", valueName: "descriptor"))
    var rules: String?

    @Argument(help: ArgumentHelp("Policy files.", valueName: "file"))
    var files: [String] = []

    func validate() throws {
        guard (rules == nil) != files.isEmpty else {
            throw ValidationError("Give --rules or files, one of the two.")
        }
    }

    func run() throws {
        var worst = Diagnostic.Severity.note
        if let rules {
            let text = try DescriptorText(argument: rules)
            var found = Diagnostics()
            Descriptor.lint(text.bytes.span, diagnostics: &found)
            try report(found, source: "rules", text: text.bytes, worst: &worst)
        }
        for file in files {
            let limit = PolicySettings.maximumFileLengthInBytes
            let text = try Input.readAll(path: file, limit: limit + 1)
            guard text.count <= limit else { throw Failure(message: "\(file): larger than \(limit) bytes") }
            var found = Diagnostics()
            PolicySettings.lint(text.span, diagnostics: &found)
            try report(found, source: file, text: text, worst: &worst)
        }
        switch worst {
        case .note: return
        case .warning: throw ExitCode(1)
        case .error: throw ExitCode(2)
        }
    }

    private func report(
        _ found: Diagnostics, source: String, text: [UInt8], worst: inout Diagnostic.Severity
    ) throws {
        for diagnostic in found.items {
            let located = LocatedDiagnostic(diagnostic, source: Array(source.utf8), text: text.span)
            try Output.standard.write(Array((located.line + underline(diagnostic, in: text.span)).utf8))
            if diagnostic.severity.rawValue > worst.rawValue { worst = diagnostic.severity }
        }
        if found.hasErrors { worst = .error }
    }
}
