internal import CPasswordRulesSystem
internal import PasswordRules

/// The limits of the process, which the user sets if the program is set-user-ID.
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
