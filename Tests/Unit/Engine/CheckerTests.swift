import Testing

@testable import PasswordRules

@Suite struct CheckerTests {
    @Test(arguments: try Vectors.rows("check.tsv"))
    func judgesAsTheTableSays(row: Vectors.Row) throws {
        let (text, password) = (row.fields[0], row.fields[2])
        let descriptor = try Descriptor(parsing: text.span)
        let checker = Checker(descriptor, reading: row.string(1) == "strict" ? .strict : .written)
        let report = checker.check(password.span)
        #expect((report.isAccepted ? "accepted" : "rejected") == row.string(3))
        let outcomes = report.outcomes.map { "\($0.kind.name):\($0.isMet ? 1 : 0):\($0.limit):\($0.actual)" }
        #expect(outcomes.joined(separator: ",") == row.string(4))
    }

    /// `outcomeCount` is the largest number of outcomes, which ill-formed passwords have.
    @Test(arguments: [
        "", "minlength: 0", "minlength: 1", "minlength: 4; minlength: 5", "required: upper",
        "required: unicode; required: unicode", "allowed: lower", "allowed: lower; allowed: unicode",
        "max-repeating: 2; maxlength: 3", "max-sequential: 1",
        "required: digit; max-consecutive: 4; max-sequential: 3; max-repeating: 2; maxlength: 9; allowed: lower; minlength: 8",
    ])
    func saysHowManyOutcomesThereAre(rules: String) throws {
        for reading in [Reading.written, .strict] {
            let checker = Checker(try Descriptor(rules), reading: reading)
            #expect(checker.check("ab1").outcomes.count == checker.outcomeCount - 1)
            let illFormed: [UInt8] = [0xFF]
            #expect(checker.check(illFormed.span).outcomes.count == checker.outcomeCount)
        }
    }
}
