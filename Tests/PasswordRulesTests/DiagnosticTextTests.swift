import Testing

@testable import PasswordRules

@Suite struct DiagnosticTextTests {
    @Test(arguments: [
        ("minlenght: 8", "there is no property \"minlenght\"; did you mean \"minlength\"?"),
        ("required: uper", "there is no class \"uper\"; did you mean \"upper\"?"),
        ("required: xyzzy", "there is no class \"xyzzy\""),
        (
            "required: upper minlength: 8",
            "expected \";\" or the end, found \"minlength:\"; is a \";\" missing before it?"
        ),
        ("required: upper oops", "expected \";\" or the end, found \"oops\""),
        ("required", "expected \":\" after the name of the property"),
        ("minlength: -1", "a number cannot be negative here"),
        ("minlength: 1.5", "expected a whole number"),
        ("minlength: many", "expected a number, found \"many\""),
        ("minlength:", "expected a number"),
        ("minlength: 2147483648", "a number can be 2147483647 at most"),
        ("required: [a-z]", "a \"-\" belongs right after the \"[\": there are no ranges"),
        ("required: [\t]", "only printable ASCII characters can stand between \"[\" and \"]\""),
        ("required: [\u{E9}]", "these classes hold no character"),
        ("required: [ab", "this \"[\" is not closed by a \"]\""),
        ("required: []", "these classes hold no character"),
        ("required: \u{1B}[2J", "there is no class \"?[2J\""),
    ])
    func saysWhatIsWrong(text: String, message: String) throws {
        let bytes = Array(text.utf8)
        let error = try #require(throws: Diagnostic.self) { try Descriptor(text) }
        #expect(error.message(in: bytes.span) == message)
    }

    @Test func everyCodeHasWordsOfItsOwn() {
        let text = Array("abc".utf8)
        var messages: Set<String> = []
        for code in Diagnostic.Code.allCases {
            messages.insert(Diagnostic(code, at: 0, length: 3).message(in: text.span))
        }
        #expect(messages.count == Diagnostic.Code.allCases.count)
    }

    @Test func aPositionOutsideTheTextIsNoTrap() {
        let text: [UInt8] = []
        #expect(Diagnostic(.unknownKey, at: 7, length: 9).message(in: text.span).contains("\"\""))
    }

    @Test func countsLinesAndColumnsFromOne() {
        let text = Array("a\nbc\n\nd".utf8)
        for (offset, line, column) in [
            (0, 1, 1), (1, 1, 2), (2, 2, 1), (3, 2, 2), (5, 3, 1), (6, 4, 1), (7, 4, 2),
        ] {
            let position = Diagnostic(.unknownKey, at: offset).position(in: text.span)
            #expect(position == (line, column))
        }
    }
}
