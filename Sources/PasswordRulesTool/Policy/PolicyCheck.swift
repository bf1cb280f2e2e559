import ArgumentParser
import NameServices
import PasswordRules
import PasswordRulesSystem

/// Lints all files of a loaded policy, whose lines for everybody have no errors.
struct PolicyCheck {
    private let loaded: PolicyHandle
    /// Whether to print JSON objects.
    private let json: Bool
    private var acceptances: Acceptances
    /// Whether to print accepted diagnostics, too.
    private let printsAccepted: Bool
    private var acceptedCount = 0

    /// The number of diagnostics for each severity.
    private var counts: [Diagnostic.Severity: Int] = [:]
    private var texts: SourceTexts
    /// Whether a contradiction between lines was reported.
    private var hasReportedContradiction = false
    /// The messages that are already printed, because several sections may have the same.
    private var printedLines: Set<String> = []

    private let machine: MachineCheck
    private var lists = ListCheck()
    /// The lines for everybody and the settings of the program, combined.
    private let everybody: AppliedPolicy
    private let everybodysProblems: [Diagnostic]
    /// The line with the longest history so far, if any policy has one.
    private var longestHistory: (line: AppliedPolicy.Item, count: Int)?
    /// The path of the policy's own file.
    private let policy: String
    /// Whether no suggestion is found for users without a section.
    private let findsNoSuggestion: Bool
    /// The maximum length in bytes of a password that any of the policies accepts.
    private var longestPassword: Int

    init(
        _ loaded: PolicyHandle, ofPath policy: String, json: Bool, machine: MachineCheck,
        accepting options: AcceptOptions? = nil
    ) {
        self.policy = policy
        self.loaded = loaded
        everybody = loaded.stack.applied(to: nil)
        everybodysProblems = loaded.policy.problems
        acceptances = Acceptances(options: options?.accept ?? [])
        acceptances.add(loaded.stack.files)
        printsAccepted = options?.verbose ?? false
        texts = SourceTexts(loaded.stack)
        self.machine = machine
        longestPassword = loaded.policy.enforcement == .no ? 0 : loaded.policy.longestPasswordInBytes
        self.json = json
        findsNoSuggestion = SuggestionCheck(loaded.policy).findsNone
    }

    mutating func run() throws {
        let lints = lintsOfFiles()
        compareHistory(everybody)
        for (source, found) in zip(loaded.stack.files, lints) {
            if found.contains(where: { $0.code == .unsatisfiable }) { hasReportedContradiction = true }
            var located = found.map { LocatedDiagnostic($0, in: source) }
            located += unknownNames(in: source)
            for diagnostic in located.sorted(by: { $0.offset < $1.offset }) { try say(diagnostic) }
            try checkSections(of: source)
        }
        for line in WeakerLine.linesForEverybody(everybody) { try report(line) }
        for line in everybody.idleLines { try report(line) }
        if let line = everybody.line(of: .enforce),
            let diagnostic = line.notEnforced(loaded.policy, for: .everybody)
        {
            try report(diagnostic)
        }
        if let diagnostic = everybody.idleLogin(for: .everybody) { try report(diagnostic) }
        for problem in withoutReported(everybodysProblems) {
            let nothing: [UInt8] = []
            try report(
                LocatedDiagnostic(problem, source: loaded.stack.files.last?.name ?? [], text: nothing.span))
        }
        if let diagnostic = SuggestionCheck(loaded.policy).lowEntropy { try report(diagnostic) }
        if findsNoSuggestion {
            try report(
                LocatedDiagnostic(
                    .warning, .noSuggestion,
                    source: String(decoding: loaded.stack.files.last?.name ?? [], as: UTF8.self),
                    message: SuggestionCheck.noneMessage))
        }
        try checkLists(of: everybody)
        try checkServices()
        if let longestHistory,
            let diagnostic = machine.historyCost(of: longestHistory.line, count: longestHistory.count)
        {
            try report(diagnostic)
        }
        for diagnostic in IgnoredFiles.diagnostics(besides: policy) { try report(diagnostic) }
        for diagnostic in machine.checkHash(longestPassword: longestPassword) { try report(diagnostic) }
        for path in loaded.stack.files.map({ String(decoding: $0.name, as: UTF8.self) }) {
            for diagnostic in machine.checkServers(readingPath: path) { try report(diagnostic) }
        }
        for diagnostic in acceptances.mistakes { try report(diagnostic) }
        for diagnostic in acceptances.unused(of: DiagnosticName.acceptable) { try report(diagnostic) }
        if !json { try Output.standard.write(Array(summary.utf8)) }
        if count(.error) > 0 { throw ExitCode(2) }
        if count(.warning) > 0 { throw ExitCode(1) }
    }

    /// Keeps the line of a policy's history, if it is the longest so far.
    private mutating func compareHistory(_ applied: AppliedPolicy) {
        guard let count = applied.settings.historyCount, count > longestHistory?.count ?? 0,
            let line = applied.line(of: .history)
        else { return }
        longestHistory = (line, count)
    }

    /// The diagnostics of each file by itself. The advice against composition rules is given once, for the
    /// first line where it is not accepted.
    private mutating func lintsOfFiles() -> [[Diagnostic]] {
        var lints = loaded.stack.files.map { PolicyFile.lint($0.text, isPart: true).items }
        var first: (file: Int, index: Int)?
        var lineCount = 0
        for (file, source) in loaded.stack.files.enumerated() {
            var kept: [Diagnostic] = []
            for diagnostic in lints[file] {
                if diagnostic.code == .compositionRule,
                    !acceptances.accept(LocatedDiagnostic(diagnostic, in: source).acceptable)
                {
                    lineCount += diagnostic.lineCount
                    if first != nil { continue }
                    first = (file, kept.count)
                }
                kept.append(diagnostic)
            }
            lints[file] = kept
        }
        if let first {
            lints[first.file][first.index] = lints[first.file][first.index].about(lines: lineCount)
        }
        return lints
    }

    private func count(_ severity: Diagnostic.Severity) -> Int { counts[severity] ?? 0 }

    private var summary: String {
        let errors = count(.error) == 0 ? "no errors" : count(.error).counted("error", "errors")
        var parts = [loaded.stack.files.count.counted("file", "files"), errors]
        if count(.warning) > 0 { parts.append(count(.warning).counted("warning", "warnings")) }
        if count(.note) > 0 { parts.append(count(.note).counted("note", "notes")) }
        if acceptedCount > 0 { parts.append("\(acceptedCount) accepted") }
        return parts.joined(separator: ", ")
    }

    /// Checks the policy of each section, which may have problems that the policy for everybody does not have.
    private mutating func checkSections(of source: PolicyFile) throws {
        for section in source.namedSections {
            guard let subject = PolicyAudience(of: section).subject else { continue }
            let applied = loaded.stack.applied(to: subject)
            compareHistory(applied)
            for line in WeakerLine.lines(applied, everybody) { try report(line) }
            for line in applied.idleLines where !line.line.isForEverybody { try report(line) }
            if let diagnostic = applied.idleLogin(for: PolicyAudience(of: section)) { try report(diagnostic) }
            let policy: Policy
            do throws(PolicyLoadFailure) {
                policy = try loaded.policy(for: subject)
            } catch {
                for diagnostic in error.diagnostics { try report(diagnostic) }
                continue
            }
            if policy.enforcement != .no {
                longestPassword = max(longestPassword, policy.longestPasswordInBytes)
            }
            for problem in withoutReported(policy.problems) where !everybodysProblems.contains(problem) {
                let nothing: [UInt8] = []
                try report(
                    LocatedDiagnostic(
                        problem.severity, code: problem.code.rawValue, source: source, at: section.range,
                        message: problem.messageBytes(in: nothing.span)))
            }
            try checkSuggestions(of: policy, source, at: section.range)
            try checkLists(of: applied)
        }
    }

    /// Checks whether the suggestions of a section meet its number of guesses.
    private mutating func checkSuggestions(
        of policy: Policy, _ source: PolicyFile, at range: Range<Int>
    ) throws {
        let suggestions = SuggestionCheck(policy)
        if let diagnostic = suggestions.lowEntropy { try report(diagnostic) }
        guard !findsNoSuggestion, suggestions.findsNone else { return }
        try report(
            LocatedDiagnostic(
                .warning, code: MachineDiagnosticCode.noSuggestion.rawValue, source: source, at: range,
                message: Array(SuggestionCheck.noneMessage.utf8)))
    }

    /// The problems of a policy, without a contradiction if one was reported.
    private func withoutReported(_ problems: [Diagnostic]) -> [Diagnostic] {
        problems.filter { $0.code != .unsatisfiable || !hasReportedContradiction }
    }

    /// Reports services of nsswitch.conf that cannot tell who is in a group that has a section.
    private mutating func checkServices() throws {
        guard loaded.stack.hasGroupSections else { return }
        let doubts: [MembershipDoubt]
        do throws(AccountProblem) {
            doubts = try Accounts.doubts(aboutGroups: loaded.stack.groupsWithSections)
        } catch {
            let message = String(decoding: error.messageBytes, as: UTF8.self)
            return try report(
                LocatedDiagnostic(
                    .error, .accountsUnreadable, source: "/etc/nsswitch.conf", message: message))
        }
        for doubt in doubts { try report(LocatedDiagnostic(doubt, user: nil)) }
    }

    /// Reports lists that cannot be used, if they are optional or their policy checks nothing, and lists that
    /// some users cannot read.
    private mutating func checkLists(of applied: AppliedPolicy) throws {
        var found: [LocatedDiagnostic] = []
        applied.forEachBlocklist { list, file, range in
            if let problem = lists.problem(ofPath: list.path) {
                found.append(
                    LocatedDiagnostic(
                        problem, .warning, ofList: "blocklist ", path: list.path, source: file, at: range,
                        isInstalled: list.path == loaded.stack.commonBlocklist))
            }
            found += lists.diagnostics(ofPath: list.path, machine)
        }
        for path in applied.pathsOfRankedWords { found += lists.diagnostics(ofPath: path, machine) }
        for diagnostic in found { try report(diagnostic) }
    }

    /// Prints a diagnostic, unless the same was printed for another section.
    private mutating func report(_ diagnostic: LocatedDiagnostic, related: [LineLocation]? = nil) throws {
        guard printedLines.insert(diagnostic.line(.output)).inserted else { return }
        try say(diagnostic, related: related)
    }

    private mutating func report(_ line: AppliedPolicy.IdleLine) throws {
        try report(line.diagnostic, related: line.related)
    }

    private mutating func report(_ line: WeakerLine) throws {
        try report(line.diagnostic, related: line.related)
    }

    private mutating func say(_ diagnostic: LocatedDiagnostic, related: [LineLocation]? = nil) throws {
        let isAccepted = acceptances.accept(diagnostic.acceptable)
        if isAccepted { acceptedCount += 1 } else { counts[diagnostic.severity, default: 0] += 1 }
        if json {
            var object = DiagnosticObject(diagnostic, isAccepted: isAccepted)
            object.related = related
            return try Output.standard.write(json: object)
        }
        if isAccepted, !printsAccepted { return }
        let line = diagnostic.line(.output, isAccepted: isAccepted)
        try Output.standard.write(Array((line + texts.underline(diagnostic, .output)).utf8))
    }

    /// Diagnostics for names in section headers that the machine does not know. It cannot know the accounts
    /// of services.
    private func unknownNames(in source: PolicyFile) -> [LocatedDiagnostic] {
        source.namedSections.filter(\.service.isEmpty).compactMap { section in
            do throws(AccountProblem) {
                guard let code = try Self.problem(ofNameIn: section) else { return nil }
                return LocatedDiagnostic(section.diagnostic(code), in: source)
            } catch {
                return LocatedDiagnostic(
                    .error, code: error.code, source: source, at: section.range, message: error.messageBytes)
            }
        }
    }

    private static func problem(
        ofNameIn section: PolicyFile.NamedSection
    ) throws(AccountProblem) -> Diagnostic.Code? {
        if section.kind == .user {
            return try Accounts.account(ofUser: section.name) == nil ? .unknownUser : nil
        }
        guard let first = try Accounts.firstName(ofGroup: section.name) else { return .unknownGroup }
        return first == section.name ? nil : .otherGroupName
    }
}

/// What is known of the lists that the policies name. Many sections name the same list, which is looked at
/// only once.
private struct ListCheck {
    private var problems: [[UInt8]: FileProblem?] = [:]
    private var diagnostics: [[UInt8]: [LocatedDiagnostic]] = [:]

    /// The reason why a blocklist cannot be used; nil if it can.
    mutating func problem(ofPath path: [UInt8]) -> FileProblem? {
        if let known = problems[path] { return known }
        var problem: FileProblem?
        do throws(FileProblem) {
            _ = try Blocklist(atPath: path)
        } catch {
            problem = error
        }
        problems[path] = .some(problem)
        return problem
    }

    /// Diagnostics about users and servers that cannot read a list.
    mutating func diagnostics(ofPath path: [UInt8], _ machine: MachineCheck) -> [LocatedDiagnostic] {
        if let known = diagnostics[path] { return known }
        let text = String(decoding: path, as: UTF8.self)
        let found = machine.checkReaders(ofListAtPath: text) + machine.checkServers(readingPath: text)
        diagnostics[path] = found
        return found
    }
}
