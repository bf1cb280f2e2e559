import ArgumentParser
import PasswordRules
import PasswordRulesLists
import PasswordRulesSystem

struct StatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show whether this machine checks new passwords, by which policy, and any problems.",
        discussion: helpText(
            """
            It reads /etc/pam.d, the policy and its lists, and changes nothing. For each problem, it says what to do.
            """,
            exitStatus:
                "0 all is well, 1 there are problems, 2 every new password is refused, or an error",
            examples: [
                "This machine, on one screen (exit status 1: there are problems)":
                    "passwordrules status --config policy.conf",
                "The same as JSON, for a program (exit status 1)":
                    "passwordrules status --config policy.conf --json",
            ]))

    @Option(
        help: ArgumentHelp(
            "A policy file, with the files in FILE.d (default: what the PAM module is told to use).",
            valueName: "file"), completion: .file())
    var config: String?

    @Flag(help: "Print a JSON object.")
    var json = false

    @OptionGroup var acceptance: AcceptOptions

    @Option(
        help: ArgumentHelp("Look for the machine's files below this directory.", visibility: .hidden))
    var machine = ""

    @Flag(
        help: ArgumentHelp(
            "Print the notice that the PAM module's package shows after installation.", visibility: .hidden))
    var installed = false

    func validate() throws {
        if let config, config.isEmpty { throw ValidationError("--config needs a file path.") }
    }

    func run() throws {
        if installed {
            for line in InstallationNotice(root: machine).lines {
                try Output.standard.write(Array(printable(line).utf8))
            }
            return
        }
        let status = MachineStatus(root: machine, config: config, accepting: acceptance.accept)
        if json {
            try Output.standard.write(json: status.object)
        } else {
            for line in status.lines(.output, verbose: acceptance.verbose) {
                try Output.standard.write(Array(line.utf8))
            }
        }
        if status.exitStatus != 0 { throw ExitCode(status.exitStatus) }
    }
}
