@testable import PasswordRules

extension CharacterClass {
    /// The class of the ASCII characters in `members`; other characters are left out.
    init(members: StaticString) {
        self = "\(members)".utf8.reduce(.empty) { $0.union(CharacterClass($1)) }
    }
}
