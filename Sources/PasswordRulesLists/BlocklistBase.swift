internal import CPasswordRulesSystem
internal import PasswordRules

/// A list that others are added to.
///
/// It has only a part of each key, so what is added gets the same part, and the new list has as many buckets.
final class BlocklistBase {
    let header: BlocklistHeader
    private let file: InputFile
    private let size: Int
    private let reader: Blocklist.Reader

    /// Opens a list, and reads its header.
    init(atPath path: String) throws(OutputProblem) {
        let file = try InputFile(path, name: path, canWait: false)
        guard case .file(let size) = file.kind else { throw .notAList(path: path) }
        let descriptor = file.descriptor
        let reader: Blocklist.Reader = { offset, bytes in
            // SAFETY: the buffer has room for as many bytes as are requested.
            unsafe bytes.withUnsafeMutableBytes { buffer in
                unsafe passwordrules_system_read_at(
                    descriptor, buffer.baseAddress, buffer.count, Int64(offset))
            }
        }
        do throws(BlocklistProblem) {
            header = try Blocklist(size: size, reader: reader).header
        } catch {
            throw .damagedList(path: path, .problem(error))
        }
        self.file = file
        self.size = size
        self.reader = reader
    }

    /// Throws if the list can have no passwords with this match and hash.
    func require(_ match: BlocklistMatch?, _ hash: BlocklistHash) throws(OutputProblem) {
        guard header.hash == hash else { throw .otherHash(path: file.name, header.hash) }
        guard match == nil || match == header.match else { throw .otherMatch(path: file.name, header.match) }
    }

    /// Throws if the list's buckets are too few for `count` entries.
    func requireRoom(forCount count: Int) throws(OutputProblem) {
        let limit = BlocklistHeader.maximumCount(forBucketBits: header.bucketBits)
        guard count <= limit else { throw .outgrown(path: file.name, limit: limit) }
    }

    /// Adds the stored part of all keys, and verifies the list.
    func read(into keys: inout KeyCollector, report: (Int) -> Void) throws(OutputProblem) {
        var failure: OutputProblem?
        do throws(BlocklistDamage) {
            let header = header
            _ = try BlocklistVerifier.verify(
                size: size, reader: reader,
                forEachBucket: { number, entries in
                    do throws(OutputProblem) {
                        for offset in stride(from: 0, to: entries.count, by: BlocklistHeader.entryLength) {
                            let entry = entries.littleEndian(at: offset, length: BlocklistHeader.entryLength)
                            try keys.add(header.key(bucket: number, entry: UInt32(truncatingIfNeeded: entry)))
                        }
                    } catch {
                        failure = error
                    }
                    report(entries.count)
                    return failure == nil
                })
        } catch {
            throw .damagedList(path: file.name, error)
        }
        if let failure { throw failure }
    }
}
