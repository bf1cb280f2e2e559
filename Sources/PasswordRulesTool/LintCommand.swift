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
            let text = try DescriptorText(argument: rules).bytes
            try report(Descriptor.lint(text.span), source: "rules", text: text, worst: &worst)
        }
        for file in files {
            do {
                let text = try Input.readAll(path: file, limit: PolicyFile.maximumLengthInBytes)
                let isPart = file.split(separator: "/").dropLast().last?.hasSuffix(".d") ?? false
                try report(PolicyFile.lint(text, isPart: isPart), source: file, text: text, worst: &worst)
            } catch let problem as UnreadableFile {
                // The other files are looked at all the same.
                Output.complain("passwordrules: \(problem.message)")
                worst = .error
            }
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
        }
        if let gravest = found.worst, gravest.rawValue > worst.rawValue { worst = gravest }
    }
}
