import Testing

@testable import PasswordRules
@testable import PasswordRulesTestSupport

/// The header, the index and the sums; `BlocklistTests` looks keys up.
@Suite struct BlocklistFormatTests {
    typealias Header = BlocklistImage.Header

    /// The problem of opening a file with this header, followed by zeros; nil if there is none.
    private func problem(_ header: Header, size: Int? = nil) -> BlocklistProblem? {
        let file = MemoryFile(header.bytes, size: size ?? Int(clamping: header.expectedSize))
        defer {
            #expect(file.readsOutside == 0)
            #expect(file.reads == 1)
            #expect(file.longestRead <= 64)
        }
        return thrown { () throws(BlocklistProblem) in _ = try file.open() }
    }

    private static func header(_ count: Int, match: BlocklistMatch = .exact, largest: Int = 1)
        -> BlocklistHeader
    {
        BlocklistHeader(
            count: count, match: match, largestBucketCount: largest, checksum: 0x0123_4567_89AB_CDEF)
    }

    // MARK: - Layout

    /// Buckets have at most 64 entries on average, until there are 2^24 buckets.
    @Test(arguments: [
        (1, 0), (63, 0), (64, 0), (65, 1), (128, 1), (129, 2), (256, 2), (257, 3), (4_096, 6), (4_097, 7),
        (1_000_000, 14), (64 << 22, 22), (64 << 22 + 1, 23), (64 << 23, 23), (64 << 23 + 1, 24),
        (64 << 24 + 1, 24), (2_000_000_000, 24), (1 << 40 - 1, 24),
    ])
    func isLaidOutByItsCount(count: Int, bits: Int) {
        let header = Self.header(count)
        #expect(BlocklistHeader.bucketBits(forCount: count) == bits && header.bucketBits == bits)
        #expect(BlocklistImage.bucketBits(count) == bits)
        #expect(header.bucketCount == 1 << bits)
        #expect(header.entriesOffset == 64 + 8 * (1 << bits + 1))
        #expect(header.fileSize == 64 + 8 * (1 << bits + 1) + 4 * count)
        // At most one false positive in 67 million lookups of a form, for lists of up to a thousand million entries.
        let rate = Double(count) / Double(1 << bits) / 4_294_967_296
        #expect(abs(header.falsePositiveRate / rate - 1) < 1e-9)
        #expect(header.falsePositiveRate < 1.5e-8 || count > 1_000_000_000)
    }

    @Test(
        arguments: [
            (1, 0x0123_4567_89AB_CDEF, 0, 0x0123_4567), (1, .max, 0, 0xFFFF_FFFF), (1, 0, 0, 0),
            (65, 0x8000_0001_0000_0000, 1, 0x0000_0002), (65, 0x7FFF_FFFF_7FFF_FFFF, 0, 0xFFFF_FFFE),
            (64 << 24, 0x0123_4567_89AB_CDEF, 0x01_2345, 0x6789_ABCD),
            (64 << 24, .max, 0xFF_FFFF, 0xFFFF_FFFF), (64 << 24, 0xFF, 0, 0), (64 << 24, 0x100, 0, 1),
            (64 << 24, 0x0000_00FF_FFFF_FFFF, 0, 0xFFFF_FFFF), (64 << 24, 0x0000_0100_0000_0000, 1, 0),
        ] as [(Int, UInt64, Int, UInt32)])
    func keyIsABucketAndThirtyTwoBits(count: Int, key: UInt64, bucket: Int, entry: UInt32) {
        #expect(Self.header(count).bucket(of: key) == bucket)
        #expect(Self.header(count).entry(of: key) == entry)
    }

    // MARK: - The header

    @Test(arguments: BlocklistMatch.allCases, [1, 64, 65, 100_000, 2_000_000_000, 1 << 40 - 1])
    func headerIsReadAsItIsWritten(match: BlocklistMatch, count: Int) throws {
        let header = Self.header(count, match: match, largest: min(count, 4_096))
        let image = Header(
            match: UInt8(match.rawValue), bucketBits: UInt8(BlocklistImage.bucketBits(count)),
            count: UInt64(count), checksum: header.checksum,
            largestBucketCount: UInt64(header.largestBucketCount))
        #expect(header.bytes == image.bytes)
        #expect(try BlocklistHeader(image.bytes.span, fileSize: header.fileSize) == header)
        let list = try MemoryFile(image.bytes, size: header.fileSize).open()
        #expect(list.count == count && list.match == match && list.header == header)
        #expect(list.falsePositiveRate == header.falsePositiveRate)
    }

    @Test(
        arguments: [
            (Header(), nil), (Header(match: 2), nil), (Header(match: 3), nil), (Header(checksum: 7), nil),
            (Header(magic: Array("PWRBLK\r\n".utf8)), .notABlocklist),
            (Header(magic: [0x89, 0x50, 0x57, 0x52, 0x42, 0x0A, 0x1A, 0x0A]), .notABlocklist),
            (Header(magic: [0x09, 0x50, 0x57, 0x52, 0x42, 0x0D, 0x0A, 0x1A]), .notABlocklist),
            (Header(version: 0), .unknownVersion(0)), (Header(version: 1), .unknownVersion(1)),
            (Header(version: 3), .unknownVersion(3)),
            (Header(version: 1 << 32 - 1), .unknownVersion(1 << 32 - 1)),
            // Another version may have its sum elsewhere.
            (Header(version: 1, headerSum: 1), .unknownVersion(1)),
            (Header(version: 3, count: 0, headerSum: 1), .unknownVersion(3)),
            // NTLM hashes.
            (Header(digest: 2), nil),
            // More buckets than usual, and fewer, with up to 1,024 entries on average.
            (Header(bucketBits: 1), nil), (Header(count: 65), nil), (Header(count: 1_024), nil),
            (Header(bucketBits: 1, count: 2_048), nil),
            // The largest bucket has at least one entry, and at most all entries or 4,096.
            (Header(bucketBits: 7, count: 5_000, largestBucketCount: 4_096), nil),
        ] as [(Header, BlocklistProblem?)])
    func headerIsOpenedOrRefused(header: Header, expected: BlocklistProblem?) {
        #expect(problem(header) == expected)
    }

    @Test(arguments: [
        Header(headerSum: 0), Header(headerSum: .max), Header(reserved: 1), Header(reserved: 1 << 31),
        Header(headerLength: 63), Header(headerLength: 0), Header(headerLength: 0xFFFF_FFFF),
        Header(digest: 0), Header(digest: 3), Header(digest: 2, match: 2), Header(digest: 2, match: 3),
        Header(match: 0), Header(match: 4), Header(match: 255),
        Header(bucketBits: 25), Header(bucketBits: 64), Header(bucketBits: 255),
        Header(entryLength: 5), Header(entryLength: 0),
        Header(largestBucketCount: 0), Header(largestBucketCount: 2), Header(largestBucketCount: .max),
        Header(bucketBits: 7, count: 5_000, largestBucketCount: 4_097),
        Header(bucketBits: 7, count: 5_000, largestBucketCount: 1 << 63),
        Header(count: 0), Header(count: 1_025), Header(bucketBits: 1, count: 2_049),
        Header(count: 1, fileSize: 85), Header(count: 1, fileSize: 0), Header(count: 1, fileSize: .max),
        Header(count: 1, fileSize: 1 << 63),
    ])
    func headerWithAWrongFieldIsDamaged(header: Header) {
        #expect(problem(header) == .damagedHeader)
    }

    @Test(
        arguments: [
            0, 1 << 40, 1 << 40 + 1, 1 << 62, 1 << 63 - 1, 1 << 63, 1 << 63 + 1, .max - 1, .max, .max / 4,
            .max / 4 + 1, 3_689_348_814_741_910_323, 0x3333_3333_3333_3334,
        ] as [UInt64])
    func impossibleCountIsRefused(count: UInt64) {
        for bits in [0, 24] as [UInt8] {
            for size in [64, 80, 84, 1 << 20, Int.max] {
                for fileSize in [nil, UInt64(size)] {
                    let header = Header(bucketBits: bits, count: count, fileSize: fileSize)
                    #expect(problem(header, size: size) == .damagedHeader, "\(size)")
                }
            }
        }
    }

    @Test func listOfTheGreatestCountNeedsAFileOfItsSize() {
        let header = Header(bucketBits: 24, count: 1 << 40 - 1)
        let expected = 64 + 8 * (1 << 24 + 1) + 4 * (1 << 40 - 1)
        #expect(problem(header) == nil)
        for size in [64, 80, expected - 1, expected + 1, Int.max] {
            #expect(problem(header, size: size) == .wrongSize(expected: expected, actual: size))
        }
    }

    // MARK: - Buckets and sums

    /// Two adjacent records in the index of a list of 1,000 passwords, and whether they are valid.
    @Test(
        arguments: [
            (0, 0, 0..<0), (0, 1, 0..<1), (999, 1_000, 999..<1_000), (1_000, 1_000, 1_000..<1_000),
            (0, 1_000, 0..<1_000), (1, 0, nil), (0, 1_001, nil), (1_001, 1_001, nil), (1_000, 999, nil),
            (0, 1 << 39, nil), (1 << 40 - 1, 1 << 40 - 1, nil), (1 << 40 - 1, 0, nil), (0, 1 << 40 - 1, nil),
        ] as [(UInt64, UInt64, Range<Int>?)])
    func bucketLiesInsideTheEntries(first: UInt64, end: UInt64, entries: Range<Int>?) {
        let bytes = [first | 0xABCDEF << 40, end | 0x123456 << 40].flatMap { BlocklistImage.number($0, 8) }
        let header = Self.header(1_000, largest: 1_000)
        guard let entries else {
            #expect(throws: BlocklistProblem.damagedPart) { try BlocklistBucket(3, bytes.span, in: header) }
            return
        }
        #expect(throws: Never.self) {
            let bucket = try BlocklistBucket(3, bytes.span, in: header)
            #expect(bucket.entries == entries && bucket.number == 3)
        }
    }

    /// The sum of a bucket of these entries.
    private func sum(_ entries: [UInt32], number: Int = 3, first: Int = 0) -> BlocklistBucket.Checksum {
        var sum = BlocklistBucket.checksum(number: number, entries: first..<first + entries.count)
        for entry in entries { sum.add(entry) }
        return sum
    }

    @Test(
        arguments: [
            (0, 0, []), (0, 0, [0x0403_0201]), (5, 1_000, [0, .max]),
            (1 << 24 - 1, 1 << 40 - 2, [0x0607_0809]), (7, 3, (0..<4_096).map { $0 &* 0x9E37_79B1 }),
        ] as [(Int, Int, [UInt32])])
    func recordHasTheFirstEntryAndTheSum(number: Int, first: Int, entries: [UInt32]) throws {
        let end = first + entries.count
        var sum = BlocklistBucket.checksum(number: number, entries: first..<end)
        let bytes = entries.flatMap { BlocklistImage.number(UInt64($0), 4) }
        sum.add(bytes.span)
        #expect(self.sum(entries, number: number, first: first).value == sum.value)
        let record = BlocklistImage.number(BlocklistBucket.record(first: first, sum: sum), 8)
        #expect(record == BlocklistImage.record(number, first: first, end: end, entries: entries))
        let records = record + BlocklistImage.number(UInt64(end), 8)
        let header = Self.header(1 << 40 - 1, largest: 4_096)
        let bucket = try BlocklistBucket(number, records.span, in: header)
        #expect(throws: Never.self) { try bucket.verify(sum) }
        sum.add(1)
        #expect(throws: BlocklistProblem.damagedPart) { try bucket.verify(sum) }
    }

    /// Changes each byte of the first, the second and the last entry of a bucket to every other value, and
    /// swaps entries.
    @Test(arguments: [1, 2, 3, 64, 4_096])
    func bucketSumDetectsEveryChange(count: Int) {
        var source = SeededSource(seed: 57)
        var entries = (0..<count).map { _ in UInt32(truncatingIfNeeded: source.next()) }
        entries[0] = [0, .max, 0xFF00_0000, 0x00FF_FFFF, 0x8000_0000][source.below(5)]
        for index in Set([0, 1, count - 1]) where index < count {
            // Sums the entries before the changed one; those after it are left out.
            var before = BlocklistBucket.checksum(number: 3, entries: 0..<count)
            for entry in entries[..<index] { before.add(entry) }
            var whole = before
            whole.add(entries[index])
            for shift in [0, 8, 16, 24] as [UInt32] {
                for change in UInt32(1)...255 {
                    var changed = before
                    changed.add(entries[index] ^ change << shift)
                    if changed.value == whole.value {
                        Issue.record("\(count): \(change) at \(index), \(shift)")
                    }
                }
            }
        }
        guard count == 64 else { return }
        entries.sort()
        for index in 1..<count {
            var swapped = entries
            swapped.swapAt(index - 1, index)
            #expect(sum(swapped).value != sum(entries).value, "\(index)")
        }
    }

    /// The examples that the algorithm's authors publish.
    @Test(
        arguments: [
            ("", 0xCBF2_9CE4_8422_2325), ("a", 0xAF63_DC4C_8601_EC8C), ("foobar", 0x8594_4171_F739_67E8),
        ] as [(String, UInt64)])
    func sumsAreThoseOfFNV(text: String, value: UInt64) {
        #expect(Checksum(of: Array(text.utf8).span).value == value)
        #expect(BlocklistImage.fnv(Array(text.utf8)) == value)
        var pieces = Checksum()
        for byte in text.utf8 { pieces.add(UInt64(byte), length: 1) }
        #expect(pieces.value == value)
    }

    @Test func numbersOfMatchesAreStable() {
        #expect(BlocklistMatch.allCases.map(\.rawValue) == [1, 2, 3])
        #expect(BlocklistMatch.allCases.map { "\($0.name)" } == ["exact", "folded", "mangled"])
        #expect(BlocklistMatch.exact < .folded && BlocklistMatch.folded < .mangled)
    }
}
