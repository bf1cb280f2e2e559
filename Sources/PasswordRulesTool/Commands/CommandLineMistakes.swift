import ArgumentParser
import PasswordRulesLists

/// Mistakes in arguments that the argument parser does not find.
extension PasswordRulesCommand {
    /// Prints the help to standard error and fails, so that a script that forgot the command notices.
    static func refuseMissingCommand(of command: any ParsableCommand.Type) throws -> Never {
        Output.complain(
            "passwordrules: no command given\n\n" + VersionOption.complete(helpMessage(for: command)))
        throw ExitCode(2)
    }

    /// Refuses an unknown command. The argument parser would complain about its options instead, or answer
    /// "help nonsense" with other help.
    static func refuseUnknownCommand() throws {
        var names = CommandLine.arguments.dropFirst()
        if names.first == "help" { names = names.dropFirst() }
        var command: any ParsableCommand.Type = Self.self
        for name in names {
            let commands = command.configuration.subcommands
            if commands.isEmpty || name.hasPrefix("-") { return }
            guard let next = commands.first(where: { $0.configuration.commandName == name }) else {
                let others = commands.compactMap { $0.configuration.commandName }
                if let meant = name.nearest(among: others) {
                    throw Failure(message: "unknown command \"\(name)\"; did you mean \"\(meant)\"?")
                }
                throw Failure(
                    message: "unknown command \"\(name)\"; the commands are \(others.joined(separator: ", "))"
                )
            }
            command = next
        }
    }

    /// The lines for a missing value, which is also what the argument parser reports for a value that begins
    /// with "-".
    private static func linesForMissingValue(_ line: String) -> [String] {
        let start = "passwordrules: Missing value for '"
        guard line.hasPrefix(start) else { return [line] }
        let option = line.dropFirst(start.count).prefix { $0 != " " && $0 != "'" }
        let arguments = CommandLine.arguments
        guard let index = arguments.firstIndex(of: String(option)), index + 1 < arguments.endIndex else {
            return [line]
        }
        let next = printable(arguments[index + 1])
        guard next.hasPrefix("-"), !next.hasPrefix("--"), next.count > 1 else { return [line] }
        if Double(next) != nil {
            let name = line.dropFirst(start.count - 1)
            return ["passwordrules: The value '\(next)' is invalid for \(name): it is negative"]
        }
        let written = option.hasPrefix("--") ? "\(option)=\(next)" : "\(option)\(next)"
        return [line, "Help:  If '\(next)' is the value, write \(written)"]
    }

    /// The argument parser's message, with the program's name, and a hint if a descriptor may lack quotes.
    static func reworded(_ text: String) -> String {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map {
            printable(String($0))
        }
        if lines[0].hasPrefix("Error: ") {
            lines[0] = "passwordrules: " + lines[0].dropFirst("Error: ".count)
        }
        lines.replaceSubrange(...0, with: linesForMissingValue(lines[0]))
        if ["unexpected argument", "not both", "in quotes"].contains(where: lines[0].lowercased().contains),
            CommandLine.arguments.contains(where: { $0.hasSuffix(":") })
        {
            lines.insert(
                "Help:  A descriptor contains spaces, so it must be quoted: 'required: digit; minlength: 12'",
                at: 1)
        }
        return lines.joined(separator: "\n")
    }
}
