import PasswordRules
import PasswordRulesSystem

extension BlocklistMatch {
    /// How a list says that passwords are compared with it; exactly, if it cannot be used.
    static func match(ofListAtPath path: [UInt8]) -> BlocklistMatch? {
        (try? Blocklist(atPath: path))?.match ?? .exact
    }
}
