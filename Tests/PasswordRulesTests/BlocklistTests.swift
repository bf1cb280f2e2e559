import Testing

@testable import PasswordRules

/// Looking keys up, in whole files and in damaged ones; `BlocklistFormatTests` covers the header.
@Suite struct BlocklistTests {
    /// What came of a look-up.
    private enum Answer: Equatable {
        case listed, notListed, failed(BlocklistProblem)
    }

    private func answer(_ list: Blocklist, _ key: UInt64) -> Answer {
        do {
            return try list.contains(key) ? .listed : .notListed
        } catch {
            return .failed(error)
        }
    }

    private func randomKeys(_ count: Int, _ source: inout SeededSource) -> Set<UInt64> {
        var keys: Set<UInt64> = []
        while keys.count < count { keys.insert(source.next()) }
        return keys
    }

    /// Keys of one bucket, all of which have other entries.
    private func keysOfOneBucket(_ count: Int, prefix: UInt64 = 0xABCDEF) -> [UInt64] {
        (0..<UInt64(count)).map { prefix << 40 | ($0 &* 0x1_0007 << 20 & 0xFF_FFFF_FFFF) | 0x5A5A5 }
    }

    // MARK: - Whole files

    @Test(arguments: [1, 2, 63, 64, 65, 128, 129, 10_000, 100_000])
    func findsAllKeysAndNoOthers(count: Int) throws {
        var source = SeededSource(seed: UInt64(count))
        let keys = randomKeys(count, &source)
        let file = MemoryFile(BlocklistImage.file(keys))
        let list = try file.open()
        #expect(list.count == count)
        for key in keys where answer(list, key) != .listed { Issue.record("\(key) is not found") }
        for _ in 0..<(count == 10_000 ? 100_000 : 10_000) {
            let key = source.next()
            if !keys.contains(key), answer(list, key) != .notListed { Issue.record("\(key) is found") }
        }
        #expect(file.readsOutside == 0)
    }

    @Test(arguments: [0, 1, 1 << 23, 1 << 24, 1 << 63 - 1, 1 << 63, .max - 1, .max] as [UInt64])
    func findsTheFirstAndTheLastKeysThereCanBe(key: UInt64) throws {
        var source = SeededSource(seed: key)
        for others in [0, 63, 64, 200, 1_000] {
            let keys = randomKeys(others, &source).union([key])
            let file = MemoryFile(BlocklistImage.file(keys))
            let list = try file.open()
            #expect(answer(list, key) == .listed)
            #expect(keys.allSatisfy { answer(list, $0) == .listed })
            for other in [key ^ 1 << 63, key ^ 1 << 40, key ^ 1 << 24] {
                #expect(answer(list, other) == .notListed)
            }
            #expect(file.readsOutside == 0)
        }
    }

    /// What lies behind the bucket's bits and the 40 of the entry does not count.
    @Test func keysThatBeginAlikeAreTheSame() throws {
        let key: UInt64 = 0x0123_4567_89AB_CDEF
        for keys in [[key], [key, key ^ 1], [key, key ^ 0xFF_FFFF]] {
            let list = try MemoryFile(BlocklistImage.file(keys)).open()
            #expect(list.count == keys.count)
            #expect(answer(list, key) == .listed)
            #expect(answer(list, key ^ 0xFF_FFFF) == .listed)
            #expect(answer(list, key ^ 0x100_0000) == .notListed)
        }
    }

    @Test(arguments: [1, 64, 65, 799, 800, 801, 1_599, 1_600, 1_601, 5_000])
    func aBucketOfAnySizeIsReadInPieces(count: Int) throws {
        let keys = keysOfOneBucket(count)
        let file = MemoryFile(BlocklistImage.file(keys))
        let list = try file.open()
        #expect(list.header.bucketBits == BlocklistImage.bucketBits(count))
        let pieces = (count + 799) / 800
        for (index, key) in keys.enumerated() where count < 1_000 || index % 37 == 0 || index > count - 3 {
            let reads = file.reads
            if answer(list, key) != .listed { Issue.record("\(key) is not found") }
            if file.reads != reads + 1 + pieces { Issue.record("\(file.reads - reads) reads") }
            if answer(list, key ^ 1 << 39) != .notListed { Issue.record("a key like \(key) is found") }
        }
        #expect(file.longestRead <= max(64, 4_000))
        #expect(file.readsOutside == 0)
    }

    /// One password is looked for in several buckets, with the same memory: a large one must not count for one after it.
    @Test(arguments: [2, 99, 100, 101, 799, 800, 801, 1_700])
    func aPasswordIsFoundInABucketAfterALargerOne(count: Int) throws {
        let password = Array("Summer-P@ssw0rd!1".utf8)
        let keys = BlocklistKeys(FoldedPassword(password.span), typed: password.span, by: .mangled)
        var asked: [UInt64] = []
        _ = try keys.first(by: .mangled) { key in
            asked.append(key)
            return false
        }
        #expect(asked.count > 5)
        for large in asked {
            // As many as make a bucket of that size, whose other bits are another's.
            let others = (1..<UInt64(count)).map { large ^ $0 << 30 }
            for listed in asked {
                let file = MemoryFile(BlocklistImage.file(others + [listed]))
                let list = try file.open()
                #expect(try list.lookUp(password.span, by: .mangled) != nil, "\(large), \(listed)")
                #expect(file.longestRead <= 4_000)
                #expect(file.readsOutside == 0)
            }
            let list = try MemoryFile(BlocklistImage.file(others)).open()
            #expect(try list.lookUp(password.span, by: .mangled) == nil, "\(large)")
        }
    }

    @Test func anEmptyBucketNeedsOneRead() throws {
        let file = MemoryFile(BlocklistImage.file(keysOfOneBucket(1_000)))
        let list = try file.open()
        #expect(file.reads == 1)
        for key in [0, 0x1234_5678_9ABC_DEF0, .max] as [UInt64] {
            let reads = file.reads
            #expect(answer(list, key) == .notListed)
            #expect(file.reads == reads + 1)
        }
    }

    @Test func manyThreadsMayLookUpAtOnce() async throws {
        var source = SeededSource(seed: 61)
        let keys = randomKeys(1_000, &source)
        let list = try MemoryFile(BlocklistImage.file(keys)).open()
        await withTaskGroup(of: Int.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    keys.count { key in
                        (try? list.contains(key)) == true && (try? list.contains(key ^ 1 << 45)) == false
                    }
                }
            }
            for await found in group { #expect(found == 1_000) }
        }
    }

    // MARK: - Damage

    /// Changes each byte to other values; whatever is said of a key is right, or that its bucket is damaged.
    private func damage(_ keys: [UInt64], asking asked: [UInt64], _ values: (UInt8) -> [UInt8]) throws {
        let image = BlocklistImage.file(keys)
        let file = MemoryFile(image)
        let header = try file.open().header
        let questions = asked.map { key in
            let bucket = header.bucket(of: key)
            let first = header.entriesOffset + 5 * keys.count { header.bucket(of: $0) < bucket }
            let end = first + 5 * keys.count { header.bucket(of: $0) == bucket }
            return (key: key, bytes: first..<end, isListed: keys.contains(key))
        }
        for offset in image.indices {
            for value in Set(values(image[offset])) where value != image[offset] {
                file[offset] = value
                guard let list = try? file.open() else { continue }
                if offset < 64 { Issue.record("a header with \(value) at \(offset) is read") }
                for (key, bytes, isListed) in questions {
                    let reads = file.reads
                    let answer = answer(list, key)
                    if file.reads > reads + 2 { Issue.record("\(file.reads - reads) reads") }
                    if answer == .failed(.damagedPart) { continue }
                    // Every byte of an entry counts.
                    if answer != (isListed ? .listed : .notListed) || bytes.contains(offset) {
                        Issue.record("\(value) at \(offset): \(answer) for \(key)")
                    }
                }
            }
            file[offset] = image[offset]
        }
        #expect(file.readsOutside == 0)
        #expect(file.longestRead <= 4_000)
    }

    @Test func everyChangeOfAByteOfOneBucketIsNoticedOrDoesNoHarm() throws {
        let keys: [UInt64] = [0x0123_4567_89AB_CDEF, 0x8000_0000_0000_0001, 0xFFFF_FFFF_FFFF_FFFF]
        try damage(keys, asking: keys + [0, .max - 1 << 40, 1 << 63 | 1 << 30]) { _ in Array(0...255) }
    }

    @Test(arguments: [130, 260, 600])
    func aChangeOfAByteOfSeveralBucketsIsNoticedOrDoesNoHarm(count: Int) throws {
        var source = SeededSource(seed: UInt64(count))
        let keys = randomKeys(count, &source).sorted()
        let header = BlocklistHeader(count: count, match: .exact, checksum: 0)
        #expect((4...16).contains(header.bucketCount))
        // The first and the last key of each bucket, and one that would be there.
        let asked = Dictionary(grouping: keys, by: header.bucket(of:)).values.flatMap {
            [$0[0], $0[$0.count - 1], $0[0] ^ 1 << 28]
        }
        try damage(keys, asking: count < 500 ? asked : Array(asked.prefix(9))) { byte in
            (0..<8).map { byte ^ 1 << UInt8($0) } + [0x00, 0xFF]
        }
    }

    @Test(arguments: [3, 260])
    func aFileOfAnotherLengthIsNotOpened(count: Int) {
        var source = SeededSource(seed: UInt64(count))
        let image = BlocklistImage.file(randomKeys(count, &source))
        for size in Array(0..<image.count) + (1...100).map({ image.count + $0 }) {
            let file = MemoryFile(Array(image.prefix(size)), size: size)
            let expected: BlocklistProblem =
                size < 8 ? .notABlocklist : .wrongSize(expected: size < 64 ? 64 : image.count, actual: size)
            #expect(throws: expected) { _ = try file.open() }
            #expect(file.readsOutside == 0)
            #expect(file.reads == 1)
        }
    }

    @Test(arguments: [3, 260])
    func aFileThatGrowsOrShrinksWhileItIsOpenDoesNoHarm(count: Int) throws {
        var source = SeededSource(seed: UInt64(count))
        let keys = randomKeys(count, &source)
        let image = BlocklistImage.file(keys)
        let file = MemoryFile(image)
        let list = try file.open()
        for size in 0...image.count + 100 where size % 31 == 0 || size < 150 || size > image.count - 10 {
            file.size = size
            for (index, key) in keys.enumerated() where index % 13 == 0 {
                for (key, expected) in [(key, Answer.listed), (key ^ 1 << 35, .notListed)] {
                    let reads = file.reads
                    switch answer(list, key) {
                    case .failed(.truncated) where size < image.count: break
                    case expected: break
                    case let answer: Issue.record("\(size) bytes: \(answer) for \(key)")
                    }
                    if file.reads > reads + 2 { Issue.record("\(file.reads - reads) reads") }
                }
            }
        }
    }

    /// By how much would tell where the key was looked for, and so of the password.
    @Test(arguments: [0, 63, 64, 70, 79, 80, 90, 94])
    func aFileThatShrinksIsSaidToHaveBecomeShorter(size: Int) throws {
        let file = MemoryFile(BlocklistImage.file([1, 2, 3]))
        let list = try file.open()
        file.size = size
        #expect(throws: BlocklistProblem.truncated) { _ = try list.contains(1) }
    }

    // MARK: - Readers that fail

    @Test(arguments: [5, 1, 116, 2_147_483_647])
    func errorsOfReadingAreHandedOn(error: Int) throws {
        let problem = BlocklistProblem.unreadable(error: Int32(error))
        let image = BlocklistImage.file(keysOfOneBucket(2_000))
        // Opening, the index, and each of three pieces.
        for read in 0..<5 {
            let file = MemoryFile(image)
            file.fail(read: read, result: -error)
            #expect(throws: problem) { _ = try file.open().contains(keysOfOneBucket(1)[0]) }
            #expect(file.reads == read + 1)
        }
    }

    @Test(arguments: [0, 1, 15])
    func readsThatEndEarlyAreProblems(result: Int) throws {
        let image = BlocklistImage.file(keysOfOneBucket(2_000))
        for read in 0..<5 {
            let file = MemoryFile(image)
            file.fail(read: read, result: result)
            #expect(throws: BlocklistProblem.truncated) {
                _ = try file.open().contains(keysOfOneBucket(1)[0])
            }
            #expect(file.reads == read + 1)
        }
    }

    @Test func aListThatCouldNotBeReadMayBeReadLater() throws {
        let file = MemoryFile(BlocklistImage.file([7]))
        let list = try file.open()
        file.fail(read: 1, result: -5)
        #expect(answer(list, 7) == .failed(.unreadable(error: 5)))
        #expect(answer(list, 7) == .listed)
    }

    // MARK: - Files made to do harm

    @Test(arguments: [1 << 20 + 1, 1 << 30, 1 << 40 - 1])
    func aHugeBucketIsRefusedUnread(entries: Int) throws {
        let header = BlocklistImage.Header(bucketBits: 24, count: 1 << 40 - 1)
        let index = BlocklistImage.number(0, 8) + BlocklistImage.number(UInt64(entries), 8)
        let file = MemoryFile(header.bytes + index, size: Int(header.expectedSize))
        let list = try file.open()
        #expect(answer(list, 0) == .failed(.damagedPart))
        #expect(file.reads == 2)
        // Zeros are no sum of anything.
        #expect(answer(list, .max) == .failed(.damagedPart))
        #expect(file.reads == 3)
        #expect(file.readsOutside == 0)
    }

    @Test func theLargestBucketIsRead() throws {
        let entries = 1 << 20
        let header = BlocklistImage.Header(bucketBits: 24, count: 1 << 40 - 1)
        let zeros = [UInt8](repeating: 0, count: 5 * entries)
        let index =
            BlocklistImage.record(0, first: 0, end: entries, entries: zeros)
            + BlocklistImage.number(UInt64(entries), 8)
        let file = MemoryFile(header.bytes + index, size: Int(header.expectedSize))
        let list = try file.open()
        #expect(answer(list, 0) == .listed)
        #expect(file.reads == 2 + (entries + 799) / 800)
        #expect(file.readsOutside == 0)
    }
}
