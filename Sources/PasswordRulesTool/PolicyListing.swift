import PasswordRules
import PasswordRulesBlocklist
import PasswordRulesSystem

/// What applies to somebody, and where it comes from.
struct PolicyListing {
    struct Entry: Encodable {
        var key: String
        var value: String
        /// The file, the preset or "built in".
        var source: String
        var line: Int?
        var clause: String?
        /// What there is to say of the value: how long a list is.
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
        var preset: String?
        var entries: [Entry]
    }

    let object: Object
    private let asksForGroups: Bool
    private let isUnknown: Bool

    /// - Parameter isUnknown: Whether the machine has no such user.
    init(_ sources: PolicySources, _ subject: PolicySubject?, isUnknown: Bool, _ applied: AppliedPolicy) {
        asksForGroups = sources.hasGroupSections
        self.isUnknown = isUnknown
        object = Object(
            user: subject.map { Self.text($0.user) }, groups: subject?.groups.map(Self.text) ?? [],
            files: sources.files.map { Self.text($0.name) },
            sections: applied.namedSections.map {
                "\(Self.text($0.title)) \(Self.text($0.source.name)):\($0.line)"
            },
            preset: applied.preset.map { "\($0.name): \($0.title)" },
            entries: PolicyKey.allCases.flatMap { Self.entries(of: $0, applied) })
    }

    private static func entries(of key: PolicyKey, _ applied: AppliedPolicy) -> [Entry] {
        let items = applied.items.filter { $0.key == key }
        guard items.isEmpty else {
            return items.map { item in
                Entry(
                    key: "\(key.name)", value: text(item.value),
                    source: item.isFromPreset ? "preset \(text(item.source.name))" : text(item.source.name),
                    line: item.isFromPreset ? nil : item.line,
                    clause: item.isFromPreset && !item.remark.isEmpty ? text(item.remark) : nil,
                    note: item.blocklist.map(note))
            }
        }
        // A policy without rules is one that checks nothing.
        let value = "\(key.builtInValue)"
        return value.isEmpty ? [] : [Entry(key: "\(key.name)", value: value, source: "built in")]
    }

    /// How long a list is, or why it is not used.
    private static func note(on list: BlocklistSetting) -> String {
        do throws(FileProblem) {
            return try Blocklist(atPath: list.path).count.of("entry", "entries")
        } catch {
            return "not used: \(text(error.messageBytes))"
        }
    }

    /// The listing as a terminal may see it.
    var lines: [String] { rawLines.map(printable) }

    private var rawLines: [String] {
        var lines = [heading] + object.sections.map { "  section " + $0 }
        if isUnknown { lines.append("  there is no such user on this machine") }
        lines.append("Files, each over those before it:")
        lines += object.files.map { "  " + $0 }
        if let preset = object.preset { lines.append("Preset " + preset) }
        let keyWidth = object.entries.map(\.key.count).max() ?? 0
        // One long value must not push the places of all others out of sight.
        let valueWidth = object.entries.map(\.valueAndNote.count).filter { $0 <= 40 }.max() ?? 0
        lines.append("Values:")
        for entry in object.entries {
            lines.append(
                "  " + Self.padded(entry.key, keyWidth) + "  " + Self.padded(entry.valueAndNote, valueWidth)
                    + "  "
                    + entry.place)
        }
        return lines
    }

    private var heading: String {
        guard let user = object.user else { return "For everybody who has no section of their own:" }
        guard asksForGroups else { return "For \(user):" }
        switch object.groups.count {
        case 0: return "For \(user), in no group:"
        case 1: return "For \(user), in group \(object.groups[0]):"
        default: return "For \(user), in groups \(object.groups.joined(separator: ", ")):"
        }
    }

    private static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
