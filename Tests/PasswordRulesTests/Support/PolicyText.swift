import PasswordRules
import Testing

extension PolicySubject {
    /// A subject by names as text.
    init(_ user: String, groups: [String] = []) {
        self.init(user: Array(user.utf8), groups: groups.map { Array($0.utf8) })
    }
}

extension Account {
    /// An account by texts.
    init(_ name: String, fullName: String = "", home: String = "") {
        self.init(
            name: Array(name.utf8), fullName: Array(fullName.utf8), homeDirectory: Array(home.utf8))
    }
}

/// Resolves the policy of several files, in this order, and arguments for a subject.
func applyPolicy(
    _ files: [String], arguments: [String] = [], to subject: PolicySubject? = nil
) throws -> AppliedPolicy {
    var sources = PolicySources()
    for (index, text) in files.enumerated() {
        var found = Diagnostics()
        let file = PolicyFile(parsing: Array(text.utf8), diagnostics: &found)
        let name = Array("file \(index + 1)".utf8)
        sources.add(file: PolicySource(name: name, file: try #require(file, "\(found.items): \(text)")))
    }
    for text in arguments {
        var found = Diagnostics()
        let file = PolicyFile(parsingArgument: Array(text.utf8), diagnostics: &found)
        sources.add(
            argument: PolicySource(
                name: Array(text.utf8), file: try #require(file, "\(found.items): \(text)")))
    }
    return sources.applied(to: subject)
}

extension Policy {
    /// Checks a password given as text.
    func check(_ password: String, for account: Account = Account(), replacing old: String = "") -> Report {
        let (password, old) = (Array(password.utf8), Array(old.utf8))
        return check(password.span, for: account, replacing: old.span)
    }
}

extension Report {
    /// The only outcome of a kind; nil if there is none or several.
    func only(_ kind: Outcome.Kind) -> Outcome? {
        let found = outcomes.filter { $0.kind == kind }
        return found.count == 1 ? found[0] : nil
    }
}
