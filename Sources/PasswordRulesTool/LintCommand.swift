import ArgumentParser
import PasswordRules
import PasswordRulesSystem

struct LintCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lint",
        abstract: "Find mistakes and unwise rules in a descriptor or in policy files.",
        discussion: helpText(
            """
            Mistakes are what makes a policy refuse every change of a password. Warnings are of rules that nobody can \
            satisfy, that make passwords worse, or that NIST SP 800-63B-4 advises against. Files need not be in their place; \
            "policy --check" looks at all files of a policy together.
            """,
            exitStatus: "0 nothing but notes, 1 warnings, 2 mistakes, in the arguments too",
            examples: [
                "What is wrong with this? (exit status 2: two mistakes)":
                    "passwordrules lint --rules 'required: digits; minlenght: 8; maxlength: x'",
                "A policy file, before it is put in its place": "passwordrules lint policy.conf",
                "The same for a program": "passwordrules lint --json policy.conf",
            ]))

    @Option(help: ArgumentHelp("A descriptor; - reads it from standard input.", valueName: "descriptor"))
    var rules: String?

    @Flag(help: "Print one JSON object a line, for each thing there is to say.")
    var json = false

    @Argument(help: ArgumentHelp("Policy files.", valueName: "file"), completion: .file())
    var files: [String] = []

    func validate() throws {
        guard (rules == nil) != files.isEmpty else {
            throw ValidationError(
                "Give --rules with a descriptor, or the paths of policy files: one of the two.")
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
