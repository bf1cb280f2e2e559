import ArgumentParser
import PasswordRules
import PasswordRulesSystem

struct PolicyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "policy",
        abstract:
            "Show the policy that applies to a user and the origin of each value, or check all policy files.",
        discussion: helpText(
            """
            Without --user, it shows the policy for users without a section of their own. Run it with --check after every \
            change to a policy: a policy with a mistake blocks all password changes.
            """,
            exitStatus: "0 success, 1 warnings found by --check, 2 error in the arguments or the policy",
            examples: [
                "The policy for root, with the file and line of each value":
                    "passwordrules policy --config policy.conf --user root",
                "Check it for mistakes": "passwordrules policy --config policy.conf --check",
                "The same as JSON, for a program":
                    "passwordrules policy --config policy.conf --check --json",
            ]))

    @Option(
        help: ArgumentHelp(
            "A policy file, with the files in FILE.d (default: /etc/security/passwordrules.conf).",
            valueName: "file"), completion: .file())
    var config: String?

    @Option(help: ArgumentHelp("The user to show the policy for.", valueName: "name"), completion: .users)
    var user: String?

    @Flag(
        help: "Look for mistakes and unwise rules in all files, and for users and groups that do not exist.")
    var check = false

    @Flag(help: "Print one JSON object; with --check, one per line for each diagnostic.")
    var json = false

    @Option(
        help: ArgumentHelp("Look for the machine's other files below this directory.", visibility: .hidden))
    var machine = ""

    func validate() throws {
        if check, user != nil {
            throw ValidationError(
                "Give --user or --check, not both: --check covers the sections of all users.")
        }
        if let config, config.isEmpty { throw ValidationError("--config needs a file path.") }
        if user == "" { throw ValidationError("--user needs a user name.") }
    }

    func run() throws {
        let loaded = try PolicyOptions.loadPolicy(
            config: config, json: check && json, alternatives: "--config", isCheck: check)
        if check {
            var check = PolicyCheck(loaded, json: json, machine: MachineCheck(root: machine))
            try check.run()
            return
        }
        var doubts: [LocatedDiagnostic] = []
        let subject: PolicySubject? = try complaining { () throws(PolicyLoadFailure) in
            guard let user else { return nil }
            let subject = try loaded.subject(forUser: Array(user.utf8), remarks: &doubts)
            _ = try loaded.policy(for: subject)
            return subject
        }
        let listing = PolicyListing(loaded.sources, subject, isUnknown: isUnknown, doubts: doubts)
        if json {
            try Output.standard.write(json: listing.object)
        } else {
            for line in listing.lines { try Output.standard.write(Array(line.utf8)) }
        }
    }

    /// Whether the user certainly does not exist. If that cannot be found out, a diagnostic says so.
    private var isUnknown: Bool {
        guard let user else { return false }
        do throws(AccountProblem) {
            return try Accounts.account(ofUser: Array(user.utf8)) == nil
        } catch {
            return false
        }
    }
}
