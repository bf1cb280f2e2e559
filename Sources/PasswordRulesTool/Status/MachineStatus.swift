import PasswordRules
import PasswordRulesLists
import PasswordRulesSystem

/// The status of a machine: whether it checks new passwords, by which policy, and what could surprise its
/// administrator.
struct MachineStatus {
    private let modules: PasswordModules
    private let plugins: ServerPlugins
    private let pwquality: PwqualityLibrary
    private var files: [StatusFile] = []
    private var lists: [StatusFile] = []
    private var presets: [Preset] = []
    private var findings: [StatusFinding]
    /// The findings that are accepted.
    private var accepted: [StatusFinding] = []
    private var acceptances: Acceptances
    /// Whether a policy compares with earlier passwords.
    private var hasHistory = false
    private let history: HistoryFindings

    /// - Parameters:
    ///   - root: The folder that contains the machine's files; "" for this machine.
    ///   - config: The policy to examine; nil for the one that the PAM module uses.
    ///   - accepted: The names of findings to accept, in addition to those that the policy accepts.
    init(root: String, config: String?, accepting accepted: [String] = []) {
        acceptances = Acceptances(options: accepted)
        let passwordStacks = PasswordStacks(root: root)
        modules = PasswordModules(passwordStacks)
        plugins = ServerPlugins(root: root)
        pwquality = PwqualityLibrary(root: root)
        findings = modules.findings + plugins.findings + pwquality.findings
        history = HistoryFindings(root: root)
        let machine = MachineCheck(root: root)
        // The stacks of most machines name the same policy.
        var lines = modules.uses.map { PasswordModules.arguments(of: $0.line) }
        if lines.isEmpty { lines = [ModuleArguments([])] }
        var seen: Set<ModuleArguments> = []
        for line in lines where seen.insert(line).inserted {
            read(config ?? PasswordModules.config(of: line, root: root), line, root: root, machine)
        }
        LoginFindings.all(root: root, passwordStacks, config: config, besides: seen).forEach { add($0) }
        if hasHistory { HistoryFindings.findings(of: plugins).forEach { add($0) } }
        for path in (files + lists).map(\.path) {
            machine.checkServers(readingPath: path).forEach { add(StatusFinding($0)) }
            pwquality.findings(readingPath: path).forEach { add($0) }
        }
        for finding in findings where acceptances.accept(finding.acceptable) { self.accepted.append(finding) }
        // The policy works without these lines, so they are only warnings about the machine.
        for diagnostic in acceptances.mistakes { add(StatusFinding(diagnostic, as: .warning)) }
        // "policy --check" looks for the other names.
        for diagnostic in acceptances.unused(of: FindingKind.acceptable) {
            let finding = StatusFinding(diagnostic)
            add(finding)
            if acceptances.accept(finding.acceptable) { self.accepted.append(finding) }
        }
    }

    private mutating func read(
        _ config: String?, _ line: ModuleArguments, root: String, _ machine: MachineCheck
    ) {
        IgnoredFiles.diagnostics(besides: config ?? root + "\(PolicyLoader.defaultPath)").forEach {
            add(StatusFinding($0))
        }
        do throws(PolicyLoadFailure) {
            let loaded = try PasswordModules.policy(of: line, config: config, root: root)
            acceptances.add(loaded.stack.files)
            loaded.diagnostics.forEach { add(StatusFinding($0)) }
            for source in loaded.stack.files {
                let path = String(decoding: source.name, as: UTF8.self)
                if !files.contains(where: { $0.path == path }) { files.append(StatusFile(path: path)) }
            }
            if !modules.uses.isEmpty {
                OldSettings.all(root: root, than: loaded.stack).forEach { add($0.finding) }
            }
            let scannerLines = ScannerLines.locations(
                in: modules.stacks(with: line), root: root, policy: loaded.stack)
            findings.removeAll { $0.kind == .otherChecker && scannerLines.contains($0.location) }
            addLists(of: loaded.stack, machine)
            try addPolicies(loaded, line, machine)
        } catch {
            let path = config ?? root + "\(PolicyLoader.defaultPath)"
            if modules.uses.isEmpty, PolicyOptions.isMissing(error.diagnostics, path) {
                return add(
                    StatusFinding(
                        .warning, .noPolicy, path, "there is no policy",
                        remedy:
                            "write one, as passwordrules.conf(5) shows, and install it with \"passwordrules policy --install\""
                    ))
            }
            error.diagnostics.forEach { add(StatusFinding($0)) }
            addFiles(of: error, path, root: root)
            add(
                StatusFinding(
                    .error, .unusablePolicy, path,
                    "the policy cannot be used, so every new password is refused",
                    remedy: "see \"passwordrules policy --check\""))
        }
    }

    /// Adds the policy's file, and the files with mistakes.
    private mutating func addFiles(of failure: PolicyLoadFailure, _ path: String, root: String) {
        let mistaken = failure.diagnostics.filter { $0.severity == .error }
            .map { String(decoding: $0.source, as: UTF8.self) }
        let usual = [path, root + "\(PolicyLoader.vendorPath)"].first { MachineFiles.status($0) != nil }
        for path in (usual.map { [$0] } ?? []) + mistaken
        where MachineFiles.status(path) != nil && !files.contains(where: { $0.path == path }) {
            var file = StatusFile(path: path)
            file.mistakes = mistaken.contains(path) ? true : nil
            files.append(file)
        }
    }

    private mutating func addLists(of stack: PolicyStack, _ machine: MachineCheck) {
        for path in stack.blocklistPaths.map({ String(decoding: $0, as: UTF8.self) })
        where !lists.contains(where: { $0.path == path }) {
            lists.append(StatusFile(path: path, entries: (try? Blocklist(atPath: Array(path.utf8)))?.count))
            machine.checkReaders(ofListAtPath: path).forEach { add(StatusFinding($0)) }
        }
        for path in stack.rankedWordsPaths.map({ String(decoding: $0, as: UTF8.self) })
        where !lists.contains(where: { $0.path == path }) {
            let list = try? RankedWordList(atPath: Array(path.utf8))
            lists.append(StatusFile(path: path, entries: list?.count))
            machine.checkReaders(ofListAtPath: path).forEach { add(StatusFinding($0)) }
        }
    }

    /// Adds findings about the policies for everybody and for each section.
    private mutating func addPolicies(
        _ loaded: PolicyHandle, _ line: ModuleArguments, _ machine: MachineCheck
    ) throws(PolicyLoadFailure) {
        var longestPassword = 0
        var shortestPassword: Int?
        var enforcementOfHistory = Enforcement.no
        for audience in PolicyAudience.all(of: [loaded.stack]) {
            let policy: Policy
            if let subject = audience.subject {
                policy = try loaded.policy(for: subject)
            } else {
                policy = loaded.policy
            }
            for preset in loaded.stack.applied(to: audience.subject).presets where !presets.contains(preset) {
                presets.append(preset)
            }
            if policy.historyCount != nil, policy.enforcement != .no {
                hasHistory = true
                // The module knows no service.
                if audience.service.isEmpty {
                    enforcementOfHistory = max(enforcementOfHistory, policy.enforcement)
                }
            }
            if policy.enforcement != .no {
                longestPassword = max(longestPassword, policy.longestPasswordInBytes)
            }
            if policy.enforcement == .yes {
                let length = policy.shortestPasswordInScalars
                shortestPassword = min(shortestPassword ?? length, length)
            } else {
                let applied = loaded.stack.applied(to: audience.subject)
                if let diagnostic = applied.line(of: .enforce)?.notEnforced(policy, for: audience) {
                    add(StatusFinding(diagnostic))
                }
            }
        }
        if let shortestPassword {
            modules.findings(ofMinimumAbove: shortestPassword, with: line).forEach { add($0) }
        }
        machine.checkHash(longestPassword: longestPassword).forEach { add(StatusFinding($0)) }
        if enforcementOfHistory != .no, !modules.uses.isEmpty {
            history.findings(enforcedAs: enforcementOfHistory).forEach { add($0) }
            history.findings(of: modules.reachableLines(with: line)).forEach { add($0) }
        }
    }

    private mutating func add(_ finding: StatusFinding) {
        if !findings.contains(finding) { findings.append(finding) }
    }

    // MARK: - Output

    /// 0 if all is well, 1 for warnings, 2 if every new password is refused.
    var exitStatus: Int32 {
        if findings.contains(where: { $0.severity == .error }) { return 2 }
        return findings.contains { $0.severity == .warning && !accepted.contains($0) } ? 1 : 0
    }

    /// The lines for people, on one screen if there are few findings.
    /// - Parameter verbose: Whether to show accepted findings, too.
    func lines(_ colours: Colours, verbose: Bool = false) -> [String] {
        var lines = ["PAM module:"]
        for use in modules.uses {
            lines.append("  \(use.line.location), for \(use.services.joined(separator: ", "))")
            if !use.line.arguments.isEmpty {
                let options = use.line.arguments.map { $0.contains(where: \.isWhitespace) ? "[\($0)]" : $0 }
                lines.append("    options: \(options.joined(separator: " "))")
            }
        }
        if modules.uses.isEmpty { lines.append("  not in any stack") }
        if !plugins.servers.isEmpty { lines.append("Servers:") }
        for server in plugins.servers {
            lines.append("  \(server.name): \(server.state)")
        }
        if let path = pwquality.path {
            lines.append("libpwquality:")
            lines.append("  \(path): ours, so GNOME's settings, Cockpit and others obey the policy")
        }
        lines.append("Policy:")
        lines += files.map { "  \($0.path): \($0.remarks)" }
        lines += presets.map { "  preset \($0.name): \($0.title)" }
        if files.isEmpty { lines.append("  no file") }
        if !lists.isEmpty { lines.append("Lists of passwords:") }
        lines += lists.map { "  \($0.path): \($0.remarks)" }
        lines = lines.map(printable)
        let order: [Diagnostic.Severity] = [.error, .warning, .note]
        for severity in order {
            for finding in findings where finding.severity == severity {
                let isAccepted = accepted.contains(finding)
                if !isAccepted || verbose { lines += finding.lines(colours, isAccepted: isAccepted) }
            }
        }
        let end =
            (exitStatus == 0 ? ["all is well"] : [])
            + (accepted.isEmpty ? [] : ["\(accepted.count) accepted"])
        if !end.isEmpty { lines.append(end.joined(separator: ", ")) }
        return lines
    }

    struct Object: Encodable {
        struct Use: Encodable {
            var location: String
            var services: [String]
            var options: [String]
        }

        struct Server: Encodable {
            var name: String
            var user: String
            var plugin: String
            var loaded: Bool?
        }

        var well: Bool
        var stacks: [Use]
        var servers: [Server]
        var pwquality: String?
        var files: [StatusFile]
        var lists: [StatusFile]
        var presets: [String]
        var findings: [StatusFinding.Object]
    }

    var object: Object {
        Object(
            well: exitStatus == 0,
            stacks: modules.uses.map {
                Object.Use(location: $0.line.location, services: $0.services, options: $0.line.arguments)
            },
            servers: plugins.servers.map {
                Object.Server(name: $0.name, user: $0.user, plugin: $0.plugin, loaded: $0.isLoaded)
            },
            pwquality: pwquality.path, files: files, lists: lists, presets: presets.map { "\($0.name)" },
            findings: findings.map { $0.object(isAccepted: accepted.contains($0)) })
    }
}
