import Testing

@testable import PasswordRules

/// The header of a list of ranked words, and the parts of the list that must fit it.
@Suite struct RankedWordsHeaderTests {
    private func header(_ file: [UInt8]) throws(RankedWordsProblem) -> RankedWordsHeader {
        try RankedWordsHeader(file.span)
    }

    private static let words = wordsOfLetters(40)

    // MARK: - Layout

    @Test(arguments: [
        (1, 0), (8, 0), (9, 1), (16, 1), (17, 2), (8 << 16, 16), (8 << 16 + 1, 17), (800_000, 17),
    ])
    func bucketsHaveEightEntriesOnAverage(count: Int, bits: Int) {
        let header = RankedWordsHeader(count: count, checksum: 7)
        #expect(header.bucketBits == bits && header.bucketCount == 1 << bits)
        // 27 times 27 times 27 costs, and a byte more.
        #expect(header.indexOffset == 64 + 19_688 && header.entriesOffset == header.indexOffset + 4 << bits)
        #expect(header.fileSize % 32 == 0)
        #expect((0..<32).contains(header.fileSize - header.entriesOffset - 5 * count))
        #expect(header.bytes.count == 64)
    }

    /// The bucket is a key's first bits, and the entry the 32 after them.
    @Test func keyIsABucketAndAnEntry() {
        let key: UInt64 = 0x8123_4567_89AB_CDEF
        for (count, bucket, entry): (Int, Int, UInt64) in [
            (1, 0, 0x8123_4567), (9, 1, 0x0246_8ACF), (17, 2, 0x048D_159E), (800_000, 0x10246, 0x8ACF_1357),
        ] {
            let header = RankedWordsHeader(count: count, checksum: 0)
            #expect(header.bucket(of: key) == bucket && header.entry(of: key) == entry, "\(count)")
            #expect(header.bucket(of: 0) == 0 && header.entry(of: 0) == 0)
            #expect(header.bucket(of: .max) == header.bucketCount - 1)
            #expect(header.entry(of: .max) == 0xFFFF_FFFF)
        }
    }

    @Test func headerIsReadAsItIsWritten() throws {
        let file = RankedWordList.bytes(of: Self.words)
        let read = try header(file)
        #expect(read.count == 40 && read.fileSize == file.count && read.bytes == Array(file.prefix(64)))
        #expect(read.checksum == RankedWordsHeader.checksum(of: file.span))
        #expect(Array(file.prefix(8)) == [0x89, 0x50, 0x57, 0x52, 0x57, 0x0D, 0x0A, 0x1A])
        #expect(Array(file[8..<12]) == [1, 0, 0, 0] && Array(file[24..<28]) == [40, 0, 0, 0])
    }

    // MARK: - Damage

    /// Each of the 512 bits of the header.
    @Test func everyBitIsNoticed() {
        let file = RankedWordList.bytes(of: Self.words)
        for bit in 0..<512 {
            var damaged = file
            damaged[bit / 8] ^= 1 << UInt8(bit % 8)
            let expected: RankedWordsProblem
            switch bit / 8 {
            case 0..<8: expected = .notRankedWords
            case 8..<12:
                let version = UInt32(1) ^ 1 << UInt32(bit - 64)
                expected = .unknownVersion(Int(version))
            default: expected = .damagedHeader
            }
            #expect(throws: expected, "bit \(bit)") { try header(damaged) }
            #expect(throws: expected, "bit \(bit)") { _ = try RankedWordList(damaged) }
        }
    }

    @Test func everyLengthIsNoticed() {
        let file = RankedWordList.bytes(of: Self.words)
        for length in Array(0..<200) + [1000, file.count - 8, file.count - 1] {
            let expected: RankedWordsProblem =
                length < 8
                ? .notRankedWords
                : .wrongSize(expected: length < 64 ? 64 : file.count, actual: length)
            #expect(throws: expected) { try header(Array(file.prefix(length))) }
        }
        for more in [1, 8, 100_000] {
            let longer = file + [UInt8](repeating: 0, count: more)
            #expect(throws: RankedWordsProblem.wrongSize(expected: file.count, actual: file.count + more)) {
                try header(longer)
            }
        }
    }

    /// Numbers of entries that no list can have, under a correct checksum.
    @Test func numbersOutOfRangeAreDamage() {
        for count in [0, 800_001, 1 << 32, UInt64.max] {
            var bytes = RankedWordsHeader(count: 1, checksum: 0).bytes
            for index in 0..<8 { bytes[24 + index] = UInt8(truncatingIfNeeded: count >> UInt64(8 * index)) }
            let checksum = Checksum(of: bytes.span.extracting(0..<56)).value
            for index in 0..<8 {
                bytes[56 + index] = UInt8(truncatingIfNeeded: checksum >> UInt64(8 * index))
            }
            #expect(throws: RankedWordsProblem.damagedHeader, "\(count)") { try header(bytes) }
        }
        #expect(throws: RankedWordsProblem.notRankedWords) { try header([]) }
    }

    /// Ends of buckets that no list can have, under correct checksums. They are refused, because lookups trust them.
    @Test func endsOfBucketsMustFitTheEntries() throws {
        let file = RankedWordList.bytes(of: Self.words)
        let layout = try header(file)
        #expect(layout.bucketCount == 8)
        let ends = (0..<8).map { file[layout.indexOffset + 4 * $0] }
        for (bucket, end): (Int, [UInt8]) in [
            (0, [41, 0, 0, 0]), (0, [255, 255, 255, 255]), (3, [0, 0, 0, 0x80]), (7, [39, 0, 0, 0]),
            (7, [41, 0, 0, 0]),
            (7, [0, 0, 0, 0]), (4, [ends[5] + 1, 0, 0, 0]), (5, [ends[4] - 1, 0, 0, 0]),
        ] {
            var changed = file
            for index in 0..<4 { changed[layout.indexOffset + 4 * bucket + index] = end[index] }
            let checksum = RankedWordsHeader.checksum(of: changed.span)
            changed.replaceSubrange(0..<64, with: RankedWordsHeader(count: 40, checksum: checksum).bytes)
            #expect(throws: RankedWordsProblem.damaged, "\(bucket): \(end)") {
                _ = try RankedWordList(changed)
            }
        }
    }

    /// Padding: the byte after the costs, and the last bytes of the file.
    @Test func paddingIsInTheChecksum() throws {
        let file = RankedWordList.bytes(of: Array(Self.words.prefix(3)))
        let layout = try header(file)
        let padding = [layout.indexOffset - 1] + Array(layout.entriesOffset + 15..<layout.fileSize)
        #expect(padding.count == 1 + layout.fileSize - layout.entriesOffset - 15)
        for index in padding {
            var changed = file
            changed[index] ^= 1
            #expect(throws: RankedWordsProblem.damaged, "\(index)") { _ = try RankedWordList(changed) }
        }
    }
}
