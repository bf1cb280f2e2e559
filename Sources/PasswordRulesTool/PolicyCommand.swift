import ArgumentParser
import PasswordRules
import PasswordRulesSystem

struct PolicyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "policy",
        abstract:
            "Print which policy applies to a user, and where each value comes from; or check all of its files.",
        discussion: """
            Without --user it prints what applies to everybody for whom there is no section.

            Exit status: 0 all is well, 1 with --check: warnings, 2 a mistake in the arguments or the policy.

            Example: passwordrules policy --user alice
            """)

    @Option(
        help: ArgumentHelp(
            "A policy file, with those in the folder FILE.d. Without it: /etc/security/passwordrules.conf.",
            valueName: "file"))
    var config: String?

    @Option(help: ArgumentHelp("For whom.", valueName: "name"))
    var user: String?

    @Flag(
        help: "Look for mistakes and unwise rules in all files, and for users and groups that do not exist.")
    var check = false

    @Flag(help: "Print one JSON object.")
    var json = false

    func validate() throws {
        if check, user != nil || json { throw ValidationError("--check stands alone, but for --config.") }
        if let config, config.isEmpty { throw ValidationError("--config needs the path of a file.") }
    }

    func run() throws {
        let loaded = try PolicyOptions.loadPolicy(config: config)
        if check {
            try PolicyCheck(loaded).run()
            return
        }
        let (subject, applied): (PolicySubject?, AppliedPolicy) = try complaining {
            () throws(PolicyLoadFailure) in
            guard let user else { return (nil, loaded.sources.applied(to: nil)) }
            let subject = try loaded.subject(forUser: Array(user.utf8))
            _ = try loaded.policy(for: subject)
            return (subject, loaded.sources.applied(to: subject))
        }
        let listing = PolicyListing(loaded.sources, subject, applied)
        if json {
            try Output.standard.write(json: listing.object)
        } else {
            for line in listing.lines { try Output.standard.write(Array(line.utf8)) }
        }
    }
}

/// What applies to somebody, and where it comes from.
private struct PolicyListing {
    struct Entry: Encodable {
        var key: String
        var value: String
        /// The file, the preset or "built in".
        var source: String
        var line: Int?
        var clause: String?

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

    init(_ sources: PolicySources, _ subject: PolicySubject?, _ applied: AppliedPolicy) {
        asksForGroups = sources.hasGroupSections
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
                    clause: item.isFromPreset && !item.remark.isEmpty ? text(item.remark) : nil)
            }
        }
        // A policy without rules is one that checks nothing.
        let value = "\(key.builtInValue)"
        return value.isEmpty ? [] : [Entry(key: "\(key.name)", value: value, source: "built in")]
    }

    var lines: [String] {
        var lines = [heading] + object.sections.map { "  section " + $0 }
        lines.append("Files, each over those before it:")
        lines += object.files.map { "  " + $0 }
        if let preset = object.preset { lines.append("Preset " + preset) }
        let keyWidth = object.entries.map(\.key.count).max() ?? 0
        // One long value must not push the places of all others out of sight.
        let valueWidth = object.entries.map(\.value.count).filter { $0 <= 40 }.max() ?? 0
        lines.append("Values:")
        for entry in object.entries {
            lines.append(
                "  " + Self.padded(entry.key, keyWidth) + "  " + Self.padded(entry.value, valueWidth) + "  "
                    + entry.place)
        }
        return lines
    }

    private var heading: String {
        guard let user = object.user else { return "For everybody who has no section of their own:" }
        guard asksForGroups else { return "For \(user):" }
        let groups = object.groups.isEmpty ? "no group" : object.groups.joined(separator: ", ")
        return "For \(user), in \(groups):"
    }

    private static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }

    /// The text as a terminal may see it.
    private static func text(_ bytes: [UInt8]) -> String {
        String(decoding: bytes.map { $0 < 0x20 || $0 == 0x7F ? 0x3F : $0 }, as: UTF8.self)
    }
}

/// Looks for what is wrong or unwise in all files of a policy that was loaded, so has no mistake as such.
private struct PolicyCheck {
    private let loaded: LoadedPolicy

    init(_ loaded: LoadedPolicy) { self.loaded = loaded }

    func run() throws {
        var hasWarnings = false
        for source in loaded.sources.files {
            var found = PolicyFile.lint(source.file.text, isPart: true).items
            found += try unknownNames(in: source)
            found.sort { $0.offset < $1.offset }
            for diagnostic in found {
                if diagnostic.severity != .note { hasWarnings = true }
                let located = LocatedDiagnostic(diagnostic, source: source.name, text: source.file.text.span)
                try Output.standard.write(
                    Array((located.line + underline(diagnostic, in: source.file.text.span)).utf8))
            }
            try checkSections(of: source)
        }
        let count = loaded.sources.files.count
        try Output.standard.write(Array("\(count) \(count == 1 ? "file" : "files"), no mistake".utf8))
        if hasWarnings { throw ExitCode(1) }
    }

    /// Sections may lack the rules that nobody else needs.
    private func checkSections(of source: PolicySource) throws {
        for section in source.file.namedSections {
            let subject =
                section.isForGroup
                ? PolicySubject(user: [], groups: [section.name]) : PolicySubject(user: section.name)
            _ = try complaining { () throws(PolicyLoadFailure) in try loaded.policy(for: subject) }
        }
    }

    private func unknownNames(in source: PolicySource) throws -> [Diagnostic] {
        do throws(AccountProblem) {
            var found: [Diagnostic] = []
            for section in source.file.namedSections {
                if section.isForGroup {
                    let first = try Accounts.firstName(ofGroup: section.name)
                    if first == nil {
                        found.append(section.diagnostic(.unknownGroup))
                    } else if first != section.name {
                        found.append(section.diagnostic(.otherGroupName))
                    }
                } else if try Accounts.account(ofUser: section.name) == nil {
                    found.append(section.diagnostic(.unknownUser))
                }
            }
            return found
        } catch {
            throw Failure(message: String(decoding: error.messageBytes, as: UTF8.self))
        }
    }
}
