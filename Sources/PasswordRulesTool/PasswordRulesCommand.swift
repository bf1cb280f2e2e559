import ArgumentParser
import Glibc

@main
struct PasswordRulesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "passwordrules",
        abstract: "Check and generate passwords by a password rules descriptor.",
        discussion: """
            A descriptor looks like this: required: upper; required: digit; minlength: 12;

            Exit status: 0 all is well, 1 a password was rejected, 2 a mistake in the arguments or the policy.
            """,
        version: "0.1.0",
        subcommands: [
            CheckCommand.self, GenerateCommand.self, CountCommand.self, ExplainCommand.self,
            FormatCommand.self, LintCommand.self, PolicyCommand.self,
            BlocklistCommand.self, ImportCommand.self,
        ])

    /// Runs the tool with the exit statuses that the help promises, in place of the argument parser's own.
    static func main() {
        occupyStandardDescriptors()
        var status: CInt = 0
        do {
            var command = try parseAsRoot()
            try command.run()
        } catch {
            status = report(error)
        }
        do {
            // What was printed must be complete; a rejection that nobody could read is a failure.
            try Output.standard.flush()
        } catch {
            status = report(error)
        }
        Glibc.exit(status)
    }

    /// Where standard input was closed, the first file to be opened would be taken for it: nothing is, then. What is written to
    /// standard output fails, as it should.
    private static func occupyStandardDescriptors() {
        while true {
            let descriptor = unsafe open("/dev/null", O_RDONLY)
            if descriptor > STDERR_FILENO { close(descriptor) }
            if descriptor < 0 || descriptor > STDERR_FILENO { return }
        }
    }

    /// Says what went wrong; returns the exit status.
    private static func report(_ error: any Error) -> CInt {
        switch error {
        case let status as ExitCode: return status.rawValue
        case let failure as Failure: Output.complain("passwordrules: \(failure.message)")
        case let problem as UnreadableFile: Output.complain("passwordrules: \(problem.message)")
        default:
            let text = fullMessage(for: error)
            if exitCode(for: error).isSuccess {
                print(text)
                return 0
            }
            Output.complain(text)
        }
        return 2
    }
}

/// A mistake that ends the program with status 2.
struct Failure: Error {
    var message: String
}
