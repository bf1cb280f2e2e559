import Testing

@testable import PasswordRules

@Suite struct PolicyLintTests {
    private func lintPolicy(_ text: String) -> [Diagnostic] {
        let bytes = Array(text.utf8)
        return PolicyFile.lint(bytes).items
    }

    @Test func allRulesLinesOfAPolicyAreLookedAtTogether() {
        #expect(lintPolicy("rules = max-repeating: 4;\nrules = minlength: 15;\n").isEmpty)
        let found = lintPolicy(
            "rules = minlength: 15; required: digit\n# x\nretry = 3\nrules = required: digit; maxlength: 20\n"
        )
        #expect(
            found.map(\.code) == [
                .compositionRule, .compositionRule, .repeatedRequirement, .lowMaxLength,
            ])
        #expect(found.map(\.offset) == [23, 61, 61, 78])
        #expect(lintPolicy("enforce = no\n").isEmpty)
        #expect(lintPolicy("retry = 3\n").map(\.code) == [.noRules])
        #expect(lintPolicy("retry = x\n").map(\.code) == [.numberOutOfRange])
    }

    @Test func contradictionsOfSeveralLinesAreFound() {
        #expect(
            lintPolicy("rules = minlength: 15; allowed: lower\nrules = required: digit\n").map(\.code)
                == [.unsatisfiable, .compositionRule])
        #expect(lintPolicy("rules = minlength: 15; allowed: lower\nrules = allowed: lower, digit\n").isEmpty)
    }

    /// Everybody's sections may say how long a password is, in whatever file.
    @Test func whatIsMissingInOneSectionMayStandInAnother() {
        #expect(lintPolicy("rules = minlength: 15\n[group a]\nrules = max-repeating: 3\n").isEmpty)
        #expect(lintPolicy("rules = max-repeating: 3\n").map(\.code) == [.noMinLength])
        let part = Array("rules = max-repeating: 3\n".utf8)
        #expect(PolicyFile.lint(part, isPart: true).items.isEmpty)
    }

    @Test(arguments: [
        ("rules = max-repeating: 3\n", Diagnostic.Code.noMinLength),
        ("rules = minlength: 7\n", .lowMinLength),
        ("rules = minlength: 8\n", nil), ("rules = minlength: 9\nor = minlength: 7\n", .lowMinLength),
        ("rules = max-repeating: 3\nenforce = no\n", nil),
    ])
    func theLengthIsThatOfTheWholePolicy(text: String, code: Diagnostic.Code?) throws {
        #expect(try makePolicy(text).problems.map(\.code) == [code].compactMap { $0 })
    }

    @Test(arguments: [
        ["rules = minlength: 15\n[user alice]\nrules = maxlength: 9\n"],
        ["rules = minlength: 15; required: upper\n", "[user alice]\nrules = allowed: digit\n"],
    ])
    func contradictionsOfSeveralPlacesAreSeen(files: [String]) throws {
        let policy = try Policy(applyPolicy(files, to: PolicySubject("alice")).settings, blocklists: [])
        #expect(policy.problems.map(\.code) == [.unsatisfiable])
    }

    @Test func everySectionIsLookedAtAlone() {
        let found = lintPolicy(
            "rules = minlength: 15\n[user a]\nrules = maxlength: 20; minlength: 9\n[group b]\nmax-bytes = 9\n[user c]\nretry = 2\n"
        )
        #expect(found.map(\.code) == [.lowMaxLength, .limitInBytes])
    }

    @Test func aPartNeedNotHaveRules() {
        let text = Array("retry = 2\n".utf8)
        #expect(PolicyFile.lint(text, isPart: true).items.isEmpty)
        #expect(PolicyFile.lint(text).items.map(\.code) == [.noRules])
        #expect(
            PolicyFile.lint(Array("retry = x\n".utf8), isPart: true).items.map(\.code) == [.numberOutOfRange])
        #expect(PolicyFile.lint([], isPart: true).items.isEmpty)
    }

    @Test func eachAlternativeIsLookedAtAlone() {
        let found = lintPolicy(
            "rules = minlength: 15\nor = maxlength: 20; minlength: 9\nor = minlength: 9; maxlength: 8\n")
        #expect(
            found.map(\.code) == [.lowMaxLength, .lowMaxLength, .unsatisfiable]
                || found.map(\.code) == [.lowMaxLength, .unsatisfiable, .lowMaxLength])
    }

    @Test func manyFindingsOfAPolicyAreBounded() {
        let many =
            String(repeating: "at-least = 1 digit\n", count: 64)
            + String(repeating: "or = required: digit\n", count: 64)
        let sections = (0..<300).map { "[user u\($0)]\nmin-classes = 2\nmax-bytes = 9\n" }.joined()
        let found = PolicyFile.lint(Array(("rules = minlength: 9\n" + many + sections).utf8))
        #expect(found.items.count <= 2 * Diagnostics.maximumCount)
        #expect(found.worst == .warning)
    }

    // MARK: - Departures from NIST SP 800-63B-4

    /// The code, the offset and the length of each diagnostic, of a policy with rules before it.
    @Test(
        arguments: [
            ("min-classes = 3", [(28, 15)]), ("min-classes=", []), ("min-different =  8", [(28, 18)]),
            ("min-words = 2", [(28, 13)]),
            ("at-least = 2 digit", [(28, 18)]), ("at-least =", []),
            ("max-class-repeating = 4", [(28, 23)]),
            ("max-class-repeating =", []), ("max-keyboard = 4", [(28, 16)]), ("max-keyboard =", []),
            ("palindrome = reject", [(28, 19)]), ("palindrome =", []), ("username = reject", []),
            ("words = acme", []),
            ("old-password-changes = 3", []), ("classes-inside = yes", []),
            ("rules = required: upper", [(36, 15)]),
            ("rules = allowed: unicode; required: upper, lower", [(54, 22)]),
            ("or = minlength: 20; required: digit", [(48, 15)]),
            ("or =", []), ("or = minlength: 20", []), ("rules = min-classes: 3", [(36, 14)]),
            ("or = minlength: 9; min-words: 2;", [(33, 27)]),
            ("preset = stig-rhel-9", [(37, 11)]), ("preset = cis-rhel-9", [(37, 10)]),
            ("preset = nist-800-63b-4", []),
            ("preset = owasp-asvs-5", []), ("preset =", []),
            ("at-least = 2 digit\nat-least = 1 upper", [(28, 18), (47, 18)]),
            ("[user x]\nmin-classes = 2", [(37, 15)]),
        ] as [(String, [(Int, Int)])])
    func aDemandOnTheCompositionIsSaid(line: String, places: [(Int, Int)]) {
        let found = lintPolicy("# x\nrules = minlength: 15; \n\(line)\n").filter {
            $0.code == .compositionRule
        }
        #expect(found.map(\.offset) == places.map(\.0))
        #expect(found.map(\.length) == places.map(\.1))
        #expect(found.allSatisfy { $0.severity == .warning })
    }

    @Test(arguments: [
        (8, true), (64, true), (72, true), (255, true), (256, false), (1024, false), (4096, false),
    ])
    func aLowLimitInBytesIsSaid(limit: Int, isLow: Bool) {
        let found = lintPolicy("rules = minlength: 8;\nmax-bytes = \(limit)\n")
        #expect(found.map(\.code) == (isLow ? [.limitInBytes] : []))
        #expect(found.map(\.offset) == (isLow ? [34] : []))
        #expect(found.map(\.length) == (isLow ? ["\(limit)".count] : []))
    }
}
