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
    private func problem(
        _ path: String, _ open: (String) throws(FileProblem) -> Blocklist
    ) -> FileProblem? {
        defer { #expect(path.hasPrefix("/dev/") || openDescriptors(of: path).isEmpty) }
        return thrown { () throws(FileProblem) in _ = try open(path) }
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

    private static let writable = "is writable by group or others"
    private static let noList = "is not a blocklist; use \"passwordrules blocklist build\" to make one"

    /// What is done to a list of 84 bytes, and why it is not opened then. `TrustedFileTests` has the other
    /// modes and owners; the tool opens any file.
    @Test(
        .timeLimit(.minutes(20)),
        arguments: [
            ("chmod 664 list", 304, writable), ("mv list x; chmod 666 x; ln -s x list", 304, writable),
            (
                "chown 65534 list", 303,
                "is owned by user 65534; it must be owned by root or by the user running this program"
            ),
            ("rm list; mkdir list", 302, "is not a regular file"),
            ("rm list; mkfifo list", 302, "is not a regular file"),
            ("ln -sf /dev/zero list", 302, "is not a regular file"),
            ("rm list", 301, "cannot be read: no such file"),
            ("ln -sf none list", 301, "cannot be read: it is a symbolic link whose target does not exist"),
            ("rm list; ln -s list list", 301, "cannot be read: too many symbolic links"),
            ("echo password > list", 320, noList), (": > list", 320, noList),
            (
                "printf '\\003' | dd of=list bs=1 seek=8 conv=notrunc status=none", 321,
                "is a blocklist of version 3, but this program supports only version 2"
            ),
            (
                "printf '\\002' | dd of=list bs=1 seek=24 conv=notrunc status=none", 322,
                "is damaged (bad header checksum)"
            ),
            ("printf x >> list", 323, "is damaged: it has 85 bytes instead of 84"),
            ("truncate -s 83 list", 323, "is damaged: it has 83 bytes instead of 84"),
            ("truncate -s 63 list", 323, "is damaged: it has 63 bytes instead of 64"),
        ])
    func invalidListIsNotOpened(command: String, code: Int, message: String) throws {
        if command.hasPrefix("chown"), geteuid() != 0 { return }
        let folder = try TemporaryFolder()
        let path = try folder.file(blocklistBytes(["dragon"]), named: "list")
        try shell(command, in: folder)
        let found = [
            problem(path) { (path) throws(FileProblem) in try open(path) },
            problem(path) { (path) throws(FileProblem) in try Blocklist(atPath: Array(path.utf8)) },
            problem(path) { (path) throws(FileProblem) in
                try Blocklist(atPath: Array(path.utf8), isKept: false)
            },
        ]
        for problem in found {
            #expect(problem?.code == code && problem?.isMissing == (command == "rm list"))
            #expect(problem.map { String(decoding: $0.messageBytes, as: UTF8.self) } == message)
        }
        let untrusted = problem(path) { (path) throws(FileProblem) in try open(path, isTrusted: false) }
        #expect(untrusted == (code == 303 || code == 304 ? nil : found[0]))
    }

    @Test(arguments: [
        ("/dev/null/list", "cannot be read: part of the path is not a directory"),
        ("/" + String(repeating: "x", count: 5_000), "cannot be read: the path is too long"),
        ("", "cannot be read: no such file"),
    ])
    func danglingPathIsNotOpened(path: String, message: String) {
        let problem = problem(path) { (path) throws(FileProblem) in try open(path) }
        #expect(problem?.code == 301)
        #expect(problem.map { String(decoding: $0.messageBytes, as: UTF8.self) } == message)
    }

    @Test func followsALinkToTheRealFile() throws {
        let folder = try TemporaryFolder()
        let list = try open(try folder.link(to: try folder.link(to: try folder.list("dragon"))))
        #expect(list.answer("dragon") == .listed(.exact))
    }

    // MARK: - While it is open

    @Test func fileIsClosedWhenTheLastCopyGoes() throws {
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

    @Test func listIsClosedOnExec() throws {
        let folder = try TemporaryFolder()
        let path = try folder.list("dragon")
        let list = try open(path)
        let descriptor = try #require(openDescriptors(of: path).first)
        #expect(fcntl(descriptor, F_GETFD) & FD_CLOEXEC != 0)
        #expect(fcntl(descriptor, F_GETFL) & O_ACCMODE == O_RDONLY)
        withExtendedLifetime(list) {}
    }

    @Test func openListSurvivesItsReplacement() throws {
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
    func truncatedListIsDetected(size: Int) throws {
        let folder = try TemporaryFolder()
        let path = try folder.list("dragon")
        let list = try open(path)
        let copy = list
        #expect(unsafe truncate(path, size) == 0)
        for match in BlocklistMatch.allCases {
            #expect(list.answer("dragon", by: match) == .failed(.truncated))
            #expect(copy.answer("tulip", by: match) == .failed(.truncated))
        }
        // The open file is overwritten, not replaced: first with a whole list and a byte more, then with a damaged list.
        try Data(blocklistBytes(["dragon"]) + [0]).write(to: URL(filePath: path), options: [])
        #expect(list.answer("dragon") == .listed(.exact))
        #expect(list.answer("tulip", by: .mangled) == .notListed)
        try Data(blocklistBytes(["dragon"]).prefix(80) + [1, 2, 3, 4]).write(
            to: URL(filePath: path), options: [])
        #expect(list.answer("dragon") == .failed(.damagedPart))
        #expect(list.answer("tulip") == .failed(.damagedPart))
    }

    // MARK: - Kept in memory

    @Test func listIsKeptInMemoryUnlessForOneLookup() throws {
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

    @Test func longListIsNeverKept() throws {
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
}
