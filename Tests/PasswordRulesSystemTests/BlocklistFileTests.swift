import Foundation
import PasswordRules
import Testing

@testable import PasswordRulesSystem

/// Lists as files: which are opened, and what happens if one changes in the meantime.
@Suite struct BlocklistFileTests {
    private func open(_ path: String, isTrusted: Bool = true) throws(FileProblem) -> Blocklist {
        try BlocklistFile(atPath: Array(path.utf8), isTrusted: isTrusted).list()
    }

    /// Why a file is not opened; nil if it is. No descriptor may stay open; devices may be open elsewhere.
    private func problem(_ path: String, isTrusted: Bool = true) -> FileProblem? {
        defer { #expect(path.hasPrefix("/dev/") || openDescriptors(of: path).isEmpty) }
        do throws(FileProblem) {
            _ = try open(path, isTrusted: isTrusted)
            return nil
        } catch {
            return error
        }
    }

    private func message(_ problem: FileProblem?) -> String? {
        problem.map { String(decoding: $0.messageBytes, as: UTF8.self) }
    }

    // MARK: - Opening

    @Test(arguments: BlocklistMatch.allCases)
    func opensAListAndLooksUp(match: BlocklistMatch) throws {
        let folder = try TemporaryFolder()
        let list = try open(try folder.list("dragon", "tulip", match: match))
        #expect(list.count == 2)
        #expect(list.match == match)
        #expect(list.answer("dragon") == .listed(.exact))
        #expect(list.answer("Tulip") == .notListed)
        #expect(list.answer("Tulip", by: .folded) == .listed(.folded))
        #expect(list.answer("TUL1P", by: .mangled) == .listed(.mangled))
        #expect(list.answer("lemon", by: .mangled) == .notListed)
    }

    /// `TrustedFileTests` has the other modes and owners. The tool opens any file.
    @Test func refusesAFileThatOthersMayChange() throws {
        let folder = try TemporaryFolder()
        let path = try folder.list("dragon", mode: 0o664)
        #expect(problem(path) == .writableByOthers)
        #expect(problem(path, isTrusted: false) == nil)
        guard geteuid() == 0 else { return }
        let given = try folder.list("dragon")
        unsafe #expect(chown(given, 65534, 65534) == 0)
        #expect(problem(given) == .wrongOwner(userID: 65534))
        #expect(problem(given, isTrusted: false) == nil)
    }

    @Test(.timeLimit(.minutes(1)))
    func refusesWhatIsNoRegularFileWithoutWaiting() throws {
        let folder = try TemporaryFolder()
        let fifo = folder.path + "/fifo"
        unsafe #expect(mkfifo(fifo, 0o600) == 0)
        for path in [folder.path, fifo, "/dev/null", "/dev/zero"] {
            for isTrusted in [true, false] {
                let problem = problem(path, isTrusted: isTrusted)
                #expect(problem == .notRegular, "\(path)")
                #expect(problem?.code == 302)
            }
        }
    }

    @Test func followsALinkToTheFileThatCounts() throws {
        let folder = try TemporaryFolder()
        let list = try open(try folder.link(to: try folder.link(to: try folder.list("dragon"))))
        #expect(list.answer("dragon") == .listed(.exact))
        #expect(problem(try folder.link(to: try folder.list("dragon", mode: 0o666))) == .writableByOthers)
        #expect(problem(try folder.link(to: folder.path)) == .notRegular)
    }

    @Test func saysWhyThereIsNoList() throws {
        let folder = try TemporaryFolder()
        let loop = folder.path + "/loop"
        try FileManager.default.createSymbolicLink(atPath: loop, withDestinationPath: loop)
        for (path, isMissing, words) in [
            (folder.path + "/missing", true, "no such file"),
            (try folder.link(to: "nothing"), false, "it is a symbolic link whose target does not exist"),
            (loop, false, "too many symbolic links"),
            (try folder.file("x") + "/list", false, "part of the path is not a directory"),
            ("/" + String(repeating: "x", count: 5_000), false, "the path is too long"),
        ] {
            let problem = problem(path)
            #expect(message(problem) == "cannot be read: " + words)
            #expect(problem?.isMissing == isMissing && problem?.code == 301)
        }
        #expect(problem("")?.code == 301)
    }

    // MARK: - Contents

    @Test func refusesOtherContents() throws {
        let folder = try TemporaryFolder()
        let bytes = blocklistBytes(["dragon"])
        func changed(_ offset: Int, to value: UInt8) -> [UInt8] {
            bytes.enumerated().map { $0 == offset ? value : $1 }
        }
        let text = Array("password\n123456\n".utf8)
        for (contents, code, words) in [
            (text, 320, "is not a blocklist; use \"passwordrules blocklist build\" to make one"),
            ([], 320, "is not a blocklist; use \"passwordrules blocklist build\" to make one"),
            (changed(8, to: 3), 321, "is a blocklist of version 3, but this program supports only version 2"),
            (changed(24, to: 2), 322, "is damaged (bad header checksum)"),
            (bytes + [0], 323, "is damaged: it has 85 bytes instead of 84"),
            (Array(bytes.dropLast()), 323, "is damaged: it has 83 bytes instead of 84"),
            (Array(bytes.prefix(63)), 323, "is damaged: it has 63 bytes instead of 64"),
        ] as [([UInt8], Int, String)] {
            let problem = problem(try folder.file(contents))
            #expect(problem?.code == code, "\(words)")
            #expect(message(problem) == words)
        }
    }

    // MARK: - While it is open

    @Test func theFileIsClosedWhenTheLastCopyGoes() throws {
        let folder = try TemporaryFolder()
        let path = try folder.list("dragon")
        var list: Blocklist? = try open(path)
        var copy = list
        #expect(openDescriptors(of: path).count == 1)
        list = nil
        #expect(copy?.answer("dragon") == .listed(.exact))
        #expect(openDescriptors(of: path).count == 1)
        copy = nil
        #expect(openDescriptors(of: path).isEmpty)
        #expect(list == nil && copy == nil)
    }

    @Test func programsThatAreRunDoNotInheritIt() throws {
        let folder = try TemporaryFolder()
        let path = try folder.list("dragon")
        let list = try open(path)
        let descriptor = try #require(openDescriptors(of: path).first)
        #expect(fcntl(descriptor, F_GETFD) & FD_CLOEXEC != 0)
        #expect(fcntl(descriptor, F_GETFL) & O_ACCMODE == O_RDONLY)
        withExtendedLifetime(list) {}
    }

    @Test func whoHasItOpenGoesOnWithTheListThatWasReplaced() throws {
        let folder = try TemporaryFolder()
        let path = try folder.list("dragon")
        let old = try open(path)
        #expect(unsafe rename(try folder.list("tulip"), path) == 0)
        let new = try open(path)
        for (list, word, other) in [(old, "dragon", "tulip"), (new, "tulip", "dragon")] {
            #expect(list.answer(word) == .listed(.exact))
            #expect(list.answer(other) == .notListed)
        }
        #expect(unsafe unlink(path) == 0)
        #expect(new.answer("tulip") == .listed(.exact))
    }

    @Test(arguments: [0, 64, 79, 83])
    func aListThatIsCutOffMeanwhileIsNoticed(size: Int) throws {
        let folder = try TemporaryFolder()
        let path = try folder.list("dragon")
        let list = try open(path)
        let copy = list
        #expect(unsafe truncate(path, size) == 0)
        for match in BlocklistMatch.allCases {
            #expect(list.answer("dragon", by: match) == .failed(.truncated))
            #expect(copy.answer("tulip", by: match) == .failed(.truncated))
        }
        // Whole again, and longer.
        try Data(blocklistBytes(["dragon"]) + [0]).write(to: URL(filePath: path), options: [])
        #expect(list.answer("dragon") == .listed(.exact))
        #expect(list.answer("tulip", by: .mangled) == .notListed)
    }

    /// A list that is overwritten, rather than replaced by renaming a new one.
    @Test func aListThatIsWrittenOverMeanwhileIsNoticed() throws {
        let folder = try TemporaryFolder()
        let path = try folder.list("dragon")
        let list = try open(path)
        let handle = try FileHandle(forWritingTo: URL(filePath: path))
        try handle.seek(toOffset: 80)
        try handle.write(contentsOf: [1, 2, 3, 4])
        try handle.close()
        #expect(list.answer("dragon") == .failed(.damagedPart))
        #expect(list.answer("tulip") == .failed(.damagedPart))
    }

    @Test func manyThreadsReadOneFile() async throws {
        let folder = try TemporaryFolder()
        let words = (0..<500).map { "word \($0)" }
        let list = try open(try folder.file(blocklistBytes(words, match: .exact)))
        await withTaskGroup(of: Int.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    words.count { list.answer($0) == .listed(.exact) && list.answer($0 + "x") == .notListed }
                }
            }
            for await found in group { #expect(found == 500) }
        }
    }

    // MARK: - Kept in memory

    @Test func aListIsKeptInMemoryUnlessItIsForOneLookUp() throws {
        let folder = try TemporaryFolder()
        let path = try folder.list("dragon")
        let kept = try Blocklist(atPath: Array(path.utf8))
        #expect(openDescriptors(of: path).isEmpty)
        let single = try Blocklist(atPath: Array(path.utf8), isKept: false)
        #expect(openDescriptors(of: path).count == 1)
        #expect(unsafe truncate(path, 0) == 0)
        for match in BlocklistMatch.allCases {
            #expect(kept.answer("dragon", by: match) == .listed(.exact))
            #expect(kept.answer("tulip", by: match) == .notListed)
            #expect(single.answer("dragon", by: match) == .failed(.truncated))
        }
    }

    @Test func aLongListIsNeverKept() throws {
        let folder = try TemporaryFolder()
        let path = try folder.file(BlocklistImage.longFile([SlowSHA1.key("dragon")]))
        let list = try Blocklist(atPath: Array(path.utf8))
        #expect(!list.isPublic)
        #expect(openDescriptors(of: path).count == 1)
        #expect(list.answer("Dragon-1", by: .mangled) == .listed(.mangled))
        #expect(list.answer("vubkem-roxPit-4cazud", by: .mangled) == .notListed)
        #expect(unsafe truncate(path, 64) == 0)
        #expect(list.answer("dragon") == .failed(.truncated))
    }

    @Test func whatCannotBeOpenedIsNotKeptEither() throws {
        let folder = try TemporaryFolder()
        for isKept in [true, false] {
            #expect(throws: FileProblem.notRegular) {
                _ = try Blocklist(atPath: Array("/dev/null".utf8), isKept: isKept)
            }
            let path = try folder.file(Array(blocklistBytes(["dragon"]).dropLast()))
            #expect(throws: FileProblem.blocklist(.wrongSize(expected: 84, actual: 83))) {
                _ = try Blocklist(atPath: Array(path.utf8), isKept: isKept)
            }
            #expect(openDescriptors(of: path).isEmpty)
        }
    }
}
