import ArgumentParser
import PasswordRules
import PasswordRulesSystem

/// Looks for what is wrong or unwise in all files of a policy that was loaded, so has no mistake as such.
struct PolicyCheck {
    private let loaded: LoadedPolicy
    /// Whether to print JSON objects.
    private let json: Bool

    private var warningCount = 0
    /// What was said of lists, which several sections may name.
    private var linesOnLists: Set<String> = []

    init(_ loaded: LoadedPolicy, json: Bool) {
        self.loaded = loaded
        self.json = json
    }

    mutating func run() throws {
        for source in loaded.sources.files {
            var found = PolicyFile.lint(source.file.text, isPart: true).items
            found += try unknownNames(in: source)
            found.sort { $0.offset < $1.offset }
            for diagnostic in found {
                if diagnostic.severity != .note { warningCount += 1 }
                let located = LocatedDiagnostic(diagnostic, source: source.name, text: source.file.text.span)
                try say(located, underline(diagnostic, in: source.file.text.span, .output))
            }
            try checkSections(of: source)
        }
        try checkUnusedLists(for: nil)
        if !json {
            let count = loaded.sources.files.count
            var summary = "\(count) \(count == 1 ? "file" : "files"), no mistake"
            if warningCount > 0 {
                summary += ", \(warningCount) \(warningCount == 1 ? "warning" : "warnings")"
            }
            try Output.standard.write(Array(summary.utf8))
        }
        if warningCount > 0 { throw ExitCode(1) }
    }

    /// Sections may lack the rules that nobody else needs.
    private mutating func checkSections(of source: PolicySource) throws {
        for section in source.file.namedSections {
            let subject =
                section.isForGroup
                ? PolicySubject(user: [], groups: [section.name]) : PolicySubject(user: section.name)
            _ = try complaining(json: json) { () throws(PolicyLoadFailure) in try loaded.policy(for: subject)
            }
            try checkUnusedLists(for: subject)
        }
    }

    /// Lists that are not used: optional ones, and those of policies that check nothing.
    private mutating func checkUnusedLists(for subject: PolicySubject?) throws {
        var found: [LocatedDiagnostic] = []
        loaded.sources.applied(to: subject).forEachBlocklist { list, source, place in
            do throws(FileProblem) {
                _ = try Blocklist(atPath: list.path)
            } catch {
                found.append(LocatedDiagnostic(error, .warning, of: list, source: source, at: place))
            }
        }
        for diagnostic in found where linesOnLists.insert(diagnostic.line(.output)).inserted {
            warningCount += 1
            try say(diagnostic)
        }
    }

    private func say(_ diagnostic: LocatedDiagnostic, _ underline: String = "") throws {
        if json { return try Output.standard.write(json: DiagnosticObject(diagnostic)) }
        try Output.standard.write(Array((diagnostic.line(.output) + underline).utf8))
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
