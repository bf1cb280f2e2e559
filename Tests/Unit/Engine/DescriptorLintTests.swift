import Testing

@testable import PasswordRules

@Suite struct DescriptorLintTests {
    private func lint(_ text: String) -> [Diagnostic] {
        let bytes = Array(text.utf8)
        return Descriptor.lint(bytes.span).items
    }

    @Test(arguments: [
        "minlength: 15", "minlength: 8; maxlength: 64; allowed: unicode",
        "minlength: 12; required: digit; allowed: lower",
        "minlength: 8; required: upper, lower; allowed: [-_]; max-repeating: 2; max-sequential: 3",
        "minlength: 8; required: [ab]; allowed: lower",
        "required: digit; required: digit; allowed: lower; minlength: 8",
        "minlength: 8; minlength: 3; maxlength: 0; allowed: [a], [b]",
        // What only looks like an entity.
        "minlength: 8; allowed: [&;], [#39]", "minlength: 8; allowed: [&quot], [!]",
        "minlength: 8; allowed: [&word;]", "minlength: 8; allowed: [&#;]", "minlength: 8; allowed: [&#x;]",
    ])
    func findsNothingInAGoodDescriptor(text: String) {
        #expect(lint(text).isEmpty)
    }

    @Test(
        arguments: [
            ("max-consecutive: 2; minlength: 8", .deprecatedMaxConsecutive, 0, 18),
            ("required: digit; minlength: 8", .noAllowed, 0, 0),
            ("maxlength: 63; minlength: 8", .lowMaxLength, 0, 13),
            ("minlength: 7", .lowMinLength, 0, 12),
            ("minlength: 0", .lowMinLength, 0, 12),
            ("maxlength: 64", .noMinLength, 0, 0),
            ("allowed: lower, [xY]; minlength: 8", .redundantMember, 17, 1),
            ("allowed: [xY], lower; minlength: 8", .redundantMember, 10, 1),
            ("allowed: lower, [xy]; minlength: 8", .redundantAllowed, 16, 4),
            ("required: upper; allowed: [-().A]; minlength: 8", .redundantMember, 31, 1),
            ("allowed: special, [a]]; minlength: 8", .redundantMember, 20, 1),
            ("required: lower; allowed: [a]; minlength: 8", .redundantAllowed, 26, 3),
            ("allowed: upper, upper; minlength: 8", .redundantAllowed, 16, 5),
            ("allowed: [a]; allowed: [ab]; minlength: 8", .redundantMember, 24, 1),
            ("allowed: [&quot;]; minlength: 8", .htmlEntity, 10, 6),
            ("allowed: [-&#39;]; minlength: 8", .htmlEntity, 11, 5),
            ("allowed: [&#X2f;]; minlength: 8", .htmlEntity, 10, 6),
            ("allowed: [&amp;quot;]; minlength: 8", .htmlEntity, 10, 5),
            ("allowed: [a]; max-repeating: 2; minlength: 8", .unsatisfiable, 0, 0),
            ("minlength: 90; maxlength: 80", .unsatisfiable, 15, 13),
            (
                "required: [a]; allowed: [b]; max-sequential: 1; max-repeating: 8; minlength: 9",
                .unsatisfiable, 0, 0
            ),
            ("required: digits; allowed: lower; minlength: 8", .digitsForDigit, 10, 6),
            ("minlenght: 8", .unknownProperty, 0, 9),
        ] as [(String, Diagnostic.Code, Int, Int)])
    func findsOneThing(text: String, code: Diagnostic.Code, offset: Int, length: Int) {
        let found = lint(text)
        #expect(found.map(\.code) == [code])
        #expect(found.map(\.offset) == [offset])
        #expect(found.map(\.length) == [length])
    }

    @Test func strictContradictionIsNoted() {
        let found = lint("required: [a]; required: [b]; max-sequential: 1; minlength: 8")
        #expect(found.map(\.code).contains(.notGenerable) && !found.map(\.code).contains(.unsatisfiable))
    }

    /// A diagnostic names each redundant member. The other members of the class are needed.
    @Test func redundantMembersAreNamed() {
        let text = "required: upper, digit; allowed: [-A.7B]; minlength: 8"
        let found = lint(text)
        #expect(found.map(\.code) == [.redundantMember, .redundantMember, .redundantMember])
        let bytes = Array(text.utf8)
        #expect(
            found.map { $0.message(in: bytes.span) }
                == ["A", "7", "B"].map { "\"\($0)\" of this class is already allowed" })
    }

    @Test func mistakeKeepsWarningsOnOtherProperties() {
        #expect(
            lint("required: digits; minlenght: 8; maxlength: 6").map(\.code) == [
                .digitsForDigit, .unknownProperty, .lowMaxLength,
            ])
    }

    @Test func manyNotesHideNoWarning() {
        let bytes = Array(
            (String(repeating: "required: digits;", count: 200) + "minlength: 9; maxlength: 8").utf8)
        let found = Descriptor.lint(bytes.span)
        #expect(found.worst == .warning)
        #expect(found.items.contains { $0.code == .unsatisfiable })
    }

    @Test func everythingIsOrderedByPosition() {
        let found = lint("max-consecutive: 2; required: digits; required: digit; minlength: 3; maxlength: 2")
        #expect(found.map(\.offset) == found.map(\.offset).sorted())
        #expect(found.count >= 6)
    }

    @Test func longTextsHaveBoundedFindings() {
        for text in [
            String(repeating: "required:[a];", count: 5_000),
            String(repeating: "allowed:[a],upper;", count: 3_500),
            String(repeating: "[", count: 65_536), String(repeating: "max-consecutive:1;", count: 3_600),
            (0..<4_000).map { "required:[\(Character(Unicode.Scalar(UInt8(33 + $0 % 60))))^];" }.joined(),
        ] {
            #expect(lint(text).count <= 2 * Diagnostics.maximumCount)
        }
    }

    @Test func policyChecksDoNotApplyToDescriptors() {
        #expect(!lint("allowed: lower; required: digit; minlength: 8").map(\.code).contains(.compositionRule))
        #expect(lint("minlength: 8; min-classes: 3").map(\.code) == [.unknownProperty])
    }

    /// Advice on text that works as written is a note; a warning means that it does not.
    @Test func adviceIsANote() {
        let notes: [Diagnostic.Code] = [
            .digitsForDigit, .deprecatedMaxConsecutive, .noAllowed, .lowMaxLength, .lowMinLength,
            .noMinLength,
            .redundantAllowed, .redundantMember, .compositionRule, .limitInBytes,
        ]
        let warnings: [Diagnostic.Code] = [
            .characterLeftOut, .htmlEntity, .unsatisfiable, .notGenerable, .unknownUser,
            .unknownGroup, .otherGroupName,
        ]
        for code in Diagnostic.Code.allCases {
            let severity: Diagnostic.Severity =
                notes.contains(code) ? .note : warnings.contains(code) ? .warning : .error
            #expect(Diagnostic(code, at: 0).severity == severity, "\(code)")
        }
    }
}
