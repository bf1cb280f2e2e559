internal import Glibc
package import PasswordRules

/// Builds a list of ranked words from word lists that have the most common words first.
///
/// The same lists make the same bytes.
package struct RankedWordsBuild {
    /// The result of a build.
    package struct Result: Sendable {
        package let header: RankedWordsHeader
        /// The number of different words.
        package let wordCount: Int
        /// The lines that are not words.
        package let skipped: SkippedLines
    }

    private let inputs: [String]
    private let unranked: [String]
    private let hasPassphraseWords: Bool

    /// The longest input, in bytes.
    private static let longestInput = 64 << 20

    /// - Parameters:
    ///   - inputs: Paths of ranked lists; "-" is standard input.
    ///   - unranked: Paths of lists whose words are equally likely.
    ///   - hasPassphraseWords: Whether the words of generated passphrases are added. They are equally likely.
    package init(inputs: [String], unranked: [String], hasPassphraseWords: Bool) {
        self.inputs = inputs
        self.unranked = unranked
        self.hasPassphraseWords = hasPassphraseWords
    }

    /// Builds the list. The file at `path` is unchanged until the complete list replaces it.
    package func write(toPath path: String) throws(OutputProblem) -> Result {
        // Exceeding the file size limit is an error, and must not end the program.
        signal(SIGXFSZ, SIG_IGN)
        let output = try OutputFile(path)
        var words = RankedWordsCollector()
        var skipped = SkippedLines()
        for input in inputs { try add(input, isRanked: true, to: &words, &skipped) }
        for input in unranked { try add(input, isRanked: false, to: &words, &skipped) }
        if hasPassphraseWords { words.add(unranked: PassphraseWords.all) }
        guard words.count > 0 else { throw .noKeys(skipped) }
        let (header, file) = try words.file()
        try output.write(file.span, at: 0)
        try output.publish()
        return Result(header: header, wordCount: words.count, skipped: skipped)
    }

    private func add(
        _ path: String, isRanked: Bool, to words: inout RankedWordsCollector, _ skipped: inout SkippedLines
    ) throws(OutputProblem) {
        let input = try InputFile(path, name: path)
        if input.kind == .folder { throw .folderOfWords(path: input.name) }
        let bytes = try input.readAll(limit: Self.longestInput)
        var lines = RankedLines(bytes, source: input.name)
        let found = lines.words()
        skipped.add(lines.skipped)
        if isRanked { words.add(ranked: found) } else { words.add(unranked: found) }
    }
}
