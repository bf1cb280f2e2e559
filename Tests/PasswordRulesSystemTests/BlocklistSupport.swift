import Foundation
import PasswordRules

@testable import PasswordRulesSystem

extension Blocklist {
    /// The result of a lookup.
    enum Answer: Equatable {
        case listed(BlocklistMatch), notListed, failed(BlocklistProblem)
    }

    /// Looks a password up as text.
    func answer(_ password: String, by match: BlocklistMatch = .exact) -> Answer {
        let bytes = Array(password.utf8)
        do throws(BlocklistProblem) {
            return try lookUp(bytes.span, by: match).map { .listed($0) } ?? .notListed
        } catch {
            return .failed(error)
        }
    }
}

/// The bytes of a list of words, as they are.
func blocklistBytes(_ words: [String], match: BlocklistMatch = .mangled) -> [UInt8] {
    let keys = Set(words.map { SHA1(Array($0.utf8).span).prefix }).sorted()
    let layout = BlocklistHeader(count: keys.count, match: match, largestBucketCount: 1, checksum: 0)
    var (index, entries) = ([UInt8](), [UInt8]())
    var (first, largest) = (0, 0)
    for bucket in 0..<layout.bucketCount {
        var own: [UInt8] = []
        for key in keys where layout.bucket(of: key) == bucket {
            own.append(littleEndian: UInt64(layout.entry(of: key)), length: BlocklistHeader.entryLength)
        }
        let end = first + own.count / BlocklistHeader.entryLength
        var sum = BlocklistBucket.checksum(number: bucket, entries: first..<end)
        sum.add(own.span)
        index.append(littleEndian: BlocklistBucket.record(first: first, sum: sum), length: 8)
        entries += own
        largest = max(largest, end - first)
        first = end
    }
    index.append(littleEndian: UInt64(first), length: 8)
    let all = index + entries
    let header = BlocklistHeader(
        count: keys.count, match: match, largestBucketCount: largest, checksum: Checksum(of: all.span).value)
    return header.bytes + all
}

extension TemporaryFolder {
    /// The path of a new file of these bytes.
    func file(_ bytes: [UInt8], mode: Int = 0o644) throws -> String {
        let path = try file("", mode: mode)
        try Data(bytes).write(to: URL(filePath: path))
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
        return path
    }

    /// The path of a new list of words.
    func list(_ words: String..., match: BlocklistMatch = .mangled, mode: Int = 0o644) throws -> String {
        try file(blocklistBytes(words, match: match), mode: mode)
    }

    /// The path of a new file that begins as a list does, with one byte changed.
    func damagedList(at offset: Int, _ words: String...) throws -> String {
        var bytes = blocklistBytes(words)
        bytes[offset < 0 ? bytes.count + offset : offset] ^= 1
        return try file(bytes)
    }
}

/// The bytes of a list that is too long to be kept in memory: of these words and a million others.
func longBlocklistBytes(_ words: [String], match: BlocklistMatch = .mangled) -> [UInt8] {
    let keys = words.map { SHA1(Array($0.utf8).span).prefix }
    let (bits, perBucket) = (14, 63)
    let count = perBucket << bits
    let layout = BlocklistHeader(count: count, match: match, largestBucketCount: perBucket, checksum: 0)
    var (index, entries) = ([UInt8](), [UInt8]())
    for bucket in 0..<layout.bucketCount {
        // Those of the words, and others below them in other slots.
        var own = keys.filter { layout.bucket(of: $0) == bucket }.map { layout.entry(of: $0) }
        own += (0..<UInt32(perBucket - own.count)).map { $0 &* 0x0400_0000 &+ UInt32(bucket) }
        var sum = BlocklistBucket.checksum(
            number: bucket, entries: perBucket * bucket..<perBucket * (bucket + 1))
        for entry in own.sorted() {
            sum.add(entry)
            entries.append(littleEndian: UInt64(entry), length: BlocklistHeader.entryLength)
        }
        index.append(littleEndian: BlocklistBucket.record(first: perBucket * bucket, sum: sum), length: 8)
    }
    index.append(littleEndian: UInt64(count), length: 8)
    let all = index + entries
    let header = BlocklistHeader(
        count: count, match: match, largestBucketCount: perBucket, checksum: Checksum(of: all.span).value)
    return header.bytes + all
}

/// The descriptors that this process has open for a file, whatever the path by which it was opened.
func openDescriptors(of path: String) -> [Int32] {
    var wanted = stat()
    guard unsafe stat(path, &wanted) == 0 else { return [] }
    return ((try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []).compactMap {
        var status = stat()
        guard let number = Int32($0), unsafe fstat(number, &status) == 0, status.st_dev == wanted.st_dev,
            status.st_ino == wanted.st_ino
        else { return nil }
        return number
    }
}
