/// The range of a bucket's entries, from two adjacent index records.
package struct BlocklistBucket {
    package let number: Int
    /// The numbers of the bucket's entries.
    package let entries: Range<Int>
    /// The expected sum of the bucket.
    package let check: UInt32

    /// The bucket whose index records are the 16 bytes of `bytes`.
    package init(_ number: Int, _ bytes: Span<UInt8>, in header: BlocklistHeader) throws(BlocklistProblem) {
        try self.init(
            number, record: bytes.littleEndian(at: 0, length: 8), next: bytes.littleEndian(at: 8, length: 8),
            in: header)
    }

    /// The bucket between two index records.
    init(_ number: Int, record: UInt64, next: UInt64, in header: BlocklistHeader) throws(BlocklistProblem) {
        let (first, end) = (record & 0xFF_FFFF_FFFF, next & 0xFF_FFFF_FFFF)
        guard first <= end, end <= UInt64(header.count), end - first <= UInt64(header.largestBucketCount)
        else { throw .damagedPart }
        self.number = number
        entries = Int(first)..<Int(end)
        check = UInt32(truncatingIfNeeded: record >> 40)
    }

    /// The index record of a bucket. `sum` is from `checksum(number:entries:)`, with all entries added.
    package static func record(first: Int, sum: Checksum) -> UInt64 {
        UInt64(first) | UInt64(sum.value) << 40
    }

    /// The initial sum of a bucket, to which its entries are added in order.
    package static func checksum(number: Int, entries: Range<Int>) -> Checksum {
        var start = PasswordRules.Checksum()
        start.add(UInt64(number), length: 4)
        start.add(UInt64(entries.lowerBound), length: 5)
        start.add(UInt64(entries.upperBound), length: 5)
        return Checksum(start: UInt32(truncatingIfNeeded: start.value))
    }

    /// Throws if `sum`, with all entries added, differs from the expected one.
    package func verify(_ sum: Checksum) throws(BlocklistProblem) {
        guard sum.value == check else { throw .damagedPart }
    }

    /// The sum of a bucket: each entry is multiplied by an odd number that depends on its position, and the
    /// lowest 24 bits count.
    ///
    /// Any change of a single byte is detected: the highest byte of an entry is first added to each of the
    /// others, so the change shows in the lowest 24 bits, and multiplication by an odd number is a bijection.
    /// Other damage goes unnoticed once in 16 million cases.
    package struct Checksum: BitwiseCopyable {
        private var sum: UInt32
        private var weight: UInt32 = 1

        fileprivate init(start: UInt32) { sum = start }

        package mutating func add(_ entry: UInt32) {
            sum &+= (entry &+ (entry >> 24) &* 0x01_0101) &* weight
            weight &+= 2
        }

        /// Adds the entries in the bytes, which must be a whole number of them.
        package mutating func add(_ bytes: Span<UInt8>) {
            for offset in stride(from: 0, to: bytes.count, by: BlocklistHeader.entryLength) {
                add(
                    UInt32(
                        truncatingIfNeeded: bytes.littleEndian(
                            at: offset, length: BlocklistHeader.entryLength)))
            }
        }

        package var value: UInt32 { sum & 0xFF_FFFF }
    }
}
