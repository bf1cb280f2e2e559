import ArgumentParser
import Glibc
import PasswordRules
import PasswordRulesSystem

struct LintCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lint",
        abstract: "Find mistakes and unwise rules in a descriptor or in policy files.",
        discussion: helpText(
            """
            Errors are mistakes that make a policy refuse every password change. Warnings are about lines that do not have \
            the effect they seem to have, such as rules that no password can satisfy. Notes are advice: from NIST SP 800-63B-4, or about \
            other implementations. Files need not be installed; "policy --check" checks all files of a policy together.

            An argument with a colon is a descriptor, unless it begins with / or a dot. Every other argument is a file, and - \
            is a descriptor from standard input. Without arguments, this machine's policy is read; with --config, a file and those \
            in FILE.d.
            """,
            exitStatus: "0 no warnings or errors, 1 warnings, 2 errors (including usage errors)",
            examples: [
                "What is wrong with this? (exit status 2: two errors)":
                    "passwordrules lint 'required: digits; minlenght: 8; maxlength: x'",
                "Check a policy file before installing it": "passwordrules lint policy.conf",
                "The same for a program": "passwordrules lint --json policy.conf",
            ]))

    @OptionGroup var options: PolicyOptions

    @Flag(help: "Print one JSON object per line, for each diagnostic.")
    var json = false

    @OptionGroup var acceptance: AcceptOptions

    @Flag(name: .shortAndLong, help: "Print no diagnostics; only set the exit status.")
    var quiet = false

    @Argument(
        help: ArgumentHelp("A descriptor, or policy files.", valueName: "input"), completion: .file())
    var inputs: [String] = []

    func validate() throws {
        if json, quiet { throw ValidationError("Give --json or --quiet, not both.") }
        let areDescriptors = try inputs.map(Self.isDescriptor)
        guard inputs.count < 2 || !areDescriptors.contains(true) else {
            throw ValidationError("Give one descriptor, in quotes, or files.")
        }
        guard let isDescriptor = areDescriptors.first else { return }
        try options.refuseTwoSources(besides: [isDescriptor ? "a descriptor" : "files"])
    }

    /// Whether an argument is a descriptor, not the path of a file. One that could be both is refused.
    private static func isDescriptor(_ input: String) throws -> Bool {
        if input == "-" { return true }
        guard let first = input.first else {
            throw ValidationError("An argument is empty; for an empty descriptor, use --rules ''.")
        }
        // Each property has a colon, and none begins like a path.
        guard input.contains(":"), first != "/", first != "." else { return false }
        guard unsafe access(input, F_OK) != 0 else {
            throw ValidationError(
                "\"\(input)\" is a file and could be a descriptor; write ./\(input) for the file, or use --rules."
            )
        }
        return true
    }

    func run() throws {
        var worst = Diagnostic.Severity.note
        var acceptances = Acceptances(options: acceptance.accept)
        if let text = try options.rules ?? inputs.first(where: Self.isDescriptor) {
            let text = try DescriptorText(argument: text)
            try report(
                Descriptor.lint(text.bytes.span), source: "rules", text: text.bytes, accepting: &acceptances,
                worst: &worst)
            text.notePolicyProperties()
        } else if inputs.isEmpty {
            try lintPolicy(accepting: &acceptances, worst: &worst)
        } else {
            try lintFiles(accepting: acceptances, worst: &worst)
        }
        switch worst {
        case .note: return
        case .warning: throw ExitCode(1)
        case .error: throw ExitCode(2)
        }
    }

    /// Lints files, each by itself.
    private func lintFiles(accepting options: Acceptances, worst: inout Diagnostic.Severity) throws {
        for file in inputs {
            var acceptances = options
            do {
                let text = try Input.readAll(path: file, limit: PolicyFile.maximumLengthInBytes)
                let isPart = file.split(separator: "/").dropLast().last?.hasSuffix(".d") ?? false
                var parsed = Diagnostics()
                let policy = PolicyFile.parse(text, name: Array(file.utf8), diagnostics: &parsed)
                acceptances.add(policy.map { [$0] } ?? [])
                try report(
                    PolicyFile.lint(text, isPart: isPart), source: file, text: text, accepting: &acceptances,
                    worst: &worst)
            } catch let problem as UnreadableFile {
                // The other files are still checked.
                if json {
                    try Output.standard.write(json: DiagnosticObject(problem))
                } else {
                    Output.complain("passwordrules: \(problem.message)")
                }
                worst = .error
            }
        }
    }

    /// Lints each file of a policy, and then all of them together.
    private func lintPolicy(
        accepting acceptances: inout Acceptances, worst: inout Diagnostic.Severity
    ) throws {
        let loaded = try PolicyOptions.loadPolicy(
            config: options.config, json: json, alternatives: "a descriptor, a file or --config",
            isCheck: true, quiet: quiet)
        // For a user or service, the whole policy is checked, too, not only its file.
        let isAlone = loaded.stack.files.count == 1 && !options.hasSubject
        acceptances.add(loaded.stack.files)
        for source in loaded.stack.files {
            let text = source.text
            try report(
                PolicyFile.lint(text, isPart: !isAlone), source: String(decoding: source.name, as: UTF8.self),
                text: text, accepting: &acceptances, worst: &worst)
        }
        let policy = try options.policy(from: loaded, json: json)
        try policy.noteUnknownUser(options)
        for problem in policy.problems where !isAlone {
            var found = Diagnostics()
            found.add(problem)
            try report(
                found, source: String(decoding: loaded.stack.files.last?.name ?? [], as: UTF8.self),
                text: [], accepting: &acceptances, worst: &worst)
        }
    }

    private func report(
        _ found: Diagnostics, source: String, text: [UInt8], accepting acceptances: inout Acceptances,
        worst: inout Diagnostic.Severity
    ) throws {
        // If some diagnostics were not kept, nobody can have accepted them.
        let areAllKept = found.items.count < Diagnostics.maximumCount
        var gravest = areAllKept ? nil : found.worst
        for diagnostic in found.items {
            let located = LocatedDiagnostic(diagnostic, source: Array(source.utf8), text: text.span)
            let isAccepted = acceptances.accept(located.acceptable)
            if !isAccepted, diagnostic.severity.rawValue > gravest?.rawValue ?? 0 {
                gravest = diagnostic.severity
            }
            if quiet || isAccepted && !json && !acceptance.verbose { continue }
            try say(
                located, isAccepted: isAccepted, underlined: underline(diagnostic, in: text.span, .output))
        }
        for mistake in acceptances.mistakes where mistake.source == Array(source.utf8) {
            gravest = .error
            let underlined = Excerpt(of: text.span, from: mistake.offset, length: mistake.length).lines(
                .output)
            if !quiet { try say(mistake, isAccepted: false, underlined: underlined) }
        }
        if let gravest, gravest.rawValue > worst.rawValue { worst = gravest }
    }

    private func say(_ diagnostic: LocatedDiagnostic, isAccepted: Bool, underlined: String) throws {
        if json {
            try Output.standard.write(json: DiagnosticObject(diagnostic, isAccepted: isAccepted))
        } else {
            let line = diagnostic.line(.output, isAccepted: isAccepted)
            try Output.standard.write(Array((line + underlined).utf8))
        }
    }
}
