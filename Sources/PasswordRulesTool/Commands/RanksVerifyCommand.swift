import ArgumentParser
import PasswordRules
import PasswordRulesLists
import PasswordRulesSystem

struct RanksVerifyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Check lists of ranked words for damage.",
        discussion: helpText(
            "Any change of a single byte is detected.",
            exitStatus: "0 all intact, 1 some damaged or not such lists, 2 some unreadable",
            examples: ["Is this list intact?": "passwordrules ranks verify local.ranks"]))

    @Flag(name: .shortAndLong, help: "Print nothing for intact lists.")
    var quiet = false

    @Argument(help: ArgumentHelp("Lists of ranked words.", valueName: "file"), completion: .file())
    var files: [String]

    func run() throws {
        var status: Int32 = 0
        for file in files {
            let list: RankedWordList
            do throws(FileProblem) {
                list = try RankedWordList(atPath: Array(file.utf8), isTrusted: false)
            } catch {
                // The other files are still verified.
                Output.complain("passwordrules: \(error.line(file))")
                var isDamaged = false
                if case .rankedWords = error { isDamaged = true }
                status = max(status, isDamaged ? 1 : 2)
                continue
            }
            if quiet { continue }
            let line = "\(printable(file)): \(list.count.counted("entry", "entries")), intact"
            try Output.standard.write(Array(line.utf8))
        }
        if status != 0 { throw ExitCode(status) }
    }
}
