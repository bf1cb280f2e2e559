import ArgumentParser
import Glibc
import PasswordRules
import PasswordRulesBlocklist
import PasswordRulesSystem

/// A server that runs the tool for each new password.
enum Hook: String, CaseIterable, ExpressibleByArgument {
    case heimdal, samba

    /// The service whose sections are for its accounts. MIT krb5 and Heimdal share theirs.
    var service: String {
        switch self {
        case .heimdal: "kerberos"
        case .samba: "samba"
        }
    }
}

/// The verdict on a server's question, in the server's words, and what is logged of it.
///
/// Whatever goes wrong refuses the password: a program that ends in any other way than this one's two does
/// so, too.
struct HookCheck {
    let hook: Hook
    /// Nil for this machine's policy.
    let config: String?

    /// What the person is told where there is no verdict; the log says why.
    private static let noVerdict =
        "The password policy of this server cannot be applied, so the password was not changed. Please tell your administrator."
    /// Heimdal reads 1,023 bytes, with the line feed.
    private static let longestAnswer = 1000

    /// Answers as the server wants it.
    func run() throws {
        let refusal = refusal()
        switch hook {
        case .heimdal:
            try Output.standard.write(refusal ?? Array("APPROVED".utf8))
        case .samba:
            if refusal != nil { throw ExitCode(1) }
        }
    }

    /// Why the password is refused, in one line; nil if it is accepted.
    private func refusal() -> [UInt8]? {
        do {
            let input = try HookInput(of: hook)
            return try refusal(of: input)
        } catch let problem as HookInput.Problem {
            log(LOG_ERR, "\(problem.message). A password change by \(hook.rawValue) is refused.")
        } catch {
            log(LOG_ERR, "A password change by \(hook.rawValue) is refused, since something failed.")
        }
        return Array(Self.noVerdict.utf8)
    }

    private func refusal(of input: borrowing HookInput) throws -> [UInt8]? {
        let name = input.account.name
        let who = "\(hook.service) user \(name.isEmpty ? "unknown" : Self.safe(name))"
        let policy: Policy
        do throws(PolicyLoadFailure) {
            policy = try openPolicy(for: input.account, who)
        } catch {
            if let problem = error.diagnostics.first(where: { $0.severity == .error }) {
                log(
                    LOG_ERR,
                    "\(Self.text(problem)). See \"passwordrules policy --check\". Password change for \(who) refused."
                )
            }
            return Array(Self.noVerdict.utf8)
        }
        let enforcement = policy.enforcement(in: PolicyContext(service: Array(hook.service.utf8)))
        if enforcement == .no {
            log(LOG_NOTICE, "new password for \(who) accepted (enforce = no): it is not checked")
            return nil
        }
        let report = input.withPassword { policy.check($0, for: input.account) }
        return answer(to: report, enforcement, who)
    }

    private func openPolicy(for account: Account, _ who: String) throws(PolicyLoadFailure) -> Policy {
        let loaded = try PolicyLoader.load(
            path: config.map { Array($0.utf8) }, commonBlocklist: Installation.commonBlocklist,
            keepsLists: false)
        let opened = try loaded.opened(
            forAccount: PolicySubject(user: account.name, service: Array(hook.service.utf8)))
        for remark in opened.passedOver {
            log(LOG_WARNING, "\(Self.text(remark)). The new password of \(who) is not compared with it.")
        }
        return opened.policy
    }

    private func answer(to report: Report, _ enforcement: Enforcement, _ who: String) -> [UInt8]? {
        let unmet = report.unmetRules
        for outcome in report.outcomes where outcome.kind == .blocklistUnreadable {
            log(
                outcome.isMet ? LOG_WARNING : LOG_ERR,
                "a list of the policy is damaged or cannot be read; \"passwordrules blocklist verify\" shows where"
            )
        }
        if !report.isAccepted, enforcement == .yes {
            // The names of rules, and no number, which would reveal something of the password.
            log(LOG_NOTICE, "new password for \(who) refused: \(String(decoding: unmet, as: UTF8.self))")
            // Heimdal writes the answer to its own log, too.
            return ReportSummary(limit: Self.longestAnswer, isForLog: true).text(of: report).map {
                $0 < 0x20 ? 0x20 : $0
            }
        }
        if !report.isAccepted {
            log(
                LOG_NOTICE,
                "new password for \(who) accepted (enforce = \(enforcement)): it does not meet the policy")
        }
        if enforcement != .yes { count(unmet) }
        return nil
    }

    /// Counts a password that is accepted under an audited policy.
    private func count(_ unmet: [UInt8]) {
        do throws(AuditProblem) {
            try AuditFile.count(unmet: unmet)
        } catch {
            let problem = LocatedDiagnostic(error)
            log(LOG_WARNING, "a password change was not counted in \(Self.text(problem))")
        }
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

    /// Static, as openlog keeps its address, and ends in a NUL.
    private static let name: StaticString = "passwordrules"

    /// A name with a line feed in it must not forge a line in the log.
    private static func safe(_ name: [UInt8]) -> String {
        String(
            decoding: name.prefix(256).map { $0 > 0x20 && $0 < 0x7F ? $0 : UInt8(ascii: "?") }, as: UTF8.self)
    }

    private static func text(_ diagnostic: LocatedDiagnostic) -> String {
        String(decoding: diagnostic.place + diagnostic.message, as: UTF8.self)
    }
}
