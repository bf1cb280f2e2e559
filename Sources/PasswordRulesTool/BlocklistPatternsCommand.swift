import ArgumentParser
import PasswordRulesBlocklist

struct BlocklistPatternsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "patterns",
        abstract: "Print common passwords that follow a pattern.",
        discussion: helpText(
            """
            Years and dates, seasons, months and days with digits, walks on keyboards, runs and repetitions, and words \
            around passwords and machines, one a line, always in the same order. The default blocklist contains them.
            """,
            exitStatus: "0 all were printed, 2 a mistake in the arguments, or they could not be written",
            examples: [
                "Keep them, to build a list of them and of your own words":
                    "passwordrules blocklist patterns > patterns.txt"
            ]))

    func run() throws {
        for family in CommonPatterns.allCases {
            for password in family.passwords { try Output.standard.write(Array(password.utf8)) }
        }
    }
}
