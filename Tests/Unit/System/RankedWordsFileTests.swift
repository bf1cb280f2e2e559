import Foundation
import PasswordRules
import Testing

@testable import PasswordRulesSystem

/// Lists of ranked words in files, and the policies that name them.
@Suite struct RankedWordsFileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// The bytes of a list of a few words, each of rank 1.
    private func bytes(_ words: [String]) -> [UInt8] {
        let keys = words.flatMap { WordKey.keys(of: Array($0.utf8).span) }
        let layout = RankedWordsHeader(count: keys.count, checksum: 0)
        var bytes = [UInt8](repeating: 80, count: layout.indexOffset)
        bytes.append(littleEndian: UInt64(keys.count), length: 4)
        // The rank is in the fifth byte.
        for key in keys { bytes.append(littleEndian: layout.entry(of: key), length: 5) }
        bytes += [UInt8](repeating: 0, count: layout.fileSize - bytes.count)
        let header = RankedWordsHeader(
            count: keys.count, checksum: RankedWordsHeader.checksum(of: bytes.span))
        return header.bytes + bytes[RankedWordsHeader.lengthInBytes...]
    }

    private func list(_ words: String..., mode: Int = 0o644) throws -> String {
        try folder.file(bytes(words), mode: mode)
    }

    private func problem(_ path: String, isTrusted: Bool = true) -> FileProblem? {
        do throws(FileProblem) {
            _ = try RankedWordList(atPath: Array(path.utf8), isTrusted: isTrusted)
            return nil
        } catch {
            return error
        }
    }

    @Test func fileIsReadOnlyIfItIsTrusted() throws {
        #expect(problem(try list("dragon")) == nil)
        let untrusted = try list("dragon", mode: 0o666)
        #expect(problem(untrusted) == .writableByOthers)
        #expect(problem(untrusted, isTrusted: false) == nil)
        #expect(problem(folder.path) == .notRegular)
        #expect(problem(folder.path + "/missing")?.isMissing == true)
    }

    @Test func damageHasACodeAndAMessage() throws {
        let problem = problem(try folder.file(bytes(["dragon"]) + [0]))
        #expect(problem == .rankedWords(.wrongSize(expected: 19776, actual: 19777)))
        #expect(problem?.code == 353)
        let message = String(decoding: problem?.messageBytes ?? [], as: UTF8.self)
        #expect(message == "is damaged: it has 19777 bytes instead of 19776")
        let large = try folder.file([UInt8](repeating: 0, count: RankedWordList.longestLengthInBytes + 1))
        #expect(self.problem(large) == .tooLarge(limit: RankedWordList.longestLengthInBytes))
    }

    // MARK: - Policies

    private func load(_ lines: String) throws -> PolicyHandle {
        try PolicyLoader.load(path: Array(try folder.file(lines).utf8))
    }

    private func isAccepted(_ policy: Policy, _ password: String) -> Bool {
        policy.check(Array(password.utf8).span).isAccepted
    }

    /// The diagnostics of a policy that cannot be loaded: the code, the line, and the message.
    private func complaints(_ lines: String, settings: [String] = []) throws -> [String] {
        let path = Array(try folder.file(lines).utf8)
        let failure = thrown { () throws(PolicyLoadFailure) in
            _ = try PolicyLoader.load(path: path, settings: settings.map { Array($0.utf8) })
        }
        return (failure?.diagnostics ?? []).map {
            "\($0.code) \($0.line) \(String(decoding: $0.message, as: UTF8.self))"
        }
    }

    private let demand = "min-guesses = 10^3\nranked-words =\n"

    /// Lists that are read already are not read again for a user, although the files are gone.
    @Test func listsAreReadOnceForAllUsers() throws {
        let (first, second) = (try list("dragon"), try list("dragonflies"))
        let loaded = try load(
            "\(demand)ranked-words = \(first)\n[user alice]\nretry = 4\n[user bob]\nranked-words = \(second)\n"
        )
        #expect(unsafe unlink(first) == 0)
        let alice = try loaded.forUser(Array("alice".utf8)).policy
        #expect(!isAccepted(alice, "dragon") && isAccepted(alice, "dragonflies"))
        #expect(throws: PolicyLoadFailure.self) { _ = try loaded.forUser(Array("bob".utf8)).policy }
    }

    @Test func allListsCount() throws {
        let policy = try load(
            "\(demand)ranked-words = \(try list("dragon"))\nranked-words = \(try list("monkey"))\n"
        ).policy
        #expect(
            !isAccepted(policy, "dragon") && !isAccepted(policy, "MONKEY") && isAccepted(policy, "qzkvxjw"))
    }

    @Test func unusableListIsAnErrorAtItsLine() throws {
        let missing = folder.path + "/missing"
        #expect(
            try complaints("\(demand)ranked-words = \(missing)\n")
                == ["301 3 ranked words \(missing) cannot be read: no such file"])
        let damaged = try folder.file(bytes(["dragon"]) + [0])
        let (good, text) = (try list("dragon"), "is damaged: it has 19777 bytes instead of 19776")
        #expect(
            try complaints("\(demand)ranked-words = \(good)\nranked-words = \(damaged)\n")
                == ["353 4 ranked words \(damaged) \(text)"])
        #expect(
            try complaints(demand, settings: ["ranked-words=\(damaged)"])
                == ["353 1 ranked words \(damaged) \(text)"])
    }

    /// If no list is named, the bundled list is read. A diagnostic about it has the line that asks for guesses, or
    /// no line if a preset does.
    @Test func bundledListIsNamedIfGuessesAreDemanded() throws {
        let common = String(decoding: PolicyLoader.installedRanks, as: UTF8.self)
        // If this machine has the bundled list, there is no diagnostic to test.
        if problem(common) == nil { return }
        for (lines, line) in [
            ("min-guesses = 10^3\n", 1), ("rules = minlength: 4\nmin-strength = good\n", 2),
            ("rules = minlength: 4\nor = min-guesses: 10^3\n", 2),
            ("min-guesses = 10^3\nranked-words =\n", 1),
            ("preset = nist-800-63b-4-guesses\nblocklist =\n", 0),
        ] {
            let complaints = try complaints(lines)
            #expect(
                complaints.count == 1 && complaints[0].contains(" \(line) ranked words \(common) "),
                "\(lines)")
            #expect(complaints[0].contains("the package passwordrules-blocklist contains it"))
        }
    }

    @Test(arguments: ["", "enforce = no\n"])
    func policyWithoutGuessesReadsNoList(lines: String) throws {
        let asks = lines.isEmpty ? "" : "min-guesses = 10^3\n"
        let loaded = try load("rules = minlength: 4\n\(asks)\(lines)ranked-words = /nowhere\n")
        #expect(isAccepted(loaded.policy, "dragon"))
    }
}
