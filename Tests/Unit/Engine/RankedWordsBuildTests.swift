import Foundation
import Testing

@testable import PasswordRules
@testable import PasswordRulesLists

/// What is made of the words of lists: their ranks, how letters follow each other in them, and the file.
@Suite struct RankedWordsBuildTests {
    private func list(ranked: [String] = [], unranked: [String] = []) throws -> RankedWordList {
        var words = RankedWordsCollector()
        words.add(ranked: ranked.map { Array($0.utf8) })
        words.add(unranked: unranked.map { Array($0.utf8) })
        return try RankedWordList(try words.file().1)
    }

    /// The rank of a word, in twelfths of a bit.
    private func rank(_ word: String, in list: RankedWordList) -> Int? {
        WordKey.keys(of: Array(word.utf8).span).first.flatMap { list.rank(of: $0) }
    }

    private func build(
        _ inputs: [String] = [], unranked: [String] = [], passphraseWords: Bool = false, to path: String
    ) throws -> RankedWordsBuild.Result {
        try RankedWordsBuild(inputs: inputs, unranked: unranked, hasPassphraseWords: passphraseWords)
            .write(toPath: path)
    }

    // MARK: - Ranks

    @Test func rankIsStoredAsItsLogarithm() throws {
        let words = wordsOfLetters(300)
        let list = try list(ranked: words)
        #expect(list.count == 300)
        for (index, word) in words.enumerated() {
            #expect(rank(word, in: list) == Int((log2(Double(index + 1)) * 12).rounded()), "\(word)")
        }
        #expect(rank("dragon", in: list) == nil && rank("", in: list) == nil)
    }

    @Test func equallyLikelyWordsShareARank() throws {
        let words = wordsOfLetters(64)
        let list = try list(unranked: words)
        for word in words { #expect(rank(word, in: list) == 72) }
    }

    @Test func bestRankOfAWordCounts() throws {
        // The word occurs twice in one list, in two lists, or in other letter case.
        #expect(rank("dragon", in: try list(ranked: ["dragon", "monkey", "dragon"])) == 0)
        #expect(rank("dragon", in: try list(ranked: ["monkey", "dragon"], unranked: ["dragon"])) == 0)
        #expect(
            rank("dragon", in: try list(ranked: ["monkey", "DRAGON"], unranked: ["a", "b", "dragon", "c"]))
                == 12)
        #expect(rank("пароль", in: try list(ranked: ["Пароль", "dragon", "пароль"])) == 0)
        var words = RankedWordsCollector()
        words.add(ranked: ["dragon", "Dragon", "DRAGON", "monkey"].map { Array($0.utf8) })
        #expect(words.count == 2)
    }

    /// A word with leet substitutions is listed as it is, and with the substitutions undone.
    @Test func wordsWithLeetHaveTwoEntries() throws {
        let list = try list(ranked: ["password", "dr4gon"])
        #expect(list.count == 3)
        #expect(rank("dr4gon", in: list) == 12 && rank("dragon", in: list) == 12)
        #expect(try self.list(ranked: ["dragon", "dr4gon"]).count == 2)
    }

    @Test func longAndEmptyWordsAreNotListed() throws {
        let (longest, longer) = (String(repeating: "é", count: 28), String(repeating: "é", count: 29))
        let list = try list(ranked: ["dragon", longest, longer, "\u{308}"])
        #expect(list.count == 2)
        #expect(rank(longest, in: list) == 12 && rank(longer, in: list) == nil)
        #expect(throws: OutputProblem.noKeys(SkippedLines())) { try self.list(ranked: [longer]) }
        #expect(throws: OutputProblem.noKeys(SkippedLines())) { try self.list() }
    }

    // MARK: - Letters

    /// The more often a letter follows, the less it costs; any letter can follow.
    @Test func lettersCostTheirProbability() throws {
        let list = try list(ranked: ["queen", "quick", "quiet", "queue", "banana", "it's"])
        func cost(_ letter: Character, after text: String) -> Int {
            func number(_ character: Character) -> Int {
                character == "-" ? 26 : Int(character.asciiValue ?? 0) - 0x61
            }
            let before = text.map(number)
            return list.cost(of: number(letter), after: before[0], before[1])
        }
        #expect(cost("u", after: "-q") < cost("a", after: "-q"))
        #expect(cost("q", after: "--") < cost("b", after: "--"))
        #expect(cost("b", after: "--") < cost("z", after: "--"))
        #expect(
            cost("n", after: "na") <= cost("n", after: "xa")
                && cost("n", after: "xa") < cost("n", after: "xx"))
        // Another character starts over: the s of "it's" has no letter before it.
        #expect(cost("s", after: "--") < cost("s", after: "it"))
        for letter in "abcdefghijklmnopqrstuvwxyz" {
            for text in ["--", "-q", "zz", "an"] {
                #expect((1...16 * 1024).contains(cost(letter, after: text)))
            }
        }
    }

    // MARK: - The file

    @Test func sameListsMakeTheSameBytes() throws {
        let folder = try TemporaryFolder()
        var words = wordsOfLetters(500)
        let ranked = try folder.file(words.joined(separator: "\n"))
        let counted = try folder.file(words.enumerated().map { "\($1) \(1000 - $0)\r\n" }.joined())
        let unranked = try folder.file(words.joined(separator: "\n"))
        words.shuffle()
        let shuffled = try folder.file(words.joined(separator: "\n"))
        let (first, second) = (folder.path + "/first", folder.path + "/second")
        for (inputs, others, sameInputs, sameOthers): ([String], [String], [String], [String]) in [
            ([ranked], [], [ranked], []), ([ranked], [], [counted], []),
            ([ranked, counted], [], [counted], []),
            ([], [unranked], [], [shuffled]), ([ranked], [unranked], [counted], [shuffled]),
        ] {
            let result = try build(inputs, unranked: others, to: first)
            #expect(result.wordCount == 500 && result.skipped.count == 0)
            _ = try build(sameInputs, unranked: sameOthers, to: second)
            let bytes = try contents(first)
            #expect(try contents(second) == bytes)
            #expect(result.header.fileSize == bytes.count && result.header.count == 500)
            #expect(try RankedWordList(bytes).header == result.header)
        }
        #expect(try folder.names.isSuperset(of: ["first", "second"]) && folder.names.count == 6)
    }

    @Test func wordsOfPassphrasesAreEquallyLikely() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/list"
        let result = try build(passphraseWords: true, to: path)
        let list = try RankedWordList(try contents(path))
        // i and l are one letter in lists.
        #expect(result.wordCount == PassphraseWords.all.count)
        #expect(list.count <= result.wordCount && list.count > result.wordCount - 50)
        let expected = Int((log2(Double(PassphraseWords.all.count)) * 12).rounded())
        for word in PassphraseWords.all.prefix(50) {
            #expect(rank(String(decoding: word, as: UTF8.self), in: list) == expected)
        }
    }

    @Test func skippedLinesAreCountedOverAllLists() throws {
        let folder = try TemporaryFolder()
        let first = try folder.file("dragon\na\u{01}b\n")
        let second = try folder.file(Array("monkey\n".utf8) + [0xFF, 0x0A])
        let result = try build([first], unranked: [second], to: folder.path + "/list")
        #expect(result.wordCount == 2 && result.skipped.count == 2)
        #expect(result.skipped.firstLines.map(\.source) == [first, second])
        #expect(result.skipped.firstLines.map(\.line) == [2, 2])
    }

    // MARK: - Invalid lists

    /// Checks that a failure changes neither the old file nor its folder.
    private func expectFailure(
        _ problem: OutputProblem, in folder: TemporaryFolder, _ inputs: [String],
        unranked: [String] = []
    ) throws {
        let path = try folder.file(Array("old".utf8), named: "list")
        let names = try folder.names
        #expect(throws: problem) { _ = try build(inputs, unranked: unranked, to: path) }
        #expect(try contents(path) == Array("old".utf8))
        #expect(try folder.names == names)
    }

    @Test func listsWithoutWordsAreRefused() throws {
        let folder = try TemporaryFolder()
        let empty = try folder.file("")
        try expectFailure(.noKeys(SkippedLines()), in: folder, [empty])
        try expectFailure(
            .noKeys(SkippedLines()), in: folder, [empty], unranked: [try folder.file("\u{FEFF}\n\r\n")])
        var skipped = SkippedLines()
        let control = try folder.file("\u{01}\n")
        skipped.add(control, 1, .controlCharacter)
        try expectFailure(.noKeys(skipped), in: folder, [control])
    }

    @Test func unreadableFilesAreRefused() throws {
        let folder = try TemporaryFolder()
        let good = try folder.file("dragon\n")
        let missing = folder.path + "/missing"
        try expectFailure(.system(.open, path: missing, error: ENOENT), in: folder, [good, missing])
        try expectFailure(
            .system(.open, path: missing, error: ENOENT), in: folder, [good], unranked: [missing])
        try expectFailure(.folderOfWords(path: folder.path), in: folder, [folder.path])
        // The file is one byte too long.
        let long = try folder.file("")
        try FileHandle(forWritingTo: URL(filePath: long)).truncate(atOffset: 64 << 20 + 1)
        try expectFailure(.system(.read, path: long, error: EFBIG), in: folder, [long])
    }
}
