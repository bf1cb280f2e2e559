import ArgumentParser
import PasswordRules
import PasswordRulesLists

struct RanksBuildCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "build",
        abstract: "Build a list of ranked words from word lists.",
        discussion: helpText(
            """
            Inputs are lists of words in UTF-8, one per line, the most common first; a number after a word, as in lists of \
            frequencies, is ignored. If a word is in several lists, its best rank counts; - is standard input. The \
            same lists always produce the same file.

            Lines that cannot be passwords are skipped and counted. Words of more than 28 characters are ignored.
            """,
            exitStatus:
                "0 the list was built, 2 error in the arguments or the inputs; FILE is then unchanged",
            examples: [
                "A list of a language's words, by their frequency":
                    "passwordrules ranks build -o german.ranks de_50k.txt",
                "Words, such as names, that are equally likely":
                    "passwordrules ranks build -o names.ranks --unranked names.txt",
            ]))

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("The file to write; it is replaced once the list is complete.", valueName: "file"),
        completion: .file())
    var output: String

    @Option(
        help: ArgumentHelp(
            "A list whose words are equally likely: each has the rank of the last; may be repeated.",
            valueName: "input"), completion: .file())
    var unranked: [String] = []

    @Flag(help: "Add the words that generated passphrases are made of.")
    var passphraseWords = false

    @Argument(help: ArgumentHelp("Word lists; - is standard input.", valueName: "input"), completion: .file())
    var inputs: [String] = []

    func validate() throws {
        guard !output.isEmpty else { throw ValidationError("--output needs a file path.") }
        // This character replaces invalid UTF-8, and would name another file.
        guard !output.unicodeScalars.contains("\u{FFFD}") else {
            throw ValidationError("The output path must be valid UTF-8.")
        }
        let all = inputs + unranked
        guard !all.isEmpty || passphraseWords else { throw ValidationError("Give a word list.") }
        guard all.count(where: { $0 == "-" }) <= 1 else {
            throw ValidationError("Standard input can be read only once.")
        }
        guard !all.contains("") else { throw ValidationError("An input path cannot be empty.") }
    }

    func run() throws {
        let build = RankedWordsBuild(
            inputs: inputs, unranked: unranked, hasPassphraseWords: passphraseWords)
        let result: RankedWordsBuild.Result
        do throws(OutputProblem) {
            result = try build.write(toPath: output)
        } catch {
            throw Failure(message: error.message)
        }
        result.skipped.complain()
        let header = result.header
        let line =
            "\(printable(output)): \(result.wordCount.counted("word", "words")), \(header.fileSize.grouped) bytes\(result.skipped.summary)"
        try Output.standard.write(Array(line.utf8))
    }
}
