import Foundation
import Testing

@testable import PasswordRules
@testable import PasswordRulesBlocklist

/// A blocklist of keys, as the writer makes it.
func blocklist(_ keys: [UInt64], match: BlocklistMatch = .exact, folder: ScratchFolder) throws -> [UInt8] {
    let path = folder.path + "/list"
    let output = try OutputFile(path)
    var collector = try KeyCollector(capacity: max(2, keys.count), folder: folder.path) { _, _ in }
    for key in keys { try collector.add(key) }
    var sorted = try collector.sorted()
    try BlocklistWriter.write(&sorted, match: match, to: output)
    try output.publish()
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
    private static func random(_ count: Int, seed: UInt64 = 3) -> [UInt64] {
        var source = SeededSource(seed: seed)
        return (0..<count).map { _ in source.next() }
    }

    /// The file as the format describes it, built step by step.
    private func expected(_ keys: [UInt64], match: BlocklistMatch) -> [UInt8] {
        let keys = Set(keys).sorted()
        var bits = 0
        while bits < 24, keys.count > 64 << bits { bits += 1 }
        func number(_ value: UInt64, _ length: Int) -> [UInt8] {
            (0..<length).map { UInt8(truncatingIfNeeded: value >> UInt64(8 * $0)) }
        }
        func sum(_ bytes: [UInt8]) -> UInt64 {
            bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        }
        var index: [UInt8] = []
        var entries: [UInt8] = []
        var (first, largest) = (0, 0)
        for bucket in 0..<1 << bits {
            let own = keys.filter { Int($0 >> UInt64(64 - bits)) == bucket }
            let bytes = own.flatMap { number(($0 << UInt64(bits)) >> 32, 4) }
            let end = first + own.count
            var check = sum(number(UInt64(bucket), 4) + number(UInt64(first), 5) + number(UInt64(end), 5))
            for (place, key) in own.enumerated() {
                let entry = (key << UInt64(bits)) >> 32
                check = check &+ (entry + (entry >> 24) * 0x1_0101) &* UInt64(2 * place + 1)
            }
            index += number(UInt64(first), 5) + number(check, 3)
            entries += bytes
            first = end
            largest = max(largest, own.count)
        }
        index += number(UInt64(keys.count), 8)
        let header = BlocklistHeader(
            count: keys.count, match: match, largestBucketCount: largest, checksum: sum(index + entries))
        return header.bytes + index + entries
    }

    @Test(arguments: [1, 2, 64, 65, 128, 129, 1_000, 5_000])
    func isLaidOutAsDescribed(count: Int) throws {
        let folder = try ScratchFolder()
        let keys = Self.random(count)
        for match in BlocklistMatch.allCases where count < 5_000 || match == .exact {
            let bytes = try blocklist(keys, match: match, folder: folder)
            #expect(bytes == expected(keys, match: match))
        }
        let bytes = try blocklist(keys, folder: folder)
        let list = try Blocklist(size: bytes.count, reader: reader(bytes))
        #expect(list.count == count)
        for key in keys.prefix(300) { #expect(try list.contains(key)) }
        for key in Self.random(300, seed: 4) { #expect(try !list.contains(key)) }
        #expect(try folder.names == ["list"])
    }

    @Test func emptyBucketsAndExtremeKeys() throws {
        let folder = try ScratchFolder()
        let crowded = (0..<500).map { UInt64($0) << 24 }
        for keys: [UInt64] in [[0], [.max], [0, .max], crowded, crowded + [.max], crowded.map { ~$0 }] {
            #expect(try blocklist(keys, folder: folder) == expected(keys, match: .exact))
        }
    }

    @Test func keysThatDifferBehindTheEntryAreTwo() throws {
        let folder = try ScratchFolder()
        let bytes = try blocklist([0x100, 0x101, 0x1FF], folder: folder)
        #expect(bytes == expected([0x100, 0x101, 0x1FF], match: .exact))
        #expect(try BlocklistVerifier.verify(size: bytes.count, reader: reader(bytes)).count == 3)
    }

    @Test func noKeysAreNoList() throws {
        let folder = try ScratchFolder()
        #expect(throws: BlocklistBuildProblem.noKeys(SkippedLines())) { try blocklist([], folder: folder) }
        #expect(try folder.names.isEmpty)
    }

    @Test func keysThatAreNoDigestsAreNoList() throws {
        let folder = try ScratchFolder()
        let keys = (0...UInt64(BlocklistHeader.maximumBucketCount)).map { $0 << 10 }
        #expect(throws: BlocklistBuildProblem.crowded) { try blocklist(keys, folder: folder) }
        let bytes = try blocklist(keys.dropLast(), folder: folder)
        #expect(bytes.count > keys.count)
        // As large as a bucket can be, and read.
        let list = try Blocklist(size: bytes.count, reader: reader(bytes))
        #expect(list.header.largestBucketCount == BlocklistHeader.maximumBucketCount)
        #expect(try list.contains(0) && list.contains(keys[4_095]) && !list.contains(1 << 40))
    }

    // MARK: - The output

    @Test(arguments: [true, false])
    func theOldFileIsWholeUntilTheNewOneIs(canBeNameless: Bool) throws {
        let folder = try ScratchFolder()
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
    func aNewFileIsWrittenByItsOwnerAlone(canBeNameless: Bool) throws {
        let folder = try ScratchFolder()
        let path = folder.path + "/list"
        let output = try OutputFile(path, canBeNameless: canBeNameless)
        try output.write([7].span, at: 0)
        try output.publish()
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(try contents(path) == [7])
        // The usual umask removes no other permission.
        #expect(mode == 0o644 || mode == 0o640 || mode == 0o600)
    }

    @Test(arguments: [true, false])
    func aRebuiltFileIsReadableForNoMoreThanTheOldOne(canBeNameless: Bool) throws {
        let folder = try ScratchFolder()
        let manager = FileManager.default
        // Other users could watch a long list if they can read the folder.
        try manager.setAttributes([.posixPermissions: 0o711], ofItemAtPath: folder.path)
        func mode(_ path: String) throws -> Int {
            try #require(manager.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
        }
        func mode(ofListAtPath path: String, length: Int) throws -> Int {
            let output = try OutputFile(path, canBeNameless: canBeNameless)
            try output.write([7].span, at: length - 1)
            try output.publish()
            #expect(try contents(path).count == length)
            return try mode(path)
        }
        let usual = try mode(ofListAtPath: folder.path + "/new", length: 1)
        for old in [0o600, 0o640, 0o644, 0o604, 0o400, 0o444, 0o666, 0o755, 0o000] {
            for length in [1, Blocklist.longestPublicLengthInBytes + 1] {
                let path = try folder.file([1], named: "list")
                try manager.setAttributes([.posixPermissions: old], ofItemAtPath: path)
                let output = try OutputFile(path, canBeNameless: canBeNameless)
                // A temporary name reveals as little of it.
                for name in try folder.names where name.hasPrefix(".list") {
                    #expect(try mode(folder.path + "/" + name) == usual & old)
                }
                withExtendedLifetime(output) {}
                let expected = usual & old & (length == 1 ? 0o777 : 0o600)
                let found = try mode(ofListAtPath: path, length: length)
                #expect(found == expected, "\(String(old, radix: 8))")
                try manager.removeItem(atPath: path)
            }
        }
    }

    @Test(arguments: [true, false])
    func aLinkStaysOne(canBeNameless: Bool) throws {
        let folder = try ScratchFolder()
        let manager = FileManager.default
        try manager.createDirectory(atPath: folder.path + "/inner", withIntermediateDirectories: true)
        for target in ["inner/list", folder.path + "/inner/other"] {
            let link = folder.path + "/link"
            try? manager.removeItem(atPath: link)
            try manager.createSymbolicLink(atPath: link, withDestinationPath: target)
            // At first the link is dangling.
            for content: UInt8 in [5, 6] {
                let output = try OutputFile(link, canBeNameless: canBeNameless)
                #expect(output.folder == folder.path + "/inner")
                try output.write([content].span, at: 0)
                try output.publish()
                #expect(try contents(link) == [content])
                #expect(try manager.destinationOfSymbolicLink(atPath: link) == target)
            }
        }
        #expect(try folder.names == ["link", "inner"])
    }

    @Test(arguments: [
        // The owners of the link and of its folder, the folder's mode, the user who follows it, and whether that is allowed.
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

    @Test func aPathLeadsWhereTheKernelWouldLead() throws {
        let scratch = try ScratchFolder()
        let top = scratch.path
        let manager = FileManager.default
        try manager.createDirectory(atPath: top + "/a/b", withIntermediateDirectories: true)
        try manager.createSymbolicLink(atPath: top + "/a/up", withDestinationPath: "..")
        try manager.createSymbolicLink(atPath: top + "/a/slash", withDestinationPath: "b/")
        try manager.createSymbolicLink(atPath: top + "/a/far", withDestinationPath: top + "/a/./b/x")
        for (name, real) in [
            // The folder that each leads to; the file is "x".
            ("/a/b/x", "/a/b"), ("//a///b//x", "/a/b"), ("/a/./b/x", "/a/b"), ("/a/b/../b/x", "/a/b"),
            ("/a/up/a/slash/x", "/a/b"), ("/a/far", "/a/b"), ("/a/up/x", ""), ("/a/b/./../x", "/a"),
        ] {
            let place = try OutputFolder(ofFileAtPath: top + name)
            let (expected, found) = try (
                manager.attributesOfItem(atPath: top + real)[.systemFileNumber] as? Int,
                manager.attributesOfItem(atPath: place.path)[.systemFileNumber] as? Int
            )
            #expect(found == expected && place.old == nil, "\(name)")
            #expect(place.base == "x", "\(name)")
        }
        for name in ["/a/slash", "/a/b/.", "/a/b/..", "/a/b/", "/"] {
            #expect(throws: BlocklistBuildProblem.notRegular(path: top + name)) {
                _ = try OutputFolder(ofFileAtPath: top + name)
            }
        }
        _ = try scratch.file([], named: "file")
        for name in ["/file/", "/file/x"] {
            #expect(throws: BlocklistBuildProblem.system(.open, path: top + name, error: ENOTDIR)) {
                _ = try OutputFolder(ofFileAtPath: top + name)
            }
        }
    }

    @Test func onlyAFileIsReplaced() throws {
        let folder = try ScratchFolder()
        let manager = FileManager.default
        let loop = folder.path + "/loop"
        try manager.createSymbolicLink(atPath: loop, withDestinationPath: "loop")
        let fifo = folder.path + "/fifo"
        unsafe #expect(mkfifo(fifo, 0o600) == 0)
        let strange = folder.path + "/strange"
        let destination: [CChar] = [0x74, -1, 0]
        unsafe #expect(symlink(destination, strange) == 0)
        let cases: [(String, BlocklistBuildProblem)] = [
            (strange, .linkNotUTF8(path: strange)),
            (folder.path, .notRegular(path: folder.path)), ("/dev/full", .notRegular(path: "/dev/full")),
            (fifo, .notRegular(path: fifo)), (loop, .system(.open, path: "loop", error: ELOOP)),
            (folder.path + "/none/x", .system(.write, path: folder.path + "/none/x", error: ENOENT)),
            (folder.path + "/none/", .system(.open, path: folder.path + "/none/", error: ENOENT)),
        ]
        for (path, problem) in cases {
            do throws(BlocklistBuildProblem) {
                _ = try OutputFile(path)
                Issue.record("\(path) was opened")
            } catch {
                if path == loop {
                    guard case .system(.open, _, ELOOP) = error else {
                        Issue.record("\(error)")
                        continue
                    }
                } else {
                    #expect(error == problem)
                }
            }
        }
        #expect(try folder.names == ["loop", "fifo", "strange"])
    }

    // MARK: - Folders

    @Test(arguments: [
        ([], nil), ([".hidden"], nil), (["00000"], 1), (["fffff.txt", "00000"], 2),
        (["00000", "00000.txt"], 1),
        (["abcde", "ABCDE", "aBcDe.txt", "abcdf"], 2),
    ])
    func rangesAreCountedOnce(names: [String], count: Int?) throws {
        let folder = try ScratchFolder()
        for name in names { _ = try folder.file([], named: name) }
        let file = try InputFile(folder.path, name: folder.path)
        do throws(BlocklistBuildProblem) {
            let ranges = try RangeFolder(file.descriptor, path: file.name)
            #expect((ranges.rangeCount, ranges.count) == (count, names.count))
            #expect(Set((0..<ranges.count).map { ranges.file($0).name }) == Set(names))
        } catch {
            #expect(count == nil && error == .emptyHashes(path: folder.path))
        }
    }

    @Test func aFileThatIsCutOffWhileItIsReadIsNoShorterList() throws {
        let folder = try ScratchFolder()
        let path = try folder.file([UInt8](repeating: 0x0A, count: 600_000))
        let input = try InputFile(path, name: path)
        var reader = InputReader()
        var lines = WordLines(source: path, match: .exact)
        var keys = try KeyCollector(capacity: 2, folder: folder.path) { _, _ in }
        do throws(BlocklistBuildProblem) {
            try reader.read(input, &lines, into: &keys, report: { _ in unsafe truncate(path, 300_000) })
            Issue.record("it is not noticed")
        } catch {
            #expect(error == .shrunk(path: path))
        }
    }

    // MARK: - All together

    @Test func theOrderAndTheMemoryDoNotMatter() throws {
        let folder = try ScratchFolder()
        var source = SeededSource(seed: 9)
        let lines = (0..<3_000).map { _ in "Word\(source.below(2_000))\n" }
        let whole = try folder.file(Array(lines.joined().utf8))
        let first = try folder.file(Array(lines.prefix(1_000).joined().utf8))
        let second = try folder.file(Array(lines.reversed().prefix(2_500).joined().utf8))
        var builds: Set<[UInt8]> = []
        let path = folder.path + "/list"
        for inputs in [[whole], [first, second], [second, first, first]] {
            for capacity in [50, 1_000, 10_000] {
                let build = BlocklistBuild(inputs: inputs, match: .folded, capacity: capacity)
                let result = try build.write(toPath: path)
                let bytes = try contents(path)
                #expect(result.header.bytes == Array(bytes.prefix(BlocklistHeader.lengthInBytes)))
                #expect(result.header.match == .folded)
                builds.insert(bytes)
            }
        }
        #expect(builds.count == 1)
    }
}
