import PasswordRules
import PasswordRulesLists

/// The changes, for each audience, if one policy replaces another.
struct PolicyDifference {
    /// The changes for one audience.
    private struct Part {
        let audience: PolicyAudience
        let changes: [PolicyChange]
        /// The changes that are not also everybody's.
        let own: [PolicyChange]
        /// The keys of everybody's changes that this audience does not share; nil if it shares none of the
        /// changes.
        let otherKeys: [String]?
    }

    /// The audiences with changes. If something changes for everybody, also the unaffected audiences.
    private let parts: [Part]

    init(from old: PolicyStack, to new: PolicyStack) {
        var parts: [Part] = []
        var forEverybody: [PolicyChange] = []
        let words = SingleWords()
        for audience in PolicyAudience.all(of: [old, new]) {
            let changes = PolicyChange.all(
                from: old.applied(to: audience.subject), to: new.applied(to: audience.subject), words: words)
            let isEverybody = audience.kind == nil
            if isEverybody { forEverybody = changes }
            if changes.isEmpty, isEverybody || forEverybody.isEmpty { continue }
            let others = isEverybody ? [] : forEverybody.filter { !changes.contains($0) }
            let isLikeEverybody = !isEverybody && others.count < forEverybody.count
            parts.append(
                Part(
                    audience: audience, changes: changes,
                    own: isEverybody ? changes : changes.filter { !forEverybody.contains($0) },
                    otherKeys: isLikeEverybody ? others.map(\.key) : nil))
        }
        self.parts = parts
    }

    /// Whether the policies are equivalent.
    var isEmpty: Bool { parts.isEmpty }

    /// The maximum number of members of a group that are named.
    private static let namedMemberCount = 10

    /// The lines for people: who is affected, then the changes that make something weaker, then the others.
    func lines(_ colours: Colours) -> [String] {
        if isEmpty { return ["nothing changes for anybody"] }
        let rows = parts.flatMap { part in part.own.map { (who: part.audience.title, change: $0) } }
        let kindWidth = 8
        let width = rows.map(\.who.count).max() ?? 0
        func line(_ who: String, _ change: PolicyChange) -> String {
            let kind = change.kind.rawValue.padded(to: kindWidth)
            let mark = change.isWeaker ? colours.paint("! \(kind)", .red) : "  \(kind)"
            return "\(mark)  \(printable(who).padded(to: width))  \(printable(change.text))"
        }
        return parts.map(heading) + rows.filter(\.change.isWeaker).map(line)
            + rows.filter { !$0.change.isWeaker }.map(line)
    }

    private func heading(_ part: Part) -> String {
        var line = "affects \(part.audience.title)"
        if let members = part.audience.members {
            let named = members.prefix(Self.namedMemberCount).joined(separator: ", ")
            let others = members.count - Self.namedMemberCount
            line += members.isEmpty ? " (no members found)" : " (\(named)"
            if others > 0 { line += " and \(others) more" }
            if !members.isEmpty { line += ")" }
        }
        if let keys = part.otherKeys {
            line += ": as for everybody" + (keys.isEmpty ? "" : " except \(keys.joined(separator: ", "))")
        }
        if part.changes.isEmpty { line = "nothing changes for \(part.audience.title)" }
        return printable(line)
    }

    // MARK: - JSON

    struct Object: Encodable {
        struct Audience: Encodable {
            /// The title that people see.
            var title: String
            /// `everybody`, `user`, `group` or `service`.
            var kind: String
            var name: String?
            var service: String?
            var members: [String]?
        }

        struct Change: Encodable {
            /// The title of the audience.
            var audience: String
            var kind: String
            var weaker: Bool
            var key: String
            var old: String?
            var new: String?
        }

        var same: Bool
        var weaker: Bool
        var audiences: [Audience]
        /// All changes of each audience, including those for everybody.
        var changes: [Change]
    }

    var object: Object {
        func text(_ bytes: [UInt8]) -> String? {
            bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
        }
        let changes = parts.flatMap { part in
            part.changes.map {
                Object.Change(
                    audience: part.audience.title, kind: $0.kind.rawValue, weaker: $0.isWeaker, key: $0.key,
                    old: $0.old, new: $0.new)
            }
        }
        return Object(
            same: isEmpty, weaker: changes.contains(where: \.weaker),
            audiences: parts.map { part in
                let audience = part.audience
                return Object.Audience(
                    title: audience.title, kind: audience.kind.map { "\($0)" } ?? "everybody",
                    name: text(audience.name), service: text(audience.service), members: audience.members)
            }, changes: changes)
    }
}
