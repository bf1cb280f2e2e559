internal import CPasswordRulesSystem
internal import PasswordRules

/// The limits of the process, which are the user's if the program is setuid.
public enum ProcessLimits {
    /// Makes sure that they leave enough for a password change.
    public static func refuseIfTight() throws(PolicyLoadFailure) {
        // SAFETY: the function returns a static text, or NULL.
        guard let limit = unsafe passwordrules_system_tight_limit() else { return }
        var exemption = RootExemption()
        exemption.close()
        throw PolicyLoadFailure(
            diagnostics: [LocatedDiagnostic(tightLimit: unsafe bytes(of: limit))], rootExemption: exemption)
    }
}
