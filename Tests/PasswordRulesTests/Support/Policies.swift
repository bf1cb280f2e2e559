import PasswordRules

/// The settings in a policy file's text; its first error is thrown.
func parsePolicy(_ text: [UInt8]) throws -> PolicySettings {
    var found = Diagnostics()
    let settings = PolicySettings(parsingFile: text.span, diagnostics: &found)
    if let error = found.firstError { throw error }
    guard let settings else { throw NothingWasRead() }
    return settings
}

/// The policy in a policy file's text.
func makePolicy(_ text: String) throws -> Policy {
    try Policy(try parsePolicy(Array(text.utf8)))
}

private struct NothingWasRead: Error {}
