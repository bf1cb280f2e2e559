internal import CPasswordRulesSystem
internal import PasswordRules

/// Why something is not counted.
public struct AuditProblem: Error, Sendable {
    /// The file that cannot be used.
    let file: AuditFile
    /// The reason in words.
    let reason: [UInt8]
}

/// A file of counts that name nobody.
public enum AuditFile: Sendable {
    /// Password changes under an audited policy.
    case changes
    /// Logins at which the password was looked up in the lists.
    case logins

    private var name: StaticString {
        switch self {
        case .changes: "audit"
        case .logins: "logins"
        }
    }

    /// The path of the file.
    public var path: StaticString {
        switch self {
        case .changes: "/var/lib/passwordrules/audit"
        case .logins: "/var/lib/passwordrules/logins"
        }
    }

    /// Counts a password, if the process is root's. Waits for other processes for at most a second.
    /// - Parameter unmet: The names of the rules that it does not meet, separated by ", ".
    public func count(unmet: [UInt8]) throws(AuditProblem) {
        // SAFETY: both texts end in a NUL; the function returns a static text, or NULL.
        let reason = unsafe passwordrules_system_count(cString(Text(name).bytes), cString(unmet))
        guard let reason = unsafe reason else { return }
        throw AuditProblem(file: self, reason: unsafe bytes(of: reason))
    }
}
