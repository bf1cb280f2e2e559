import ArgumentParser
import Glibc
import PasswordRulesLists
import PasswordRulesSystem

@main
struct PasswordRulesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "passwordrules",
        abstract:
            "Check and generate passwords according to rules, and inspect this machine's password policy.",
        discussion: helpText(
            """
            Rules are written as a descriptor, such as: required: upper; required: digit; minlength: 12; \
            or come from a policy, by default /etc/security/passwordrules.conf.

            See passwordrules(1) and passwordrules.conf(5) for details.
            """,
            exitStatus: "0 success, 1 password rejected or warnings found, 2 error",
            examples: [
                "Generate a password":
                    "passwordrules generate 'required: upper; required: digit'",
                "What do these rules ask for?":
                    "passwordrules explain 'required: upper; required: digit; max-repeating: 2'",
                "Would a policy accept this password? (exit status 1: no)":
                    "printf 'weak\\n' | passwordrules check --config policy.conf",
            ]),
        version: "\(Version.text)",
        subcommands: [
            CheckCommand.self, TryCommand.self, StrengthCommand.self, GenerateCommand.self, CountCommand.self,
            ExplainCommand.self,
            FormatCommand.self, LintCommand.self, PolicyCommand.self, StatusCommand.self,
            AuditCommand.self, BlocklistCommand.self, RanksCommand.self, ImportCommand.self,
            ExportCommand.self,
        ])

    /// Runs the program with the documented exit statuses instead of the argument parser's.
    static func main() {
        occupyStandardDescriptors()
        var status: CInt = 0
        do {
            try refuseUnknownCommand()
            var command = try parseAsRoot(VersionOption.expand(Array(CommandLine.arguments.dropFirst())))
            try command.run()
        } catch {
            status = report(error)
        }
        do {
            // Incomplete output is a failure: the caller may not have read a rejection.
            try Output.standard.flush()
        } catch {
            status = report(error)
        }
        Glibc.exit(status)
    }

    func run() throws { try Self.refuseMissingCommand(of: Self.self) }

    /// Replaces a closed standard input by an empty one, because the first opened file would become standard
    /// input. Writing to a closed standard output still fails, as it should.
    private static func occupyStandardDescriptors() {
        while true {
            let descriptor = unsafe open("/dev/null", O_RDONLY)
            if descriptor > STDERR_FILENO { close(descriptor) }
            if descriptor < 0 || descriptor > STDERR_FILENO { return }
        }
    }

    /// Prints an error, and returns the exit status.
    private static func report(_ error: any Error) -> CInt {
        switch error {
        case let status as ExitCode: return status.rawValue
        case let interruption as Interruption:
            // The process ends as if the signal had not been blocked.
            raise(interruption.signal)
            return 128 + interruption.signal
        case let failure as Failure:
            Output.complain("passwordrules: \(printable(failure.message))" + failure.excerpt)
        case let problem as UnreadableFile: Output.complain("passwordrules: \(problem.message)")
        default:
            let text = fullMessage(for: error)
            if exitCode(for: error).isSuccess { return print(text) }
            Output.complain(reworded(text))
        }
        return 2
    }

    /// Prints help, the version or completions, and returns the exit status.
    private static func print(_ text: String) -> CInt {
        do {
            try Output.standard.write(Array(VersionOption.complete(text).utf8))
            return 0
        } catch {
            return report(error)
        }
    }
}
