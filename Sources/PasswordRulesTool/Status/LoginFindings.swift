import Glibc
import PasswordRules
import PasswordRulesImport
import PasswordRulesLists
import PasswordRulesSystem

/// Findings about a machine that looks passwords up at logins, by `at-login`, or has PAM lines for it.
struct LoginFindings {
    typealias Line = PasswordStacks.Line
    typealias LineType = PasswordStacks.LineType

    /// The demands of a policy at logins, for all of its users together.
    private struct Demand {
        var action = LoginAction.no
        /// The services at which a new password may be asked for.
        var changeServices: Set<String> = []
        /// Whether a line of `at-login` has no effect.
        var isIdle = false

        mutating func add(_ other: Demand) {
            action = max(action, other.action)
            changeServices.formUnion(other.changeServices)
            isIdle = isIdle || other.isIdle
        }
    }

    private static let types: [LineType] = [.authentication, .account]
    /// The message with which pam_unix declines, in its file. Translations are in other files.
    private static let declines = "Your password is not expired."
    /// The maximum number of services in a message.
    private static let longestList = 5
    /// The largest file of a module that is read, in bytes.
    private static let longestModule = 1 << 24

    private let root: String
    private let stacks: PasswordStacks
    /// The services with lines for logins.
    private let services: [PasswordStacks.Service]
    private let missing: Set<String>
    private var demand = Demand()
    private var findings: [StatusFinding] = []

    private init(root: String, _ stacks: PasswordStacks) {
        self.root = root
        self.stacks = stacks
        let all = stacks.services
        let parts = Set(
            all.flatMap { service in
                (service.authentication + service.account).map(\.file).filter { $0 != service.path }
            })
        // Debian's screen lockers include "login", which is a service, too.
        services = all.filter { !parts.contains($0.path) || $0.name == "login" }
        missing = stacks.missingModules(of: services.flatMap { $0.authentication + $0.account })
    }

    /// All findings.
    /// - Parameters:
    ///   - root: The folder that contains the machine's files; "" for this machine.
    ///   - stacks: Its PAM lines.
    ///   - config: The path of the policy; nil for those that the lines name.
    ///   - others: The arguments of the module's lines for new passwords. Their policies have other findings.
    static func all(
        root: String, _ stacks: PasswordStacks, config: String?, besides others: Set<ModuleArguments>
    ) -> [StatusFinding] {
        var logins = LoginFindings(root: root, stacks)
        logins.findControls()
        logins.findPolicies(config, besides: others)
        if logins.demand.action == .no {
            logins.findUnusedLines()
        } else {
            logins.findLines()
            logins.findOrder()
            logins.findUnwillingModules()
        }
        return logins.findings
    }

    private mutating func add(_ finding: StatusFinding) {
        if !findings.contains(finding) { findings.append(finding) }
    }

    // MARK: - Lines

    private static func lines(of service: PasswordStacks.Service, for type: LineType) -> [Line] {
        type == .authentication ? service.authentication : service.account
    }

    /// The first line of our module in a service.
    private static func ownLine(of service: PasswordStacks.Service, for type: LineType) -> Line? {
        lines(of: service, for: type).first { $0.module == PasswordStacks.ownModule }
    }

    /// All lines of our module for a type, each once.
    private func ownLines(for type: LineType) -> [Line] {
        var found: [Line] = []
        for line in services.flatMap({ Self.lines(of: $0, for: type) })
        where line.module == PasswordStacks.ownModule
            && !found.contains(where: { $0.location == line.location })
        {
            found.append(line)
        }
        return found
    }

    private func text(of type: LineType) -> String {
        "\(type.rawValue) \(LoginControl.advised(for: type)) \(PasswordStacks.ownModule)"
    }

    private static func list(_ names: [String]) -> String {
        let more = names.count - longestList
        return names.prefix(longestList).joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
    }

    /// Adds warnings about controls by which the module does more than tell the user.
    private mutating func findControls() {
        for type in Self.types {
            for line in ownLines(for: type) {
                guard let harm = LoginControl.harm(of: line.step.control, for: type) else { continue }
                add(
                    StatusFinding(
                        .warning, .loginControl, line.location,
                        "in \(type.rawValue), the control of this line \(harm)",
                        remedy: "write \"\(text(of: type))\""))
            }
        }
    }

    /// Adds a note on lines that do nothing.
    private mutating func findUnusedLines() {
        guard !demand.isIdle, let line = Self.types.flatMap(ownLines).first else { return }
        add(
            StatusFinding(
                .note, .loginUnused, line.location,
                "no password is looked up at logins, because the policy has \"at-login = no\" for everybody",
                remedy: "write \"at-login = warn\" in the policy, or remove the lines of "
                    + "\(PasswordStacks.ownModule) from auth and account"))
    }

    /// Adds warnings if no service has our lines, if services have only one of the two, or if no service of
    /// `at-login-services` has both.
    private mutating func findLines() {
        let other = stacks.services.first { $0.name == "other" }
        /// Whether the service, or else "other", has a line of ours.
        func has(_ type: LineType, _ service: PasswordStacks.Service) -> Bool {
            // libpam uses "other" for a service without such lines.
            let isOfOther = Self.lines(of: service, for: type).isEmpty
            return Self.ownLine(of: isOfOther ? other ?? service : service, for: type) != nil
        }
        let complete = services.filter { has(.authentication, $0) && has(.account, $0) }
        let started = demand.action == .change ? "change" : "warn"
        let isAnywhere = Self.types.contains { !ownLines(for: $0).isEmpty }
        if !isAnywhere {
            add(
                StatusFinding(
                    .warning, .loginLines, "/etc/pam.d",
                    "the policy has \"at-login = \(started)\", but no service has \(PasswordStacks.ownModule) in auth "
                        + "and account, so no password is looked up at logins",
                    remedy: "run \"pam-auth-update --enable passwordrules-login\", or add both lines as "
                        + "pam_passwordrules(8) shows"))
            return
        }
        findHalves(isAnyComplete: !complete.isEmpty)
        if demand.action == .change, let first = complete.first,
            !complete.contains(where: { $0.name == "other" || demand.changeServices.contains($0.name) }),
            let line = Self.ownLine(of: first, for: .account)
                ?? other.flatMap({ Self.ownLine(of: $0, for: .account) })
        {
            add(
                StatusFinding(
                    .warning, .loginLines, line.location,
                    "nobody is asked for a new password, because no service of at-login-services has the lines: "
                        + Self.list(demand.changeServices.sorted()),
                    remedy: "add them to such a service, or name another in at-login-services"))
        }
    }

    /// Adds warnings about services that have only one of the two lines.
    /// - Parameter isAnyComplete: Whether any service has both.
    private mutating func findHalves(isAnyComplete: Bool) {
        for (type, absent) in zip(Self.types, Self.types.reversed()) {
            for line in ownLines(for: type) {
                let names = services.filter { service in
                    guard Self.ownLine(of: service, for: type)?.location == line.location,
                        Self.ownLine(of: service, for: absent) == nil
                    else { return false }
                    // Without any line of the other type, the program does not use it. Nor is there a
                    // password where only a key or a card is asked for.
                    let others = Self.lines(of: service, for: absent)
                    if others.isEmpty { return !isAnyComplete }
                    return absent == .account
                        || others.contains { StackOutcomes.stores.contains($0.module) }
                }.map(\.name)
                if names.isEmpty { continue }
                let effect =
                    absent == .account ? "nobody is told of a listed password" : "no password is looked up"
                add(
                    StatusFinding(
                        .warning, .loginLines, line.location,
                        "\(Self.list(names)): \(PasswordStacks.ownModule) is in \(type.rawValue), but not in "
                            + "\(absent.rawValue), so \(effect)",
                        remedy: "add \"\(text(of: absent))\", as pam_passwordrules(8) shows"))
            }
        }
    }

    /// Adds warnings about lines that come too early, or that other lines skip.
    private mutating func findOrder() {
        for service in services {
            for type in Self.types {
                let lines = Self.lines(of: service, for: type)
                guard let own = lines.last(where: { $0.module == PasswordStacks.ownModule }) else { continue }
                let outcomes = LoginOutcomes(lines, of: type, missing: missing)
                if outcomes.isBeforeChecks,
                    let check = lines.first(where: { StackOutcomes.stores.contains($0.module) })
                {
                    add(early(own, before: check, of: type))
                } else if let skipping = outcomes.skipping {
                    add(hidden(own, by: skipping, of: type))
                }
            }
        }
    }

    private func early(_ own: Line, before check: Line, of type: LineType) -> StatusFinding {
        let effect =
            type == .account
            ? "the user is told of a listed password before \(check.module) has checked the account"
            : "no password has been verified yet, so none is looked up"
        return StatusFinding(
            .warning, .loginEarly, own.location, "this line is before \(check.module): \(effect)",
            remedy: "put it after \(check.module) and the lines that belong to it")
    }

    private func hidden(_ own: Line, by skipping: Line, of type: LineType) -> StatusFinding {
        let effect = type == .account ? "the user is not told" : "the password is not looked up"
        let remedy: String
        if !StackOutcomes.stores.contains(skipping.module) {
            remedy = "put this line before that one"
        } else if skipping.step.control.action(for: .success) == .done {
            remedy = "change that line's control, so that a success goes on to this line"
        } else {
            remedy = "put this line after those that a success of \(skipping.module) skips"
        }
        return StatusFinding(
            .warning, .loginHidden, own.location,
            "\(skipping.module) in \(skipping.location) can skip this line, and then \(effect)",
            remedy: remedy)
    }

    // MARK: - Policies

    /// Reads the policies, and adds warnings about them, their files and their lists.
    private mutating func findPolicies(_ config: String?, besides others: Set<ModuleArguments>) {
        var loaded: [ModuleArguments: Demand] = [:]
        let lines = Self.types.flatMap(ownLines)
        for line in lines {
            let arguments = PasswordModules.arguments(of: line)
            for problem in PasswordModules.problems(of: arguments) {
                add(unusable(line, problem))
            }
            if loaded[arguments] != nil { continue }
            do throws(PolicyLoadFailure) {
                loaded[arguments] = try read(
                    config ?? PasswordModules.config(of: arguments, root: root), arguments)
            } catch {
                loaded[arguments] = Demand(isIdle: true)
                // The same policy refuses new passwords, which another finding reports.
                if others.contains(arguments) { continue }
                add(
                    unusable(
                        line,
                        error.diagnostics.first.map { String(decoding: $0.message, as: UTF8.self) } ?? ""))
            }
        }
        if lines.isEmpty {
            for arguments in others.isEmpty ? [ModuleArguments([])] : others {
                let config = config ?? PasswordModules.config(of: arguments, root: root)
                loaded[arguments] = try? read(config, arguments)
            }
        }
        for other in loaded.values { demand.add(other) }
    }

    private func unusable(_ line: Line, _ problem: String) -> StatusFinding {
        StatusFinding(
            .warning, .loginPolicy, line.location, "no password is looked up at logins: \(problem)",
            remedy: "correct it; pam_passwordrules(8) lists all options")
    }

    private mutating func read(_ config: String?, _ arguments: ModuleArguments) throws(PolicyLoadFailure)
        -> Demand
    {
        let loaded = try PasswordModules.policy(of: arguments, config: config, root: root)
        var demand = Demand()
        // The module knows no service of a section.
        for audience in PolicyAudience.all(of: [loaded.stack]) where audience.service.isEmpty {
            let applied = loaded.stack.applied(to: audience.subject)
            if applied.settings.loginAction == .no { continue }
            if let diagnostic = applied.idleLogin(for: audience) {
                demand.isIdle = true
                add(StatusFinding(diagnostic))
            }
            if !applied.isLoginIdle {
                demand.action = max(demand.action, applied.settings.loginAction)
                if applied.settings.loginAction == .change {
                    demand.changeServices.formUnion(
                        applied.settings.loginChangeServices.map { String(decoding: $0, as: UTF8.self) })
                }
            }
        }
        if demand.action != .no { findUnreadable(loaded.stack, demand.action) }
        return demand
    }

    /// Adds warnings about lists that cannot be used, and about lists and files that some users cannot read.
    private mutating func findUnreadable(_ stack: PolicyStack, _ action: LoginAction) {
        let lists = stack.blocklistPaths.map { String(decoding: $0, as: UTF8.self) }
        for path in lists {
            do throws(FileProblem) {
                _ = try Blocklist(atPath: Array(path.utf8))
            } catch {
                add(
                    StatusFinding(
                        .warning, .loginList, path,
                        "this list cannot be used, so at logins the log says that nothing can be looked up, unless another "
                            + "list has the password"
                            + (action == .change ? "; and nobody is asked for a new password" : ""),
                        remedy: "build it again, or remove its line from the policy"))
            }
        }
        for path in stack.files.map({ String(decoding: $0.name, as: UTF8.self) }) + lists {
            guard let status = MachineFiles.status(path), status.st_mode & 0o004 == 0 else { continue }
            let isLong = status.st_size > Blocklist.longestPublicLengthInBytes
            add(
                StatusFinding(
                    .warning, .loginList, path,
                    "not all users can read this file, so programs that run as the user, such as screen lockers, look up "
                        + "nothing",
                    remedy: isLong
                        ? "leave it so: other users could watch which parts of a file larger than 4 MiB a look-up reads"
                        : "let everybody read it, with \"chmod o+r\""))
        }
    }

    // MARK: - pam_unix

    /// Adds a warning about a pam_unix that replaces only expired passwords.
    private mutating func findUnwillingModules() {
        guard demand.action == .change, Self.types.contains(where: { !ownLines(for: $0).isEmpty }) else {
            return
        }
        for path in stacks.modulePaths(named: "pam_unix.so") {
            let bytes = (try? Input.readAll(path: root + path, limit: Self.longestModule)) ?? []
            guard String(decoding: bytes, as: UTF8.self).contains(Self.declines) else { continue }
            add(
                StatusFinding(
                    .warning, .loginUnchanged, path,
                    "this pam_unix changes only expired passwords, so with \"at-login = change\" users are only told",
                    remedy: "write \"at-login = warn\" in the policy, which does the same here"))
        }
    }
}
