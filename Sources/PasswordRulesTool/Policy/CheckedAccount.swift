import PasswordRules
import PasswordRulesLists
import PasswordRulesSystem

extension RuleSource {
    /// Returns the account of the user whose password is checked; empty if no user is named.
    /// - Parameter remark: Called with a remark if the user does not exist.
    func account(ofUser user: String?, remark: (String) -> Void) throws -> Account {
        guard let user else { return Account() }
        let name = Array(user.utf8)
        let shownName = printable(user)
        let found = UserAccount(ofUser: name)
        switch found {
        case .found(let account): return account
        case .failed(let problem):
            throw Failure(message: "\(shownName): \(String(decoding: problem.messageBytes, as: UTF8.self))")
        case .missing: break
        }
        if case .policy(let policy) = self, policy.needs(found), policy.enforcement == .yes {
            throw Failure(
                message:
                    "there is no user \"\(shownName)\" on this machine, and the policy checks account names"
            )
        }
        remark("there is no user \"\(shownName)\" on this machine")
        return Account(name: name)
    }

    /// Returns what the module does with a password that does not meet the rules; nil for a descriptor.
    /// - Parameter remark: Called with each reason why nothing is refused.
    func enforcement(forUser user: String?, remark: (String) -> Void) throws -> Enforcement? {
        guard case .policy(let policy) = self else { return nil }
        if policy.enforcement != .yes {
            remark("this policy would not refuse a password (enforce = \(policy.enforcement))")
        }
        guard let user, policy.isForLocalUsersOnly, !Accounts.isLocalInAnySpelling(Array(user.utf8)) else {
            return policy.enforcement
        }
        remark(
            "this policy does not apply to \(printable(user)), who is not in /etc/passwd (local-users-only = yes)"
        )
        return .no
    }

    /// Returns what a service's plugin does with a password that does not meet the rules; nil for a
    /// descriptor.
    func enforcement(forServiceIn context: PolicyContext, remark: (String) -> Void) -> Enforcement? {
        guard case .policy(let policy) = self else { return nil }
        let enforcement = policy.enforcement(in: context)
        if policy.enforcement != .yes {
            remark("this policy would not refuse a password (enforce = \(policy.enforcement))")
        } else if enforcement != .yes {
            remark("this policy would only warn an administrator (exempt-services)")
        }
        return enforcement
    }
}

extension Policy {
    /// Notes if the user does not exist. That is an error if the policy then cannot be applied.
    func noteUnknownUser(_ options: PolicyOptions) throws {
        guard options.serviceAccount == nil else { return }
        _ = try RuleSource.policy(self).account(ofUser: options.user) {
            Output.complain("passwordrules: note: \($0)")
        }
    }
}
