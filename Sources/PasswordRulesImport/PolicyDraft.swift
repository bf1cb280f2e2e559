internal import PasswordRules

/// A policy file under construction: entries, with comments on their origins.
struct PolicyDraft {
    /// The longest line of a comment, in bytes, except for settings, which are shown whole.
    private static let maximumCommentLength = 100

    private struct Entry {
        let key: String
        /// Nil for a key without "=".
        let value: String?
    }

    private struct Block {
        var origins: [String]
        let remarks: [ImportRemark]
        let entries: [Entry]
    }

    private let title: [String]
    private let isAligned: Bool
    /// Whether it is a part of a larger policy, and only adds demands.
    private let isPart: Bool
    private var blocks: [Block] = []
    /// All remarks so far, in their order.
    private(set) var remarks: [ImportRemark]

    /// - Parameters:
    ///   - title: The first lines of the file.
    ///   - remarks: The remarks about the whole policy.
    ///   - isAligned: Whether the "=" of all entries are aligned.
    ///   - isPart: Whether it is a part of a larger policy. Entries that would drop or override other lines
    ///     are left out.
    init(title: [String], remarks: [ImportRemark], isAligned: Bool = true, isPart: Bool = false) {
        self.title = title
        self.isPart = isPart
        self.isAligned = isAligned
        self.remarks = remarks
        blocks = [Block(origins: [], remarks: remarks, entries: [])]
    }

    /// Adds entries. Settings without an entry or a remark are listed together, each with the reason.
    /// - Parameters:
    ///   - origins: The settings that the entries come from, one line for each. The last one counts.
    ///   - remarks: The differences between the entries and these settings.
    ///   - reason: Why there is no entry, if there is neither an entry nor a remark.
    mutating func add(
        _ origins: [String], _ entries: [(key: PolicyKey, value: String)], remarks: [ImportRemark] = [],
        reason: String = "demands nothing"
    ) {
        add(origins, entries.map { ("\($0.key.name)", $0.value) }, remarks: remarks, reason: reason)
    }

    /// Adds entries that are not keys of a policy.
    mutating func add(
        _ origins: [String], _ entries: [(name: String, value: String?)], remarks: [ImportRemark] = [],
        reason: String?
    ) {
        var (origins, entries, remarks, reason) = (origins, entries, remarks, reason)
        if isPart, !entries.isEmpty {
            entries = entries.filter { Self.adds($0.name, $0.value ?? "") }
            if entries.isEmpty { (remarks, reason) = ([], "left to the policy that this is a part of") }
        }
        if let reason, entries.isEmpty, remarks.isEmpty, let last = origins.popLast() {
            origins.append("\(last) (\(reason))")
        }
        if entries.isEmpty, remarks.isEmpty, let last = blocks.last, last.entries.isEmpty,
            last.remarks.isEmpty
        {
            blocks[blocks.count - 1].origins += origins
            return
        }
        blocks.append(
            Block(
                origins: origins, remarks: remarks,
                entries: entries.map { Entry(key: $0.name, value: $0.value) }))
        self.remarks += remarks
    }

    /// Whether a line can only make a policy stricter: a demand with a value, or `enforce-for-root = yes`. An
    /// empty demand drops earlier lines.
    private static func adds(_ name: String, _ value: String) -> Bool {
        guard let key = PolicyKey.allCases.first(where: { "\($0.name)" == name }) else { return false }
        return key.isDemand ? !value.isEmpty : key == .enforceForRoot && value == "yes"
    }

    /// The first lines of an imported policy.
    static func title(ofImportFrom module: String, _ names: [String], isPart: Bool) -> [String] {
        let start = isPart ? "Part of a policy, imported" : "Policy imported"
        let option = isPart ? " --drop-in" : ""
        return ["\(start) from \(module) by \"passwordrules import \(module)\(option)\", from"] + names
    }

    /// The text of the file: comments in ASCII, and entries.
    var text: String {
        let width = !isAligned ? 0 : blocks.map { $0.entries.map { $0.key.utf8.count }.max() ?? 0 }.max() ?? 0
        var lines = title.map { "# " + $0 }
        for block in blocks {
            lines.append(block.origins.isEmpty ? "#" : "")
            for origin in block.origins { lines.append("# " + origin) }
            for remark in block.remarks { lines += Self.comment(remark.sentence) }
            for entry in block.entries {
                let gap = String(repeating: " ", count: max(0, width - entry.key.utf8.count))
                let value = entry.value.map { $0.isEmpty ? " =" : " = " + $0 } ?? ""
                lines.append(entry.key + (entry.value == nil ? "" : gap) + value)
            }
        }
        return lines.reduce(into: "") { $0 += $1 + "\n" }
    }

    /// The lines of a comment; all but the first are indented.
    private static func comment(_ sentence: String) -> [String] {
        var lines: [String] = []
        for word in sentence.split(separator: " ", omittingEmptySubsequences: false) {
            let length = word.unicodeScalars.count + 1
            if let last = lines.last, last.unicodeScalars.count + length <= maximumCommentLength - 6 {
                lines[lines.count - 1] += " " + word
            } else {
                lines.append(String(word))
            }
        }
        return lines.enumerated().map { ($0 == 0 ? "# " : "#     ") + $1 }
    }
}
