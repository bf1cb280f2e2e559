import ArgumentParser
import PasswordRules
import PasswordRulesBlocklist
import PasswordRulesSystem

struct BlocklistVerifyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Read all of blocklists, and find any damage.",
        discussion: """
            A single byte that was changed is found for certain, whichever it is.

            Exit status: 0 there is no mistake, 1 some are damaged, 2 some cannot be read.
            """)

    @Argument(help: ArgumentHelp("Blocklists.", valueName: "file"))
    var files: [String]

    func run() throws {
        var status: Int32 = 0
        for file in files {
            let name = printable(file)
            do {
                let count = try verify(file)
                try Output.standard.write(Array("\(name): \(count.of("entry", "entries")), no mistake".utf8))
            } catch let damage as BlocklistDamage {
                // The other files are looked at all the same.
                Output.complain("passwordrules: \(line(damage, file))")
                var isUnreadable = false
                if case .problem(.unreadable) = damage { isUnreadable = true }
                status = max(status, isUnreadable ? 2 : 1)
            } catch let problem as FileProblem {
                Output.complain("passwordrules: \(problem.line(file))")
                status = 2
            }
        }
        if status != 0 { throw ExitCode(status) }
    }

    /// Returns how many entries there are.
    private func verify(_ file: String) throws -> Int {
        let opened = try BlocklistFile(atPath: Array(file.utf8), isTrusted: false)
        let progress = BlocklistBuildProgress()
        defer { progress.clear() }
        let header = try BlocklistVerifier.verify(size: opened.size, reader: opened.reader) { done in
            progress.show("verifying", done, opened.size, isInBytes: true)
        }
        return header.count
    }

    private func line(_ damage: BlocklistDamage, _ file: String) -> String {
        let name = printable(file)
        return switch damage {
        case .problem(let problem): FileProblem.blocklist(problem).line(file)
        case .index(let bucket, let offset):
            "\(name): is damaged: the index, at byte \(offset), gives bucket \(bucket) a place that it cannot have"
        case .bucket(let bucket, let offset):
            "\(name): is damaged: bucket \(bucket), at byte \(offset), is not as it was written"
        case .order(let bucket, let offset):
            "\(name): is damaged: in bucket \(bucket), at byte \(offset), the entries do not ascend"
        case .checksum:
            "\(name): is damaged: each bucket is right, but all together are not what the header says"
        }
    }
}
