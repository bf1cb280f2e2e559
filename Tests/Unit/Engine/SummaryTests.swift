import Testing

@testable import PasswordRules

/// What `make generate` writes into the C header, the manual and other languages, is one line each.
@Suite struct SummaryTests {
    @Test(arguments: Outcome.Kind.all)
    func kindHasALine(kind: Outcome.Kind) {
        #expect(isLine(kind.summary), "\(kind.name)")
    }

    @Test(arguments: Diagnostic.Code.allCases)
    func diagnosticHasALine(code: Diagnostic.Code) {
        #expect(isLine(code.summary), "\(code)")
    }

    @Test(arguments: BlocklistProblem.Code.allCases)
    func problemOfABlocklistHasALine(code: BlocklistProblem.Code) {
        #expect(isLine(code.summary), "\(code)")
    }

    @Test(arguments: RankedWordsProblem.Code.allCases)
    func problemOfRankedWordsHasALine(code: RankedWordsProblem.Code) {
        #expect(isLine(code.summary), "\(code)")
    }

    @Test(arguments: PolicyKey.allCases)
    func keySaysItsValues(key: PolicyKey) {
        #expect(!key.valueSummary.isEmpty && !key.valueSummary.contains(UInt8(ascii: "\t")), "\(key.name)")
    }

    /// Whether it can be a comment in C, and has no full stop at its end.
    private func isLine(_ summary: StaticString) -> Bool {
        let text = "\(summary)"
        return !text.isEmpty && !text.contains { $0.isNewline || $0 == "\t" } && !text.contains("*/")
            && !text.hasSuffix(".")
    }
}
