import ArgumentParser
import PasswordRules
import PasswordRulesLists
import PasswordRulesSystem

struct RanksInfoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "info",
        abstract: "Show a summary of each list of ranked words.",
        discussion: helpText(
            "The lists are read whole, so damage is noticed.",
            exitStatus: "0 success, 2 some are not such lists, are damaged, or cannot be read",
            examples: ["What is in this list": "passwordrules ranks info local.ranks"]))

    @Flag(help: "Print one JSON object per line, for each list.")
    var json = false

    @Argument(help: ArgumentHelp("Lists of ranked words.", valueName: "file"), completion: .file())
    var files: [String]

    func run() throws {
        var hasFailed = false
        for file in files {
            let list: RankedWordList
            do throws(FileProblem) {
                list = try RankedWordList(atPath: Array(file.utf8), isTrusted: false)
            } catch {
                // The other files are still shown.
                Output.complain("passwordrules: \(error.line(file))")
                hasFailed = true
                continue
            }
            try show(InfoObject(file, list.header))
        }
        if hasFailed { throw ExitCode(2) }
    }

    private func show(_ object: InfoObject) throws {
        if json { return try Output.standard.write(json: object) }
        for line in object.lines { try Output.standard.write(Array(line.utf8)) }
    }
}

/// The contents of a header, as a JSON object.
private struct InfoObject: Encodable {
    var file: String
    var version: Int
    var entries: Int
    /// The size of the file in bytes.
    var size: Int

    init(_ file: String, _ header: RankedWordsHeader) {
        self.file = file
        version = Int(RankedWordsHeader.version)
        entries = header.count
        size = header.fileSize
    }

    var lines: [String] {
        let rows = [
            ("version", "\(version)"), ("entries", entries.grouped), ("size", "\(size.grouped) bytes"),
        ]
        return ["\(printable(file)):"] + rows.map { name, value in "  \(name.padded(to: 17))\(value)" }
    }
}
