import ArgumentParser
import PasswordRules
import PasswordRulesLists
import PasswordRulesSystem

struct BlocklistVerifyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Check blocklists for damage.",
        discussion: helpText(
            "Any change of a single byte is detected.",
            exitStatus: "0 all intact, 1 some damaged or not blocklists, 2 some unreadable",
            examples: ["Is this list intact?": "passwordrules blocklist verify local.blocklist"]))

    @Flag(help: "Print one JSON object per line, for each readable list.")
    var json = false

    @Flag(name: .shortAndLong, help: "Print nothing for intact lists.")
    var quiet = false

    @Argument(help: ArgumentHelp("Blocklists.", valueName: "file"), completion: .file())
    var files: [String]

    func validate() throws {
        if json, quiet { throw ValidationError("Give --json or --quiet, not both.") }
    }

    func run() throws {
        var status: Int32 = 0
        for file in files {
            let name = printable(file)
            do {
                let count = try verify(file)
                if json {
                    try Output.standard.write(json: VerifyObject(file: file, intact: true, entries: count))
                } else if !quiet {
                    try Output.standard.write(
                        Array("\(name): \(count.counted("entry", "entries")), intact".utf8))
                }
            } catch let damage as BlocklistDamage {
                // The other files are still verified.
                Output.complain("passwordrules: \(name): \(words(damage))")
                var isUnreadable = false
                if case .problem(.unreadable) = damage { isUnreadable = true }
                if json, !isUnreadable {
                    try Output.standard.write(json: VerifyObject(file: file, damage, words(damage)))
                }
                status = max(status, isUnreadable ? 2 : 1)
            } catch let problem as FileProblem {
                Output.complain("passwordrules: \(problem.line(file))")
                status = 2
            }
        }
        if status != 0 { throw ExitCode(status) }
    }

    /// Returns the number of entries.
    private func verify(_ file: String) throws -> Int {
        let opened = try BlocklistFile(atPath: Array(file.utf8), isTrusted: false)
        let progress = ProgressLine()
        defer { progress.clear() }
        let header = try BlocklistVerifier.verify(size: opened.size, reader: opened.reader) { done in
            progress.show("verifying", done, opened.size, isInBytes: true)
        }
        return header.count
    }

    private func words(_ damage: BlocklistDamage) -> String {
        // Here the reason of the system has words.
        guard case .problem(let problem) = damage else { return damage.message }
        return String(decoding: FileProblem.blocklist(problem).messageBytes, as: UTF8.self)
    }
}

/// The result for a list, as a JSON object.
private struct VerifyObject: Encodable {
    var file: String
    var intact: Bool
    /// The number of entries; missing if the list is damaged.
    var entries: Int?
    /// A description of the damage.
    var message: String?
    /// The bucket that is damaged, if it is known.
    var bucket: Int?
    /// The position of the damage, in bytes from the start of the file.
    var offset: Int?

    init(file: String, intact: Bool, entries: Int) {
        self.file = file
        self.intact = intact
        self.entries = entries
    }

    init(file: String, _ damage: BlocklistDamage, _ message: String) {
        self.file = file
        intact = false
        self.message = message
        switch damage {
        case .index(let bucket, let offset), .bucket(let bucket, let offset), .order(let bucket, let offset):
            self.bucket = bucket
            self.offset = offset
        case .problem, .checksum: break
        }
    }
}
