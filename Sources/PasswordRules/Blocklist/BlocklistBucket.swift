/// Where the entries of a bucket are, by two neighbours of the index.
package struct BlocklistBucket {
    package let number: Int
    /// The numbers of the bucket's entries.
    package let entries: Range<Int>
    private let check: UInt64

    /// The bucket that the index has at `bytes`, 16 of them.
    package init(_ number: Int, _ bytes: Span<UInt8>, in header: BlocklistHeader) throws(BlocklistProblem) {
        let first = bytes.littleEndian(at: 0, length: 5)
        let end = bytes.littleEndian(at: 8, length: 5)
        guard first <= end, end <= UInt64(header.count),
            end - first <= UInt64(BlocklistHeader.maximumBucketCount)
        else { throw .damagedPart }
        self.number = number
        entries = Int(first)..<Int(end)
        check = bytes.littleEndian(at: 5, length: 3)
    }

    /// The record of the index for a bucket whose entries have the sum `sum`, which began as `checksum(...)` says.
    package static func record(first: Int, sum: Checksum) -> UInt64 {
        UInt64(first) | sum.value << 40
    }

    /// The sum of a bucket, to which its entries are to be added.
    package static func checksum(number: Int, entries: Range<Int>) -> Checksum {
        var sum = Checksum()
        sum.add(UInt64(number), length: 4)
        sum.add(UInt64(entries.lowerBound), length: 5)
        sum.add(UInt64(entries.upperBound), length: 5)
        return sum
    }

    /// Makes sure that the entries, all of which were added to `sum`, are as they were written.
    package func verify(_ sum: Checksum) throws(BlocklistProblem) {
        guard sum.value & 0xFF_FFFF == check else { throw .damagedPart }
    }

    /// The same, where `rest`, the last of them, were not added yet.
    func verify(_ sum: Checksum, with rest: Span<UInt8>) throws(BlocklistProblem) {
        guard sum.isFollowed(by: rest, to: check) else { throw .damagedPart }
    }
}
