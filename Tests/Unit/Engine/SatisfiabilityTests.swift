import Testing

@testable import PasswordRules

@Suite struct SatisfiabilityTests {
    private func decide(_ rules: String, reading: Reading = .strict, length: Int? = nil) throws
        -> Satisfiability
    {
        Satisfiability(Checker(try Descriptor(rules), reading: reading), length: length)
    }

    @Test(
        arguments: [
            ("", .satisfiable(shortest: 1)),
            ("minlength: 8", .satisfiable(shortest: 8)),
            ("minlength: 8; maxlength: 7", .limitsContradict(minimum: 8, maximum: 7)),
            (
                "required: upper; required: lower; required: digit; maxlength: 2",
                .requirementsNeed(length: 3, maximum: 2)
            ),
            (
                "required: upper; required: upper, digit; required: digit; maxlength: 2",
                .satisfiable(shortest: 2)
            ),
            ("required: [ab]; required: [bc]; required: [cbd]; maxlength: 1", .satisfiable(shortest: 1)),
            ("required: [ab]; required: [bc]; required: [cb]; maxlength: 2", .satisfiable(shortest: 2)),
            ("allowed: [a]; max-repeating: 3; minlength: 4", .limitsLeaveNone),
            ("allowed: [a]; max-repeating: 3; minlength: 3", .satisfiable(shortest: 3)),
            ("allowed: [ab]; max-repeating: 1; max-sequential: 1; minlength: 64", .limitsLeaveNone),
            ("allowed: [ab]; max-repeating: 1; max-sequential: 2; minlength: 64", .satisfiable(shortest: 64)),
            ("required: [a]; required: [b]; max-sequential: 1", .limitsLeaveNone),
            (
                "required: [a]; required: [b]; max-sequential: 1; allowed: [z]; maxlength: 2",
                .requirementsNeed(length: 3, maximum: 2)
            ),
            ("required: [a]; required: [b]; max-consecutive: 1; allowed: [z]", .satisfiable(shortest: 3)),
            (
                "required: [b]; allowed: [ac]; max-sequential: 1; max-repeating: 1; minlength: 2",
                .limitsLeaveNone
            ),
            (
                "required: [b]; allowed: [ac]; max-sequential: 1; max-repeating: 5; minlength: 5",
                .satisfiable(shortest: 5)
            ),
            ("required: [ab]; required: [bc]; max-sequential: 1", .satisfiable(shortest: 1)),
            (
                GeneratorTests.letters(6) + "maxlength: 6",
                .satisfiable(shortest: 6)
            ),
        ] as [(String, Satisfiability)])
    func decides(rules: String, expected: Satisfiability) throws {
        #expect(try decide(rules) == expected)
    }

    @Test func writtenReadingHasMoreCharacters() throws {
        let rules = "required: [a]; required: [b]; max-sequential: 1"
        #expect(try decide(rules, reading: .strict) == .limitsLeaveNone)
        #expect(try decide(rules, reading: .written) == .satisfiable(shortest: 3))
        #expect(
            try decide("allowed: unicode; max-repeating: 1", reading: .written) == .satisfiable(shortest: 1))
    }

    @Test func manyRequirementsAreLeftUndecidedInBoundedTime() throws {
        let pairs = (0..<26).map {
            "required: [\(Character(Unicode.Scalar(UInt8(97 + $0))))\(Character(Unicode.Scalar(UInt8(65 + $0))))]"
        }
        #expect(try decide(pairs.joined(separator: ";")) == .satisfiable(shortest: 26))
        #expect(try decide(GeneratorTests.overlapping(26)) == .tooManyRequirements)
        let same = Array(repeating: "required: [abc]", count: 3_000).joined(separator: ";")
        #expect(try decide(same) == .satisfiable(shortest: 3_000))
        #expect(try decide(same + "; max-repeating: 1") == .satisfiable(shortest: 3_000))
    }

    /// A requirement that is written several times asks for several characters; limits on runs may demand
    /// other characters between them.
    @Test(
        arguments: [
            ("", "", .satisfiable(shortest: 3)),
            ("", "maxlength: 2", .requirementsNeed(length: 3, maximum: 2)),
            ("", "max-repeating: 2", .limitsLeaveNone),
            ("", "max-repeating: 3", .satisfiable(shortest: 3)),
            ("", "max-repeating: 3; minlength: 4", .limitsLeaveNone),
            ("allowed: [b]", "max-repeating: 2", .satisfiable(shortest: 4)),
            ("allowed: [b]", "max-repeating: 1; maxlength: 4", .requirementsNeed(length: 5, maximum: 4)),
            ("allowed: [b]", "max-consecutive: 1", .limitsLeaveNone),
            ("allowed: [c]", "max-consecutive: 1", .satisfiable(shortest: 5)),
            ("required: [ab]; required: [ab]", "", .satisfiable(shortest: 3)),
            ("required: [bc]; required: [bc]", "", .satisfiable(shortest: 5)),
            ("required: [b]; required: [c]", "max-consecutive: 2", .satisfiable(shortest: 5)),
            ("required: digit; required: digit", "max-repeating: 1", .satisfiable(shortest: 5)),
        ] as [(String, String, Satisfiability)])
    func requirementsOfSeveralCharactersAreDecided(more: String, limits: String, expected: Satisfiability)
        throws
    {
        let rules = ["required: [a]", "required: [a]", "required: [a]", more, limits]
        #expect(try decide(rules.joined(separator: ";")) == expected)
    }
}
