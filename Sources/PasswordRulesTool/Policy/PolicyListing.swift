import PasswordRules
import PasswordRulesLists
import PasswordRulesSystem

/// The values that apply to a user, their origins, and the lines that do not count.
struct PolicyListing {
    struct Object: Encodable {
        var service: String?
        var user: String?
        var groups: [String]
        var files: [String]
        var doubts: [String]?
        /// The values that also apply because the user's groups are in doubt.
        var others: [Possible]?
        var sections: [String]
        var presets: [String]
        var entries: [PolicyValues.Entry]
        var unused: [PolicyValues.Entry]
        var keys: [String: PolicyValues.Key]

        init(_ values: PolicyValues) {
            (groups, files) = ([], [])
            (sections, presets) = (values.sections, values.presets)
            (entries, unused, keys) = (values.entries, values.unused, values.keys)
        }
    }

    /// The values that apply if the user is in this group.
    struct Possible: Encodable {
        var group: String
        var sections: [String]
        var presets: [String]
        var entries: [PolicyValues.Entry]
        var unused: [PolicyValues.Entry]
        var keys: [String: PolicyValues.Key]

        init(_ group: String, _ values: PolicyValues) {
            self.group = group
            (sections, presets) = (values.sections, values.presets)
            (entries, unused, keys) = (values.entries, values.unused, values.keys)
        }
    }

    let object: Object
    private let asksForGroups: Bool
    private let leavesOutBuiltIn: Bool

    /// - Parameters:
    ///   - doubts: The reasons why the subject's groups are in doubt.
    ///   - leavesOutBuiltIn: Whether to leave out built-in values.
    init(
        _ stack: PolicyStack, _ subject: PolicySubject?, doubts: [LocatedDiagnostic], leavesOutBuiltIn: Bool
    ) {
        asksForGroups = stack.hasGroupSections
        self.leavesOutBuiltIn = leavesOutBuiltIn
        let possible = subject.map { stack.possibleSubjects(besides: $0, limit: Int.max - 1) } ?? []
        var object = Object(PolicyValues(stack, subject, leavesOutBuiltIn: leavesOutBuiltIn))
        if let service = subject?.service, !service.isEmpty { object.service = Self.text(service) }
        if let user = subject?.user, !user.isEmpty { object.user = Self.text(user) }
        object.groups = subject?.groups.map(Self.text) ?? []
        object.files = stack.files.map { Self.text($0.name) }
        if !doubts.isEmpty { object.doubts = doubts.map { Self.text($0.location + $0.message) } }
        if !possible.isEmpty {
            object.others = possible.map {
                Possible(
                    Self.text($0.groups.last ?? []),
                    PolicyValues(stack, $0, leavesOutBuiltIn: leavesOutBuiltIn))
            }
        }
        self.object = object
    }

    /// The listing, safe for a terminal.
    var lines: [String] { rawLines.map(printable) }

    private var rawLines: [String] {
        var lines = [heading] + object.sections.map { "  section " + $0 }
        lines.append("Files, in reading order:")
        lines += object.files.map { "  " + $0 }
        lines += object.presets.map { "Preset " + $0 }
        lines.append(leavesOutBuiltIn ? "Values that are not built in:" : "Values:")
        lines += Self.lines(of: object.entries)
        if !object.unused.isEmpty {
            lines.append("Lines that do not count:")
            lines += Self.lines(of: object.unused)
        }
        for doubt in object.doubts ?? [] { lines.append("In doubt: " + doubt) }
        for possible in object.others ?? [] {
            lines.append("So a password must also satisfy the policy for members of group \(possible.group):")
            lines += possible.sections.map { "  section " + $0 }
            lines += possible.presets.map { "  preset " + $0 }
            lines += Self.lines(of: possible.entries)
            if !possible.unused.isEmpty {
                lines.append("Lines that do not count for members of group \(possible.group):")
                lines += Self.lines(of: possible.unused)
            }
        }
        return lines
    }

    private static func lines(of entries: [PolicyValues.Entry]) -> [String] {
        let keyWidth = entries.map(\.key.count).max() ?? 0
        // One long value must not move the origins of all others off the screen.
        let valueWidth = entries.map(\.valueAndNote.count).filter { $0 <= 40 }.max() ?? 0
        return entries.map { entry in
            "  \(entry.key.padded(to: keyWidth))  \(entry.valueAndNote.padded(to: valueWidth))  \(entry.origin)"
        }
    }

    private var heading: String {
        let who: String
        switch (object.service, object.user) {
        case (nil, nil): return "Policy for users without a section of their own:"
        case (nil, let user?): who = "Policy for \(user)"
        case (let service?, nil): who = "Policy for accounts of service \(service)"
        case (let service?, let user?): who = "Policy for \(user), an account of service \(service)"
        }
        // The groups of a service's account come from the options, and are not looked up.
        guard object.service == nil ? asksForGroups : !object.groups.isEmpty else { return "\(who):" }
        switch object.groups.count {
        case 0: return "\(who), in no group:"
        case 1: return "\(who), in group \(object.groups[0]):"
        default: return "\(who), in groups \(object.groups.joined(separator: ", ")):"
        }
    }

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
