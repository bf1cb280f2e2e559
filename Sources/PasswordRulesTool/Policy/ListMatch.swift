import PasswordRules
import PasswordRulesSystem

extension BlocklistMatch {
    /// The match that a list was built for; exact if the list cannot be used.
    static func match(ofListAtPath path: [UInt8]) -> BlocklistMatch {
        (try? Blocklist(atPath: path))?.match ?? .exact
    }
}
