import ArgumentParser
import PasswordRules
import PasswordRulesSystem

struct LintCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lint",
        abstract: "Find mistakes and unwise rules in a descriptor or in policy files.",
        discussion: helpText(
            """
            Errors are mistakes that make a policy refuse every password change. Warnings are about rules that no password \
            can satisfy, that make passwords worse, or that NIST SP 800-63B-4 advises against. Files need not be installed; \
            "policy --check" checks all files of a policy together.
            """,
            exitStatus: "0 no warnings or errors, 1 warnings, 2 errors (including usage errors)",
            examples: [
                "What is wrong with this? (exit status 2: two errors)":
                    "passwordrules lint --rules 'required: digits; minlenght: 8; maxlength: x'",
                "Check a policy file before installing it": "passwordrules lint policy.conf",
                "The same for a program": "passwordrules lint --json policy.conf",
            ]))

    @Option(help: ArgumentHelp("A descriptor; - reads it from standard input.", valueName: "descriptor"))
    var rules: String?

    @Flag(help: "Print one JSON object per line, for each diagnostic.")
    var json = false

    @Argument(help: ArgumentHelp("Policy files.", valueName: "file"), completion: .file())
    var files: [String] = []

    func validate() throws {
        guard (rules == nil) != files.isEmpty else {
            throw ValidationError(
                "Give either --rules DESCRIPTOR or one or more policy files.")
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
                // The other files are still checked.
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
            if json {
                try Output.standard.write(json: DiagnosticObject(located))
            } else {
                try Output.standard.write(
                    Array((located.line(.output) + underline(diagnostic, in: text.span, .output)).utf8))
            }
        }
        if let gravest = found.worst, gravest.rawValue > worst.rawValue { worst = gravest }
    }
}
