import Testing

@testable import PasswordRules

/// The header, the index and the sums; `BlocklistTests` looks keys up.
@Suite struct BlocklistFormatTests {
    typealias Header = BlocklistImage.Header

    /// The problem of opening a file with this header and zeros behind it; nil where there is none.
    private func problem(_ header: Header, size: Int? = nil) -> BlocklistProblem? {
        let file = MemoryFile(header.bytes, size: size ?? Int(clamping: header.expectedSize))
        defer {
            #expect(file.readsOutside == 0)
            #expect(file.reads == 1)
            #expect(file.longestRead <= 64)
        }
        do {
            _ = try file.open()
            return nil
        } catch {
            return error
        }
    }

    // MARK: - Layout

    @Test(arguments: [
        (1, 0), (2, 0), (63, 0), (64, 0), (65, 1), (127, 1), (128, 1), (129, 2), (256, 2), (257, 3),
        (4_096, 6),
        (4_097, 7), (1_000_000, 14), (64 << 22, 22), (64 << 22 + 1, 23), (64 << 23, 23), (64 << 23 + 1, 24),
        (64 << 24, 24), (64 << 24 + 1, 24), (2_000_000_000, 24), (1 << 40 - 1, 24),
    ])
    func bucketsHaveSixtyFourEntriesAtMostOnAverage(count: Int, bits: Int) {
        #expect(BlocklistHeader.bucketBits(forCount: count) == bits)
        #expect(BlocklistImage.bucketBits(count) == bits)
        let header = BlocklistHeader(count: count, match: .exact, checksum: 0)
        #expect(header.bucketBits == bits)
        #expect(header.bucketCount == 1 << bits)
        #expect(header.entriesOffset == 64 + 8 * (1 << bits + 1))
        #expect(header.fileSize == 64 + 8 * (1 << bits + 1) + 5 * count)
    }

    @Test(
        arguments: [
            (1, 0x0123_4567_89AB_CDEF, 0, 0x01_2345_6789), (1, .max, 0, 0xFF_FFFF_FFFF), (1, 0, 0, 0),
            (65, 0x8000_0000_0100_0000, 1, 0x00_0000_0002), (65, 0x7FFF_FFFF_FF7F_FFFF, 0, 0xFF_FFFF_FFFE),
            (64 << 24, 0x0123_4567_89AB_CDEF, 0x01_2345, 0x67_89AB_CDEF),
            (64 << 24, .max, 0xFF_FFFF, 0xFF_FFFF_FFFF),
            (64 << 24, 1, 0, 1), (64 << 24, 0x0000_00FF_FFFF_FFFF, 0, 0xFF_FFFF_FFFF),
            (64 << 24, 0x0000_0100_0000_0000, 1, 0),
        ] as [(Int, UInt64, Int, UInt64)])
    func aKeyIsItsBucketAndTheFortyBitsBehind(count: Int, key: UInt64, bucket: Int, entry: UInt64) {
        let header = BlocklistHeader(count: count, match: .exact, checksum: 0)
        #expect(header.bucket(of: key) == bucket)
        #expect(header.entry(of: key) == entry)
    }

    @Test(arguments: [10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000, 2_000_000_000])
    func hardlyAnyPasswordIsTakenForAnotherOne(count: Int) {
        let rate = BlocklistHeader(count: count, match: .exact, checksum: 0).falsePositiveRate
        #expect(rate < 1e-8)
        let perBucket = Double(count) / Double(1 << BlocklistImage.bucketBits(count))
        #expect(abs(rate / (perBucket / 1_099_511_627_776) - 1) < 1e-9)
    }

    // MARK: - The header

    @Test(arguments: BlocklistMatch.allCases, [1, 64, 65, 100_000, 2_000_000_000, 1 << 40 - 1])
    func aHeaderIsReadAsItIsWritten(match: BlocklistMatch, count: Int) throws {
        let header = BlocklistHeader(count: count, match: match, checksum: 0x0123_4567_89AB_CDEF)
        let image = Header(
            match: UInt8(match.rawValue), bucketBits: UInt8(BlocklistImage.bucketBits(count)),
            count: UInt64(count),
            checksum: 0x0123_4567_89AB_CDEF)
        #expect(header.bytes == image.bytes)
        #expect(try BlocklistHeader(image.bytes.span, fileSize: header.fileSize) == header)
        let list = try MemoryFile(image.bytes, size: header.fileSize).open()
        #expect(list.count == count)
        #expect(list.match == match)
        #expect(list.header == header)
        #expect(list.falsePositiveRate == header.falsePositiveRate)
    }

    @Test(
        arguments: [
            (Header(), nil),
            (Header(magic: Array("PWRBLK\r\n".utf8)), .notABlocklist),
            (Header(magic: [0x89, 0x50, 0x57, 0x52, 0x42, 0x0A, 0x1A, 0x0A]), .notABlocklist),
            (Header(magic: [0x09, 0x50, 0x57, 0x52, 0x42, 0x0D, 0x0A, 0x1A]), .notABlocklist),
            (Header(version: 0), .unknownVersion(0)), (Header(version: 2), .unknownVersion(2)),
            (Header(version: 0xFFFF_FFFF), .unknownVersion(0xFFFF_FFFF)),
            // Where another version's sum is, nobody knows.
            (Header(version: 2, headerSum: 1), .unknownVersion(2)),
            (Header(version: 2, count: 0, headerSum: 1), .unknownVersion(2)),
            (Header(headerSum: 0), .damagedHeader), (Header(headerSum: .max), .damagedHeader),
            (Header(headerLength: 63), .damagedHeader), (Header(headerLength: 0), .damagedHeader),
            (Header(headerLength: 0xFFFF_FFFF), .damagedHeader),
            (Header(digest: 0), .damagedHeader), (Header(digest: 2), .damagedHeader),
            (Header(match: 0), .damagedHeader), (Header(match: 4), .damagedHeader),
            (Header(match: 255), .damagedHeader),
            (Header(match: 2), nil), (Header(match: 3), nil),
            (Header(bucketBits: 1), .damagedHeader), (Header(bucketBits: 24), .damagedHeader),
            (Header(bucketBits: 64), .damagedHeader), (Header(bucketBits: 255), .damagedHeader),
            (Header(entryLength: 4), .damagedHeader), (Header(entryLength: 0), .damagedHeader),
            (Header(firstReserved: 1), .damagedHeader), (Header(secondReserved: 1), .damagedHeader),
            (Header(secondReserved: .max), .damagedHeader),
            (Header(count: 0), .damagedHeader), (Header(count: 65), .damagedHeader),
            (Header(bucketBits: 1, count: 64), .damagedHeader),
            (Header(count: 1, fileSize: 84), .damagedHeader), (Header(count: 1, fileSize: 0), .damagedHeader),
            (Header(count: 1, fileSize: .max), .damagedHeader),
            (Header(count: 1, fileSize: 1 << 63), .damagedHeader),
            (Header(checksum: 7), nil),
        ] as [(Header, BlocklistProblem?)])
    func aHeaderWithAWrongFieldIsRefused(header: Header, expected: BlocklistProblem?) {
        #expect(problem(header) == expected)
    }

    @Test(
        arguments: [
            0, 1 << 40, 1 << 40 + 1, 1 << 62, 1 << 63 - 1, 1 << 63, 1 << 63 + 1, .max - 1, .max, .max / 5,
            .max / 5 + 1,
            3_689_348_814_741_910_323, 0x3333_3333_3333_3334,
        ] as [UInt64])
    func aCountThatNoFileHasIsRefused(count: UInt64) {
        for bits in [0, 24] as [UInt8] {
            let header = Header(bucketBits: bits, count: count)
            for size in [64, 80, 85, 1 << 20, Int.max] {
                #expect(problem(header, size: size) == .damagedHeader, "\(size)")
                let lie = Header(bucketBits: bits, count: count, fileSize: UInt64(size))
                #expect(problem(lie, size: size) == .damagedHeader, "\(size)")
            }
        }
    }

    @Test func aListOfTheGreatestCountNeedsAFileOfItsSize() {
        let header = Header(bucketBits: 24, count: 1 << 40 - 1)
        let expected = 64 + 8 * (1 << 24 + 1) + 5 * (1 << 40 - 1)
        #expect(problem(header) == nil)
        for size in [64, 80, expected - 1, expected + 1, Int.max] {
            #expect(problem(header, size: size) == .wrongSize(expected: expected, actual: size))
        }
    }

    @Test(arguments: [-1, Int.min, 0, 1, 7])
    func lessThanTheFirstEightBytesIsNoBlocklist(size: Int) {
        let file = MemoryFile(Array(Header().bytes.prefix(max(0, size))), size: size)
        #expect(throws: BlocklistProblem.notABlocklist) { _ = try file.open() }
        #expect(file.reads <= 1)
    }

    @Test(arguments: BlocklistMatch.allCases)
    func everyBitOfTheHeaderIsChecked(match: BlocklistMatch) {
        let header = Header(match: UInt8(match.rawValue), checksum: 0xFEDC_BA98_7654_3210)
        for bit in 0..<512 {
            var bytes = header.bytes
            bytes[bit / 8] ^= 1 << UInt8(bit % 8)
            #expect(throws: BlocklistProblem.self, "\(bit)") {
                try BlocklistHeader(bytes.span, fileSize: 85)
            }
        }
    }

    @Test(arguments: [51, 52, 53, 54] as [UInt64])
    func randomHeadersAreRefused(seed: UInt64) {
        var source = SeededSource(seed: seed)
        for _ in 0..<2_000 {
            // With a sum that fits, so that the fields themselves are looked at.
            var bytes = Header().bytes
            for _ in 0..<1 + source.below(6) { bytes[source.below(56)] = UInt8(source.below(256)) }
            bytes.replaceSubrange(
                56..., with: BlocklistImage.number(BlocklistImage.fnv(Array(bytes[..<56])), 8))
            let file = MemoryFile(bytes, size: [64, 85, 1 << 40][source.below(3)])
            guard let list = try? file.open() else { continue }
            let isSame = list.count == 1 && file.size == 85 && bytes[..<17] == Header().bytes[..<17]
            if !isSame { Issue.record("seed \(seed): \(bytes)") }
        }
    }

    // MARK: - Buckets and sums

    /// What an index of a list of 1,000 has at a bucket: the record's number, the next one's, and whether it can be.
    @Test(
        arguments: [
            (0, 0, 0..<0), (0, 1, 0..<1), (999, 1_000, 999..<1_000), (1_000, 1_000, 1_000..<1_000),
            (0, 1_000, 0..<1_000),
            (1, 0, nil), (0, 1_001, nil), (1_001, 1_001, nil), (1_000, 999, nil), (0, 1 << 39, nil),
            (1 << 40 - 1, 1 << 40 - 1, nil), (1 << 40 - 1, 0, nil), (0, 1 << 40 - 1, nil),
        ] as [(UInt64, UInt64, Range<Int>?)])
    func aBucketLiesInsideTheEntries(first: UInt64, end: UInt64, entries: Range<Int>?) {
        let header = BlocklistHeader(count: 1_000, match: .exact, checksum: 0)
        let bytes =
            BlocklistImage.number(first | 0xABCDEF << 40, 8) + BlocklistImage.number(end | 0x123456 << 40, 8)
        guard let entries else {
            #expect(throws: BlocklistProblem.damagedPart) {
                try BlocklistBucket(3, bytes.span, in: header)
            }
            return
        }
        #expect(throws: Never.self) {
            let bucket = try BlocklistBucket(3, bytes.span, in: header)
            #expect(bucket.entries == entries)
            #expect(bucket.number == 3)
        }
    }

    @Test func aBucketHasSoManyEntriesAtMost() throws {
        let header = BlocklistHeader(count: 1 << 40 - 1, match: .exact, checksum: 0)
        for first in [0, 1, 1 << 30, 1 << 40 - 1 - (1 << 20)] as [UInt64] {
            let largest = BlocklistImage.number(first, 8) + BlocklistImage.number(first + 1 << 20, 8)
            #expect(try BlocklistBucket(0, largest.span, in: header).entries.count == 1 << 20)
            let larger = BlocklistImage.number(first, 8) + BlocklistImage.number(first + 1 << 20 + 1, 8)
            #expect(throws: BlocklistProblem.damagedPart) {
                try BlocklistBucket(0, larger.span, in: header)
            }
        }
    }

    @Test(
        arguments: [
            (0, 0, 0, []), (0, 0, 1, [1, 2, 3, 4, 5]),
            (5, 1_000, 1_002, [0, 0, 0, 0, 0, 255, 255, 255, 255, 255]),
            (1 << 24 - 1, 1 << 40 - 2, 1 << 40 - 1, [9, 8, 7, 6, 5]),
        ] as [(Int, Int, Int, [UInt8])])
    func aRecordHasTheFirstEntryAndTheSum(number: Int, first: Int, end: Int, entries: [UInt8]) throws {
        var sum = BlocklistBucket.checksum(number: number, entries: first..<end)
        sum.add(entries.span)
        let record = BlocklistImage.number(BlocklistBucket.record(first: first, sum: sum), 8)
        #expect(record == BlocklistImage.record(number, first: first, end: end, entries: entries))
        let header = BlocklistHeader(count: 1 << 40 - 1, match: .exact, checksum: 0)
        let bucket = try BlocklistBucket(
            number, (record + BlocklistImage.number(UInt64(end), 8)).span, in: header)
        #expect(throws: Never.self) { try bucket.verify(sum) }
        sum.add([0].span)
        #expect(throws: BlocklistProblem.damagedPart) { try bucket.verify(sum) }
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

    /// Even in the 24 bits that an index has.
    @Test func aSumTellsOfEveryByteThatWasChanged() {
        var bytes = (0..<40).map { UInt8(truncatingIfNeeded: $0 &* 37) }
        let sum = Checksum(of: bytes.span).value & 0xFF_FFFF
        for offset in bytes.indices {
            for change in UInt8(1)...255 {
                bytes[offset] ^= change
                if Checksum(of: bytes.span).value & 0xFF_FFFF == sum { Issue.record("\(offset), \(change)") }
                bytes[offset] ^= change
            }
        }
    }

    /// From both ends, whatever was added before, and of each length.
    @Test func whatFollowsIsHeldAgainstTheSumThatIsExpected() {
        for length in 0..<24 {
            var bytes = (0..<length).map { UInt8(truncatingIfNeeded: 91 &* $0 &+ 7) }
            var before = Checksum()
            before.add(UInt64(length), length: 5)
            var after = before
            after.add(bytes.span)
            // Of what is expected, 24 bits count.
            for expected in [after.value, after.value & 0xFF_FFFF] {
                let isFollowed = before.isFollowed(by: bytes.span, to: expected)
                #expect(isFollowed)
            }
            for bit in 0..<24 {
                let isFollowed = before.isFollowed(by: bytes.span, to: after.value ^ 1 << UInt64(bit))
                #expect(!isFollowed)
            }
            for offset in bytes.indices {
                for change in UInt8(1)...255 {
                    bytes[offset] ^= change
                    if before.isFollowed(by: bytes.span, to: after.value) {
                        Issue.record("\(length), \(offset), \(change)")
                    }
                    bytes[offset] ^= change
                }
            }
        }
    }

    @Test func numbersOfProblemsAndMatchesAreStable() {
        let problems: [BlocklistProblem] = [
            .notABlocklist, .unknownVersion(2), .damagedHeader, .wrongSize(expected: 1, actual: 2),
            .damagedPart, .truncated, .unreadable(error: 5),
        ]
        #expect(problems.map(\.code) == Array(320...326))
        #expect(BlocklistMatch.allCases.map(\.rawValue) == [1, 2, 3])
        #expect(BlocklistMatch.allCases.map { "\($0.name)" } == ["exact", "folded", "mangled"])
        #expect(BlocklistMatch.exact < .folded && BlocklistMatch.folded < .mangled)
    }
}
