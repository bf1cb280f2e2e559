import ArgumentParser
import PasswordRules
import PasswordRulesSystem

struct PolicyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "policy",
        abstract:
            "Print which policy applies to a user, and where each value comes from; or check all of its files.",
        discussion: """
            Without --user it prints what applies to everybody for whom there is no section.

            Exit status: 0 all is well, 1 with --check: warnings, 2 a mistake in the arguments or the policy.

            Example: passwordrules policy --user alice
            """)

    @Option(
        help: ArgumentHelp(
            "A policy file, with those in the folder FILE.d. Without it: /etc/security/passwordrules.conf.",
            valueName: "file"))
    var config: String?

    @Option(help: ArgumentHelp("For whom.", valueName: "name"))
    var user: String?

    @Flag(
        help: "Look for mistakes and unwise rules in all files, and for users and groups that do not exist.")
    var check = false

    @Flag(help: "Print one JSON object.")
    var json = false

    func validate() throws {
        if check, user != nil || json { throw ValidationError("--check stands alone, but for --config.") }
        if let config, config.isEmpty { throw ValidationError("--config needs the path of a file.") }
    }

    func run() throws {
        let loaded = try PolicyOptions.loadPolicy(config: config)
        if check {
            var check = PolicyCheck(loaded)
            try check.run()
            return
        }
        let (subject, applied): (PolicySubject?, AppliedPolicy) = try complaining {
            () throws(PolicyLoadFailure) in
            guard let user else { return (nil, loaded.sources.applied(to: nil)) }
            let subject = try loaded.subject(forUser: Array(user.utf8))
            _ = try loaded.policy(for: subject)
            return (subject, loaded.sources.applied(to: subject))
        }
        let listing = PolicyListing(loaded.sources, subject, applied)
        if json {
            try Output.standard.write(json: listing.object)
        } else {
            for line in listing.lines { try Output.standard.write(Array(line.utf8)) }
        }
    }
}
