import Testing

@testable import PasswordRules

/// A policy demands each of its rules, however many there are.
@Suite struct PolicyManyRulesTests {
    /// A rule for each printable ASCII character except those with a special meaning in a class.
    private static let characters = (0x21...0x7E).map { Character(Unicode.Scalar($0)) }
        .filter { !"\"-[\\]^".contains($0) }
    private static let rules = characters.map { "required: [\($0)];" }

    @Test(arguments: [
        ["rules = \(rules.joined(separator: " "))\n"],
        ["rules = minlength: 8\nrules = \(rules.joined(separator: " "))\n"],
        [rules.map { "rules = \($0)\n" }.joined()],
        ["rules = \(rules.joined(separator: " "))\nrules = \(rules.reversed().joined(separator: " "))\n"],
        ["rules = minlength: 200\nor = \(rules.joined(separator: " "))\n"],
        ["rules = minlength: 8\n", "rules = \(rules.joined(separator: " "))\n"],
        ["rules = minlength: 8\n", rules.map { "rules = \($0)\n" }.joined()],
    ])
    func demandsEach(_ texts: [String]) throws {
        let policy = Policy(all: try texts.map { try Policy(try applyPolicy([$0]).settings, blocklists: []) })
        #expect(Self.characters.count > 64)
        #expect(policy.check(String(Self.characters).utf8.span).isAccepted)
        for character in Self.characters {
            let password = String(Self.characters.filter { $0 != character })
            for reading in [Reading.written, .strict] {
                #expect(
                    !policy.check(password.utf8.span, reading: reading).isAccepted, "without \(character)")
            }
        }
    }
}
