package import PasswordRules

/// The damage of a blocklist, with its position.
package enum BlocklistDamage: Error, Equatable, Sendable {
    /// A problem that opening the list also reports.
    case problem(BlocklistProblem)
    /// A bucket in the index begins before the previous one, or after the last entry.
    case index(bucket: Int, offset: Int)
    /// The sum of a bucket differs from the index.
    case bucket(Int, offset: Int)
    /// An entry is smaller than the one before it in its bucket.
    case order(bucket: Int, offset: Int)
    /// Every bucket is right, but the checksum of all differs from the header.
    case checksum

    /// The damage in one English sentence, to follow the name of the file.
    package var message: String {
        switch self {
        case .problem(let problem): String(decoding: problem.messageBytes, as: UTF8.self)
        case .index(let bucket, let offset):
            "is damaged: the index entry at byte \(offset) gives bucket \(bucket) an impossible position"
        case .bucket(let bucket, let offset):
            "is damaged: bucket \(bucket) at byte \(offset) has a checksum mismatch"
        case .order(let bucket, let offset):
            "is damaged: the entries of bucket \(bucket) at byte \(offset) are not in ascending order"
        case .checksum:
            "is damaged: each bucket is intact, but together they do not match the checksum in the header"
        }
    }
}
