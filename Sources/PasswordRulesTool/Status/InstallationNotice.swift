import PasswordRules
import PasswordRulesSystem

/// The text that the PAM module's package prints when it is installed: what new passwords need now, and which
/// demands of another module are no longer in force.
struct InstallationNotice {
    private let root: String

    /// - Parameter root: The folder that contains the machine's files; "" for this machine.
    init(root: String) { self.root = root }

    private static let details = "see \"passwordrules status\""

    var lines: [String] {
        guard let use = PasswordModules(PasswordStacks(root: root)).uses.first else {
            return ["new passwords are not checked, because no stack has the module; \(Self.details)"]
        }
        do throws(PolicyLoadFailure) {
            let line = PasswordModules.arguments(of: use.line)
            let loaded = try PasswordModules.policy(
                of: line, config: PasswordModules.config(of: line, root: root), root: root)
            var lines = Self.lines(of: loaded.policy)
            var acceptances = Acceptances()
            acceptances.add(loaded.stack.files)
            for old in OldSettings.all(root: root, than: loaded.stack)
            where !acceptances.accept(old.finding.acceptable) {
                lines += Self.lines(of: old)
            }
            return lines
        } catch {
            return ["every new password is refused, because the policy cannot be used; \(Self.details)"]
        }
    }

    /// One line, if the policy has no alternatives.
    private static func lines(of policy: Policy) -> [String] {
        guard policy.enforcement == .yes else {
            return ["new passwords are checked, but not refused; \(details)"]
        }
        // The first line is the heading.
        let bytes = policy.explanationBytes(comparing: [.old, .earlier])
        let demands = String(decoding: bytes, as: UTF8.self).split(separator: "\n").dropFirst()
        if demands.isEmpty { return ["new passwords are checked now; \(details)"] }
        let mark = "  - "
        guard demands.allSatisfy({ $0.hasPrefix(mark) }) else {
            return ["new passwords now need the following; \(details)"] + demands.map(String.init)
        }
        return [
            "new passwords now need " + demands.map { $0.dropFirst(mark.count) }.joined(separator: "; ")
                + "; \(details)"
        ]
    }

    private static func lines(of old: OldSettings) -> [String] {
        let start = "the settings of \(old.module) are no longer in force"
        guard !old.changes.isEmpty else {
            return ["\(start), and have a mistake; see \"passwordrules import \(old.importName)\""]
        }
        return ["\(start), and the policy asks for less:"] + old.changes.map { "  " + $0.text }
            + ["To keep them:"] + old.commands.map { "  " + $0 }
    }
}
