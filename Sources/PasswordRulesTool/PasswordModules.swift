import PasswordRules
import PasswordRulesSystem

/// What the stacks of a machine do with a new password, as far as the PAM module is concerned.
struct PasswordModules {
    static let own = "pam_passwordrules.so"
    /// Modules that check a new password as well.
    private static let otherCheckers: Set<String> = [
        "pam_pwquality.so", "pam_cracklib.so", "pam_passwdqc.so",
    ]
    /// Modules that store a new password.
    private static let stores: Set<String> = [
        "pam_unix.so", "pam_unix2.so", "pam_tcb.so", "pam_sss.so", "pam_ldap.so", "pam_krb5.so",
        "pam_winbind.so",
    ]
    /// Names of copies that package managers and editors leave, which are no services.
    private static let copies = ["~", ".bak", ".orig", ".pam-old", ".pam-new", ".rpmnew", ".rpmsave"]

    typealias Line = PasswordStacks.Line

    /// A line with the module, and the services to whose stacks it belongs.
    struct Use {
        let line: Line
        var services: [String]
    }

    /// The lines with the module.
    let uses: [Use]
    /// The services that store a new password without the module, and which modules do so.
    private let unchecked: [(service: String, store: Line)]
    /// The stacks that have the module.
    private let stacks: [[Line]]

    init(_ all: PasswordStacks) {
        let services = all.services.filter { service in
            !Self.copies.contains { service.name.hasSuffix($0) } && !service.name.contains(".dpkg-")
        }
        // A file that others include is no service itself.
        let parts = Set(
            services.flatMap { service in
                service.lines.map(\.file).filter { $0 != "/etc/pam.d/\(service.name)" }
            })
        let own = services.filter { !parts.contains("/etc/pam.d/\($0.name)") }
        var uses: [Use] = []
        var unchecked: [(service: String, store: Line)] = []
        var stacks: [[Line]] = []
        for service in own {
            let lines = service.lines
            if lines.contains(where: { $0.module == Self.own }) { stacks.append(lines) }
            for line in lines where line.module == Self.own {
                if let index = uses.firstIndex(where: { $0.line.place == line.place }) {
                    if !uses[index].services.contains(service.name) {
                        uses[index].services.append(service.name)
                    }
                } else {
                    uses.append(Use(line: line, services: [service.name]))
                }
            }
            if !lines.contains(where: { $0.module == Self.own }),
                let store = lines.first(where: { Self.stores.contains($0.module) })
            {
                unchecked.append((service.name, store))
            }
        }
        (self.uses, self.unchecked, self.stacks) = (uses, unchecked, stacks)
    }

    // MARK: - What will surprise

    /// Everything about the stacks that will surprise.
    var findings: [StatusFinding] {
        var found: [StatusFinding] = []
        func add(_ finding: StatusFinding) { if !found.contains(finding) { found.append(finding) } }
        if uses.isEmpty {
            add(
                StatusFinding(
                    .warning, .notInStack, "/etc/pam.d",
                    "no service has \(Self.own), so no new password is checked",
                    remedy: "run pam-auth-update, or put it before pam_unix.so as pam_passwordrules(8) shows")
            )
        } else if let first = unchecked.first {
            let names = unchecked.map(\.service).joined(separator: ", ")
            add(
                StatusFinding(
                    .warning, .uncheckedService, first.store.place,
                    "\(names): new passwords are stored without \(Self.own)",
                    remedy:
                        "put it into \(unchecked.count == 1 ? "this stack" : "these stacks"), before what stores the password"
                ))
        }
        for use in uses { Self.options(of: use.line).forEach(add) }
        for lines in stacks { Self.order(of: lines).forEach(add) }
        return found
    }

    /// What is around the module in a stack.
    private static func order(of lines: [Line]) -> [StatusFinding] {
        guard let place = lines.firstIndex(where: { $0.module == own }) else { return [] }
        var found: [StatusFinding] = []
        for line in lines where otherCheckers.contains(line.module) {
            found.append(
                StatusFinding(
                    .warning, .otherChecker, line.place,
                    "\(line.module) checks new passwords as well, by rules of its own that users are not told with ours",
                    remedy:
                        "have only one of them in a stack; \"passwordrules import\" takes its settings over; "
                        + "for a scanner, see passwordrules(1)"))
        }
        for line in lines[..<place] where stores.contains(line.module) {
            found.append(
                StatusFinding(
                    .warning, .storedBefore, line.place,
                    "\(line.module) stores the password before \(own) checks it",
                    remedy: "put \(own) before it"))
        }
        let behind = lines[place...].filter { stores.contains($0.module) }
        if behind.isEmpty, !lines.contains(where: { stores.contains($0.module) }) {
            found.append(
                StatusFinding(
                    .warning, .nothingStores, lines[place].place,
                    "no module behind \(own) is known to store the password",
                    remedy: "put \"pam_unix.so use_authtok\" behind it"))
        }
        for line in behind
        where !line.arguments.contains(where: { ["use_authtok", "use_first_pass"].contains($0) }) {
            found.append(
                StatusFinding(
                    .warning, .withoutUseAuthtok, line.place,
                    "\(line.module) has no use_authtok, so it may ask again and store a password that was not checked",
                    remedy: "add use_authtok to this line"))
        }
        return found
    }

    /// The options that the module does not know.
    private static func options(of line: Line) -> [StatusFinding] {
        let read = arguments(of: line)
        let problems =
            read.relativePaths.map { "the path \"\(text($0))\" does not begin with /" }
            + read.settings.filter { !isSetting($0) }.map {
                "\(own) does not know the option \"\(text($0))\""
            }
        return problems.map { problem in
            StatusFinding(
                .error, .unknownOption, line.place, "\(problem), and refuses every new password",
                remedy: "correct it; pam_passwordrules(8) has all options")
        }
    }

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    /// Whether an argument sets a key of the policy. A mistake in its value is one of the policy.
    static func isSetting(_ argument: [UInt8]) -> Bool {
        var found = Diagnostics()
        _ = PolicyFile.parseArgument(argument, diagnostics: &found)
        return !found.items.contains { [.unknownKey, .expectedKey, .expectedEquals].contains($0.code) }
    }

    /// What the module reads in a line.
    static func arguments(of line: Line) -> ModuleArguments {
        ModuleArguments(line.arguments.map { Array($0.utf8) })
    }

    /// The stacks in which the module has these arguments.
    func stacks(with arguments: ModuleArguments) -> [[Line]] {
        stacks.filter { lines in
            lines.contains { $0.module == Self.own && Self.arguments(of: $0) == arguments }
        }
    }

    // MARK: - History

    /// The lines of the module in whose stacks fewer passwords are remembered than these, in the order of the
    /// uses.
    /// - Parameter configured: What pam_pwhistory's own file sets.
    func usesRemembering(fewerThan count: Int, configured: Int?) -> [Use] {
        uses.filter { use in
            stacks.contains { lines in
                guard lines.contains(where: { $0.place == use.line.place }) else { return false }
                let histories = lines.filter { $0.module == "pam_pwhistory.so" }.map { line in
                    line.arguments.compactMap { $0.hasPrefix("remember=") ? Int($0.dropFirst(9)) : nil }.last
                        ?? configured ?? 10
                }
                return (histories.max() ?? 0) < count
            }
        }
    }
}
