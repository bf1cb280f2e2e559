internal import PasswordRules

/// A blocklist as bytes, with a reader that follows passwordrules-blocklist(5) alone. `BlocklistImage` computes
/// the checksums of the format.
struct BlocklistModel {
    var bytes: [UInt8]

    /// Corrects the checksum of the header, or all checksums.
    mutating func repair(all: Bool) {
        guard bytes.count >= 64 else { return }
        if all, isOpenable {
            for bucket in 0..<1 << Int(bytes[18]) {
                let record = record(bucket)
                guard record.first <= record.end, record.end <= count else { continue }
                bytes.put(sum(bucket, record.first, record.end), 64 + 8 * bucket + 5, 3)
            }
        }
        if all { bytes.put(BlocklistImage.fnv(Array(bytes[64...])), 40, 8) }
        bytes.put(BlocklistImage.fnv(Array(bytes[..<56])), 56, 8)
    }

    /// Whether a reader may open it.
    var isOpenable: Bool {
        guard bytes.count >= 64 else { return false }
        var header = BlocklistImage.Header()
        header.count = number(24, 8)
        guard header.count >= 1, header.count < 1 << 40 else { return false }
        // These may have any value within a range.
        header.bucketBits = min(bytes[18], 24)
        guard header.bucketBits == 24 || header.count <= 1024 << UInt64(header.bucketBits) else {
            return false
        }
        header.digest = isNTLM ? 2 : 1
        header.match = isNTLM ? 1 : min(max(1, bytes[17]), 3)
        header.checksum = number(40, 8)
        header.largestBucketCount = min(max(1, number(48, 8)), header.count, 4096)
        return bytes.starts(with: header.bytes) && bytes.count == Int(header.expectedSize)
    }

    /// Whether it has NTLM hashes, which `answer` does not know.
    var isNTLM: Bool { bytes.count > 16 && bytes[16] == 2 }

    enum Answer { case listed, notListed, damaged }

    /// The answer that a reader must give for a key.
    func answer(_ key: UInt64) -> Answer {
        let bits = UInt64(bytes[18])
        let bucket = bits == 0 ? 0 : Int(key >> (64 - bits))
        let record = record(bucket)
        guard record.first <= record.end, record.end <= count, record.end - record.first <= number(48, 8),
            sum(bucket, record.first, record.end) == record.sum
        else { return .damaged }
        let wanted = UInt32(truncatingIfNeeded: (key << bits) >> 32)
        return entries(record.first, record.end).contains(wanted) ? .listed : .notListed
    }

    var count: Int { Int(number(24, 8)) }
    var checksum: UInt64 { number(40, 8) }

    private func record(_ bucket: Int) -> (first: Int, end: Int, sum: UInt64) {
        let record = 64 + 8 * bucket
        return (Int(number(record, 5)), Int(number(record + 8, 5)), number(record + 5, 3))
    }

    private func entries(_ first: Int, _ end: Int) -> [UInt32] {
        let start = 64 + 8 * (1 << Int(bytes[18]) + 1)
        return (first..<end).map { UInt32(number(start + 4 * $0, 4)) }
    }

    private func sum(_ bucket: Int, _ first: Int, _ end: Int) -> UInt64 {
        BlocklistImage.sum(bucket, first: first, end: end, entries: entries(first, end))
    }

    private func number(_ offset: Int, _ length: Int) -> UInt64 { bytes.number(at: offset, length: length) }
}
