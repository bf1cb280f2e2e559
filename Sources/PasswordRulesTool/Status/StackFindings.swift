import PasswordRules
import PasswordRulesLists
import PasswordRulesImport

/// Findings about stacks in which changes fail, or succeed without a checked and stored password.
enum StackFindings {
    typealias Line = PasswordStacks.Line

    /// Services whose programs only change passwords. Others may have a stack for new passwords that they
    /// never use.
    static let changers: Set<String> = ["passwd", "chpasswd", "newusers", "yppasswd", "pwupd-passwd"]

    /// Findings about lines that libpam cannot read.
    static func faults(of service: PasswordStacks.Service) -> [StatusFinding] {
        (service.lines + service.continuations + service.carriageReturns).compactMap { line in
            guard let fault = line.fault else { return nil }
            // The finding for the first line of the file reports the carriage returns.
            if case .unknownType(let word) = fault, word.hasSuffix("\r") { return nil }
            if case .noSuchFile(let name) = fault, name.hasSuffix("\r") { return nil }
            // This line continues another one, whose finding reports both.
            if case .unknownType = fault,
                service.lines.contains(where: { $0.file == line.file && $0.continuation == line.number })
            {
                return nil
            }
            return finding(fault, line)
        }
    }

    private static func finding(_ fault: PasswordStacks.Fault, _ line: Line) -> StatusFinding {
        let kind = FindingKind.unreadableLine
        switch fault {
        case .noModule:
            return StatusFinding(
                .warning, kind, line.location,
                "the line ends before the name of a module, so password changes fail here",
                remedy: line.continuation.map {
                    "line \($0) continues it: write both as one line, or end this one with a backslash"
                } ?? "complete it or remove it")
        case .unknownType(let word):
            return StatusFinding(
                .warning, kind, line.location,
                "\"\(word)\" is not auth, account, password or session, so libpam fails at this line",
                remedy:
                    "if it continues the line before, write both as one line, or end that one with a backslash"
            )
        case .unknownControl(let word):
            return StatusFinding(
                .warning, kind, line.location,
                "libpam does not know the control \"\(word)\", so password changes fail here",
                remedy:
                    "write required, requisite, sufficient or optional, or pairs such as [success=1 default=ignore]"
            )
        case .noSuchFile(let name):
            return StatusFinding(
                .warning, kind, line.location,
                "there is no file \"\(name)\" to include, so password changes fail here",
                remedy: "correct the name or remove this line")
        case .includesItself(let name):
            return StatusFinding(
                .warning, kind, line.location, "\"\(name)\" includes itself, so password changes fail here",
                remedy: "remove this line")
        case .unfinished:
            return StatusFinding(
                .warning, kind, line.location,
                "the file ends in a backslash, so libpam reads none of it, and everything that uses it fails",
                remedy: "remove the backslash")
        case .carriageReturn:
            return StatusFinding(
                .warning, kind, line.location,
                "the line ends in a carriage return, which libpam reads as part of its last word",
                remedy: "remove it from all lines: sed -i 's/\\r$//' \(line.file)")
        }
    }

    /// Findings about modules that do not exist.
    static func missing(_ outcomes: StackOutcomes, of service: PasswordStacks.Service) -> [StatusFinding] {
        guard matters(service) else { return [] }
        // A carriage return in the name has its own finding.
        return outcomes.missing.filter { !$0.path.hasSuffix("\r") }.map { line in
            let fails = [.bad, .die].contains(line.step.control.action(for: .moduleUnknown))
            return StatusFinding(
                .warning, .moduleMissing, line.location,
                "there is no \(line.path), so "
                    + (fails
                        ? "password changes fail here: \"Module is unknown\""
                        : "it checks nothing, and this line's control ignores that"),
                remedy: "install the module or remove this line")
        }
    }

    /// Whether a stack has our module, stores passwords, or is only for changing them. Debian's
    /// gdm-fingerprint names a module that is missing by default, for a change that nobody requests.
    private static func matters(_ service: PasswordStacks.Service) -> Bool {
        changers.contains(service.name)
            || service.lines.contains {
                $0.module == PasswordStacks.ownModule || StackOutcomes.stores.contains($0.module)
            }
    }

    /// Findings about the outcomes of a change.
    static func outcomes(_ outcomes: StackOutcomes, of service: PasswordStacks.Service) -> [StatusFinding] {
        let own = service.lines.first { $0.module == PasswordStacks.ownModule }
        guard matters(service) else { return [] }
        var found: [StatusFinding] = []
        if let losing = outcomes.losing,
            let finding = finding(losing.cause, losing.line, own, in: service.lines)
        {
            found.append(finding)
        }
        let isExplained =
            !outcomes.missing.isEmpty || service.lines.contains { $0.fault != nil }
            || !service.carriageReturns.isEmpty
        if service.usesOther, !outcomes.canSucceed, !isExplained {
            return [
                StatusFinding(
                    .warning, .alwaysFails, service.path,
                    "\(service.name) has no line for new passwords"
                        + (service.lines.isEmpty
                            ? ", nor has \"other\", so no change can succeed"
                            : ", so libpam uses those of \"other\", with which no change can succeed"),
                    remedy: "include what other services include to change passwords")
            ]
        }
        guard let own else { return found }
        if !outcomes.canSucceed, !isExplained {
            found.append(
                StatusFinding(
                    .warning, .alwaysFails, own.location,
                    "no password change can succeed in this stack, whatever password is typed",
                    remedy: "use a stack like those in pam_passwordrules(8)"))
        } else if !outcomes.reachesOwn, !isExplained, found.isEmpty {
            found.append(
                StatusFinding(
                    .warning, .neverReached, own.location,
                    "the lines before \(PasswordStacks.ownModule) end the change or skip the module, so it checks nothing",
                    remedy: "put it before them"))
        }
        if let bypassing = outcomes.bypassing, outcomes.reachesOwn {
            found.append(
                StatusFinding(
                    .warning, .checkSkipped, bypassing.location,
                    "\(bypassing.module) can skip \(PasswordStacks.ownModule), so a password can be stored without a check",
                    remedy: "put \(PasswordStacks.ownModule) before this line"))
        }
        if outcomes.storesRefused {
            found.append(
                StatusFinding(
                    .warning, .refusalIgnored, own.location,
                    "a password that \(PasswordStacks.ownModule) refuses can be stored, because a refusal does not end the change",
                    remedy: "change this line's control to requisite"))
        }
        return found
    }

    private static func finding(
        _ cause: StackOutcomes.Cause, _ line: Line, _ own: Line?, in lines: [Line]
    ) -> StatusFinding? {
        switch cause {
        case .ignoredFailure:
            // A success that ends the stack, or skips lines, does not reach pam_deny.
            let isDenialSkipped = line.step.control.action(for: .success) != .ok
            let last = lines.last { StackOutcomes.stores.contains($0.module) } ?? line
            return StatusFinding(
                .warning, .notStored, line.location,
                "where \(line.module) fails, as for a wrong current password, the change still succeeds, but no password is stored",
                remedy: isDenialSkipped
                    ? "put \"password required pam_deny.so\" right after \(last.module)"
                    : "change this line's control to required")
        case .skip:
            return StatusFinding(
                .warning, .notStored, line.location,
                "a success of \(line.module) skips the lines that store the password, but the change still succeeds",
                remedy: line.module == PasswordStacks.ownModule
                    ? "change this line's control to requisite"
                    : "correct this line's control")
        case .nothingStores:
            // The finding about our module reports it.
            if own != nil { return nil }
            return StatusFinding(
                .warning, .notStored, line.location,
                "\(line.module) makes every change succeed, but no password is stored",
                remedy:
                    "replace it with \(PasswordStacks.ownModule) and \"pam_unix.so use_authtok\", or with what passwd's file includes"
            )
        }
    }
}
