import ArgumentParser
import PasswordRules
import PasswordRulesSystem

/// Lints all files of a policy that was loaded, and so has no errors.
struct PolicyCheck {
    private let loaded: LoadedPolicy
    /// Whether to print JSON objects.
    private let json: Bool

    private var warningCount = 0
    /// Whether some line was said to contradict others.
    private var isContradictionSaid = false
    /// The messages about lists, which several sections may name, and about the machine.
    private var linesSaid: Set<String> = []

    private let machine: MachineCheck
    /// The length of the longest password, in bytes, that any of the policies accepts.
    private var longestPassword: Int

    init(_ loaded: LoadedPolicy, json: Bool, machine: MachineCheck) {
        self.loaded = loaded
        self.machine = machine
        longestPassword = loaded.policy.enforcement == .no ? 0 : loaded.policy.longestPasswordInBytes
        self.json = json
    }

    mutating func run() throws {
        for source in loaded.sources.files {
            let text = source.file.text
            var found = PolicyFile.lint(text, isPart: true).items
            found += try unknownNames(in: source)
            found.sort { $0.offset < $1.offset }
            for diagnostic in found {
                if diagnostic.code == .unsatisfiable { isContradictionSaid = true }
                if diagnostic.severity != .note { warningCount += 1 }
                let located = LocatedDiagnostic(diagnostic, source: source.name, text: text.span)
                try say(located, underline(diagnostic, in: text.span, .output))
            }
            try checkSections(of: source)
        }
        try checkWhole(loaded.policy)
        try checkLists(for: nil)
        try checkServices()
        for diagnostic in machine.checkHash(longestPassword: longestPassword) { try warn(diagnostic) }
        if !json {
            let count = loaded.sources.files.count
            var summary = "\(count) \(count == 1 ? "file" : "files"), no errors"
            if warningCount > 0 {
                summary += ", \(warningCount) \(warningCount == 1 ? "warning" : "warnings")"
            }
            try Output.standard.write(Array(summary.utf8))
        }
        if warningCount > 0 { throw ExitCode(1) }
    }

    /// Resolves the policy of each section, which may lack rules that the policy for other users does not need.
    private mutating func checkSections(of source: PolicySource) throws {
        for section in source.file.namedSections {
            let subject = PolicySubject(
                user: section.kind == .user ? section.name : [],
                groups: section.kind == .group ? [section.name] : [], service: section.service)
            let policy = try complaining(json: json) { () throws(PolicyLoadFailure) in
                try loaded.policy(for: subject)
            }
            if policy.enforcement != .no {
                longestPassword = max(longestPassword, policy.longestPasswordInBytes)
            }
            try checkWhole(policy)
            try checkLists(for: subject)
        }
    }

    /// Demands of several places may contradict each other, or leave out how long a password is.
    private mutating func checkWhole(_ policy: Policy) throws {
        for problem in policy.problems where problem.code != .unsatisfiable || !isContradictionSaid {
            let nothing: [UInt8] = []
            try warn(
                LocatedDiagnostic(problem, source: loaded.sources.files.last?.name ?? [], text: nothing.span))
        }
    }

    /// Services that cannot say who is in a group that has a section.
    private mutating func checkServices() throws {
        guard loaded.sources.hasGroupSections else { return }
        let doubts: [MembershipDoubt]
        do throws(AccountProblem) {
            doubts = try Accounts.doubts(aboutGroups: loaded.sources.groupsWithSections)
        } catch {
            throw Failure(message: String(decoding: error.messageBytes, as: UTF8.self))
        }
        for doubt in doubts {
            warningCount += 1
            try say(LocatedDiagnostic(doubt, user: nil))
        }
    }

    /// Reports lists that are not used: optional ones, and those of policies that check nothing; and lists that not all users may
    /// read.
    private mutating func checkLists(for subject: PolicySubject?) throws {
        var found: [LocatedDiagnostic] = []
        loaded.sources.applied(to: subject).forEachBlocklist { list, source, place in
            do throws(FileProblem) {
                _ = try Blocklist(atPath: list.path)
            } catch {
                found.append(
                    LocatedDiagnostic(
                        error, .warning, of: list, source: source, at: place,
                        commonBlocklist: loaded.sources.commonBlocklist))
            }
            found += machine.checkReaders(ofListAtPath: String(decoding: list.path, as: UTF8.self))
        }
        for diagnostic in found { try warn(diagnostic) }
    }

    /// Prints a warning once.
    private mutating func warn(_ diagnostic: LocatedDiagnostic) throws {
        guard linesSaid.insert(diagnostic.line(.output)).inserted else { return }
        if diagnostic.severity != .note { warningCount += 1 }
        try say(diagnostic)
    }

    private func say(_ diagnostic: LocatedDiagnostic, _ underline: String = "") throws {
        if json { return try Output.standard.write(json: DiagnosticObject(diagnostic)) }
        try Output.standard.write(Array((diagnostic.line(.output) + underline).utf8))
    }

    private func unknownNames(in source: PolicySource) throws -> [Diagnostic] {
        do throws(AccountProblem) {
            var found: [Diagnostic] = []
            // Who has an account with a service, the machine does not know.
            for section in source.file.namedSections where section.service.isEmpty {
                if section.kind == .group {
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
