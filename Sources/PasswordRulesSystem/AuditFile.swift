internal import CPasswordRulesSystem
internal import PasswordRules

/// Why a password change is not counted.
public struct AuditProblem: Error, Sendable {
    /// The reason in words.
    let reason: [UInt8]
}

/// The file that counts password changes under an audited policy.
public enum AuditFile {
    /// Its path.
    public static var path: StaticString { "/var/lib/passwordrules/audit" }

    /// Counts an accepted password, if the process is root's. Waits for other processes for at most a second.
    /// - Parameter unmet: The names of the rules that it does not meet, separated by ", ".
    public static func count(unmet: [UInt8]) throws(AuditProblem) {
        // SAFETY: the array ends in a NUL; the function returns a static text, or NULL.
        guard let reason = unsafe passwordrules_system_count_change(cString(unmet)) else { return }
        throw AuditProblem(reason: unsafe bytes(of: reason))
    }
}
