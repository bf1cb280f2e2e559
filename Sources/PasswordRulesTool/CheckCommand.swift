import ArgumentParser
import PasswordRules
import PasswordRulesTerminal

struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Check passwords read from standard input, one per line.",
        discussion: helpText(
            """
            For each password, prints "accepted", or "rejected" and all reasons. Passwords are never printed. On a \
            terminal, you are prompted for them without echo; Ctrl-D ends the input.

            With --user, the result is what the PAM module would decide for that user, with the policy's sections and the \
            account's names; with --old, passwords are also compared with the old one.
            """,
            exitStatus:
                "0 all accepted, 1 some rejected, 2 error in the arguments or the policy",
            examples: [
                "Check the passwords in a file, one per line, against a descriptor":
                    "passwordrules check --rules 'required: digit; minlength: 12' < passwords.txt",
                "What is missing, for a program (exit status 1: rejected)":
                    "printf 'weak\\n' | passwordrules check --json --rules 'minlength: 12'",
                "Check a new password that replaces an old one, for a user under a policy":
                    "printf '%s\\n' \"$old\" \"$new\" |\n    passwordrules check --config policy.conf --user root --old",
            ]))

    @OptionGroup var policy: PolicyOptions

    @Option(help: ArgumentHelp("The user whose password it is.", valueName: "name"), completion: .users)
    var user: String?

    @Flag(help: "The first line of standard input is the old password.")
    var old = false

    @Flag(
        help:
            "Apply the strict reading, used for generating passwords: without \"allowed\", only the required classes."
    )
    var strict = false

    @Flag(help: "Print one JSON object per line, for each password.")
    var json = false

    func validate() throws {
        if policy.rules != nil, user != nil || old {
            throw ValidationError(
                "--user and --old need a policy; use --config instead of --rules."
            )
        }
        if user == "" { throw ValidationError("--user needs a user name.") }
    }

    func run() throws {
        let source = try policy.load(user: user)
        let account = try source.account(ofUser: user) { Output.complain("passwordrules: note: \($0)") }
        let check = source.checker(reading: strict ? .strict : .written, for: account)
        var report = Report()
        var hasRejected = false
        var isEmpty = true
        var input = PasswordInput(beginsWithOld: old)
        var oldPassword = SecretBytes(count: 0)
        var isOld = old
        try input.forEachLine { password in
            if isOld {
                oldPassword = SecretBytes(copying: password)
                isOld = false
                return
            }
            isEmpty = false
            oldPassword.withSpan { check(password, $0, &report) }
            if !report.isAccepted { hasRejected = true }
            if json {
                try Output.standard.write(json: ReportObject(report))
            } else {
                try Output.standard.write(Array(line(report).utf8))
            }
        }
        if isEmpty { throw Failure(message: "no password on standard input") }
        if hasRejected { throw ExitCode(1) }
    }

    private func line(_ report: Report) -> String {
        if report.isAccepted { return Colours.output.paint("accepted", .green) }
        let reasons = Checklist.outcomes(of: report).filter { !$0.isMet }.map(\.message)
        return Colours.output.paint("rejected", .red) + ": " + reasons.joined(separator: "; ")
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
