import ArgumentParser
import Glibc
import PasswordRules
import PasswordRulesLists
import PasswordRulesSystem

struct BlocklistBuildCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "build",
        abstract: "Build a blocklist from word lists or published hashes.",
        discussion: helpText(
            """
            Inputs are lists of words in UTF-8, one per line; lists of SHA-1 or NTLM hashes, HEX or HEX:COUNT on each \
            line; or directories of such lists by range, named after the first 5 hex digits, with the others on their \
            lines. Several inputs are merged, in any order; - is standard input. The same passwords always produce the same file.

            Lines of word lists that cannot be passwords are skipped and counted. Damaged lines of hashes are errors.

            See passwordrules-blocklist(5) for details, and for sources of leaked passwords.
            """,
            exitStatus: """
                0 the list was built, 2 error in the arguments or the inputs; FILE is then unchanged. If only the \
                closing line could not be written, or FILE could not be flushed to disk, the list was still built
                """,
            examples: [
                "A list of your own words, one per line":
                    "passwordrules blocklist build -o local.blocklist words.txt",
                "Hashes of leaked passwords, in range files, seen at least 100 times":
                    "passwordrules blocklist build -o leaked.blocklist --min-count 100 ranges/",
                "A list, and new words":
                    "passwordrules blocklist build --add local.blocklist -o new.list words.txt",
            ]))

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("The file to write; it is replaced once the list is complete.", valueName: "file"),
        completion: .file())
    var output: String

    @Option(
        help: ArgumentHelp(
            "A list that the inputs are added to; it may be FILE itself.", valueName: "list"),
        completion: .file())
    var add: String?

    @Option(
        help: ArgumentHelp(
            "Format of the lines: words, sha1 or ntlm (default: words for files, what is there for directories).",
            valueName: "format"))
    var format: BlocklistBuild.Format?

    @Option(
        help: ArgumentHelp(
            "How passwords are compared, unless a policy sets it: exact, folded or mangled (default: mangled for words, exact for hashes).",
            valueName: "way"), completion: .list(BlocklistMatch.allValueStrings))
    var match: BlocklistMatch?

    @Option(
        help: ArgumentHelp(
            "Leave out hashes whose count is below this.", valueName: "n"))
    var minCount: UInt64?

    @Option(help: ArgumentHelp("Memory to use, 16 to 65536 MiB.", valueName: "MiB"))
    var memory = BlocklistBuild.usualMemory

    @Option(
        help: ArgumentHelp(
            "Let only this group read the list (mode 0640). By default everybody can, unless it is larger than 4 MiB.",
            valueName: "name"))
    var group: String?

    @Argument(
        help: ArgumentHelp("Files or directories; - is standard input.", valueName: "input"),
        completion: .file())
    var inputs: [String]

    func validate() throws {
        guard BlocklistBuild.memoryLimits.contains(memory) else {
            let limits = BlocklistBuild.memoryLimits
            throw ValidationError(
                "--memory must be from \(limits.lowerBound) to \(limits.upperBound), in MiB.")
        }
        guard minCount != 0 else { throw ValidationError("--min-count must be at least 1.") }
        guard format != .words || minCount == nil else {
            throw ValidationError("--min-count is for hashes with counts; words have none.")
        }
        guard !output.isEmpty else { throw ValidationError("--output needs a file path.") }
        // This character replaces invalid UTF-8, and would name another file.
        guard !output.unicodeScalars.contains("\u{FFFD}") else {
            throw ValidationError("The output path must be valid UTF-8.")
        }
        guard inputs.count(where: { $0 == "-" }) <= 1 else {
            throw ValidationError("Standard input can be read only once.")
        }
        guard add != "" else { throw ValidationError("--add needs the path of a list.") }
        guard !inputs.contains("") else { throw ValidationError("An input path cannot be empty.") }
    }

    func run() throws {
        let start = ContinuousClock.now
        let build = BlocklistBuild(
            inputs: inputs, addingTo: add, format: format, match: match, minimumCount: minCount,
            memory: memory)
        let progress = ProgressLine()
        let groupNumber = try lookUpGroup()
        let result: BlocklistBuild.Result
        do throws(OutputProblem) {
            defer { progress.clear() }
            result = try build.write(toPath: output, group: groupNumber) { progress.show($0, $1, $2) }
        } catch {
            throw Failure(message: error.message)
        }
        complain(result)
        noteReaders(result)
        var line = summary(result)
        // The duration differs each time, so only people see it.
        if isatty(STDOUT_FILENO) == 1 {
            let seconds = (ContinuousClock.now - start) / .seconds(1)
            line += ", \(seconds.decimals(1)) s"
        }
        try Output.standard.write(Array(line.utf8))
    }

    private func lookUpGroup() throws -> UInt32? {
        guard let group else { return nil }
        let number: UInt32?
        do throws(AccountProblem) {
            number = try Accounts.number(ofGroup: Array(group.utf8))
        } catch {
            throw Failure(message: String(decoding: error.messageBytes, as: UTF8.self))
        }
        guard let number else {
            throw Failure(message: "there is no group \(printable(group)) on this machine")
        }
        return number
    }

    private func complain(_ result: BlocklistBuild.Result) {
        result.skipped.complain()
        for folder in result.incompleteFolders {
            Output.complain(
                "passwordrules: \(printable(folder.path)): note: \(folder.count.grouped) of \((1 << 20).grouped) ranges are present"
            )
        }
    }

    /// Notes that only the owner can read the list, because other users may want to.
    private func noteReaders(_ result: BlocklistBuild.Result) {
        guard group == nil, result.header.fileSize > Blocklist.longestPublicLengthInBytes else { return }
        Output.complain(
            "passwordrules: \(printable(output)): note: only its owner can read it (mode 0600), because it is larger than 4 MiB: "
                + "programs that change passwords as root use it, but \"passwordrules check\" by other users and web services "
                + "cannot; --group NAME lets a group read it")
    }

    private func summary(_ result: BlocklistBuild.Result) -> String {
        let header = result.header
        return
            "\(printable(output)): \(header.count.counted("entry", "entries")), \(header.fileSize.grouped) bytes, \(header.bitsPerEntry.decimals(1)) bits each\(result.skipped.summary)"
    }
}

extension BlocklistBuild.Format: ExpressibleByArgument {}
