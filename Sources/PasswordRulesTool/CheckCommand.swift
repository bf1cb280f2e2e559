import ArgumentParser
import PasswordRules

struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Check passwords from standard input, one a line.",
        discussion: """
            Prints "accepted", or "rejected" and all reasons, for each. Passwords are never printed.

            Exit status: 0 all were accepted, 1 some were rejected, 2 a mistake in the arguments or the policy.

            Example: passwordrules check --rules 'required: digit; minlength: 12' < passwords.txt
            """)

    @OptionGroup var policy: PolicyOptions

    @Option(help: ArgumentHelp("Whose password it is.", valueName: "name"))
    var user: String?

    @Flag(help: "Apply the strict reading, in which passwords are generated.")
    var strict = false

    @Flag(help: "Print one JSON object a line.")
    var json = false

    func run() throws {
        let source = try policy.load()
        if case .policy(let policy) = source, policy.enforcement != .yes {
            Output.complain(
                "passwordrules: note: this policy does not refuse: enforce = \(policy.enforcement)")
        }
        let check = source.checker(reading: strict ? .strict : .written)
        var report = Report()
        var hasRejected = false
        var isEmpty = true
        var input = PasswordInput()
        try input.forEachLine { password in
            isEmpty = false
            check(password, &report)
            if !report.isAccepted { hasRejected = true }
            if json {
                try Output.standard.write(json: ReportObject(report))
            } else {
                try Output.standard.write(Array(line(report).utf8))
            }
        }
        if isEmpty { throw Failure(message: "no password was given on standard input") }
        if hasRejected { throw ExitCode(1) }
    }

    private func line(_ report: Report) -> String {
        if report.isAccepted { return "accepted" }
        var reasons: [String] = []
        for outcome in report.outcomes where !outcome.isMet && !reasons.contains(outcome.message) {
            reasons.append(outcome.message)
        }
        return "rejected: " + reasons.joined(separator: "; ")
    }
}

/// A report as a JSON object.
private struct ReportObject: Encodable {
    struct OutcomeObject: Encodable {
        var rule: String
        var met: Bool
        var limit: Int
        var actual: Int
        var message: String
    }

    var accepted: Bool
    var progress: Double
    var outcomes: [OutcomeObject]

    init(_ report: Report) {
        accepted = report.isAccepted
        progress = report.progress
        outcomes = report.outcomes.map {
            OutcomeObject(
                rule: "\($0.kind.name)", met: $0.isMet, limit: $0.limit, actual: $0.actual,
                message: $0.message)
        }
    }
}
