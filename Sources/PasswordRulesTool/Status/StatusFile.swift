import Glibc
import PasswordRules
import PasswordRulesSystem

/// A policy file or list: when it was changed, and who can read it.
struct StatusFile: Encodable {
    let path: String
    /// The day of its last change, in UTC; nil if unknown.
    var modified: String?
    /// `everybody`, `group NAME`, or `owner`.
    var readers: String?
    /// The number of entries of a list.
    var entries: Int?
    /// True if the policy cannot be used because of this file; otherwise nil.
    var mistakes: Bool?

    init(path: String, entries: Int? = nil) {
        self.path = path
        self.entries = entries
        guard let status = MachineFiles.status(path) else { return }
        modified = Self.day(status.st_mtim.tv_sec)
        readers = Self.readers(status)
    }

    private static func day(_ seconds: time_t) -> String? {
        var seconds = seconds
        var parts = unsafe tm()
        // SAFETY: both live for the duration of the call.
        guard unsafe gmtime_r(&seconds, &parts) != nil else { return nil }
        func two(_ number: CInt) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return unsafe "\(Int(parts.tm_year) + 1900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))"
    }

    private static func readers(_ status: stat) -> String {
        if status.st_mode & 0o004 != 0 { return "everybody" }
        guard status.st_mode & 0o040 != 0 else { return "owner" }
        let name = (try? Accounts.name(ofGroup: status.st_gid)).flatMap { $0 }
        return "group " + (name.map { String(decoding: $0, as: UTF8.self) } ?? "\(status.st_gid)")
    }

    /// The description for people.
    var remarks: String {
        if mistakes ?? false { return "has mistakes, see below" }
        var parts: [String] = []
        if let modified { parts.append("modified \(modified)") }
        if let entries { parts.append(entries.counted("entry", "entries")) }
        switch readers {
        case "everybody": parts.append("all users can read it")
        case "owner": parts.append("only its owner can read it")
        case let readers?: parts.append("only its owner and \(readers) can read it")
        case nil: parts.append("not used")
        }
        return parts.joined(separator: ", ")
    }
}
