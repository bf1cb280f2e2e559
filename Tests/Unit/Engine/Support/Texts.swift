import Testing

@testable import PasswordRules

extension PolicySubject {
    /// A subject by names as text.
    init(_ user: String, groups: [String] = [], service: String = "") {
        self.init(
            user: Array(user.utf8), groups: groups.map { Array($0.utf8) }, service: Array(service.utf8))
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
    try makeStack(files, arguments: arguments).applied(to: subject)
}

/// The sources of a policy: several files, in this order, and arguments.
func makeStack(_ files: [String], arguments: [String] = []) throws -> PolicyStack {
    var stack = PolicyStack()
    for (index, text) in files.enumerated() {
        var found = Diagnostics()
        let name = Array("file \(index + 1)".utf8)
        let file = PolicyFile.parse(Array(text.utf8), name: name, diagnostics: &found)
        stack.add(file: try #require(file, "\(found.items): \(text)"))
    }
    for text in arguments {
        var found = Diagnostics()
        let file = PolicyFile.parseArgument(Array(text.utf8), diagnostics: &found)
        stack.add(argument: try #require(file, "\(found.items): \(text)"))
    }
    return stack
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

/// The settings in a policy file's text; its first error is thrown.
func parsePolicy(_ text: [UInt8]) throws -> PolicySettings {
    var found = Diagnostics()
    let file = PolicyFile.parse(text, diagnostics: &found)
    if let error = found.firstError { throw error }
    guard let file else { throw NothingWasRead() }
    var stack = PolicyStack()
    stack.add(file: file)
    return stack.applied(to: nil).settings
}

/// The policy in a policy file's text.
func makePolicy(_ text: String) throws -> Policy {
    try Policy(try parsePolicy(Array(text.utf8)), blocklists: [])
}

/// Checks that a policy's suggestions are words or pronounceable groups, have the entropy, and are accepted.
/// With `byConstruction`, every password of the plan must be accepted, so the policy may refuse nothing
/// beyond its composition rules except names and listed passwords.
func expectTypeable(_ text: String, byConstruction: Bool = true) throws {
    let policy = try makePolicy(text)
    var plans = try policy.suggestionPlans()
    let first = plans.plan.style
    var source = SeededSource(seed: 19)
    for _ in 0..<10 {
        let suggestion = try policy.suggestion(by: &plans, from: &source).text
        let fallsShort = plans.plan.fallsShort(entropyBits: try? plans.plan.entropyBits())
        #expect(plans.plan.style == first && first != .random && !fallsShort, "\(suggestion)")
        let drawn = try plans.plan.password(from: &source).text
        #expect(policy.check(drawn).isAccepted || !byConstruction, "\(drawn)")
    }
}

private struct NothingWasRead: Error {}

extension CharacterClass {
    /// The class of the ASCII characters in `members`; other characters are left out.
    init(members: StaticString) {
        self = "\(members)".utf8.reduce(.empty) { $0.union(CharacterClass($1)) }
    }
}
