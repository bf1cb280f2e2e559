import PasswordRules

/// The settings in a policy file's text; its first error is thrown.
func parsePolicy(_ text: [UInt8]) throws -> PolicySettings {
    var found = Diagnostics()
    let file = PolicyFile(parsing: text, diagnostics: &found)
    if let error = found.firstError { throw error }
    guard let file else { throw NothingWasRead() }
    var sources = PolicySources()
    sources.add(file: PolicySource(name: [], file: file))
    return sources.applied(to: nil).settings
}

/// The policy in a policy file's text.
func makePolicy(_ text: String) throws -> Policy {
    try Policy(try parsePolicy(Array(text.utf8)), blocklists: [])
}

private struct NothingWasRead: Error {}
