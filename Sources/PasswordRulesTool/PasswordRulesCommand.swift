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
            CheckCommand.self, GenerateCommand.self, ExplainCommand.self, FormatCommand.self,
            LintCommand.self,
        ])

    /// Runs the tool with the exit statuses that the help promises, in place of the argument parser's own.
    static func main() {
        do {
            var command = try parseAsRoot()
            try command.run()
            try Output.standard.flush()
        } catch let status as ExitCode {
            // What was printed before must be complete; a rejection that nobody could read is a failure.
            let isFlushed = (try? Output.standard.flush()) != nil
            Glibc.exit(isFlushed ? status.rawValue : 2)
        } catch let failure as Failure {
            try? Output.standard.flush()
            Output.complain("passwordrules: \(failure.message)")
            Glibc.exit(2)
        } catch {
            let isHelp = exitCode(for: error).isSuccess
            let text = fullMessage(for: error)
            if isHelp { print(text) } else { Output.complain(text) }
            Glibc.exit(isHelp ? 0 : 2)
        }
    }
}

/// A mistake that ends the program with status 2.
struct Failure: Error {
    var message: String
}
