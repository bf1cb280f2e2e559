internal import CPasswordRulesSystem
internal import PasswordRules

/// The resource limits of the process. The user who runs a set-user-ID program sets them.
public enum ProcessLimits {
    /// Throws if they are too low for a password change.
    public static func refuseIfTight() throws(PolicyLoadFailure) {
        // SAFETY: the function returns a static text, or NULL.
        guard let limit = unsafe passwordrules_system_tight_limit() else { return }
        var exemption = RootExemption()
        exemption.close()
        throw PolicyLoadFailure(
            diagnostics: [LocatedDiagnostic(tightLimit: unsafe bytes(of: limit))], rootExemption: exemption)
    }
}
