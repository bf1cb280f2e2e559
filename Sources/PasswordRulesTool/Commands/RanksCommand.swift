import ArgumentParser

struct RanksCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ranks",
        abstract: "Build and inspect lists of ranked words.",
        discussion: helpText(
            """
            Estimates of strength use such lists: "passwordrules strength", and policies with min-guesses or \
            min-strength. One list is bundled; a policy names others with lines such as: ranked-words = /etc/security/local.ranks
            """,
            exitStatus: "0 success, 1 list damaged, 2 error",
            examples: [
                "Build a list of the words of your organization, the most common first":
                    "passwordrules ranks build -o local.ranks words.txt"
            ]),
        subcommands: [RanksBuildCommand.self, RanksInfoCommand.self, RanksVerifyCommand.self])

    func run() throws { try PasswordRulesCommand.refuseMissingCommand(of: Self.self) }
}
