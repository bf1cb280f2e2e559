import PasswordRulesImport

/// How a login gets to the lines of our module in a stack for auth or account, found by trying all results of
/// its modules.
struct LoginOutcomes {
    typealias Line = PasswordStacks.Line

    /// What has happened on one path through the stack.
    private struct Facts: Hashable {
        /// Whether our module can work: in auth, once another module has accepted the password.
        var isReady: Bool
        /// Whether our module was called when it could work.
        var hasCalledOwn = false
        /// The first line that skipped our module when it could work.
        var skipping: Int?
        /// Whether that line skipped our module because the line's module succeeded.
        var isSkippedBySuccess = false
    }

    /// Whether a line of our module precedes all lines that check the password or the account.
    let isBeforeChecks: Bool
    /// The first line that can skip our module, where the login goes on to succeed; nil if none does.
    let skipping: Line?

    /// - Parameters:
    ///   - lines: The lines of a service, for this type.
    ///   - type: Auth or account.
    ///   - paths: The paths of modules that do not exist.
    init(_ lines: [Line], of type: PasswordStacks.LineType, missing paths: Set<String>) {
        let own = lines.indices.filter { lines[$0].module == PasswordStacks.ownModule }
        let checks = lines.indices.filter { StackOutcomes.stores.contains(lines[$0].module) }
        guard let last = own.last, let firstCheck = checks.first else {
            (isBeforeChecks, skipping) = (false, nil)
            return
        }
        isBeforeChecks = last < firstCheck
        if isBeforeChecks {
            skipping = nil
            return
        }
        let walk = PamStackWalk(lines.map(\.step))
        let start = Facts(isReady: type == .account)
        let ends = walk.ends(start) { index, facts in
            Self.results(of: lines[index], type, missing: paths).compactMap { result in
                var after = facts
                let isCheck = checks.contains(index)
                if isCheck, result == .success { after.isReady = true }
                if own.contains(index), after.isReady { after.hasCalledOwn = true }
                let action = lines[index].step.control.action(for: result)
                switch action {
                case .done, .jump:
                    let next = walk.next(after: action, at: index)
                    if after.isReady, !after.hasCalledOwn, after.skipping == nil,
                        own.contains(where: { (index + 1..<max(next, index + 1)).contains($0) }),
                        !Self.isIntended(lines[index], result)
                    {
                        after.skipping = index
                        after.isSkippedBySuccess = result == .success
                    }
                default: break
                }
                return (result, after)
            }
        }
        let skips = (ends ?? []).compactMap { end -> Int? in
            let facts = end.facts
            guard !facts.hasCalledOwn, end.result == .success || facts.isSkippedBySuccess else { return nil }
            return facts.skipping
        }
        skipping = skips.min().map { lines[$0] }
    }

    /// Whether a line may skip our module: where root asks, nobody has typed a password, and the passwords of
    /// users who are not local are checked elsewhere.
    private static func isIntended(_ line: Line, _ result: PamResult) -> Bool {
        switch line.module {
        case "pam_rootok.so": true
        case "pam_succeed_if.so": line.arguments.contains("use_uid")
        case "pam_localuser.so": result != .success
        default: false
        }
    }

    /// The results that a line's module may return, as far as they matter here.
    private static func results(
        of line: Line, _ type: PasswordStacks.LineType, missing paths: Set<String>
    ) -> [PamResult] {
        if line.fault != nil { return [.permissionDenied] }
        if paths.contains(line.path) { return [.moduleUnknown] }
        switch line.module {
        case "pam_permit.so": return [.success]
        case "pam_deny.so": return [.authenticationError]
        case PasswordStacks.ownModule:
            return type == .account ? [.ignore, .newTokenRequired] : [.ignore]
        case let module where StackOutcomes.stores.contains(module):
            return [.success, .userUnknown]
                + (type == .account ? [.newTokenRequired, .accountExpired] : [.authenticationError])
        default: return [.success, .ignore, .permissionDenied]
        }
    }
}
