import ArgumentParser
import PasswordRules
import PasswordRulesLists
import PasswordRulesSystem

struct BlocklistInfoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "info",
        abstract: "Show a summary of each blocklist.",
        discussion: helpText(
            "Only the headers are read: the number of entries, and how passwords are compared. verify reads everything.",
            exitStatus: "0 success, 2 some are not blocklists, or cannot be read",
            examples: [
                "What is in this list": "passwordrules blocklist info local.blocklist",
                "The same for a program": "passwordrules blocklist info --json local.blocklist",
            ]))

    @Flag(help: "Print one JSON object per line, for each list.")
    var json = false

    @Argument(help: ArgumentHelp("Blocklists.", valueName: "file"), completion: .file())
    var files: [String]

    func run() throws {
        var hasFailed = false
        for file in files {
            let list: Blocklist
            do throws(FileProblem) {
                list = try BlocklistFile(atPath: Array(file.utf8), isTrusted: false).list()
            } catch {
                // The other files are still shown.
                Output.complain("passwordrules: \(error.line(file))")
                hasFailed = true
                continue
            }
            let object = InfoObject(file, list.header)
            if json {
                try Output.standard.write(json: object)
            } else {
                for line in object.lines { try Output.standard.write(Array(line.utf8)) }
            }
        }
        if hasFailed { throw ExitCode(2) }
    }
}

/// The contents of a header, as a JSON object.
private struct InfoObject: Encodable {
    var file: String
    var version: Int
    var entries: Int
    var hash: String
    var match: String
    /// The size of the file in bytes.
    var size: Int
    var bitsPerEntry: Double
    var buckets: Int
    /// The probability that a password that is not listed is found, for one comparison.
    var falsePositiveRate: Double

    init(_ file: String, _ header: BlocklistHeader) {
        self.file = file
        version = Int(BlocklistHeader.version)
        entries = header.count
        hash = "\(header.hash.name)"
        match = "\(header.match.name)"
        size = header.fileSize
        bitsPerEntry = header.bitsPerEntry
        buckets = header.bucketCount
        falsePositiveRate = header.falsePositiveRate
    }

    var lines: [String] {
        let rows = [
            ("version", "\(version)"), ("entries", entries.grouped), ("hash", hash), ("match", match),
            ("size", "\(size.grouped) bytes"), ("per entry", "\(bitsPerEntry.decimals(1)) bits"),
            ("buckets", buckets.grouped),
            ("false positives", "1 in \(inWords(1 / falsePositiveRate)) (\(falsePositiveRate))"),
        ]
        return ["\(printable(file)):"]
            + rows.map { name, value in "  \(name.padded(to: 17))\(value)" }
    }

    private func inWords(_ number: Double) -> String {
        for (size, name) in [(1e12, "trillion"), (1e9, "billion"), (1e6, "million")] where number >= size {
            let digits = (number / size).decimals(number < 10 * size ? 1 : 0)
            return "\(digits.hasSuffix(".0") ? String(digits.dropLast(2)) : digits) \(name)"
        }
        return Int(number).grouped
    }
}
