import Testing

@testable import PasswordRules
@testable import PasswordRulesTestSupport

/// Looking keys up, in whole files and in damaged ones; `BlocklistFormatTests` covers the header.
@Suite struct BlocklistTests {
    /// The result of a lookup.
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

    private static func randomKeys(_ count: Int) -> Set<UInt64> {
        var source = SeededSource(seed: UInt64(count))
        var keys: Set<UInt64> = []
        while keys.count < count { keys.insert(source.next()) }
        return keys
    }

    /// Keys of one bucket, with different entries.
    private static func keysOfOneBucket(_ count: Int) -> [UInt64] {
        // The lowest bit of the entry is 0 in all of them, however many bits select the bucket.
        (0..<UInt64(count)).map { 0xAB << 56 | ($0 &* 0x1_0007 & 0x7F_FFFF) << 33 | 0x5A5A5 }
    }

    /// A list that is read in parts. To make it takes seconds, so the tests share it.
    private static let longKeys = randomKeys(2_000).union([
        0, UInt64(1) << 50 - 1, UInt64.max, UInt64.max << 50, UInt64.max - 1 << 49, SlowSHA1.key("dragon"),
    ])
    private static let longImage = BlocklistImage.longFile(longKeys)

    // MARK: - Whole files

    private static let extremeKeys: [UInt64] = [
        0, 1, 1 << 23, 1 << 24, 1 << 63 - 1, 1 << 63, .max - 1, .max,
    ]

    private static let lists: [(name: String, keys: Set<UInt64>)] =
        [1, 2, 63, 64, 65, 128, 129, 10_000].map { ("\($0) random keys", randomKeys($0)) }
        + [1, 64, 65, 799, 1_600, 4_095, 4_096].map { ("\($0) keys of a bucket", Set(keysOfOneBucket($0))) }
        + extremeKeys.flatMap { key in
            [0, 63, 64, 1_000].map { ("\(key) and \($0) random keys", randomKeys($0).union([key])) }
        }

    @Test func findsAllKeysAndNoOthers() throws {
        for (name, keys) in Self.lists {
            let file = MemoryFile(BlocklistImage.file(keys))
            let list = try file.open()
            #expect(list.count == keys.count, "\(name)")
            #expect(list.header.bucketBits == BlocklistImage.bucketBits(keys.count), "\(name)")
            if name.hasSuffix("bucket") { #expect(list.header.largestBucketCount == keys.count, "\(name)") }
            let sample = keys.prefix(100) + Self.extremeKeys.filter(keys.contains)
            for (list, asked) in [(try list.keptInMemory(), Array(keys)), (list, Array(sample))] {
                for key in asked where answer(list, key) != .listed {
                    Issue.record("\(key) is not found in \(name)")
                }
                // Keys of other buckets, and of other entries.
                for key in asked.flatMap({ [$0 ^ 1 << 63, $0 ^ 1 << 40, $0 ^ 1 << 32] })
                where !keys.contains(key) && answer(list, key) != .notListed {
                    Issue.record("\(key) is found in \(name)")
                }
            }
            #expect(file.readsOutside == 0)
        }
    }

    /// In a long list, which is read in parts, all keys are found, including those of the first and the last
    /// bucket.
    @Test func findsAllKeysOfALongListAndNoOthers() throws {
        var source = SeededSource(seed: 4)
        let file = MemoryFile(Self.longImage)
        let list = try file.open()
        #expect(!list.isPublic)
        #expect(list.header.bucketCount == 1 << 14)
        for key in Self.longKeys where answer(list, key) != .listed { Issue.record("\(key) is not found") }
        for _ in 0..<2_000 {
            let key = source.next()
            if !Self.longKeys.contains(key), answer(list, key) != .notListed {
                Issue.record("\(key) is found")
            }
        }
        #expect(file.readsOutside == 0)
        // The list is too long to be kept in memory.
        let reads = file.reads
        let same = try list.keptInMemory()
        #expect(file.reads == reads)
        #expect(try same.contains(0))
        #expect(file.reads == reads + 2)
    }

    /// A key's first bits select the bucket, and the next 32 are the entry. The remaining bits do not count.
    @Test func keysThatBeginAlikeAreTheSame() throws {
        let key: UInt64 = 0x0123_4567_89AB_CDEF
        for keys in [[key], [key, key ^ 1], [key, key ^ 0xFFFF_FFFF]] {
            let list = try MemoryFile(BlocklistImage.file(keys)).open()
            #expect(list.count == keys.count)
            #expect(answer(list, key) == .listed)
            #expect(answer(list, key ^ 0xFFFF_FFFF) == .listed)
            #expect(answer(list, key ^ 0x1_0000_0000) == .notListed)
        }
    }

    private func keys(of password: [UInt8]) -> [(key: UInt64, isForm: Bool)] {
        let keys = BlocklistKeys(FoldedPassword(password.span), typed: password.span, by: .mangled)
        var found: [(key: UInt64, isForm: Bool)] = []
        keys.forEach { key, _, isForm in found.append((key, isForm)) }
        return found
    }

    /// A password is looked up in several buckets at once. The entries of one bucket must not be compared with the
    /// key of another.
    @Test(arguments: [2, 100, 1_700])
    func passwordIsFoundInABucketBesideALargerOne(count: Int) throws {
        let password = Array("Summer-P@ssw0rd!1".utf8)
        let asked = keys(of: password).filter(\.isForm).map(\.key)
        #expect(asked.count >= 15)
        for large in [asked[0], asked[asked.count / 2], asked[asked.count - 1]] {
            // Keys in the same bucket as `large`, with other entries.
            let others = (1..<UInt64(count)).map { large ^ $0 << 33 }
            for listed in asked {
                let file = MemoryFile(BlocklistImage.file(others + [listed]))
                #expect(try file.open().lookUp(password.span, by: .mangled) != nil, "\(large), \(listed)")
                #expect(file.readsOutside == 0)
            }
            let list = try MemoryFile(BlocklistImage.file(others)).open()
            #expect(try list.lookUp(password.span, by: .mangled) == nil, "\(large)")
        }
    }

    /// A replacement key is looked up like any other, and finds nothing.
    @Test func replacementKeyFindsNothing() throws {
        let password = Array("vk".utf8)
        let others = keys(of: password).filter { !$0.isForm }.map(\.key)
        #expect(others.count > 40)
        for image in [BlocklistImage.file(others), BlocklistImage.longFile(others)] {
            let list = try MemoryFile(image).open()
            #expect(others.allSatisfy { answer(list, $0) == .listed })
            #expect(try list.lookUp(password.span, by: .mangled) == nil)
        }
    }

    // MARK: - What others can see

    private static let shapes = [
        "", "a", "dragon", "Dragon", "dr4g0n!", "dragondragon", "tulip", "..x..", "1234567890", "d-r-a-g-o-n",
        "\u{FF44}ragon", "Vq7%kWz2!xRj", "😀😀😀😀😀", String(repeating: "ab1!", count: 250),
    ]

    /// How many reads a lookup in a public list makes: of the index, then of the entries, each 32 KiB at a
    /// time.
    private func readCount(_ list: Blocklist) -> Int {
        let header = list.header
        let index = header.entriesOffset - BlocklistHeader.lengthInBytes
        let entries = header.fileSize - header.entriesOffset
        return [index, entries].reduce(0) { $0 + ($1 + 32_767) / 32_768 }
    }

    @Test(arguments: [1, 1_000, 30_000])
    func publicListIsReadInOrder(count: Int) throws {
        let keys = Self.randomKeys(count).union(Self.shapes.prefix(5).map(SlowSHA1.key))
        let file = MemoryFile(BlocklistImage.file(keys))
        let list = try file.open()
        #expect(list.isPublic)
        for match in BlocklistMatch.allCases {
            for shape in Self.shapes {
                _ = try list.lookUp(Array(shape.utf8).span, by: match)
                let ranges = file.takeRanges()
                #expect(ranges.count == readCount(list))
                #expect(ranges.map(\.lowerBound) == [64] + ranges.dropLast().map(\.upperBound))
                #expect(ranges.last?.upperBound == list.header.fileSize)
                #expect(ranges.allSatisfy { $0.count <= 32_768 })
            }
        }
    }

    @Test(arguments: [(BlocklistMatch.exact, 1), (.folded, 3), (.mangled, 98)])
    func longListIsReadInEqualParts(match: BlocklistMatch, forms: Int) throws {
        let file = MemoryFile(Self.longImage)
        let list = try file.open()
        let header = list.header
        let lengths = [16, 4 * header.largestBucketCount].flatMap { [Int](repeating: $0, count: forms) }
        let index = BlocklistHeader.lengthInBytes...header.entriesOffset
        let entries = header.entriesOffset...header.fileSize
        for shape in Self.shapes where shape.utf8.count < 500 {
            _ = try list.lookUp(Array(shape.utf8).span, by: match)
            let ranges = file.takeRanges()
            #expect(ranges.map(\.count) == lengths)
            for (ranges, part) in [(ranges.prefix(forms), index), (ranges.suffix(forms), entries)] {
                #expect(ranges.allSatisfy { part.contains($0.lowerBound) && part.contains($0.upperBound) })
            }
            // No two forms are looked up at the same offset, or the cache would reveal how many there are.
            #expect(Set(ranges.prefix(forms).map(\.lowerBound)).count >= forms - 3, "\(shape)")
        }
    }

    /// Damage does not end a lookup early, either.
    @Test func damagedListIsReadLikeAnIntactOne() throws {
        let long = MemoryFile(Self.longImage)
        let short = MemoryFile(BlocklistImage.file(words: (0..<500).map { "word \($0)" }))
        for file in [long, short] {
            let list = try file.open()
            let password = Array("Dragon-1".utf8)
            #expect(try list.lookUp(password.span, by: .mangled) == (file === long ? .mangled : nil))
            let lengths = file.takeRanges().map(\.count)
            // All index records are out of range for a bucket.
            for record in 0..<list.header.bucketCount { file[64 + 8 * record + 4] = 0xFF }
            #expect(throws: BlocklistProblem.damagedPart) { try list.lookUp(password.span, by: .mangled) }
            #expect(file.takeRanges().map(\.count) == lengths)
            #expect(file.readsOutside == 0)
        }
    }

    // MARK: - Kept in memory

    @Test func keptListIsReadOnce() throws {
        let keys = Self.randomKeys(20_000)
        let file = MemoryFile(BlocklistImage.file(keys))
        let list = try file.open()
        let kept = try list.keptInMemory()
        #expect(file.takeRanges() == [64..<list.header.fileSize])
        // Changes of the file do not affect it.
        file.size = 0
        for key in keys.prefix(100) {
            #expect(answer(kept, key) == .listed)
            #expect(answer(kept, key ^ 1 << 33) == .notListed)
        }
        #expect(answer(list, keys.first ?? 0) == .failed(.truncated))
        #expect(kept.count == list.count && kept.match == list.match && kept.header == list.header)
        let reads = file.reads
        let again = try kept.keptInMemory()
        #expect(answer(again, keys.first ?? 0) == .listed)
        #expect(file.reads == reads)
    }

    @Test(arguments: [(-5, BlocklistProblem.unreadable(error: 5)), (0, .truncated), (7, .truncated)])
    func unreadableListIsNotKept(result: Int, problem: BlocklistProblem) throws {
        let keys = Self.keysOfOneBucket(100)
        let file = MemoryFile(BlocklistImage.file(keys))
        let list = try file.open()
        file.fail(read: 1, result: result)
        #expect(throws: problem) { _ = try list.keptInMemory() }
        #expect(answer(try list.keptInMemory(), keys[0]) == .listed)
    }

    @Test func listsUpToFourMebibytesAreKept() throws {
        // 2^13 buckets or, from 524,289 entries on, 2^14.
        let fitting = (4 << 20 - 64 - 8 * (1 << 14 + 1)) / 4
        for count in [fitting, fitting + 1] {
            let header = BlocklistImage.Header(bucketBits: 14, count: UInt64(count))
            let file = MemoryFile(header.bytes, size: Int(header.expectedSize))
            let list = try file.open()
            #expect(list.isPublic == (count == fitting))
            #expect(list.isPublic == (file.size <= Blocklist.longestPublicLengthInBytes))
            _ = try list.keptInMemory()
            #expect(file.takeRanges().reduce(0) { $0 + $1.count } == (list.isPublic ? file.size - 64 : 0))
        }
    }

    // MARK: - Damage

    /// Changes each byte to other values; the answer for a key is right, or reports damage.
    private func damage(_ keys: [UInt64], asking asked: [UInt64], _ values: (UInt8) -> [UInt8]) throws {
        let image = BlocklistImage.file(keys)
        let file = MemoryFile(image)
        let header = try file.open().header
        let questions = asked.map { key in
            let bucket = header.bucket(of: key)
            let first = header.entriesOffset + 4 * keys.count { header.bucket(of: $0) < bucket }
            let end = first + 4 * keys.count { header.bucket(of: $0) == bucket }
            return (key: key, bytes: first..<end, isListed: keys.contains(key))
        }
        for offset in image.indices {
            for value in Set(values(image[offset])) where value != image[offset] {
                file[offset] = value
                guard let list = try? file.open() else { continue }
                if offset < 64 { Issue.record("a header with \(value) at \(offset) is read") }
                // The copy in memory is damaged, too.
                for list in try offset % 5 == 0 ? [list, list.keptInMemory()] : [list.keptInMemory()] {
                    for (key, bytes, isListed) in questions {
                        let answer = answer(list, key)
                        if answer == .failed(.damagedPart) { continue }
                        // Every byte of an entry counts.
                        if answer != (isListed ? .listed : .notListed) || bytes.contains(offset) {
                            Issue.record("\(value) at \(offset): \(answer) for \(key)")
                        }
                    }
                }
            }
            file[offset] = image[offset]
        }
        #expect(file.readsOutside == 0)
    }

    @Test func changedByteOfOneBucketIsDetectedOrHarmless() throws {
        let keys: [UInt64] = [0x0123_4567_89AB_CDEF, 0x8000_0000_0000_0001, 0xFFFF_FFFF_FFFF_FFFF]
        try damage(keys, asking: keys + [0, .max - 1 << 40, 1 << 63 | 1 << 34]) { _ in Array(0...255) }
    }

    @Test func changedByteOfSeveralBucketsIsDetectedOrHarmless() throws {
        let keys = Self.randomKeys(130).sorted()
        let header = BlocklistHeader(count: 130, match: .exact, largestBucketCount: 1, checksum: 0)
        #expect(header.bucketCount == 4)
        // The first and the last key of each bucket, and one that is not listed.
        let asked = Dictionary(grouping: keys, by: header.bucket(of:)).values.flatMap {
            [$0[0], $0[$0.count - 1], $0[0] ^ 1 << 36]
        }
        try damage(keys, asking: asked) { byte in (0..<8).map { byte ^ 1 << UInt8($0) } + [0x00, 0xFF] }
    }

    @Test(arguments: [3, 260])
    func fileOfAnotherLengthIsNotOpened(count: Int) {
        let image = BlocklistImage.file(Self.randomKeys(count))
        for size in [.min, -1] + Array(0..<image.count) + (1...100).map({ image.count + $0 }) {
            let file = MemoryFile(Array(image.prefix(max(0, size))), size: size)
            let expected: BlocklistProblem =
                size < 8 ? .notABlocklist : .wrongSize(expected: size < 64 ? 64 : image.count, actual: size)
            #expect(throws: expected) { _ = try file.open() }
            #expect(file.readsOutside == 0 || size < 0)
            #expect(file.reads == 1 || size < 0 && file.reads == 0)
        }
    }

    /// The problem does not name the size, which would reveal where the key was looked up, and so something
    /// about the password.
    @Test(arguments: [3, 260])
    func resizedFileDoesNoHarm(count: Int) throws {
        let keys = Self.randomKeys(count)
        let image = BlocklistImage.file(keys)
        let file = MemoryFile(image)
        let list = try file.open()
        for size in 0...image.count + 100 where size % 31 == 0 || size < 150 || size > image.count - 10 {
            file.size = size
            for (index, key) in keys.enumerated() where index % 13 == 0 {
                for (key, whole) in [(key, Answer.listed), (key ^ 1 << 35, .notListed)] {
                    let answer = answer(list, key)
                    if answer != (size < image.count ? .failed(.truncated) : whole) {
                        Issue.record("\(size) bytes: \(answer) for \(key)")
                    }
                }
            }
        }
    }

    // MARK: - Readers that fail

    /// What a read returns, in two lists. Opening the first takes one read, and a lookup one read of the
    /// index and three of the entries; the second is longer.
    @Test(arguments: [
        (-5, BlocklistProblem.unreadable(error: 5)), (-1, .unreadable(error: 1)), (0, .truncated),
        (-2_147_483_647, .unreadable(error: 2_147_483_647)), (1, .truncated), (15, .truncated),
    ])
    func failedReadEndsTheLookup(result: Int, problem: BlocklistProblem) throws {
        let short = MemoryFile(BlocklistImage.file(Self.randomKeys(20_000)))
        #expect(readCount(try short.open()) == 4)
        let password = Array("Dragon-1".utf8)
        for (file, readCount) in [(short, 4), (MemoryFile(Self.longImage), 116)] {
            for read in 0...readCount where read < 10 || read % 13 == 0 || read == readCount {
                let start = file.reads
                file.fail(read: start + read, result: result)
                #expect(throws: problem) { _ = try file.open().lookUp(password.span, by: .mangled) }
                #expect(file.reads == start + read + 1)
                // The next lookup succeeds.
                #expect(throws: Never.self) { _ = try file.open().lookUp(password.span, by: .mangled) }
            }
        }
    }

    // MARK: - Files made to do harm

    /// A lookup reads as much as for any other key, and a record of zeros never has a valid sum.
    @Test(arguments: [1, 64, 4_096])
    func oversizedBucketIsRefused(largest: Int) throws {
        let header = BlocklistImage.Header(
            bucketBits: 24, count: 1 << 40 - 1, largestBucketCount: UInt64(largest))
        for (entries, expected) in [
            (largest, Answer.listed), (largest + 1, .failed(.damagedPart)), (1 << 20, .failed(.damagedPart)),
            (1 << 40 - 1, .failed(.damagedPart)),
        ] {
            let zeros = [UInt32](repeating: 0, count: min(entries, 4_097))
            let record = BlocklistImage.record(0, first: 0, end: entries, entries: zeros)
            let index = record + BlocklistImage.number(UInt64(entries), 8)
            let file = MemoryFile(header.bytes + index, size: Int(header.expectedSize))
            let list = try file.open()
            for (key, expected) in [(0, expected), (UInt64.max, .failed(.damagedPart))] {
                #expect(answer(list, key) == expected)
                #expect(file.takeRanges().map(\.count) == [16, 4 * largest])
            }
            #expect(file.readsOutside == 0)
        }
    }
}
