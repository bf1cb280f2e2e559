internal import Glibc
package import PasswordRules

/// Why a file was not written: a blocklist, a list of ranked words or a policy file. The previous file is
/// then unchanged, because an incomplete list is worse than none. There is one exception: if only the folder
/// could not be synced, the new file is in place.
package enum OutputProblem: Error, Equatable, Sendable {
    /// The operation on a file that the system refused.
    package enum Action: Sendable {
        case open, read, write, sync, replace, giveToGroup, keep
        /// To sync the folder, so that the new name of the file is not lost.
        case syncFolder
    }

    /// The mistake in a line of hashes.
    package enum LineMistake: Sendable {
        case notAHash, noCount, wrongCount, trailingBytes
    }

    /// Who can watch a folder, although only root and the user of the program may.
    package enum Watcher: Sendable {
        case owner, group, others
    }

    /// The system refused; `error` is an errno.
    case system(Action, path: String, error: CInt)
    /// The output path leads through a symbolic link that is not UTF-8. Paths must be UTF-8 here.
    case linkNotUTF8(path: String)
    /// The output path leads through a symbolic link of another user, who could redirect it anywhere.
    case linkOfOthers(path: String)
    /// Other users could watch when and how often a long list in this folder is read.
    case watchable(folder: String, Watcher)
    /// The folder's file system has less free space than the file needs, in bytes.
    case noRoom(folder: String, needed: Int, free: Int)
    /// The output can only replace a regular file.
    case notRegular(path: String)
    /// A folder can only have hashes, not words.
    case folderOfWords(path: String)
    /// A folder contains files that are not range files.
    case strangeNames(path: String, names: [String], count: Int)
    /// A list of hashes or a range file has no lines, or a folder has no files, so it is incomplete.
    case emptyHashes(path: String)
    /// A file became shorter while it was read.
    case shrunk(path: String)
    /// A damaged line of hashes.
    case malformed(path: String, line: Int, LineMistake, digits: Int)
    /// Words were expected, and the first line is a hash.
    case looksLikeHashes(path: String, BlocklistHash)
    /// There are SHA-1 and NTLM hashes.
    case severalHashes
    /// Words cannot be in a list of NTLM hashes.
    case wordsAmongNTLM(path: String)
    /// A match other than `exact` for NTLM hashes, which can only be compared exactly.
    case inexactNTLM
    /// The list to add to is not a regular file.
    case notAList(path: String)
    /// The list to add to is damaged.
    case damagedList(path: String, BlocklistDamage)
    /// The list to add to was built for another match than the given one.
    case otherMatch(path: String, BlocklistMatch)
    /// The list to add to has other hashes than the inputs.
    case otherHash(path: String, BlocklistHash)
    /// The list to add to has too few buckets for its passwords and the new ones.
    case outgrown(path: String, limit: Int)
    /// A minimum count was given, but words have no counts.
    case countsOfWords(path: String)
    /// There are words and hashes, whose default matches differ, and no explicit match.
    case unclearMatch
    /// No input has a password, perhaps because all lines were skipped.
    case noKeys(SkippedLines)
    /// More keys share a prefix than digests would, so they are not digests.
    case crowded
    /// There are more keys than a file can hold.
    case tooMany
    /// The system did not provide the requested memory.
    case noMemory(mebibytes: Int)

    /// The problem in one English sentence. It begins with the position.
    package var message: String {
        switch self {
        case .system(let action, let path, let error):
            "\(printable(path)): \(Self.words(action)): \(Self.reason(error))"
        case .linkNotUTF8(let path):
            "\(printable(path)): is a symbolic link to a path that is not valid UTF-8"
        case .linkOfOthers(let path):
            "\(printable(path)): is a symbolic link that is owned by neither root nor you, or that fs.protected_symlinks forbids following; name its target instead"
        case .watchable(let folder, let watcher):
            "\(printable(folder)): \(Self.words(watcher, folder: printable(folder)))"
        case .noRoom(let folder, let needed, let free):
            "\(printable(folder)): has too little free space: the list takes at least \((needed + 0xF_FFFF) >> 20) MiB here, and \(free >> 20) MiB are free"
        case .notRegular(let path):
            "\(printable(path)): is not a regular file, so it cannot be replaced"
        case .folderOfWords(let path):
            "\(printable(path)): is a directory; word lists must be files"
        case .strangeNames(let path, let names, let count):
            "\(printable(path)): \(Self.list(names, of: count)) not named like a range file (5 hex digits, optionally .txt)"
        case .emptyHashes(let path):
            "\(printable(path)): is empty; a list of hashes cannot be"
        case .shrunk(let path): "\(printable(path)): was truncated while it was being read"
        case .malformed(let path, let line, let mistake, let digits):
            "\(printable(path)):\(line): \(Self.words(mistake, digits: digits))"
        case .looksLikeHashes(let path, .sha1):
            "\(printable(path)):1: looks like a hash; use --format sha1 if it is one, or --format words if it is a password"
        case .looksLikeHashes(let path, .ntlm):
            "\(printable(path)):1: looks like a hash; use --format ntlm if it is an NTLM hash, or --format words if it is a password"
        case .severalHashes:
            "the inputs have SHA-1 and NTLM hashes; a list has only one kind, so build two lists"
        case .wordsAmongNTLM(let path):
            "\(printable(path)): is a list of words, which cannot be in a list of NTLM hashes; build another list from them"
        case .inexactNTLM:
            "NTLM hashes can only be compared exactly"
        case .notAList(let path):
            "\(printable(path)): is not a regular file, so it is not a blocklist"
        case .damagedList(let path, let damage):
            "\(printable(path)): \(damage.message)"
        case .otherMatch(let path, let match):
            "\(printable(path)): was built with --match \(match.name), so what is added must be, too"
        case .otherHash(let path, let hash):
            "\(printable(path)): is a list of \(hash == .ntlm ? "NTLM" : "SHA-1") hashes, and the inputs have others"
        case .outgrown(let path, let limit):
            "\(printable(path)): has room for \(limit) entries; build a new list from all of its passwords"
        case .countsOfWords(let path):
            "\(printable(path)): --min-count is for hashes with counts, but this is a list of words"
        case .unclearMatch:
            "by default, words are compared mangled and hashes exact; for a list of both, choose with --match"
        case .noKeys(let skipped):
            "the input contains no passwords; nothing to build" + Self.words(skipped)
        case .crowded:
            // UNCOVERED: it takes a list of a million hashes that begin alike.
            "more than a million hashes share a prefix; this does not look like a list of password hashes"
        case .tooMany:
            "too many passwords for one list"
        case .noMemory(let mebibytes):
            "not enough memory for \(mebibytes) MiB; use --memory to set a lower limit"
        }
    }

    private static func words(_ action: Action) -> String {
        switch action {
        case .open: "cannot be opened"
        case .read: "cannot be read"
        case .write: "cannot be written"
        case .sync: "cannot be flushed to disk"
        case .replace: "cannot be replaced"
        case .keep: "cannot be made from the previous file"
        case .giveToGroup: "cannot be assigned to the group"
        case .syncFolder: "was written, but could not be flushed to disk"
        }
    }

    private static func words(_ watcher: Watcher, folder: String) -> String {
        let who: String
        let remedy: String
        switch watcher {
        case .owner: (who, remedy) = ("its owner, who is neither root nor you,", "")
        case .group:
            (who, remedy) = ("its group", "run chmod g-r \(folder), name that group with --group, or ")
        case .others: (who, remedy) = ("others", "run chmod o-r \(folder), or ")
        }
        return
            "\(who) can read this directory, and so watch which parts of a list larger than 4 MiB, or readable only by a group, "
            + "a look-up reads; \(remedy)put the list in another directory"
    }

    private static func words(_ mistake: LineMistake, digits: Int) -> String {
        switch mistake {
        case .notAHash: "does not begin with \(digits) hex digits"
        case .noCount: "has no count, which --min-count requires"
        case .wrongCount: "has no valid number after the colon"
        case .trailingBytes: "has text after the hash that is not a count"
        }
    }

    private static func words(_ skipped: SkippedLines) -> String {
        guard let first = skipped.firstLines.first else { return "" }
        let count = skipped.count == 1 ? "1 line was" : "\(skipped.count) lines were"
        return
            "; \(count) skipped, the first at \(printable(first.source)):\(first.line): \(first.reason.words)"
    }

    private static func list(_ names: [String], of count: Int) -> String {
        let quoted = names.map { "\"\(printable($0))\"" }.joined(separator: ", ")
        let others = count - names.count
        if others > 0 { return "\(quoted) and \(others) more are" }
        return quoted + (count == 1 ? " is" : " are")
    }

    private static func reason(_ error: CInt) -> String {
        // SAFETY: strerror returns a string that is valid until the next call.
        unsafe String(cString: strerror(error))
    }
}
