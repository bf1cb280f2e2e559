import PasswordRules
import Testing

@Suite struct InvalidRuleTests {
    @Test(
        arguments: [
            ([.minLength(-1)], .numberOutOfRange(-1)),
            ([.maxLength(0x8000_0000)], .numberOutOfRange(0x8000_0000)), ([.required(.empty)], .emptyClass),
            ([.minLength(8), .allowed(.empty)], .emptyClass),
        ] as [([Rule], InvalidRule)])
    func refusesWhatCouldNotBeWritten(rules: [Rule], error: InvalidRule) {
        #expect(throws: error) { try Descriptor(rules) }
    }

    @Test(
        arguments: [
            ("", .emptyClass), ("a\u{E9}", .characterNotPrintableASCII("\u{E9}")),
            ("\t", .characterNotPrintableASCII("\t")),
        ]
            as [(String, InvalidRule)])
    func refusesClassesThatCouldNotBeWritten(members: String, error: InvalidRule) {
        #expect(throws: error) { try CharacterClass.custom(members) }
    }
}
