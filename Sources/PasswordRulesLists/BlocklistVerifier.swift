package import PasswordRules

/// Reads a whole blocklist, from its start to its end, and detects damage.
///
/// It detects any change of a single byte. A checksum does not detect forgery.
package struct BlocklistVerifier {
    private let header: BlocklistHeader
    private let read: Blocklist.Reader
    private let report: (Int) -> Void

    /// The number of bytes of each read.
    private static let pieceLength = 1 << 18

    /// Verifies a list in a file of `size` bytes, in constant memory, and returns its header.
    /// - Parameters:
    ///   - report: Called from time to time with the position, in bytes of the file.
    ///   - body: Called with the number and the entries of each bucket, in order, before the whole list is
    ///     verified. Returns whether to go on.
    package static func verify(
        size: Int, reader: @escaping Blocklist.Reader, report: @escaping (Int) -> Void = { _ in },
        forEachBucket body: (_ number: Int, _ entries: Span<UInt8>) -> Bool = { _, _ in true }
    ) throws(BlocklistDamage) -> BlocklistHeader {
        let list: Blocklist
        do throws(BlocklistProblem) {
            list = try Blocklist(size: size, reader: reader)
        } catch {
            throw .problem(error)
        }
        let verifier = BlocklistVerifier(header: list.header, read: reader, report: report)
        try verifier.verify(body)
        return list.header
    }

    private init(header: BlocklistHeader, read: @escaping Blocklist.Reader, report: @escaping (Int) -> Void) {
        self.header = header
        self.read = read
        self.report = report
    }

    private func verify(_ body: (Int, Span<UInt8>) -> Bool) throws(BlocklistDamage) {
        var sum = Checksum()
        try verifyIndex(&sum)
        guard try verifyEntries(&sum, body) else { return }
        guard sum.value == header.checksum else { throw .checksum }
    }

    /// Verifies that the buckets follow one another, so that no read goes outside the entries.
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
            // The start of the bucket is verified, so its end is wrong.
            guard isRight else { throw wrongRecord(number + 1) }
        }
        let last = try index.next(recordLength) { bytes in
            sum.add(bytes)
            return bytes.littleEndian(at: 0, length: recordLength)
        }
        guard last == UInt64(header.count) else { throw wrongRecord(header.bucketCount) }
    }

    /// Returns whether `body` went on to the end.
    private func verifyEntries(
        _ sum: inout Checksum, _ body: (Int, Span<UInt8>) -> Bool
    ) throws(BlocklistDamage) -> Bool {
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
            var goesOn = true
            let descent = try entries.next(bucket.entries.count * BlocklistHeader.entryLength) { bytes in
                sum.add(bytes)
                bucketSum.add(bytes)
                goesOn = body(number, bytes)
                return firstDescent(bytes)
            }
            do { try bucket.verify(bucketSum) } catch {
                throw .bucket(number, offset: offset(ofEntry: first))
            }
            if let descent { throw .order(bucket: number, offset: offset(ofEntry: first + descent)) }
            if !goesOn { return false }
        }
        return true
    }

    /// The damage of an index record, possibly of the last one, which ends the last bucket.
    private func wrongRecord(_ number: Int) -> BlocklistDamage {
        .index(bucket: min(number, header.bucketCount - 1), offset: offset(ofRecord: number))
    }

    /// The index of the first entry that is smaller than the one before it. Equal entries are valid: their
    /// keys may differ after these 32 bits.
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
        /// The range of the part that is not in memory yet.
        private var rest: Range<Int>
        private var bytes: [UInt8]
        private var loaded = 0..<0

        init(_ verifier: BlocklistVerifier, _ part: Range<Int>) {
            read = verifier.read
            report = verifier.report
            rest = part
            bytes = [UInt8](repeating: 0, count: min(pieceLength, part.count))
        }

        /// Calls `body` with the next `count` bytes, but uses up only the first `used`: the next call begins
        /// after these.
        mutating func next<Result>(
            _ count: Int, using used: Int, _ body: (Span<UInt8>) -> Result
        ) throws(BlocklistDamage) -> Result {
            if loaded.count < count { try load(count) }
            let piece = loaded.lowerBound..<loaded.lowerBound + count
            loaded = piece.lowerBound + used..<loaded.upperBound
            return body(bytes.span.extracting(piece))
        }

        /// Calls `body` with the next `count` bytes.
        mutating func next<Result>(
            _ count: Int, _ body: (Span<UInt8>) -> Result
        ) throws(BlocklistDamage) -> Result {
            try next(count, using: count, body)
        }

        private mutating func load(_ count: Int) throws(BlocklistDamage) {
            var kept = 0
            for index in loaded {
                bytes[kept] = bytes[index]
                kept += 1
            }
            if bytes.count < count { bytes += repeatElement(0, count: count - bytes.count) }
            let end = kept + min(bytes.count - kept, rest.count)
            while kept < end {
                let range = kept..<end
                // SAFETY: the position is inside the buffer, which lives for the duration of the call.
                let done = unsafe bytes.withUnsafeMutableBufferPointer { buffer in
                    var room = unsafe MutableSpan(
                        _unsafeElements: UnsafeMutableBufferPointer(rebasing: buffer[range]))
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
