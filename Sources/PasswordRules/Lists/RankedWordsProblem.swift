/// Why a list of ranked words cannot be used.
public enum RankedWordsProblem: Error, Equatable, Sendable {
    /// The file does not begin like a list of ranked words.
    case notRankedWords
    /// The file has a version that this program does not support.
    case unknownVersion(Int)
    /// The header's checksum or one of its fields is wrong.
    case damagedHeader
    /// The file is shorter or longer than its header says, in bytes.
    case wrongSize(expected: Int, actual: Int)
    /// The checksum of everything after the header is wrong.
    case damaged

    /// The stable number of the problem, in one range with those of ``Diagnostic/Code``.
    public var code: Int {
        switch self {
        case .notRankedWords: Code.notRankedWords.rawValue
        case .unknownVersion: Code.unknownVersion.rawValue
        case .damagedHeader: Code.damagedHeader.rawValue
        case .wrongSize: Code.wrongSize.rawValue
        case .damaged: Code.damaged.rawValue
        }
    }

    /// The problem in English, to follow the name of the file.
    public var messageBytes: [UInt8] {
        var text = Text()
        switch self {
        case .notRankedWords:
            text.append("is not a list of ranked words; use \"passwordrules ranks build\" to make one")
        case .unknownVersion(let version):
            text.append("is a list of ranked words of version ")
            text.append(version)
            text.append(", but this program supports only version 1")
        case .damagedHeader: text.append("is damaged (bad header checksum)")
        case .wrongSize(let expected, let actual):
            text.append("is damaged: it has ")
            text.append(count: actual, " byte")
            text.append(" instead of ")
            text.append(expected)
        case .damaged: text.append("is damaged (checksum mismatch)")
        }
        return text.bytes
    }
}

extension RankedWordsProblem {
    /// The numbers of the problems, which are stable.
    public enum Code: Int, CaseIterable, Sendable {
        case notRankedWords = 350
        case unknownVersion = 351
        case damagedHeader = 352
        case wrongSize = 353
        case damaged = 354

        /// The line about it in the C header and in passwordrules(3).
        public var summary: StaticString {
            switch self {
            case .notRankedWords: "the file is not a list of ranked words"
            case .unknownVersion: "a list of a version that this library does not know"
            case .damagedHeader: "bad header checksum"
            case .wrongSize: "the file is shorter or longer than its header says"
            case .damaged: "checksum mismatch"
            }
        }
    }
}
