import PasswordRules
import PasswordRulesSystem

/// The lines and built-in values that apply to one subject, and those that do not, with the reason.
struct PolicyValues {
    /// A line, or a built-in value.
    struct Entry: Encodable {
        var key: String
        var value: String
        /// The file, the preset or "built in".
        var source: String
        var line: Int?
        /// The clause of the standard that a preset's line comes from.
        var clause: String?
        /// A note on a blocklist: the number of its entries, or why it is not used.
        var note: String?
        /// Why it does not apply: "dropped", "overridden" or "less strict".
        var reason: String?
        /// The line that drops or overrides it, or is stricter.
        var by: LineLocation?

        var valueAndNote: String { note.map { "\(value) (\($0))" } ?? value }

        /// Source, line and clause, and if it does not apply, why.
        var origin: String {
            let location = LineLocation(source: source, line: line).words
            let origin = clause.map { "\(location) (\($0))" } ?? location
            guard let reason, let by else { return origin }
            return "\(origin), \(reason)\(reason == Self.lessStrict ? " than" : " by") \(by.words)"
        }

        static let lessStrict = "less strict"
    }

    /// The values of a key.
    struct Key: Encodable {
        /// How its lines combine, in the words of the manual's table.
        var lines: String
        /// The value that applies; nil if there is none, or the key can have several.
        var value: String?
        /// The values that apply; nil if the key can have only one.
        var values: [String]?
    }

    let sections: [String]
    let presets: [String]
    private(set) var entries: [Entry] = []
    private(set) var unused: [Entry] = []
    private(set) var keys: [String: Key] = [:]

    /// - Parameter leavesOutBuiltIn: Whether to leave out built-in values.
    init(_ stack: PolicyStack, _ subject: PolicySubject?, leavesOutBuiltIn: Bool) {
        let applied = stack.applied(to: subject)
        sections = applied.namedSections.map {
            "\(Self.text($0.title)) \(Self.text($0.file.name)):\($0.line)"
        }
        presets = applied.presets.map { "\($0.name): \($0.title)" }
        for key in PolicyKey.allCases { add(key, applied, leavesOutBuiltIn: leavesOutBuiltIn) }
    }

    private mutating func add(_ key: PolicyKey, _ applied: AppliedPolicy, leavesOutBuiltIn: Bool) {
        let first = entries.count
        addBuiltIn(key, applied, leavesOutBuiltIn: leavesOutBuiltIn)
        for item in applied.lines where item.key == key && item.fate != .drops {
            let isUsed = item.fate == .applies
            let entry = Entry(
                key: "\(key.name)", value: Self.text(item.value), source: item.lineLocation.source,
                line: item.lineLocation.line, clause: item.clause.map(Self.text),
                note: isUsed ? item.blocklist.map(Self.note) : nil)
            if isUsed {
                entries.append(entry)
            } else {
                addUnused(entry, item.fate, applied)
            }
        }
        let values = entries[first...].map(\.value)
        if leavesOutBuiltIn, values.isEmpty { return }
        keys["\(key.name)"] =
            switch key.combination {
            case .addsUp, .union: Key(lines: key.combination.words, values: values)
            case .largest, .smallest, .mostSpecific:
                Key(lines: key.combination.words, value: values.first)
            }
    }

    /// Adds the built-in value of a key. If the key is a demand, the value applies unless a line drops it or
    /// is at least as strict. Otherwise it applies unless a line sets the key.
    private mutating func addBuiltIn(_ key: PolicyKey, _ applied: AppliedPolicy, leavesOutBuiltIn: Bool) {
        let entry = Entry(
            key: "\(key.name)", value: "\(key.builtInValue)", source: LineLocation.builtIn.source)
        if entry.value.isEmpty { return }
        if let drop = applied.dropOfBuiltInValue(key) {
            return addUnused(entry, .dropped(by: drop), applied)
        }
        let line = applied.line(of: key)
        let isCovered: Bool
        switch key.combination {
        case .addsUp: isCovered = false
        case .union, .largest, .smallest:
            isCovered = line.map { !$0.settings.isWeaker(than: .builtIn, in: key) } ?? false
        case .mostSpecific: isCovered = line != nil
        }
        if !isCovered, !leavesOutBuiltIn { entries.append(entry) }
    }

    private mutating func addUnused(_ entry: Entry, _ fate: AppliedPolicy.Fate, _ applied: AppliedPolicy) {
        var entry = entry
        switch fate {
        case .applies, .drops: return
        case .dropped: entry.reason = "dropped"
        case .overridden: entry.reason = "overridden"
        case .outdone: entry.reason = Entry.lessStrict
        }
        entry.by = fate.reason.map { applied.lines[$0].lineLocation }
        unused.append(entry)
    }

    /// The number of entries in a list, or why the list is not used.
    private static func note(on list: BlocklistSetting) -> String {
        do throws(FileProblem) {
            return try Blocklist(atPath: list.path).count.counted("entry", "entries")
        } catch {
            return "not used: \(text(error.messageBytes))"
        }
    }

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}

extension PolicyKey.Combination {
    /// The term for it in passwordrules.conf(5).
    var words: String {
        switch self {
        case .addsUp: "adds up"
        case .largest, .smallest: "strictest counts"
        case .union: "all ways together"
        case .mostSpecific: "overridden"
        }
    }
}
