import PasswordRules
import Synchronization
import Testing

@testable import PasswordRulesLists

@Suite struct BlocklistBuildVerifierTests {
    private func damage(_ bytes: [UInt8]) -> BlocklistDamage? {
        thrown { () throws(BlocklistDamage) in
            _ = try BlocklistVerifier.verify(size: bytes.count, reader: reader(bytes))
        }
    }

    private static func list(_ count: Int) -> [UInt8] {
        var source = SeededSource(seed: 5)
        return BlocklistImage.file((0..<count).map { _ in source.next() }, match: .mangled)
    }

    @Test(arguments: [1, 64, 65, 5_000])
    func findsNoMistakeWhereThereIsNone(count: Int) throws {
        let bytes = Self.list(count)
        var reports: [Int] = []
        let header = try BlocklistVerifier.verify(size: bytes.count, reader: reader(bytes)) {
            reports.append($0)
        }
        #expect((header.count, header.match) == (count, .mangled))
        #expect(reports.last == bytes.count)
    }

    @Test func findsEveryChangedByte() {
        // Four buckets.
        let bytes = Self.list(130)
        #expect(bytes.count == 64 + 8 * 5 + 4 * 130)
        for offset in bytes.indices {
            let others =
                (0..<8).map { bytes[offset] ^ 1 << $0 } + [0, 0xFF, ~bytes[offset], bytes[offset] &+ 1]
            for other in Set(others) where other != bytes[offset] {
                var damaged = bytes
                damaged[offset] = other
                if damage(damaged) == nil { Issue.record("\(other) at \(offset)") }
            }
        }
    }

    @Test func findsEveryOtherLength() {
        let bytes = Self.list(70)
        for count in bytes.indices { #expect(damage(Array(bytes.prefix(count))) != nil, "\(count) bytes") }
        #expect(damage(bytes + [0]) == .problem(.wrongSize(expected: bytes.count, actual: bytes.count + 1)))
    }

    /// A carefully forged list: `change` is applied to index and entries, and the header's sum is corrected;
    /// `largest` is the header's largest bucket.
    private func forged(
        _ count: Int = 70, largest: Int? = nil,
        _ change: (inout [UInt8], BlocklistHeader) -> Void = { _, _ in }
    ) throws -> [UInt8] {
        var bytes = Self.list(count)
        let old = try BlocklistHeader(bytes.span.extracting(0..<64), fileSize: bytes.count)
        change(&bytes, old)
        let sum = Checksum(of: bytes.span.extracting(BlocklistHeader.lengthInBytes...)).value
        let header = BlocklistHeader(
            count: count, match: .mangled, largestBucketCount: largest ?? old.largestBucketCount,
            checksum: sum)
        bytes.replaceSubrange(0..<BlocklistHeader.lengthInBytes, with: header.bytes)
        return bytes
    }

    /// The index of 70 keys has three records, from 64 on, and the entries begin at 88.
    @Test(arguments: [
        // The offset of a byte, its new value, and the bucket and the record that are reported.
        (64, 1, 0, 64), (72 + 4, 1, 1, 72), (72, 71, 1, 72), (80, 69, 1, 80), (80 + 7, 1, 1, 80),
    ])
    func saysWhichRecordIsDamaged(offset: Int, value: UInt8, bucket: Int, record: Int) throws {
        #expect(damage(try forged()) == nil)
        let bytes = try forged { bytes, _ in bytes[offset] = value }
        #expect(damage(bytes) == .index(bucket: bucket, offset: record))
    }

    @Test func saysWhereTheDamageIs() throws {
        // The first of the second bucket's entries.
        let start = Int(Self.list(70)[72])
        let second = BlocklistDamage.bucket(1, offset: 88 + 4 * start)
        #expect(damage(try forged { bytes, _ in bytes[88 + 4 * start] ^= 1 }) == second)
        #expect(damage(try forged { bytes, _ in bytes[72 + 6] ^= 1 }) == second)
        // Two entries of the only bucket are exchanged, with a correct sum.
        let descending = try forged(60) { bytes, header in
            let offset = header.entriesOffset + 4 * 10
            let pair = Array(bytes[offset..<offset + 8])
            bytes.replaceSubrange(offset..<offset + 8, with: pair[4...] + pair[..<4])
            var sum = BlocklistBucket.checksum(number: 0, entries: 0..<60)
            sum.add(bytes.span.extracting(header.entriesOffset...))
            let record = BlocklistImage.number(BlocklistBucket.record(first: 0, sum: sum), 8)
            bytes.replaceSubrange(64..<72, with: record)
        }
        #expect(damage(descending) == .order(bucket: 0, offset: 64 + 8 * 2 + 4 * 11))
        // Only the sum of the whole list is wrong.
        let largest = max(start, 70 - start)
        let header = BlocklistHeader(count: 70, match: .mangled, largestBucketCount: largest, checksum: 7)
        #expect(damage(header.bytes + Self.list(70)[64...]) == .checksum)
        // The header understates the largest bucket: a lookup would not read all of it.
        let number = start == largest ? 1 : 2
        #expect(
            damage(try forged(largest: largest - 1))
                == .index(bucket: min(number, 1), offset: 64 + 8 * number))
    }

    @Test func detectsAChangingIndex() {
        let bytes = Self.list(70)
        let reads = Mutex(0)
        #expect(throws: BlocklistDamage.index(bucket: 1, offset: 72)) {
            try BlocklistVerifier.verify(size: bytes.count) { offset, buffer in
                var bytes = bytes
                // The verifier reads the index twice: first alone, then together with the entries.
                let isAgain = reads.withLock { count in
                    if offset == 64 { count += 1 }
                    return count > 1
                }
                if isAgain { bytes[80] = 0 }
                return reader(bytes)(offset, &buffer)
            }
        }
    }

    @Test func reportsUnreadableFile() {
        let bytes = Self.list(5_000)
        let reader = reader(bytes)
        for (result, problem): (Int, BlocklistProblem) in [
            (-5, .unreadable(error: 5)), (0, .wrongSize(expected: bytes.count, actual: bytes.count - 1_000)),
        ] {
            #expect(throws: BlocklistDamage.problem(problem)) {
                try BlocklistVerifier.verify(size: bytes.count) { offset, buffer in
                    if offset >= bytes.count - 1_000 { return result }
                    let count = reader(offset, &buffer)
                    return min(count, bytes.count - 1_000 - offset)
                }
            }
        }
    }

    @Test func readsInSmallPiecesToo() throws {
        let bytes = Self.list(5_000)
        let reader = reader(bytes)
        let header = try BlocklistVerifier.verify(size: bytes.count) { offset, buffer in
            // The header is read whole, as the engine asks for it.
            min(reader(offset, &buffer), offset == 0 ? 64 : 7)
        }
        #expect(header.count == 5_000)
    }
}
