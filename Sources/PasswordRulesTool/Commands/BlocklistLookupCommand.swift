import ArgumentParser
import PasswordRules
import PasswordRulesLists
import PasswordRulesSystem

struct BlocklistLookupCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lookup",
        abstract: "Look up passwords read from standard input, one per line.",
        discussion: helpText(
            """
            For each password, prints "listed" and how it matched, or "not listed". Passwords are never printed. On a \
            terminal, you are prompted for them without echo; Ctrl-D ends the input.
            """,
            exitStatus: "0 none is listed, 1 some are listed, 2 error in the arguments or a list",
            examples: [
                "Which of these passwords are on the list":
                    "passwordrules blocklist lookup local.blocklist < passwords.txt"
            ]))

    /// A match; nil for each list's own.
    struct MatchArgument: ExpressibleByArgument {
        var match: BlocklistMatch?

        init(_ match: BlocklistMatch?) { self.match = match }

        init?(argument: String) {
            match = BlocklistMatch(argument: argument)
            if match == nil, argument != "own" { return nil }
        }

        static var allValueStrings: [String] { ["own"] + BlocklistMatch.allValueStrings }

        var defaultValueDescription: String { match.map { "\($0.name)" } ?? "own" }
    }

    @Option(
        help: ArgumentHelp(
            "How passwords are compared: exact, folded, mangled; or own, as each list was built.",
            valueName: "way"
        ), completion: .list(MatchArgument.allValueStrings))
    var match = MatchArgument(nil)

    @Flag(
        help:
            "The lines are NTLM hashes of 32 hex digits, and not passwords. The lists must have NTLM hashes.")
    var ntlm = false

    @Flag(help: "Print one JSON object per line, for each password.")
    var json = false

    @Flag(name: .shortAndLong, help: "Print no verdicts; only set the exit status.")
    var quiet = false

    @Argument(help: ArgumentHelp("Blocklists.", valueName: "file"), completion: .file())
    var files: [String]

    func validate() throws {
        if json, quiet { throw ValidationError("Give --json or --quiet, not both.") }
        if ntlm, match.match ?? .exact != .exact {
            throw ValidationError(
                "--ntlm and --match \(match.defaultValueDescription) exclude each other: hashes are compared exactly."
            )
        }
    }

    func run() throws {
        let lists = try files.map { file in
            try naming(file) { () throws(FileProblem) -> (String, Blocklist) in
                let list = try BlocklistFile(atPath: Array(file.utf8), isTrusted: false).list()
                do throws(BlocklistProblem) {
                    return (file, try list.keptInMemory())
                } catch {
                    throw .blocklist(error)
                }
            }
        }
        if ntlm, let other = lists.first(where: { $0.1.header.hash != .ntlm }) {
            throw Failure(
                message: "\(printable(other.0)): is not a list of NTLM hashes, which --ntlm requires")
        }
        var input = PasswordInput()
        var lineCount = 0
        var isAnyListed = false
        var isEmpty = true
        try input.forEachLine { password in
            isEmpty = false
            lineCount += 1
            var hashKey: UInt64?
            if ntlm {
                hashKey = BlocklistHash.ntlm.key(ofHex: password)
                if hashKey == nil {
                    throw Failure(message: "standard input:\(lineCount): is not 32 hex digits")
                }
            }
            var found: (match: BlocklistMatch, file: String)?
            for (file, list) in lists {
                let matchOfList = match.match ?? list.match
                let match = try naming(file) { () throws(FileProblem) in
                    do throws(BlocklistProblem) {
                        if let hashKey { return try list.contains(hashKey) ? BlocklistMatch.exact : nil }
                        return try list.lookUp(password, by: matchOfList)
                    } catch {
                        throw .blocklist(error)
                    }
                }
                // The narrowest match of all lists.
                if let match, found.map({ match < $0.match }) ?? true { found = (match, file) }
            }
            if found != nil { isAnyListed = true }
            if !quiet { try report(found) }
        }
        if isEmpty { throw Failure(message: "no password on standard input") }
        if isAnyListed { throw ExitCode(1) }
    }

    private func report(_ found: (match: BlocklistMatch, file: String)?) throws {
        if json {
            return try Output.standard.write(
                json: LookupObject(
                    listed: found != nil, match: found.map { "\($0.match.name)" }, file: found?.file))
        }
        let line =
            switch found?.match {
            case nil: "not listed"
            case .exact: "listed (exactly)"
            case .folded: "listed (differs only in case)"
            case .mangled: "listed (with small changes)"
            }
        try Output.standard.write(Array(line.utf8))
    }

    /// Adds the list's name to an error.
    private func naming<Result>(
        _ file: String, _ body: () throws(FileProblem) -> Result
    ) throws -> Result {
        do throws(FileProblem) {
            return try body()
        } catch {
            throw Failure(message: error.line(file))
        }
    }
}

/// The result for a password, as a JSON object.
private struct LookupObject: Encodable {
    var listed: Bool
    /// The narrowest match; missing if it is not listed.
    var match: String?
    /// The list that contains it.
    var file: String?
}
