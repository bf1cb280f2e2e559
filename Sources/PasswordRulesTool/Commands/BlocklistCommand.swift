public import ArgumentParser
public import PasswordRules
import PasswordRulesLists
import PasswordRulesSystem

struct BlocklistCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "blocklist",
        abstract: "Build and inspect lists of forbidden passwords.",
        discussion: helpText(
            """
            A blocklist is a file built from words or from hashes of leaked passwords. A policy names it with a line such \
            as: blocklist = /etc/security/local.blocklist
            """,
            exitStatus: "0 success, 1 password listed or list damaged, 2 error",
            examples: [
                "Build a list of your own words, one per line":
                    "passwordrules blocklist build -o local.blocklist words.txt",
                "Is this password on the list? (exit status 1: yes)":
                    "printf 'p4ssw0rd!\\n' | passwordrules blocklist lookup local.blocklist",
            ]),
        subcommands: [
            BlocklistBuildCommand.self, BlocklistInfoCommand.self, BlocklistVerifyCommand.self,
            BlocklistLookupCommand.self, BlocklistPatternsCommand.self,
        ])

    func run() throws { try PasswordRulesCommand.refuseMissingCommand(of: Self.self) }
}

extension BlocklistMatch: ExpressibleByArgument {
    /// The match with this name.
    public init?(argument: String) {
        guard let match = Self.allCases.first(where: { "\($0.name)" == argument }) else { return nil }
        self = match
    }

    /// The names of all matches.
    public static var allValueStrings: [String] { allCases.map { "\($0.name)" } }
}

extension FileProblem {
    /// `path: problem`
    func line(_ path: String) -> String {
        "\(printable(path)): \(String(decoding: messageBytes(ofFile: Array(path.utf8)), as: UTF8.self))"
    }
}

extension BlocklistHeader {
    /// The size of the file in bits, divided by the number of entries.
    var bitsPerEntry: Double { 8 * Double(fileSize) / Double(count) }
}
