import ArgumentParser
import PasswordRules
import PasswordRulesTerminal

struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Check passwords from standard input, one a line.",
        discussion: helpText(
            """
            Prints "accepted", or "rejected" and all reasons, for each. Passwords are never printed. At a terminal they \
            are asked for, unseen; Ctrl-D ends that.

            With --user the verdict is the one that the PAM module gives that user, by the policy's sections and by the \
            account's names; with --old against the old password as well.
            """,
            exitStatus:
                "0 all were accepted, 1 some were rejected, 2 a mistake in the arguments or the policy",
            examples: [
                "The passwords of a file, one a line, by a descriptor":
                    "passwordrules check --rules 'required: digit; minlength: 12' < passwords.txt",
                "What is missing, for a program (exit status 1: it is rejected)":
                    "printf 'weak\\n' | passwordrules check --json --rules 'minlength: 12'",
                "A new password in place of an old one, by a policy and for a user":
                    "printf '%s\\n' \"$old\" \"$new\" |\n    passwordrules check --config policy.conf --user root --old",
            ]))

    @OptionGroup var policy: PolicyOptions

    @Option(help: ArgumentHelp("Whose password it is.", valueName: "name"), completion: .users)
    var user: String?

    @Flag(help: "The first line of standard input is the old password, which the others would replace.")
    var old = false

    @Flag(
        help:
            "Apply the strict reading, by which passwords are generated: without \"allowed\", only the required classes."
    )
    var strict = false

    @Flag(help: "Print one JSON object a line, for each password.")
    var json = false

    func validate() throws {
        if policy.rules != nil, user != nil || old {
            throw ValidationError(
                "--user and --old are for policies: a descriptor knows neither. Give --config in place of --rules."
            )
        }
        if user == "" { throw ValidationError("--user needs the name of a user.") }
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
        if isEmpty { throw Failure(message: "no password was given on standard input") }
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
