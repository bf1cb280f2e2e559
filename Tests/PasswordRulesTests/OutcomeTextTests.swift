import Testing

@testable import PasswordRules

/// The texts of rules that are met: sign-up pages show them as a list to tick off.
@Suite struct OutcomeTextTests {
    @Test(
        arguments: [
            (.encoding, 0, "valid UTF-8"), (.maxBytes, 1024, "at most 1024 bytes"),
            (.maxBytes, 1, "at most 1 byte"), (.or, 2, "one of the sets of rules"),
        ] as [(Outcome.Kind, Int, String)])
    func ruleThatIsMetSaysWhatItAsksFor(kind: Outcome.Kind, limit: Int, message: String) {
        let outcome = Outcome(kind, isMet: true, limit: limit, actual: 0)
        #expect(outcome.message == message)
        #expect(outcome.messageBytes == Array(message.utf8))
    }

    @Test(arguments: [
        ("allowed: special", "only special characters"), ("allowed: [ ]", "only space"),
        ("allowed: [- !]", "only !- and space"),
        ("allowed: ascii-printable", "only printable ASCII characters"),
    ])
    func charactersThatMayBeUsedAreNamed(rules: String, message: String) throws {
        let report = Checker(try Descriptor(rules)).check("")
        #expect(report.outcomes.filter { $0.kind == .allowed }.map(\.message) == [message])
    }
}
