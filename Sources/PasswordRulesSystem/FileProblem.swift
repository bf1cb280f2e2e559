internal import CPasswordRulesSystem
public import PasswordRules

/// Why a file is not used. The numbers are stable.
public enum FileProblem: Error, Equatable, Sendable {
    /// The file could not be opened, examined or read; `error` is an errno.
    case unreadable(error: Int32)
    /// The file is a directory, a FIFO, a device or a socket.
    case notRegular
    /// The file belongs to neither root nor the process's effective user.
    case wrongOwner(userID: UInt32)
    /// The file's group, or all users, may write to it.
    case writableByOthers
    /// The file is larger than the limit, in bytes.
    case tooLarge(limit: Int)
    /// The file is not a directory.
    case notDirectory
    /// There are more files in the directory than the limit.
    case tooManyFiles(limit: Int)
    /// Together with the files before it, the file exceeds the limit, in bytes.
    case tooLargeTogether(limit: Int)
    /// The contents are not a blocklist, or are damaged.
    case blocklist(BlocklistProblem)
    /// The contents are not a list of ranked words, or are damaged.
    case rankedWords(RankedWordsProblem)

    /// The first number of problems that are not mistakes in a text.
    static var firstCode: Int { 301 }

    /// The stable number of the problem, distinct from those of `Diagnostic.Code`.
    public var code: Int {
        switch self {
        case .unreadable: Code.unreadable.rawValue
        case .notRegular: Code.notRegular.rawValue
        case .wrongOwner: Code.wrongOwner.rawValue
        case .writableByOthers: Code.writableByOthers.rawValue
        case .tooLarge: Code.tooLarge.rawValue
        case .notDirectory: Code.notDirectory.rawValue
        case .tooManyFiles: Code.tooManyFiles.rawValue
        case .tooLargeTogether: Code.tooLargeTogether.rawValue
        case .blocklist(let problem): problem.code
        case .rankedWords(let problem): problem.code
        }
    }

    /// Whether there is no such file.
    public var isMissing: Bool {
        if case .unreadable(let error) = self { return passwordrules_system_is_missing(error) != 0 }
        return false
    }

    /// Whether a policy may skip an optional list with this problem: the list is missing or damaged. Any
    /// other problem, such as a wrong owner, is the administrator's mistake.
    var isSkippable: Bool {
        switch self {
        case .blocklist: true
        case .unreadable(let error): isMissing || passwordrules_system_is_dangling(error) != 0
        default: false
        }
    }

    /// The problem in one English sentence.
    public var messageBytes: [UInt8] {
        var text = Text()
        switch self {
        case .unreadable(let error):
            text.append("cannot be read: ")
            text.append(systemError: error)
        case .notRegular: text.append("is not a regular file")
        case .wrongOwner(let userID):
            text.append("is owned by user ")
            text.append(magnitude: UInt(userID))
            text.append("; it must be owned by root or by the user running this program")
        case .writableByOthers: text.append("is writable by group or others")
        case .tooLarge(let limit):
            text.append("is larger than ")
            text.append(limit)
            text.append(" bytes")
        case .notDirectory: text.append("is not a directory")
        case .tooManyFiles(let limit):
            text.append("contains more than ")
            text.append(limit)
            text.append(" files")
        case .tooLargeTogether(let limit):
            text.append("brings the policy files to more than ")
            text.append(limit)
            text.append(" bytes in total")
        case .blocklist(.unreadable(let error)): return FileProblem.unreadable(error: error).messageBytes
        case .blocklist(let problem): return problem.messageBytes
        case .rankedWords(let problem): return problem.messageBytes
        }
        return text.bytes
    }
}

extension FileProblem {
    /// The problem of a file, with the command that fixes it if there is one.
    package func messageBytes(ofFile path: [UInt8]) -> [UInt8] {
        var text = Text(copying: messageBytes)
        switch self {
        case .wrongOwner: text.append("; to fix it: chown root ")
        case .writableByOthers: text.append("; to fix it: chmod go-w ")
        default: return text.bytes
        }
        text.append(shellWord: path)
        return text.bytes
    }
}

extension Text {
    /// Appends a word of a shell command, quoted if necessary. Characters other than printable ASCII are
    /// replaced, so that none can send control sequences to a terminal, or lines to a log.
    fileprivate mutating func append(shellWord word: [UInt8]) {
        func isPlain(_ byte: UInt8) -> Bool {
            switch byte {
            case 0x2B...0x3A, 0x40...0x5A, 0x5F, 0x61...0x7A: true
            default: false
            }
        }
        if !word.isEmpty, word.allSatisfy(isPlain) {
            for byte in word { append(byte: byte) }
            return
        }
        append("'")
        for byte in word {
            if byte == 0x27 {
                append("'\\''")
            } else {
                append(byte: byte >= 0x20 && byte < 0x7F ? byte : 0x3F)
            }
        }
        append("'")
    }

    /// Appends the text of an errno.
    mutating func append(systemError error: Int32) {
        // SAFETY: the function returns a static literal, or NULL.
        if let reason = unsafe passwordrules_system_error_text(error) {
            for byte in unsafe PasswordRules.bytes(of: reason) { append(byte: byte) }
        } else {
            append("error ")
            append(Int(error))
        }
    }
}

extension FileProblem {
    /// The numbers of the problems, which are stable.
    public enum Code: Int, CaseIterable, Sendable {
        case unreadable = 301
        case notRegular = 302
        case wrongOwner = 303
        case writableByOthers = 304
        case tooLarge = 305
        case notDirectory = 306
        case tooManyFiles = 307
        case tooLargeTogether = 308

        /// The line about it in the C header and in passwordrules(3).
        public var summary: StaticString {
            switch self {
            case .unreadable: "a file that is missing or cannot be read"
            case .notRegular: "a directory or a device where a file belongs"
            case .wrongOwner: "a file that belongs to neither root nor the effective user"
            case .writableByOthers: "a file that users other than its owner may write"
            case .tooLarge: "a file larger than the limit"
            case .notDirectory: "not a directory, where the folder of a policy belongs"
            case .tooManyFiles: "more files in that folder than are read"
            case .tooLargeTogether: "files of a policy that are too large together"
            }
        }
    }
}
