import ArgumentParser
import PasswordRulesLists

struct BlocklistPatternsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "patterns",
        abstract: "Print the built-in list of patterned passwords.",
        discussion: helpText(
            """
            Years and dates, seasons, months and days with digits, keyboard walks, runs and repetitions, and words to do \
            with passwords and computers, one per line, always in the same order. The default blocklist contains them.
            """,
            exitStatus: "0 success, 2 error in the arguments, or the output could not be written",
            examples: [
                "Save them, to combine with your own words":
                    "passwordrules blocklist patterns > patterns.txt"
            ]))

    func run() throws {
        for family in CommonPatterns.allCases {
            for password in family.passwords { try Output.standard.write(Array(password.utf8)) }
        }
    }
}
