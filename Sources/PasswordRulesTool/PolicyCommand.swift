import ArgumentParser
import PasswordRules
import PasswordRulesSystem

struct PolicyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "policy",
        abstract:
            "Print which policy applies to a user, and where each value comes from; or check all of its files.",
        discussion: helpText(
            """
            Without --user it prints what applies to everybody for whom there is no section. Run it with --check after \
            every change of a policy: a policy with a mistake refuses all changes of passwords.
            """,
            exitStatus: "0 all is well, 1 with --check: warnings, 2 a mistake in the arguments or the policy",
            examples: [
                "What applies to root, and which line of which file says so":
                    "passwordrules policy --config policy.conf --user root",
                "Is there a mistake in it?": "passwordrules policy --config policy.conf --check",
                "What is there to say of it, for a program":
                    "passwordrules policy --config policy.conf --check --json",
            ]))

    @Option(
        help: ArgumentHelp(
            "A policy file, with those in the folder FILE.d. Without it, this machine's: /etc/security/passwordrules.conf.",
            valueName: "file"), completion: .file())
    var config: String?

    @Option(help: ArgumentHelp("For whom.", valueName: "name"), completion: .users)
    var user: String?

    @Flag(
        help: "Look for mistakes and unwise rules in all files, and for users and groups that do not exist.")
    var check = false

    @Flag(help: "Print one JSON object; with --check one a line, for each thing there is to say.")
    var json = false

    @Option(help: ArgumentHelp("Look for the machine's other files below this folder.", visibility: .hidden))
    var machine = ""

    func validate() throws {
        if check, user != nil {
            throw ValidationError(
                "Give --user or --check, not both: --check looks at the sections of all users.")
        }
        if let config, config.isEmpty { throw ValidationError("--config needs the path of a file.") }
        if user == "" { throw ValidationError("--user needs the name of a user.") }
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
