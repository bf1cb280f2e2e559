import PasswordRules
import Synchronization
import Testing

@testable import PasswordRulesBlocklist

@Suite struct BlocklistBuildVerifierTests {
    private func damage(_ bytes: [UInt8]) -> BlocklistDamage? {
        do throws(BlocklistDamage) {
            _ = try BlocklistVerifier.verify(size: bytes.count, reader: reader(bytes))
            return nil
        } catch {
            return error
        }
    }

    private func list(_ count: Int, match: BlocklistMatch = .mangled) throws -> [UInt8] {
        var source = SeededSource(seed: 5)
        return try blocklist((0..<count).map { _ in source.next() }, match: match, folder: ScratchFolder())
    }

    @Test(arguments: [1, 64, 65, 5_000, 60_000])
    func findsNoMistakeWhereThereIsNone(count: Int) throws {
        let bytes = try list(count)
        var reports: [Int] = []
        let header = try BlocklistVerifier.verify(size: bytes.count, reader: reader(bytes)) {
            reports.append($0)
        }
        #expect((header.count, header.match) == (count, .mangled))
        #expect(reports.last == bytes.count)
    }

    @Test func findsEveryByteThatWasChanged() throws {
        // Four buckets.
        let bytes = try list(130)
        #expect(bytes.count == 64 + 8 * 5 + 4 * 130)
        for offset in bytes.indices {
            let others =
                (0..<8).map { bytes[offset] ^ 1 << $0 } + [0, 0xFF, ~bytes[offset], bytes[offset] &+ 1]
            for other in others where other != bytes[offset] {
                var damaged = bytes
                damaged[offset] = other
                #expect(damage(damaged) != nil, "\(other) at \(offset)")
            }
        }
    }

    @Test func findsEveryOtherLength() throws {
        let bytes = try list(70)
        for count in bytes.indices { #expect(damage(Array(bytes.prefix(count))) != nil, "\(count) bytes") }
        #expect(damage(bytes + [0]) == .problem(.wrongSize(expected: bytes.count, actual: bytes.count + 1)))
    }

    /// A carefully forged list: `change` is applied to index and entries, and the header's sum is corrected; `largest` is the
    /// header's largest bucket.
    private func forged(
        _ count: Int, largest: Int? = nil, _ change: (inout [UInt8], BlocklistHeader) -> Void
    ) throws -> [UInt8] {
        var bytes = try list(count)
        let old = try BlocklistHeader(bytes.span.extracting(0..<64), fileSize: bytes.count)
        change(&bytes, old)
        let sum = Checksum(of: bytes.span.extracting(BlocklistHeader.lengthInBytes...)).value
        let header = BlocklistHeader(
            count: count, match: .mangled, largestBucketCount: largest ?? old.largestBucketCount,
            checksum: sum)
        bytes.replaceSubrange(0..<BlocklistHeader.lengthInBytes, with: header.bytes)
        return bytes
    }

    @Test func saysWhereTheDamageIs() throws {
        #expect(damage(try forged(70) { _, _ in }) == nil)
        // The first of the second bucket's entries.
        let start = try Int(list(70)[72])
        #expect(
            damage(try forged(70) { bytes, header in bytes[header.entriesOffset + 4 * start] ^= 1 })
                == .bucket(1, offset: 64 + 8 * 3 + 4 * start))
        #expect(damage(try forged(70) { bytes, _ in bytes[64] = 1 }) == .index(bucket: 0, offset: 64))
        #expect(damage(try forged(70) { bytes, _ in bytes[72 + 4] = 1 }) == .index(bucket: 1, offset: 72))
        #expect(damage(try forged(70) { bytes, _ in bytes[72] = 71 }) == .index(bucket: 1, offset: 72))
        #expect(damage(try forged(70) { bytes, _ in bytes[80] = 69 }) == .index(bucket: 1, offset: 80))
        #expect(damage(try forged(70) { bytes, _ in bytes[80 + 7] = 1 }) == .index(bucket: 1, offset: 80))
        #expect(
            damage(try forged(70) { bytes, _ in bytes[72 + 6] ^= 1 })
                == .bucket(1, offset: 64 + 8 * 3 + 4 * start))
        // Two entries of the only bucket are exchanged, with a correct sum.
        let descending = try forged(60) { bytes, header in
            let place = header.entriesOffset + 4 * 10
            let pair = Array(bytes[place..<place + 8])
            bytes.replaceSubrange(place..<place + 8, with: pair[4...] + pair[..<4])
            var sum = BlocklistBucket.checksum(number: 0, entries: 0..<60)
            sum.add(bytes.span.extracting(header.entriesOffset...))
            let record = BlocklistBucket.record(first: 0, sum: sum)
            for index in 0..<8 { bytes[64 + index] = UInt8(truncatingIfNeeded: record >> UInt64(8 * index)) }
        }
        #expect(damage(descending) == .order(bucket: 0, offset: 64 + 8 * 2 + 4 * 11))
        // Only the sum of the whole list is wrong.
        let bytes = try list(70)
        let largest = max(start, 70 - start)
        let header = BlocklistHeader(count: 70, match: .mangled, largestBucketCount: largest, checksum: 7)
        #expect(damage(header.bytes + bytes[64...]) == .checksum)
        // Fewer entries than the largest bucket has: a lookup would not read all of it.
        let number = start == largest ? 1 : 2
        #expect(
            damage(try forged(70, largest: largest - 1) { _, _ in })
                == .index(bucket: min(number, 1), offset: 64 + 8 * number))
    }

    @Test func findsThatTheIndexChangesMeanwhile() throws {
        let bytes = try list(70)
        let reads = Mutex(0)
        #expect(throws: BlocklistDamage.index(bucket: 1, offset: 72)) {
            try BlocklistVerifier.verify(size: bytes.count) { offset, buffer in
                var bytes = bytes
                // The index is read once by itself, and again beside the entries.
                let isAgain = reads.withLock { count in
                    if offset == 64 { count += 1 }
                    return count > 1
                }
                if isAgain { bytes[80] = 0 }
                return reader(bytes)(offset, &buffer)
            }
        }
    }

    @Test func saysThatAFileCannotBeRead() throws {
        let bytes = try list(5_000)
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
        let bytes = try list(5_000)
        let reader = reader(bytes)
        let header = try BlocklistVerifier.verify(size: bytes.count) { offset, buffer in
            // The header is read whole, as the engine asks for it.
            min(reader(offset, &buffer), offset == 0 ? 64 : 7)
        }
        #expect(header.count == 5_000)
    }
}
