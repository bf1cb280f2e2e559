public import ArgumentParser
public import PasswordRules
import PasswordRulesBlocklist
import PasswordRulesSystem

struct BlocklistCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "blocklist",
        abstract: "Build lists of passwords that nobody may have, and look into them.",
        discussion: """
            A blocklist is one file, of words or of the hashes of leaked passwords, that a policy names: blocklist = FILE.
            """,
        subcommands: [
            BlocklistBuildCommand.self, BlocklistInfoCommand.self, BlocklistVerifyCommand.self,
            BlocklistLookupCommand.self, BlocklistPatternsCommand.self,
        ])
}

extension BlocklistMatch: ExpressibleByArgument {
    /// The way by its name.
    public init?(argument: String) {
        guard let match = Self.allCases.first(where: { "\($0.name)" == argument }) else { return nil }
        self = match
    }

    /// The names.
    public static var allValueStrings: [String] { allCases.map { "\($0.name)" } }
}

extension FileProblem {
    /// `path: what is wrong`
    func line(_ path: String) -> String {
        "\(printable(path)): \(String(decoding: messageBytes, as: UTF8.self))"
    }
}

extension BlocklistHeader {
    /// How many bits of the file there are for each entry.
    var bitsPerEntry: Double { 8 * Double(fileSize) / Double(count) }
}
