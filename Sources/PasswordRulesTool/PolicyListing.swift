import PasswordRules
import PasswordRulesBlocklist
import PasswordRulesSystem

/// The values that apply to a user, and their origins.
struct PolicyListing {
    struct Entry: Encodable {
        var key: String
        var value: String
        /// The file, the preset or "built in".
        var source: String
        var line: Int?
        var clause: String?
        /// A note on the value: the number of entries of a list.
        var note: String?

        var valueAndNote: String { note.map { "\(value) (\($0))" } ?? value }

        var place: String {
            let place = line.map { "\(source):\($0)" } ?? source
            return clause.map { "\(place) (\($0))" } ?? place
        }
    }

    struct Object: Encodable {
        var user: String?
        var groups: [String]
        var files: [String]
        var sections: [String]
        var presets: [String]
        var entries: [Entry]
        /// Why the user's groups are in doubt.
        var doubts: [String]?
        /// The values that apply as well because of the doubt.
        var others: [Possible]?
    }

    /// The values for a user who is in a group.
    struct Possible: Encodable {
        var group: String
        var sections: [String]
        var presets: [String]
        var entries: [Entry]
    }

    let object: Object
    private let asksForGroups: Bool
    private let isUnknown: Bool

    /// - Parameter isUnknown: Whether the machine has no such user.
    /// - Parameter doubts: Why the subject's groups are in doubt.
    init(
        _ sources: PolicySources, _ subject: PolicySubject?, isUnknown: Bool, doubts: [LocatedDiagnostic]
    ) {
        asksForGroups = sources.hasGroupSections
        self.isUnknown = isUnknown
        let applied = sources.applied(to: subject)
        let possible = subject.map { sources.possibleSubjects(besides: $0, limit: Int.max - 1) } ?? []
        object = Object(
            user: subject.map { Self.text($0.user) }, groups: subject?.groups.map(Self.text) ?? [],
            files: sources.files.map { Self.text($0.name) }, sections: Self.sections(of: applied),
            presets: Self.presets(of: applied), entries: Self.entries(of: applied),
            doubts: doubts.isEmpty ? nil : doubts.map { Self.text($0.place + $0.message) },
            others: possible.isEmpty
                ? nil
                : possible.map { Self.possible(Self.text($0.groups.last ?? []), sources.applied(to: $0)) })
    }

    private static func possible(_ group: String, _ applied: AppliedPolicy) -> Possible {
        Possible(
            group: group, sections: sections(of: applied), presets: presets(of: applied),
            entries: entries(of: applied))
    }

    private static func sections(of applied: AppliedPolicy) -> [String] {
        applied.namedSections.map { "\(text($0.title)) \(text($0.source.name)):\($0.line)" }
    }

    private static func presets(of applied: AppliedPolicy) -> [String] {
        applied.presets.map { "\($0.name): \($0.title)" }
    }

    private static func entries(of applied: AppliedPolicy) -> [Entry] {
        PolicyKey.allCases.flatMap { entries(of: $0, applied) }
    }

    private static func entries(of key: PolicyKey, _ applied: AppliedPolicy) -> [Entry] {
        var entries: [Entry] = []
        let items = applied.items.filter { $0.key == key }
        // A demand adds up with the built-in one; any other value is set in its place.
        if applied.hasBuiltInValue(key), key.isDemand || items.isEmpty, !"\(key.builtInValue)".isEmpty {
            entries.append(Entry(key: "\(key.name)", value: "\(key.builtInValue)", source: "built in"))
        }
        return entries
            + items.map { item in
                Entry(
                    key: "\(key.name)", value: text(item.value),
                    source: item.isFromPreset ? "preset \(text(item.source.name))" : text(item.source.name),
                    line: item.isFromPreset ? nil : item.line,
                    clause: item.isFromPreset && !item.remark.isEmpty ? text(item.remark) : nil,
                    note: item.blocklist.map(note))
            }
    }

    /// The number of entries of a list, or why it is not used.
    private static func note(on list: BlocklistSetting) -> String {
        do throws(FileProblem) {
            return try Blocklist(atPath: list.path).count.of("entry", "entries")
        } catch {
            return "not used: \(text(error.messageBytes))"
        }
    }

    /// The listing, safe to print on a terminal.
    var lines: [String] { rawLines.map(printable) }

    private var rawLines: [String] {
        var lines = [heading] + object.sections.map { "  section " + $0 }
        if isUnknown { lines.append("  there is no such user on this machine") }
        lines.append("Files, in reading order:")
        lines += object.files.map { "  " + $0 }
        lines += object.presets.map { "Preset " + $0 }
        lines.append("Values:")
        lines += Self.lines(of: object.entries)
        for doubt in object.doubts ?? [] { lines.append("In doubt: " + doubt) }
        for possible in object.others ?? [] {
            lines.append("So a password must also satisfy the policy for members of group \(possible.group):")
            lines += possible.sections.map { "  section " + $0 }
            lines += possible.presets.map { "  preset " + $0 }
            lines += Self.lines(of: possible.entries)
        }
        return lines
    }

    private static func lines(of entries: [Entry]) -> [String] {
        let keyWidth = entries.map(\.key.count).max() ?? 0
        // One long value must not push the origins of all others off the screen.
        let valueWidth = entries.map(\.valueAndNote.count).filter { $0 <= 40 }.max() ?? 0
        return entries.map { entry in
            "  \(padded(entry.key, keyWidth))  \(padded(entry.valueAndNote, valueWidth))  \(entry.place)"
        }
    }

    private var heading: String {
        guard let user = object.user else { return "Policy for users without a section of their own:" }
        guard asksForGroups else { return "Policy for \(user):" }
        switch object.groups.count {
        case 0: return "Policy for \(user), in no group:"
        case 1: return "Policy for \(user), in group \(object.groups[0]):"
        default: return "Policy for \(user), in groups \(object.groups.joined(separator: ", ")):"
        }
    }

    private static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
