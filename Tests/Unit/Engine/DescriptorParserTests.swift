import Testing

@testable import PasswordRules

@Suite struct DescriptorParserTests {
    @Test(arguments: try Vectors.rows("parse.tsv"))
    func readsAsTheTableSays(row: Vectors.Row) throws {
        let text = row.fields[0]
        var found = Diagnostics()
        let descriptor = Descriptor.parse(text.span, diagnostics: &found)
        func describe(_ word: String, _ diagnostic: Diagnostic) -> String {
            "\(word) \(diagnostic.code.rawValue) \(diagnostic.offset) \(diagnostic.length)"
        }
        let verdict = found.firstError.map { [describe("error", $0)] }
        let expected = (1..<row.fields.count).map(row.string)
        #expect(verdict ?? ["ok"] + found.items.map { describe("note", $0) } == expected)
        #expect((descriptor == nil) == found.hasErrors)
    }

    @Test func keepsTheRulesInSourceOrder() throws {
        let text = """
            max-repeating: 2; required: upper, digit; ALLOWED: [-_.]; minlength: 8; required: lower;
            maxlength: 64; max-consecutive: 3; max-sequential: 4; minlength: 0
            """
        #expect(
            try Descriptor(text).rules == [
                .maxRepeating(2), .required(.upper.union(.digit)), .allowed(CharacterClass(members: "-_.")),
                .minLength(8), .required(.lower), .maxLength(64), .maxConsecutive(3), .maxSequential(4),
                .minLength(0),
            ])
    }

    @Test func readsCustomClasses() throws {
        let classes: [(String, StaticString)] = [
            ("[ab]", "ab"), ("[bab]", "ab"), ("[]]", "]"), ("[a]]", "a]"), ("[-]", "-"), ("[-a]", "-a"),
            ("[-]]", "-]"), ("[;,:[\"\\ ]", ";,:[\"\\ "), ("[], upper", "ABCDEFGHIJKLMNOPQRSTUVWXYZ"),
            ("[a] , [b]", "ab"),
        ]
        for (text, members) in classes {
            #expect(
                try Descriptor("required: \(text)").rules == [.required(CharacterClass(members: members))])
        }
    }

    @Test(arguments: try Vectors.rows("lenient.tsv"))
    func lenientModeKeepsTheValidPartsAndReportsEveryMistake(row: Vectors.Row) {
        let text = row.fields[0]
        var found = Diagnostics()
        let descriptor = Descriptor.parse(text.span, mode: .lenient, diagnostics: &found)
        #expect(descriptor?.minifiedText == row.string(1))
        let described = found.items.map { "\($0.severity) \($0.code.rawValue) \($0.offset) \($0.length)" }
        #expect(described == (2..<row.fields.count).map(row.string))
    }

    /// Real sites write such classes; all implementations leave those characters out.
    @Test func leavesOutCharactersBeyondASCIIAndSaysSo() throws {
        let text = Array("allowed: [-a\u{E4}\u{A7}b]; required: digit".utf8)
        var found = Diagnostics()
        let descriptor = Descriptor.parse(text.span, diagnostics: &found)
        #expect(descriptor?.rules == [.allowed(CharacterClass(members: "-ab")), .required(.digit)])
        #expect(
            found.items == [
                Diagnostic(.characterLeftOut, at: 12, length: 2),
                Diagnostic(.characterLeftOut, at: 14, length: 2),
            ])
        #expect(found.items.allSatisfy { $0.severity == .warning })
    }

    @Test(
        arguments: [
            ("required: digitz", "digit"), ("required: uper", "upper"), ("required: uppercase", "upper"),
            ("required: symbols", "special"), ("allowed: ascii", "ascii-printable"),
            ("allowed: ASCII_printable", "ascii-printable"), ("minlenght: 8", "minlength"),
            ("min-length: 8", "minlength"), ("maxLenght: 8", "maxlength"),
            ("max_repeating: 8", "max-repeating"),
            ("require: upper", "required"), ("allow: upper", "allowed"), ("required: xyzzy", nil),
            ("frobnicate: 8", nil), ("required: \(String(repeating: "u", count: 10_000))", nil),
        ] as [(String, String?)])
    func suggestsWhatWasMeant(text: String, suggestion: String?) throws {
        let error = try #require(throws: Diagnostic.self) { try Descriptor(text) }
        #expect(error.suggestion == suggestion)
    }

    @Test func limitsTheLengthOfADescriptor() throws {
        let longest = String(repeating: ";", count: Descriptor.maximumLengthInBytes)
        #expect(try Descriptor(longest).rules.isEmpty)
        #expect(throws: Diagnostic(.descriptorTooLong, at: 65536, length: 1)) {
            try Descriptor(longest + ";")
        }
    }

    @Test func readsThousandsOfPropertiesAndBoundsItsDiagnostics() throws {
        let text = String(repeating: "minlength:8;", count: 5_000)
        #expect(try Descriptor(text).rules.count == 5_000)
        for property in ["required:digits;", "oops:digits;"] {
            let many = Array(String(repeating: property, count: 4_000).utf8)
            var found = Diagnostics()
            _ = Descriptor.parse(many.span, diagnostics: &found)
            #expect(found.items.count == Diagnostics.maximumCount)
        }
    }

    @Test func firstErrorIsKeptAfterManyRemarks() {
        let text = Array((String(repeating: "required:digits;", count: 200) + "oops:1;oops:2").utf8)
        var found = Diagnostics()
        #expect(Descriptor.parse(text.span, diagnostics: &found) == nil)
        #expect(found.items.count == Diagnostics.maximumCount + 1)
        #expect(found.items.last == Diagnostic(.unknownProperty, at: 3200, length: 4))
        #expect(found.items.last == found.firstError)
    }
}
