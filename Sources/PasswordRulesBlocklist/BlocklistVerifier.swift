package import PasswordRules

/// Damage of a blocklist, with its place.
package enum BlocklistDamage: Error, Equatable, Sendable {
    /// What opening the list says, too.
    case problem(BlocklistProblem)
    /// The index has a bucket begin before the one ahead of it, or beyond the last entry.
    case index(bucket: Int, offset: Int)
    /// The sum of a bucket is not what the index says.
    case bucket(Int, offset: Int)
    /// An entry is smaller than the one before it in its bucket.
    case order(bucket: Int, offset: Int)
    /// Every bucket is right by itself, and the sum of all is not what the header says.
    case checksum
}

/// Reads all of a blocklist, from its start to its end, and finds any byte that is not as it was written.
///
/// Any single byte, that is: that somebody forged the list is no sum's to tell.
package struct BlocklistVerifier {
    private let header: BlocklistHeader
    private let read: Blocklist.Reader
    private let report: (Int) -> Void

    /// How much is read at once, in bytes.
    private static let pieceLength = 1 << 18

    /// Verifies a list in a file of `size` bytes; returns its header if there is no damage. Constant memory.
    /// - Parameter report: Called from time to time with how far it is, in bytes of the file.
    package static func verify(
        size: Int, reader: @escaping Blocklist.Reader, report: @escaping (Int) -> Void = { _ in }
    ) throws(BlocklistDamage) -> BlocklistHeader {
        let list: Blocklist
        do throws(BlocklistProblem) {
            list = try Blocklist(size: size, reader: reader)
        } catch {
            throw .problem(error)
        }
        let verifier = BlocklistVerifier(header: list.header, read: reader, report: report)
        try verifier.verify()
        return list.header
    }

    private init(header: BlocklistHeader, read: @escaping Blocklist.Reader, report: @escaping (Int) -> Void) {
        self.header = header
        self.read = read
        self.report = report
    }

    private func verify() throws(BlocklistDamage) {
        var sum = Checksum()
        try verifyIndex(&sum)
        try verifyEntries(&sum)
        guard sum.value == header.checksum else { throw .checksum }
    }

    /// Makes sure that the buckets follow one another, so that nothing is read that is not there.
    private func verifyIndex(_ sum: inout Checksum) throws(BlocklistDamage) {
        let recordLength = BlocklistHeader.indexRecordLength
        var index = Part(self, BlocklistHeader.lengthInBytes..<header.entriesOffset)
        let first = try index.next(recordLength, using: 0) { bytes in bytes.littleEndian(at: 0, length: 5) }
        guard first == 0 else { throw wrongRecord(0) }
        for number in 0..<header.bucketCount {
            let isRight = try index.next(2 * recordLength, using: recordLength) { bytes in
                sum.add(bytes.extracting(0..<recordLength))
                return (try? BlocklistBucket(number, bytes, in: header)) != nil
            }
            // Where the bucket begins was made sure of before: it is its end that is wrong.
            guard isRight else { throw wrongRecord(number + 1) }
        }
        let last = try index.next(recordLength) { bytes in
            sum.add(bytes)
            return bytes.littleEndian(at: 0, length: recordLength)
        }
        guard last == UInt64(header.count) else { throw wrongRecord(header.bucketCount) }
    }

    private func verifyEntries(_ sum: inout Checksum) throws(BlocklistDamage) {
        let recordLength = BlocklistHeader.indexRecordLength
        var index = Part(self, BlocklistHeader.lengthInBytes..<header.entriesOffset)
        var entries = Part(self, header.entriesOffset..<header.fileSize)
        for number in 0..<header.bucketCount {
            let bucket = try index.next(2 * recordLength, using: recordLength) { bytes in
                try? BlocklistBucket(number, bytes, in: header)
            }
            // The index was verified, but the file may have been changed since.
            guard let bucket else { throw wrongRecord(number) }
            let first = bucket.entries.lowerBound
            var bucketSum = BlocklistBucket.checksum(number: number, entries: bucket.entries)
            let descent = try entries.next(bucket.entries.count * BlocklistHeader.entryLength) { bytes in
                sum.add(bytes)
                bucketSum.add(bytes)
                return firstDescent(bytes)
            }
            do { try bucket.verify(bucketSum) } catch {
                throw .bucket(number, offset: offset(ofEntry: first))
            }
            if let descent { throw .order(bucket: number, offset: offset(ofEntry: first + descent)) }
        }
    }

    /// The index's record of a number, that of the last bucket's end among them, is not what it can be.
    private func wrongRecord(_ number: Int) -> BlocklistDamage {
        .index(bucket: min(number, header.bucketCount - 1), offset: offset(ofRecord: number))
    }

    /// The number of the first entry that is smaller than the one before it. Two may be equal: what two keys differ in can be
    /// behind the 32 bits.
    private func firstDescent(_ bytes: Span<UInt8>) -> Int? {
        var last: UInt64 = 0
        for number in 0..<bytes.count / BlocklistHeader.entryLength {
            let entry = bytes.littleEndian(
                at: number * BlocklistHeader.entryLength, length: BlocklistHeader.entryLength)
            if entry < last { return number }
            last = entry
        }
        return nil
    }

    private func offset(ofRecord number: Int) -> Int {
        BlocklistHeader.lengthInBytes + BlocklistHeader.indexRecordLength * number
    }

    private func offset(ofEntry number: Int) -> Int {
        header.entriesOffset + BlocklistHeader.entryLength * number
    }
}

extension BlocklistVerifier {
    /// A part of the file, read from its start to its end.
    private struct Part: ~Copyable {
        private let read: Blocklist.Reader
        private let report: (Int) -> Void
        /// What of the part is not in memory yet.
        private var rest: Range<Int>
        private var bytes: [UInt8]
        private var loaded = 0..<0

        init(_ verifier: BlocklistVerifier, _ part: Range<Int>) {
            read = verifier.read
            report = verifier.report
            rest = part
            bytes = [UInt8](repeating: 0, count: min(pieceLength, part.count))
        }

        /// Calls `body` with the next `count` bytes, of which those behind the first `used` come again.
        @inline(__always)
        mutating func next<Result>(
            _ count: Int, using used: Int, _ body: (Span<UInt8>) -> Result
        ) throws(BlocklistDamage) -> Result {
            if loaded.count < count { try load(count) }
            let piece = loaded.lowerBound..<loaded.lowerBound + count
            loaded = piece.lowerBound + used..<loaded.upperBound
            return body(bytes.span.extracting(piece))
        }

        /// Calls `body` with the next `count` bytes.
        @inline(__always)
        mutating func next<Result>(
            _ count: Int, _ body: (Span<UInt8>) -> Result
        ) throws(BlocklistDamage) -> Result {
            try next(count, using: count, body)
        }

        @inline(never)
        private mutating func load(_ count: Int) throws(BlocklistDamage) {
            var kept = 0
            for place in loaded {
                bytes[kept] = bytes[place]
                kept += 1
            }
            if bytes.count < count { bytes += repeatElement(0, count: count - bytes.count) }
            let end = kept + min(bytes.count - kept, rest.count)
            while kept < end {
                let place = kept..<end
                // SAFETY: the place is inside the buffer, which is there for the time of the call.
                let done = unsafe bytes.withUnsafeMutableBufferPointer { buffer in
                    var room = unsafe MutableSpan(
                        _unsafeElements: UnsafeMutableBufferPointer(rebasing: buffer[place]))
                    return read(rest.lowerBound, &room)
                }
                if done < 0 {
                    throw .problem(.unreadable(error: CInt(truncatingIfNeeded: -done)))
                }
                guard done > 0 else {
                    throw .problem(.wrongSize(expected: rest.upperBound, actual: rest.lowerBound))
                }
                kept += done
                rest = rest.lowerBound + done..<rest.upperBound
            }
            loaded = 0..<kept
            report(rest.lowerBound)
        }
    }
}
