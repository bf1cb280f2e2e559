import PasswordRules
import PasswordRulesSystem

extension AppliedPolicy {
    /// Whether `at-login` does nothing: the policy is not enforced at all, or has no list.
    var isLoginIdle: Bool { settings.enforcement == .no || !hasBlocklists }

    private var hasBlocklists: Bool {
        var found = false
        forEachBlocklist { _, _, _ in found = true }
        return found
    }

    /// A warning that the line of `at-login` has no effect; nil if it has, or asks for nothing.
    /// - Parameter audience: The users of the policy. A section has a warning only for its own line: the
    ///   section may exempt its users from a line for everybody.
    func idleLogin(for audience: PolicyAudience) -> LocatedDiagnostic? {
        guard settings.loginAction != .no, isLoginIdle, let line = line(of: .atLogin),
            audience == .everybody || !line.isForEverybody
        else { return nil }
        let reason =
            settings.enforcement == .no ? "\"enforce = no\" checks nothing" : "the policy has no blocklist"
        let whose = audience == .everybody ? "" : " for \(audience.title)"
        return LocatedDiagnostic(
            .warning, code: MachineDiagnosticCode.idleLogin.rawValue, source: line.file, at: line.range,
            message: Array("no password is looked up at logins\(whose): \(reason)".utf8))
    }
}
