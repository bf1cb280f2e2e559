import ArgumentParser
import PasswordRules
import PasswordRulesSystem

struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Check passwords from standard input, one a line.",
        discussion: """
            Prints "accepted", or "rejected" and all reasons, for each. Passwords are never printed.

            With --user the verdict is the one that the PAM module gives that user, by the policy's sections and by the
            account's names; with --old against the old password as well.

            Exit status: 0 all were accepted, 1 some were rejected, 2 a mistake in the arguments or the policy.

            Example: passwordrules check --rules 'required: digit; minlength: 12' < passwords.txt
            """)

    @OptionGroup var policy: PolicyOptions

    @Option(help: ArgumentHelp("Whose password it is.", valueName: "name"))
    var user: String?

    @Flag(help: "The first line of standard input is the old password, which the others would replace.")
    var old = false

    @Flag(help: "Apply the strict reading, in which passwords are generated.")
    var strict = false

    @Flag(help: "Print one JSON object a line.")
    var json = false

    func validate() throws {
        if policy.rules != nil, user != nil || old {
            throw ValidationError("--user and --old are for policies: a descriptor knows neither.")
        }
    }

    func run() throws {
        let source = try policy.load(user: user)
        if case .policy(let policy) = source { try sayWhatIsNotRefused(policy) }
        let check = source.checker(reading: strict ? .strict : .written, for: try account(source))
        var report = Report()
        var hasRejected = false
        var isEmpty = true
        var input = PasswordInput()
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

    /// The verdict is that of the rules; the module may let a password pass all the same.
    private func sayWhatIsNotRefused(_ policy: Policy) throws {
        if policy.enforcement != .yes {
            Output.complain(
                "passwordrules: note: this policy does not refuse: enforce = \(policy.enforcement)")
        }
        guard let user, policy.isForLocalUsersOnly else { return }
        let accounts = try Input.readAll(path: "/etc/passwd", limit: 1 << 26)
        let isLocal = accounts.split(separator: 0x0A).contains { $0.starts(with: Array("\(user):".utf8)) }
        if !isLocal {
            Output.complain(
                "passwordrules: note: this policy leaves \(user), who is not in /etc/passwd, alone: local-users-only = yes"
            )
        }
    }

    /// What is known of the user.
    private func account(_ source: RuleSource) throws -> Account {
        guard let user else { return Account() }
        let name = Array(user.utf8)
        do throws(AccountProblem) {
            if let account = try Accounts.account(ofUser: name) { return account }
        } catch {
            throw Failure(message: "\(user): \(String(decoding: error.messageBytes, as: UTF8.self))")
        }
        if case .policy(let policy) = source, policy.wantsNames, policy.enforcement == .yes {
            throw Failure(
                message:
                    "there is no user \"\(user)\" on this machine, and the policy compares the names of accounts"
            )
        }
        Output.complain("passwordrules: note: there is no user \"\(user)\" on this machine")
        return Account(name: name)
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
