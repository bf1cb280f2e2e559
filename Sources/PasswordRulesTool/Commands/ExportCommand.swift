import ArgumentParser
import PasswordRules
import PasswordRulesImport
import PasswordRulesSystem

struct ExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Print the policy as the configuration of another password module.",
        discussion: helpText(
            "For STIG and CIS scanners, which look only for the settings of pwquality. The policy is not changed.",
            exitStatus: "0 settings were printed, 2 error in the arguments or the policy",
            examples: [
                "For STIG and CIS scanners":
                    "passwordrules export pwquality --config policy.conf > pwquality.conf"
            ]),
        subcommands: [PwqualityCommand.self])

    func run() throws { try PasswordRulesCommand.refuseMissingCommand(of: Self.self) }

    struct PwqualityCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "pwquality",
            abstract: "Print settings of pwquality that demand the same as the policy, or less.",
            discussion: helpText(
                """
                Comments say which lines of the policy a setting comes from, and what pwquality cannot express. Without --user, \
                it is the policy for users without a section of their own.
                """,
                exitStatus: "0 settings were printed, 2 error in the arguments or the policy",
                examples: [
                    "The settings of a policy": "passwordrules export pwquality --config policy.conf"
                ]))

        @Option(
            help: ArgumentHelp(
                "A policy file, with the files in FILE.d (default: /etc/security/passwordrules.conf).",
                valueName: "file"), completion: .file())
        var config: String?

        @Option(
            help: ArgumentHelp("The user whose policy to print.", valueName: "name"), completion: .users)
        var user: String?

        func validate() throws {
            if let config, config.isEmpty { throw ValidationError("--config needs a file path.") }
            if user == "" { throw ValidationError("--user needs a user name.") }
        }

        func run() throws {
            let loaded = try PolicyOptions.loadPolicy(config: config, alternatives: "--config")
            var doubts: [LocatedDiagnostic] = []
            let subject: PolicySubject? = try complaining { () throws(PolicyLoadFailure) in
                guard let user else { return nil }
                let subject = try loaded.subject(forUser: Array(user.utf8), remarks: &doubts)
                _ = try loaded.policy(for: subject)
                return subject
            }
            complain(doubts)
            let export = PwqualityExport(
                loaded.stack.applied(to: subject), title: title(of: loaded),
                commonBlocklist: Installation.commonBlocklist, builtFor: BlocklistMatch.match(ofListAtPath:))
            // `write` adds the last line feed.
            try Output.standard.write(Array(export.text.utf8.dropLast()))
        }

        private func title(of loaded: PolicyHandle) -> [String] {
            var title = [
                "Settings of pwquality that demand the same as a policy of passwordrules, or less, so that scanners find them.",
                "pam_passwordrules does not read them. They were made by \"passwordrules export pwquality\" from",
            ]
            title += loaded.stack.files.map { "    " + String(decoding: $0.name, as: UTF8.self) }
            if let user {
                title.append("for the user \(user); pwquality has the same settings for all users.")
            } else if loaded.stack.hasSections {
                title.append("for users without a section; pwquality has the same settings for all users.")
            }
            return title
        }
    }
}
