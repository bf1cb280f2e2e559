/// Why the contents of a file are not a blocklist. The numbers are stable.
public enum BlocklistProblem: Error, Equatable, Sendable {
    /// The file does not begin like a blocklist.
    case notABlocklist
    /// The file has a version that this program does not support.
    case unknownVersion(Int)
    /// The header's checksum or one of its fields is wrong.
    case damagedHeader
    /// The file is shorter or longer than its header says, in bytes.
    case wrongSize(expected: Int, actual: Int)
    /// A checksum of the part that was read is wrong. The position is not given: it would reveal the password
    /// that was looked up.
    case damagedPart
    /// The file was truncated after it was opened.
    case truncated
    /// The file could not be read; `error` is an errno.
    case unreadable(error: Int32)

    /// The stable number of the problem, in one range with those of ``Diagnostic/Code``.
    public var code: Int {
        switch self {
        case .notABlocklist: Code.notABlocklist.rawValue
        case .unknownVersion: Code.unknownVersion.rawValue
        case .damagedHeader: Code.damagedHeader.rawValue
        case .wrongSize: Code.wrongSize.rawValue
        case .damagedPart: Code.damagedPart.rawValue
        case .truncated: Code.truncated.rawValue
        case .unreadable: Code.unreadable.rawValue
        }
    }

    /// The problem in English, to follow the name of the file.
    public var messageBytes: [UInt8] {
        var text = Text()
        switch self {
        case .notABlocklist:
            text.append("is not a blocklist; use \"passwordrules blocklist build\" to make one")
        case .unknownVersion(let version):
            text.append("is a blocklist of version ")
            text.append(version)
            text.append(", but this program supports only version 2")
        case .damagedHeader: text.append("is damaged (bad header checksum)")
        case .wrongSize(let expected, let actual):
            text.append("is damaged: it has ")
            text.append(count: actual, " byte")
            text.append(" instead of ")
            text.append(expected)
        case .damagedPart: text.append("is damaged (checksum mismatch)")
        case .truncated: text.append("was truncated after it was opened")
        case .unreadable(let error):
            text.append("cannot be read: error ")
            text.append(Int(error))
        }
        return text.bytes
    }
}

extension BlocklistProblem {
    /// The numbers of the problems, which are stable.
    public enum Code: Int, CaseIterable, Sendable {
        case notABlocklist = 320
        case unknownVersion = 321
        case damagedHeader = 322
        case wrongSize = 323
        case damagedPart = 324
        case truncated = 325
        case unreadable = 326

        /// The line about it in the C header and in passwordrules(3).
        public var summary: StaticString {
            switch self {
            case .notABlocklist: "the file is not a blocklist"
            case .unknownVersion: "a list of a version that this library does not know"
            case .damagedHeader: "bad header checksum"
            case .wrongSize: "the file is shorter or longer than its header says"
            case .damagedPart: "checksum mismatch in a part of the list"
            case .truncated: "the file was truncated after it was opened"
            case .unreadable: "the list can no longer be read"
            }
        }
    }
}
