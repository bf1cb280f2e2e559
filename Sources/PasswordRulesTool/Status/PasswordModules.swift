import PasswordRules
import PasswordRulesSystem

/// What a machine's stacks do with a new password, as far as the PAM module is concerned.
struct PasswordModules {
    typealias Line = PasswordStacks.Line

    /// A line with the module, and the services that use it.
    struct Use {
        let line: Line
        var services: [String]
    }

    /// The lines with the module.
    let uses: [Use]
    /// The services that store a new password without the module, each with the line that does so.
    private let unchecked: [(service: String, store: Line)]
    /// The stacks that have the module.
    private let stacks: [[Line]]
    /// The outcomes of all stacks, with or without the module.
    private let outcomes: [(service: PasswordStacks.Service, outcomes: StackOutcomes)]

    init(_ all: PasswordStacks) {
        // A file that others include is not a service, unless a program of that name changes passwords.
        let parts = Set(
            all.services.flatMap { service in service.lines.map(\.file).filter { $0 != service.path } })
        let services = all.services(changingPasswords: StackFindings.changers).filter {
            !parts.contains($0.path) || StackFindings.changers.contains($0.name)
        }
        let missing = all.missingModules(of: services.flatMap(\.lines))
        outcomes = services.map { ($0, StackOutcomes($0.lines, missing: missing)) }
        var uses: [Use] = []
        var unchecked: [(service: String, store: Line)] = []
        var stacks: [[Line]] = []
        for (service, outcomes) in outcomes {
            let lines = service.lines
            if lines.contains(where: { $0.module == PasswordStacks.ownModule }) { stacks.append(lines) }
            for line in lines where line.module == PasswordStacks.ownModule {
                if let index = uses.firstIndex(where: { $0.line.location == line.location }) {
                    if !uses[index].services.contains(service.name) {
                        uses[index].services.append(service.name)
                    }
                } else {
                    uses.append(Use(line: line, services: [service.name]))
                }
            }
            if !lines.contains(where: { $0.module == PasswordStacks.ownModule }), outcomes.canSucceed,
                let store = lines.first(where: { StackOutcomes.stores.contains($0.module) })
            {
                unchecked.append((service.name, store))
            }
        }
        (self.uses, self.unchecked, self.stacks) = (uses, unchecked, stacks)
    }

    // MARK: - What will surprise

    /// Everything about the stacks that could surprise an administrator.
    var findings: [StatusFinding] {
        var found: [StatusFinding] = []
        func add(_ finding: StatusFinding) { if !found.contains(finding) { found.append(finding) } }
        for (service, outcomes) in outcomes {
            StackFindings.faults(of: service).forEach(add)
            StackFindings.missing(outcomes, of: service).forEach(add)
        }
        // A carriage return after the module's name has its own finding.
        let isMisnamed = outcomes.contains { service, _ in
            service.lines.contains { $0.module == PasswordStacks.ownModule + "\r" }
        }
        if uses.isEmpty, found.isEmpty || !unchecked.isEmpty && !isMisnamed {
            found.insert(
                StatusFinding(
                    .warning, .notInStack, "/etc/pam.d",
                    "no service has \(PasswordStacks.ownModule), so new passwords are not checked",
                    remedy: "run pam-auth-update, or put it before pam_unix.so as pam_passwordrules(8) shows"),
                at: 0)
        } else if !uses.isEmpty, let first = unchecked.first {
            let names = unchecked.map(\.service).joined(separator: ", ")
            add(
                StatusFinding(
                    .warning, .uncheckedService, first.store.location,
                    "\(names): new passwords are stored without a check by \(PasswordStacks.ownModule)",
                    remedy:
                        "add it to \(unchecked.count == 1 ? "this stack" : "these stacks"), before the line that stores the password"
                ))
        }
        for use in uses { Self.options(of: use.line).forEach(add) }
        for lines in stacks { Self.order(of: lines).forEach(add) }
        for (service, outcomes) in outcomes { StackFindings.outcomes(outcomes, of: service).forEach(add) }
        return found
    }

    /// Findings about the modules before and after ours in a stack.
    private static func order(of lines: [Line]) -> [StatusFinding] {
        guard let index = lines.firstIndex(where: { $0.module == PasswordStacks.ownModule }) else {
            return []
        }
        var found: [StatusFinding] = []
        for line in lines where StackOutcomes.otherCheckers.contains(line.module) {
            found.append(
                StatusFinding(
                    .warning, .otherChecker, line.location,
                    "\(line.module) also checks new passwords, by its own rules, which users are not shown with ours",
                    remedy:
                        "keep only one of them in a stack; \"passwordrules import\" converts its settings; "
                        + "for a scanner, see passwordrules(1)"))
        }
        for line in lines[..<index] where StackOutcomes.stores.contains(line.module) {
            found.append(
                StatusFinding(
                    .warning, .storedBefore, line.location,
                    "\(line.module) stores the password before \(PasswordStacks.ownModule) checks it",
                    remedy: "put \(PasswordStacks.ownModule) before it"))
        }
        let after = lines[index...].filter { StackOutcomes.stores.contains($0.module) }
        if after.isEmpty,
            !lines.contains(where: { StackOutcomes.stores.contains($0.module) || $0.fault != nil })
        {
            found.append(
                StatusFinding(
                    .warning, .nothingStores, lines[index].location,
                    "no module after \(PasswordStacks.ownModule) is known to store the password",
                    remedy: "put \"pam_unix.so use_authtok\" after it"))
        }
        // pam_systemd_home asks for the new password immediately if no module has, and has no such option.
        for line in after where !line.needsToken && line.module != "pam_systemd_home.so" {
            found.append(
                StatusFinding(
                    .warning, .withoutUseAuthtok, line.location,
                    "\(line.module) has no use_authtok, so it may ask again and store a password that was not checked",
                    remedy: "add use_authtok to this line"))
        }
        return found
    }

    /// Findings about options that the module does not know.
    private static func options(of line: Line) -> [StatusFinding] {
        problems(of: arguments(of: line)).map { problem in
            StatusFinding(
                .error, .unknownOption, line.location, "\(problem), and refuses every new password",
                remedy: "correct it; pam_passwordrules(8) lists all options")
        }
    }

    /// The reasons why the module cannot use its arguments.
    static func problems(of arguments: ModuleArguments) -> [String] {
        arguments.relativePaths.map { "the path \"\(text($0))\" does not begin with /" }
            + arguments.settings.filter { !isSetting($0) }.map {
                "\(PasswordStacks.ownModule) does not know the option \"\(text($0))\""
            }
    }

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    /// Whether an argument sets a key of the policy. A mistake in its value is reported as one of the policy.
    static func isSetting(_ argument: [UInt8]) -> Bool {
        var found = Diagnostics()
        _ = PolicyFile.parseArgument(argument, diagnostics: &found)
        return !found.items.contains { [.unknownKey, .expectedKey, .expectedEquals].contains($0.code) }
    }

    /// The arguments as the module reads them.
    static func arguments(of line: Line) -> ModuleArguments {
        ModuleArguments(line.arguments.map { Array($0.utf8) })
    }

    /// The path of the policy that a line of the module names, below the machine's folder; nil for the
    /// default.
    static func config(of line: ModuleArguments, root: String) -> String? {
        line.path.map { root + String(decoding: $0, as: UTF8.self) }
    }

    /// Loads the policy that the module uses with these arguments, without the invalid ones.
    /// - Parameters:
    ///   - config: The path of the policy; nil for the machine's.
    ///   - root: The folder that contains the machine's files; "" for this machine.
    static func policy(
        of line: ModuleArguments, config: String?, root: String
    ) throws(PolicyLoadFailure) -> PolicyHandle {
        try PolicyLoader.load(
            path: Array((config ?? root + "\(PolicyLoader.defaultPath)").utf8),
            vendorPath: config == nil ? Array((root + "\(PolicyLoader.vendorPath)").utf8) : nil,
            isOptional: config == nil && line.isFileOptional,
            settings: line.settings.filter(isSetting),
            commonBlocklist: Installation.commonBlocklist, keepsLists: false)
    }

    /// The stacks in which the module has these arguments.
    func stacks(with arguments: ModuleArguments) -> [[Line]] {
        stacks.filter { lines in
            lines.contains { $0.module == PasswordStacks.ownModule && Self.arguments(of: $0) == arguments }
        }
    }

    // MARK: - Length

    /// The modules with an option for the minimum length.
    private static let withMinimum: Set<String> = ["pam_unix.so", "pam_unix_passwd.so", "pam_unix_ng.so"]

    /// Lines that refuse, as too short, passwords that the module accepts.
    /// - Parameters:
    ///   - length: The minimum length that the policy demands, in characters.
    ///   - arguments: The arguments of the module's lines to which this policy applies.
    func findings(ofMinimumAbove length: Int, with arguments: ModuleArguments) -> [StatusFinding] {
        let locations = uses.map(\.line).filter { Self.arguments(of: $0) == arguments }.map(\.location)
        var found: [StatusFinding] = []
        for lines in stacks {
            guard let own = lines.firstIndex(where: { locations.contains($0.location) }) else { continue }
            for line in lines[own...] where Self.withMinimum.contains(line.module) {
                let minimum = line.arguments.compactMap {
                    $0.hasPrefix("minlen=") ? Int($0.dropFirst("minlen=".count)) : nil
                }.last
                guard let minimum, minimum > length else { continue }
                found.append(
                    StatusFinding(
                        .warning, .refusesLater, line.location,
                        "\(line.module) refuses passwords shorter than \(minimum) bytes that \(PasswordStacks.ownModule) has accepted, "
                            + "which ends the change",
                        remedy:
                            "remove minlen=\(minimum) from this line, and write \"rules = minlength: \(minimum);\" in the policy"
                    ))
            }
        }
        return found
    }

    // MARK: - History

    /// The lines of stacks in which the module has these arguments, as far as a change can reach them.
    func reachableLines(with arguments: ModuleArguments) -> [Line] {
        outcomes.flatMap { service, outcomes in
            guard
                service.lines.contains(where: {
                    $0.module == PasswordStacks.ownModule && Self.arguments(of: $0) == arguments
                })
            else { return [Line]() }
            return outcomes.reached.sorted().map { service.lines[$0] }
        }
    }
}
