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
            change to a policy: a policy with a mistake blocks all password changes. It warns of lines that do not do what \
            they say, and of lines that make a section weaker than the policy for everybody; advice from standards is a \
            note. Or use --install: it checks a new file in the place that it will have, shows who is affected and what \
            changes for them, asks, replaces the file atomically, and keeps the old one with .old added to its name. --diff \
            only shows what would change; a change that makes the policy weaker comes first and is marked with !.
            """,
            exitStatus:
                "0 success, 1 warnings found by --check, changes found by --diff, or --install, --edit or --remove was answered with no, "
                + "2 error in the arguments or the policy, or no such user",
            examples: [
                "The policy for root, with the file and line of each value":
                    "passwordrules policy --config policy.conf --user root",
                "The values that lines set, without those that are built in":
                    "passwordrules policy --config policy.conf --changed",
                "Check it for mistakes": "passwordrules policy --config policy.conf --check",
                "The same as JSON, for a program":
                    "passwordrules policy --config policy.conf --check --json",
                "The settings that a sign-up page may know":
                    "passwordrules policy --config policy.conf --public",
                "What would change with a new file? (exit status 1: something)":
                    "passwordrules policy --config policy.conf --diff new.conf",
                "Would a new file have mistakes as policy.conf.d/50-site.conf?":
                    "passwordrules policy --config policy.conf --check --as 50-site.conf new.conf",
                "Install it without a question":
                    "passwordrules policy --config policy.conf --install new.conf --yes",
            ]))

    @Option(
        help: ArgumentHelp(
            "A policy file, with the files in FILE.d (default: /etc/security/passwordrules.conf).",
            valueName: "file"), completion: .file())
    var config: String?

    @Option(help: ArgumentHelp("The user to show the policy for.", valueName: "name"), completion: .users)
    var user: String?

    @OptionGroup var ofService: ServiceOptions

    @Flag(
        help: "Look for mistakes and unwise rules in all files, and for users and groups that do not exist.")
    var check = false

    @OptionGroup var acceptance: AcceptOptions

    @Flag(help: "Leave out built-in values.")
    var changed = false

    @Flag(
        name: .customLong("public"),
        help: "Print settings for a page: what anybody may know, without words, lists, names and paths.")
    var isPublic = false

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "Show what would change if this file replaced the policy; with two files, what changes from the first to the second.",
            valueName: "file"), completion: .file())
    var diff: [String] = []

    @Option(
        help: ArgumentHelp(
            "Check this file, show what would change, ask, and install it as the policy; - is standard input.",
            valueName: "file"), completion: .file())
    var install: String?

    @Flag(
        help:
            "Edit the policy, or a file in FILE.d, with $VISUAL or $EDITOR, and install the result if it has no errors."
    )
    var edit = false

    @Option(
        help: ArgumentHelp(
            "Check the policy without this file in FILE.d, show what would change, ask, and remove it.",
            valueName: "name"))
    var remove: String?

    @Option(
        name: .customLong("as"),
        help: ArgumentHelp(
            "With --check, --diff and --install: treat the new file as this one in FILE.d, instead of as the policy itself.",
            valueName: "name"))
    var name: String?

    @Flag(help: "Install or remove without asking.")
    var yes = false

    @Flag(help: "Install or remove even if every new password would be refused.")
    var force = false

    @Flag(help: "Print one JSON object; with --check, one per line for each diagnostic.")
    var json = false

    @Argument(
        help: ArgumentHelp(
            "With --check, a file to check instead of the policy, or - for standard input; with --edit, the name of a file in FILE.d.",
            valueName: "file"), completion: .file())
    var file: String?

    @Option(
        help: ArgumentHelp("Look for the machine's other files below this directory.", visibility: .hidden))
    var machine = ""

    func validate() throws {
        if check, let option = subjectOption {
            throw ValidationError(
                "Give \(option) or --check, not both: --check covers the sections of all users.")
        }
        if acceptance.isGiven, !check { throw ValidationError("--accept and --verbose need --check.") }
        try validateReplacement()
        if isPublic, check || changed || json || install != nil || remove != nil || edit || !diff.isEmpty {
            throw ValidationError("Give --public without --check, --changed, --json, --diff and --install.")
        }
        if check, changed { throw ValidationError("Give --changed or --check, not both.") }
        if let config, config.isEmpty { throw ValidationError("--config needs a file path.") }
        if user == "" { throw ValidationError("--user needs a user name.") }
    }

    /// The option that selects whose policy is shown.
    private var subjectOption: String? {
        user != nil ? "--user" : ofService.service != nil ? "--service" : nil
    }

    private func validateReplacement() throws {
        let replacing =
            (install != nil ? ["--install"] : []) + (remove != nil ? ["--remove"] : [])
            + (edit ? ["--edit"] : [])
        if replacing.count > 1 { throw ValidationError("Give \(replacing[0]) or \(replacing[1]), not both.") }
        if let option = replacing.first {
            if !diff.isEmpty || json || check || subjectOption != nil {
                throw ValidationError(
                    "Give \(option) without --diff, --check, --user, --service and --json.")
            }
        } else if yes || force {
            throw ValidationError("--yes and --force need --install, --remove or --edit.")
        }
        if !diff.isEmpty, check || subjectOption != nil {
            throw ValidationError("Give --diff without --check, --user and --service.")
        }
        if diff.count > 2 { throw ValidationError("--diff takes one file or two.") }
        if name != nil, install == nil, diff.isEmpty, !check || file == nil {
            throw ValidationError("--as needs --install or --diff, or --check with a file.")
        }
        for name in [name, remove, edit ? file : nil].compactMap({ $0 }) where !PolicyTarget.isPartName(name)
        {
            let option = name == self.name ? "--as" : name == remove ? "--remove" : "--edit"
            throw ValidationError(
                "\(option) needs the name of a file in FILE.d: NAME.conf, without a directory.")
        }
    }

    /// Prints what changes.
    private func compare() throws {
        let target = PolicyTarget(config: config, name: name)
        let files = try diff.map { try CandidateFile($0) }
        let new = target.replacing(by: files.last)
        guard new.isWhole else { return try PolicyTarget.refuse(new.diagnostics) }
        let difference = try target.difference(from: files.count > 1 ? files[0] : nil, to: new)
        if json {
            try Output.standard.write(json: difference.object)
        } else {
            for line in difference.lines(.output) { try Output.standard.write(Array(line.utf8)) }
        }
        if !difference.isEmpty { throw ExitCode(1) }
    }

    func run() throws {
        // Not in validate(), so that the argument parser reports unknown options first.
        if let file, !check, !edit {
            throw ValidationError("Unexpected argument '\(file)': a file needs --check or --edit.")
        }
        if !diff.isEmpty { return try compare() }
        if let install {
            return try PolicyInstallation(
                target: PolicyTarget(config: config, name: name), candidate: try CandidateFile(install),
                isConfirmed: yes, isForced: force, machine: MachineCheck(root: machine)
            ).run()
        }
        if let remove {
            return try PolicyInstallation(
                target: PolicyTarget(config: config, name: remove), candidate: nil, isConfirmed: yes,
                isForced: force, machine: MachineCheck(root: machine)
            ).run()
        }
        if edit {
            return try PolicyEditing(
                target: PolicyTarget(config: config, name: file), isConfirmed: yes, isForced: force,
                machine: MachineCheck(root: machine)
            ).run()
        }
        if check, let file { return try runCheck(try candidate(file)) }
        let loaded = try PolicyOptions.loadPolicy(
            config: config, json: check && json, alternatives: "--config", isCheck: check)
        if check { return try runCheck(loaded) }
        var doubts: [LocatedDiagnostic] = []
        if let user, ofService.service == nil, isUnknown(user) {
            throw Failure(message: "there is no user \"\(user)\" on this machine")
        }
        let subject: PolicySubject? = try complaining { () throws(PolicyLoadFailure) in
            if let account = ofService.subject(user: user) {
                _ = try loaded.forAccount(account)
                return account
            }
            guard let user else { return nil }
            let subject = try loaded.subject(forUser: Array(user.utf8), remarks: &doubts)
            _ = try loaded.policy(for: subject)
            return subject
        }
        if isPublic { return try printPublicSettings(loaded.stack, subject) }
        let listing = PolicyListing(loaded.stack, subject, doubts: doubts, leavesOutBuiltIn: changed)
        if json {
            try Output.standard.write(json: listing.object)
        } else {
            for line in listing.lines { try Output.standard.write(Array(line.utf8)) }
        }
    }

    /// The policy with this file in place of the one that it would replace.
    private func candidate(_ file: String) throws -> PolicyHandle {
        let candidate = try CandidateFile(file)
        let new = PolicyTarget(config: config, name: name).replacing(by: candidate)
        return try complaining(json: json, isCheck: true, candidate: candidate) {
            () throws(PolicyLoadFailure) in try new.opened()
        }
    }

    private func runCheck(_ loaded: PolicyHandle) throws {
        var check = PolicyCheck(
            loaded, ofPath: PolicyTarget(config: config, name: nil).policy, json: json,
            machine: MachineCheck(root: machine), accepting: acceptance)
        try check.run()
    }

    private func printPublicSettings(_ stack: PolicyStack, _ subject: PolicySubject?) throws {
        let settings = PublicSettings(stack, subject)
        for line in settings.lines { try Output.standard.write(Array(line.utf8)) }
        if settings.leavesOutAlternatives {
            Output.complain(
                "passwordrules: note: rules with alternatives are left out, since rules of other places add to them"
            )
        }
    }

    /// Whether the user certainly does not exist. If the lookup fails, a diagnostic reports that later.
    private func isUnknown(_ user: String) -> Bool {
        do throws(AccountProblem) {
            return try Accounts.account(ofUser: Array(user.utf8)) == nil
        } catch {
            return false
        }
    }
}
