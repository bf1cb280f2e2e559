import ArgumentParser
import Glibc
import PasswordRules
import PasswordRulesLists
import PasswordRulesSystem

/// A server that runs this program for each new password.
enum Hook: String, CaseIterable, ExpressibleByArgument {
    case heimdal, samba

    /// The service whose sections apply to its accounts. MIT krb5 and Heimdal share one.
    var service: String {
        switch self {
        case .heimdal: "kerberos"
        case .samba: "samba"
        }
    }
}

/// Answers a server's question about a password, and logs the decision.
///
/// Every error refuses the password. The servers also refuse it if the program ends in any other way.
struct HookCheck {
    let hook: Hook
    /// The path of the policy; nil for this machine's.
    let config: String?

    /// Heimdal reads at most 1,023 bytes, including the line feed.
    private static let longestAnswer = 1000

    /// Answers in the form that the server expects.
    func run() throws {
        let refusal = refusal()
        switch hook {
        case .heimdal:
            try Output.standard.write(refusal ?? Array("APPROVED".utf8))
        case .samba:
            if refusal != nil { throw ExitCode(1) }
        }
    }

    /// The reason for a refusal, in one line; nil if the password is accepted.
    private func refusal() -> [UInt8]? {
        do throws(HookInput.Problem) {
            return refusal(of: try HookInput(of: hook))
        } catch {
            log(LOG_ERR, "\(error.message). A password change by \(hook.rawValue) is refused.")
            return Array(Decision.serverNotApplied.description.utf8)
        }
    }

    private func refusal(of input: borrowing HookInput) -> [UInt8]? {
        let service = Array(hook.service.utf8)
        let change = PasswordChange(
            of: input.account.name, PolicyContext(service: service), [.isOfService, .showsOnlyRefusals])
        let opened: PolicyHandle
        do throws(PolicyLoadFailure) {
            let loaded = try PolicyLoader.load(
                path: config.map { Array($0.utf8) }, commonBlocklist: Installation.commonBlocklist,
                keepsLists: false)
            opened = try loaded.forAccount(PolicySubject(user: input.account.name, service: service))
        } catch {
            return refusal(
                by: Decision(
                    loading: change, remarks: error.diagnostics, failure: error,
                    reason: LibraryStatus.policy.summary))
        }
        // Called only to log the lists that were skipped.
        _ = refusal(by: Decision(loading: change, remarks: opened.skippedLists))
        var decision = Decision(on: change, by: opened, isAccountUnknown: false)
        input.withPassword { decision.check($0, by: opened.policy, for: input.account) }
        decision.accept()
        return refusal(by: decision)
    }

    /// Logs a decision, and returns the reason for a refusal.
    private func refusal(by decision: borrowing Decision) -> [UInt8]? {
        for line in decision.log {
            log(CInt(line.priority.rawValue), String(decoding: line.text, as: UTF8.self))
        }
        guard decision.isRefused else { return nil }
        // Heimdal writes the answer to its own log, too.
        let form = Decision.TextForm(
            ReportSummary(limit: Self.longestAnswer, isForLog: true, hasSentences: true))
        return decision.text(form).map { $0 < 0x20 ? 0x20 : $0 }
    }

    // MARK: - The log

    private func log(_ priority: CInt, _ line: String) {
        let authentication: CInt = 10 << 3
        // SAFETY: the texts live for the duration of the calls, and the format takes one of them.
        Self.name.withUTF8Buffer { name in
            unsafe name.withMemoryRebound(to: CChar.self) {
                unsafe openlog($0.baseAddress, LOG_PID, authentication)
            }
        }
        unsafe printable(line).withCString { text in
            unsafe withVaList([text]) { unsafe vsyslog(priority, "%s", $0) }
        }
        closelog()
    }

    /// Static because openlog keeps its address. It ends in a NUL.
    private static let name: StaticString = "passwordrules"
}
