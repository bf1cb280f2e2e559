/// Why the contents of a file are not a blocklist. The numbers are stable.
public enum BlocklistProblem: Error, Equatable, Sendable {
    /// It does not begin as every blocklist does.
    case notABlocklist
    /// It is of a version that this program does not know.
    case unknownVersion(Int)
    /// The header is not as it was written.
    case damagedHeader
    /// The file is shorter or longer than its header says, in bytes.
    case wrongSize(expected: Int, actual: Int)
    /// What was looked at of the index and the entries is not as it was written. Not where: that tells of the password that was
    /// looked up.
    case damagedPart
    /// It has become shorter since it was opened.
    case truncated
    /// It could not be read; `error` is the number that errno(3) lists.
    case unreadable(error: Int32)

    /// The stable number of the problem, beside those of `Diagnostic.Code`.
    public var code: Int {
        switch self {
        case .notABlocklist: 320
        case .unknownVersion: 321
        case .damagedHeader: 322
        case .wrongSize: 323
        case .damagedPart: 324
        case .truncated: 325
        case .unreadable: 326
        }
    }

    /// The problem in English, to follow the name of the file.
    public var messageBytes: [UInt8] {
        var text = Text()
        switch self {
        case .notABlocklist: text.append("is not a blocklist; \"passwordrules blocklist build\" makes one")
        case .unknownVersion(let version):
            text.append("is a blocklist of version ")
            text.append(version)
            text.append(", and this program knows version 2 only")
        case .damagedHeader: text.append("is damaged: its header is not as it was written")
        case .wrongSize(let expected, let actual):
            text.append("is damaged: it has ")
            text.append(count: actual, " byte")
            text.append(", and should have ")
            text.append(expected)
        case .damagedPart: text.append("is damaged: a part of it is not as it was written")
        case .truncated: text.append("has become shorter since it was opened")
        case .unreadable(let error):
            text.append("cannot be read: error ")
            text.append(Int(error))
        }
        return text.bytes
    }
}
