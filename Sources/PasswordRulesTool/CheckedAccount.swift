import PasswordRules
import PasswordRulesBlocklist
import PasswordRulesSystem

extension RuleSource {
    /// The account of the user whose password is checked; empty if no user is named.
    /// - Parameter remark: Called with each line that the user should read besides the verdict.
    func account(ofUser user: String?, remark: (String) -> Void) throws -> Account {
        if case .policy(let policy) = self { try Self.sayWhatIsNotRefused(policy, user, remark) }
        guard let user else { return Account() }
        let name = Array(user.utf8)
        let shownName = printable(user)
        do throws(AccountProblem) {
            if let account = try Accounts.account(ofUser: name) { return account }
        } catch {
            throw Failure(message: "\(shownName): \(String(decoding: error.messageBytes, as: UTF8.self))")
        }
        if case .policy(let policy) = self, policy.wantsNames, policy.enforcement == .yes {
            throw Failure(
                message:
                    "there is no user \"\(shownName)\" on this machine, and the policy checks account names"
            )
        }
        remark("there is no user \"\(shownName)\" on this machine")
        return Account(name: name)
    }

    /// The verdict is that of the rules; the module may accept a password that does not meet them.
    private static func sayWhatIsNotRefused(
        _ policy: Policy, _ user: String?, _ remark: (String) -> Void
    ) throws {
        if policy.enforcement != .yes {
            remark("this policy would not refuse a password (enforce = \(policy.enforcement))")
        }
        guard let user, policy.isForLocalUsersOnly else { return }
        let accounts = try Input.readAll(path: "/etc/passwd", limit: 1 << 26)
        let isLocal = accounts.split(separator: 0x0A).contains { $0.starts(with: Array("\(user):".utf8)) }
        if !isLocal {
            remark(
                "this policy does not apply to \(printable(user)), who is not in /etc/passwd (local-users-only = yes)"
            )
        }
    }
}
