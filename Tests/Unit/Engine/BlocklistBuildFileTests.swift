import Foundation
import Testing

@testable import PasswordRules
@testable import PasswordRulesLists

/// A blocklist of keys, as the writer makes it.
func blocklist(_ keys: [UInt64], match: BlocklistMatch = .exact) throws -> [UInt8] {
    let folder = try TemporaryFolder()
    let path = folder.path + "/list"
    let output = try OutputFile(path)
    var collector = try KeyCollector(capacity: max(2, keys.count), folder: folder.path) { _, _ in }
    for key in keys { try collector.add(key) }
    var sorted = try collector.sorted()
    try BlocklistWriter.write(&sorted, match: match, to: output)
    try output.publish()
    #expect(try folder.names == ["list"])
    return try contents(path)
}

/// Reads bytes in memory as blocklists are read.
func reader(_ bytes: [UInt8]) -> Blocklist.Reader {
    { offset, buffer in
        let count = max(0, min(buffer.count, bytes.count - offset))
        for index in 0..<count { buffer[index] = bytes[offset + index] }
        return count
    }
}

@Suite struct BlocklistBuildFileTests {
    // MARK: - The list

    /// The writer makes files as the format describes them; `BlocklistTests` reads such files.
    @Test(arguments: [1, 2, 64, 65, 128, 129, 1_000, 5_000])
    func isLaidOutAsDescribed(count: Int) throws {
        var source = SeededSource(seed: 3)
        let keys = (0..<count).map { _ in source.next() }
        for match in BlocklistMatch.allCases where count < 1_000 || match == .exact {
            #expect(try blocklist(keys, match: match) == BlocklistImage.file(keys, match: match))
        }
    }

    @Test func emptyBucketsAndExtremeKeys() throws {
        let crowded = (0..<500).map { UInt64($0) << 40 }
        for keys: [UInt64] in [
            [0], [.max], [0, .max], crowded, crowded + [.max], crowded.map { ~$0 },
        ] {
            let bytes = try blocklist(keys)
            #expect(bytes == BlocklistImage.file(keys))
            let verified = try BlocklistVerifier.verify(size: bytes.count, reader: reader(bytes))
            #expect(verified.count == keys.count)
        }
    }

    @Test func keysThatDifferInNoStoredBitAreOneEntry() throws {
        #expect(try blocklist([0x100, 0x101, 0x1FF, .max]) == BlocklistImage.file([0x100, .max]))
    }

    @Test func missingOrCrowdedKeysAreRefused() throws {
        #expect(throws: OutputProblem.noKeys(SkippedLines())) { try blocklist([]) }
        let keys = (0...UInt64(BlocklistHeader.maximumBucketCount)).map { $0 << 40 }
        #expect(throws: OutputProblem.crowded) { try blocklist(keys) }
        // A bucket of the maximum size is written, and can be read.
        let bytes = try blocklist(keys.dropLast())
        let list = try Blocklist(size: bytes.count, reader: reader(bytes))
        #expect(list.header.largestBucketCount == BlocklistHeader.maximumBucketCount)
        #expect(try list.contains(0) && list.contains(keys[4_095]) && !list.contains(1 << 39))
    }

    @Test func orderAndMemoryDoNotMatter() throws {
        let folder = try TemporaryFolder()
        var source = SeededSource(seed: 9)
        let lines = (0..<1_000).map { _ in "Word\(source.below(700))\n" }
        let whole = try folder.file(lines.joined())
        let first = try folder.file(lines.prefix(300).joined())
        let second = try folder.file(lines.reversed().prefix(800).joined())
        var builds: Set<[UInt8]> = []
        let path = folder.path + "/list"
        for (inputs, capacity) in [
            ([whole], 50), ([whole], 300), ([whole], 10_000), ([first, second], 50),
            ([second, first, first], 300),
        ] {
            let result = try BlocklistBuild(inputs: inputs, match: .folded, capacity: capacity)
                .write(toPath: path)
            let bytes = try contents(path)
            #expect(result.header.bytes == Array(bytes.prefix(BlocklistHeader.lengthInBytes)))
            #expect(result.header.match == .folded)
            builds.insert(bytes)
        }
        #expect(builds.count == 1)
    }

    // MARK: - Additions

    /// A list and what is new give the same bytes as all inputs together.
    @Test(arguments: BlocklistMatch.allCases, [50, 10_000])
    func addedWordsGiveTheListOfAll(match: BlocklistMatch, capacity: Int) throws {
        let folder = try TemporaryFolder()
        let words = (0..<3_000).map { "Word\($0)\n" }
        // The number of buckets stays the same. The new words include words of the old list, and repetitions.
        let old = try folder.file(words.prefix(2_600).joined())
        let new = try folder.file(words.dropFirst(2_000).joined() + words.suffix(10).joined())
        let (path, all) = (folder.path + "/list", folder.path + "/all")
        _ = try BlocklistBuild(inputs: [old], match: match, capacity: capacity).write(toPath: path)
        _ = try BlocklistBuild(inputs: [new, old], match: match, capacity: capacity).write(toPath: all)
        let result = try BlocklistBuild(inputs: [new], addingTo: path, capacity: capacity).write(toPath: path)
        #expect(try contents(path) == contents(all))
        #expect(result.header.match == match)
    }

    /// The old keys are not known completely, so the number of buckets stays.
    @Test func listThatGrowsMuchKeepsItsBuckets() throws {
        let folder = try TemporaryFolder()
        let old = try folder.file((0..<60).map { "word\($0)\n" }.joined())
        let new = try folder.file((0..<1_000).map { "other\($0)\n" }.joined())
        let path = folder.path + "/list"
        let first = try BlocklistBuild(inputs: [old], match: .exact, capacity: 100).write(toPath: path)
        let build = BlocklistBuild(inputs: [new], addingTo: path, capacity: 100)
        // One bucket with 1,060 entries would be too much.
        let before = try contents(path)
        #expect(throws: OutputProblem.outgrown(path: path, limit: 1_024)) { try build.write(toPath: path) }
        #expect(try contents(path) == before)
        let fewer = try folder.file((0..<964).map { "other\($0)\n" }.joined())
        let result = try BlocklistBuild(inputs: [fewer], addingTo: path, capacity: 100).write(toPath: path)
        #expect(first.header.bucketBits == 0 && result.header.bucketBits == 0)
        let bytes = try contents(path)
        let list = try Blocklist(size: bytes.count, reader: reader(bytes))
        #expect(list.count == 1_024)
        for word in ["word0", "word59", "other0", "other963"] {
            #expect(try list.lookUp(Array(word.utf8).span, by: .exact) == .exact)
        }
        #expect(try list.lookUp(Array("other964".utf8).span, by: .exact) == nil)
        #expect(try BlocklistVerifier.verify(size: bytes.count, reader: reader(bytes)) == result.header)
    }

    @Test func damagedListIsNotAddedTo() throws {
        let folder = try TemporaryFolder()
        let words = try folder.file("word\n")
        let good = try blocklist([1, 2, 1 << 40])
        for offset in good.indices {
            var bytes = good
            bytes[offset] ^= 1
            let old = try folder.file(bytes)
            let path = folder.path + "/list"
            let build = BlocklistBuild(inputs: [words], addingTo: old, match: .exact, capacity: 100)
            let error = #expect(throws: OutputProblem.self) { try build.write(toPath: path) }
            guard case .damagedList(old, _) = error else {
                Issue.record("\(offset): \(String(describing: error))")
                continue
            }
            #expect(!FileManager.default.fileExists(atPath: path))
        }
    }

    // MARK: - NTLM hashes

    @Test func listOfNTLMHashesHasPasswords() throws {
        let folder = try TemporaryFolder()
        let hashes = try folder.file(
            "8846F7EAEE8FB117AD06BDD830B7586C:7\n31d6cfe0d16ae931b73c59d7e0c089c0\r\n")
        let path = folder.path + "/list"
        let result = try BlocklistBuild(inputs: [hashes], format: .ntlm, capacity: 100).write(toPath: path)
        #expect(result.header.hash == .ntlm && result.header.match == .exact)
        let bytes = try contents(path)
        let list = try Blocklist(size: bytes.count, reader: reader(bytes))
        for (password, found) in [
            ("password", BlocklistMatch.exact), ("", .exact), ("Password", nil), ("password1", nil),
        ] {
            for match in BlocklistMatch.allCases where password != "" || match == .exact {
                #expect(try list.lookUp(Array(password.utf8).span, by: match) == found)
            }
        }
        #expect(try list.lookUp(Array("aaaaaaaa".utf8).span, by: .mangled) == .mangled)
        #expect(try BlocklistVerifier.verify(size: bytes.count, reader: reader(bytes)) == result.header)
    }

    // MARK: - The output

    private func mode(_ path: String) throws -> Int {
        try #require(FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
    }

    /// Writes a file whose last byte is 7, and returns its mode.
    private func write(_ length: Int, to path: String, canBeNameless: Bool) throws -> Int {
        let output = try OutputFile(path, canBeNameless: canBeNameless)
        try output.write([7].span, at: length - 1)
        try output.publish()
        #expect(try contents(path) == [UInt8](repeating: 0, count: length - 1) + [7])
        return try mode(path)
    }

    @Test(arguments: [true, false])
    func oldFileIsWholeUntilTheNewOneIs(canBeNameless: Bool) throws {
        let folder = try TemporaryFolder()
        let path = try folder.file([1, 2, 3], named: "list")
        var output: OutputFile? = try OutputFile(path, canBeNameless: canBeNameless)
        try output?.write([7, 8].span, at: 0)
        #expect(try contents(path) == [1, 2, 3])
        output = nil
        #expect(try folder.names == ["list"])
        output = try OutputFile(path, canBeNameless: canBeNameless)
        try output?.write([8].span, at: 1)
        try output?.write([7].span, at: 0)
        #expect(try contents(path) == [1, 2, 3])
        try output?.publish()
        output = nil
        #expect(try contents(path) == [7, 8])
        #expect(try folder.names == ["list"])
    }

    @Test(arguments: [true, false])
    func rebuiltFileIsNotMoreReadable(canBeNameless: Bool) throws {
        let folder = try TemporaryFolder()
        // A long list is refused in a folder that others can read, because they could watch it.
        try FileManager.default.setAttributes([.posixPermissions: 0o711], ofItemAtPath: folder.path)
        let usual = try write(1, to: folder.path + "/new", canBeNameless: canBeNameless)
        // A usual umask leads to one of these modes.
        #expect([0o644, 0o640, 0o600].contains(usual))
        for old in [0o600, 0o640, 0o644, 0o604, 0o400, 0o444, 0o666, 0o755, 0o000] {
            for length in [1, Blocklist.longestPublicLengthInBytes + 1] where length == 1 || old == 0o644 {
                let path = try folder.file([1], named: "list", mode: old)
                let output = try OutputFile(path, canBeNameless: canBeNameless)
                // The temporary file has no permission that the old file lacks.
                for name in try folder.names where name.hasPrefix(".list") {
                    #expect(try mode(folder.path + "/" + name) == usual & old)
                }
                withExtendedLifetime(output) {}
                let expected = usual & old & (length == 1 ? 0o777 : 0o600)
                let found = try write(length, to: path, canBeNameless: canBeNameless)
                #expect(found == expected, "\(String(old, radix: 8))")
                try FileManager.default.removeItem(atPath: path)
            }
        }
    }

    @Test(arguments: [true, false])
    func symbolicLinkIsKept(canBeNameless: Bool) throws {
        let folder = try TemporaryFolder()
        let manager = FileManager.default
        try manager.createDirectory(atPath: folder.path + "/inner", withIntermediateDirectories: true)
        for target in ["inner/list", folder.path + "/inner/other"] {
            let link = try folder.link(to: target)
            // At first the link is dangling.
            for length in [1, 2] {
                #expect(try OutputFile(link, canBeNameless: canBeNameless).folder == folder.path + "/inner")
                _ = try write(length, to: link, canBeNameless: canBeNameless)
                #expect(try manager.destinationOfSymbolicLink(atPath: link) == target)
            }
            try manager.removeItem(atPath: link)
        }
        #expect(try folder.names == ["inner"])
    }

    @Test(arguments: [
        // The owners of the link and of its folder, the folder's mode, the user who follows it, and whether
        // that is allowed.
        (0, 0, 0o1777, 0, true), (0, 0, 0o1777, 7, true), (0, 9, 0o1777, 7, false), (0, 9, 0o777, 7, true),
        (0, 9, 0o1775, 7, true), (7, 9, 0o1777, 7, true), (9, 9, 0o1777, 7, false), (9, 9, 0o755, 7, false),
        (9, 9, 0o755, 0, false), (9, 0, 0o1777, 0, false), (7, 0, 0o1777, 0, false),
    ])
    func linksOfOthersAreNotFollowed(
        owner: uid_t, folderOwner: uid_t, mode: mode_t, user: uid_t, isFollowed: Bool
    ) {
        var (link, folder) = (stat(), stat())
        link.st_uid = owner
        (folder.st_uid, folder.st_mode) = (folderOwner, S_IFDIR | mode)
        #expect(OutputFolder.mayFollow(link, in: folder, user: user) == isFollowed)
    }

    @Test func pathResolvesAsInTheKernel() throws {
        let scratch = try TemporaryFolder()
        let top = scratch.path
        let manager = FileManager.default
        try manager.createDirectory(atPath: top + "/a/b", withIntermediateDirectories: true)
        for (link, target) in [("up", ".."), ("slash", "b/"), ("far", top + "/a/./b/x")] {
            try manager.createSymbolicLink(atPath: top + "/a/" + link, withDestinationPath: target)
        }
        for (name, real) in [
            // The path of a file, and the folder that contains the file.
            ("/a/b/x", "/a/b"), ("//a///b//x", "/a/b"), ("/a/./b/x", "/a/b"), ("/a/b/../b/x", "/a/b"),
            ("/a/up/a/slash/x", "/a/b"), ("/a/far", "/a/b"), ("/a/up/x", ""), ("/a/b/./../x", "/a"),
        ] {
            let output = try OutputFolder(ofFileAtPath: top + name)
            let numbers = try [top + real, output.path].map {
                try manager.attributesOfItem(atPath: $0)[.systemFileNumber] as? Int
            }
            #expect(numbers[0] == numbers[1] && output.old == nil, "\(name)")
            #expect(output.base == "x", "\(name)")
        }
        for name in ["/a/slash", "/a/b/.", "/a/b/..", "/a/b/", "/"] {
            #expect(throws: OutputProblem.notRegular(path: top + name)) {
                _ = try OutputFolder(ofFileAtPath: top + name)
            }
        }
        // The root folder has no name, and ends in a slash.
        #expect(throws: OutputProblem.notRegular(path: "/")) {
            _ = try OutputFolder(ofFileAtPath: "/")
        }
        #expect(try OutputFolder(ofFileAtPath: "/x").path(of: "y") == "/y")
        _ = try scratch.file([], named: "file")
        for name in ["/file/", "/file/x"] {
            #expect(throws: OutputProblem.system(.open, path: top + name, error: ENOTDIR)) {
                _ = try OutputFolder(ofFileAtPath: top + name)
            }
        }
    }

    @Test func onlyAFileIsReplaced() throws {
        let folder = try TemporaryFolder()
        let (loop, fifo, strange) = (folder.path + "/loop", folder.path + "/fifo", folder.path + "/strange")
        try FileManager.default.createSymbolicLink(atPath: loop, withDestinationPath: "loop")
        unsafe #expect(mkfifo(fifo, 0o600) == 0)
        let destination: [CChar] = [0x74, -1, 0]
        unsafe #expect(symlink(destination, strange) == 0)
        let (none, nothing) = (folder.path + "/none/x", folder.path + "/none/")
        for (path, problem): (String, OutputProblem) in [
            (strange, .linkNotUTF8(path: strange)), (folder.path, .notRegular(path: folder.path)),
            ("/dev/full", .notRegular(path: "/dev/full")), (fifo, .notRegular(path: fifo)),
            (none, .system(.write, path: none, error: ENOENT)),
            (nothing, .system(.open, path: nothing, error: ENOENT)),
        ] {
            #expect(throws: problem) { _ = try OutputFile(path) }
        }
        let error = #expect(throws: OutputProblem.self) { _ = try OutputFile(loop) }
        guard case .system(.open, _, ELOOP) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(try folder.names == ["loop", "fifo", "strange"])
    }

    // MARK: - Inputs

    /// The names of files in a folder, and how many ranges they are; nil if there is none.
    @Test(arguments: [
        ([], nil), ([".hidden"], nil), (["00000"], 1), (["fffff.txt", "00000"], 2),
        (["00000", "00000.txt"], 1), (["abcde", "ABCDE", "aBcDe.txt", "abcdf"], 2),
    ])
    func rangesAreCountedOnce(names: [String], count: Int?) throws {
        let folder = try TemporaryFolder()
        for name in names { _ = try folder.file([], named: name) }
        let file = try InputFile(folder.path, name: folder.path)
        do throws(OutputProblem) {
            let ranges = try RangeFolder(file.descriptor, path: file.name)
            #expect((ranges.rangeCount, ranges.count) == (count, names.count))
            #expect(Set((0..<ranges.count).map { ranges.file($0).name }) == Set(names))
        } catch {
            #expect(count == nil && error == .emptyHashes(path: folder.path))
        }
    }

    @Test func truncatedInputIsAnError() throws {
        let folder = try TemporaryFolder()
        let path = try folder.file([UInt8](repeating: 0x0A, count: 600_000))
        let input = try InputFile(path, name: path)
        var reader = InputReader()
        var lines = WordLines(source: path, match: .exact)
        var keys = try KeyCollector(capacity: 2, folder: folder.path) { _, _ in }
        #expect(throws: OutputProblem.shrunk(path: path)) {
            try reader.read(input, &lines, into: &keys, report: { _ in unsafe truncate(path, 300_000) })
        }
    }
}
