import Testing

@testable import PasswordRules

@Suite struct PolicyLintTests {
    private func lintPolicy(_ text: String) -> [Diagnostic] {
        let bytes = Array(text.utf8)
        return PolicyFile.lint(bytes).items
    }

    /// The lines of a file, the codes of its diagnostics, and those codes if the file is only part of a
    /// policy.
    @Test(
        arguments: [
            (["enforce = no"], [], []), (["retry = 3"], [.noRules], []), ([], [.noRules], []),
            (["retry = x"], [.numberOutOfRange], [.numberOutOfRange]),
            // All rules of a section are looked at together.
            (["rules = max-repeating: 4;", "rules = minlength: 15;"], [], []),
            (["rules = max-repeating: 3"], [.noMinLength], []),
            (
                ["rules = minlength: 15; allowed: lower", "rules = required: digit"],
                [.unsatisfiable, .compositionRule], [.unsatisfiable, .compositionRule]
            ),
            (["rules = minlength: 15; allowed: lower", "rules = allowed: lower, digit"], [], []),
            // A section for some users needs no minimum length: the section for everybody may have it, in any file.
            (["rules = minlength: 15", "[group a]", "rules = max-repeating: 3"], [], []),
            (
                [
                    "rules = minlength: 15", "[user a]", "rules = maxlength: 20; minlength: 9", "[group b]",
                    "max-bytes = 9", "[user c]", "retry = 2",
                ], [.lowMaxLength, .limitInBytes], [.lowMaxLength, .limitInBytes]
            ),
            // Each alternative is looked at alone.
            (
                [
                    "rules = minlength: 15", "or = maxlength: 20; minlength: 9",
                    "or = minlength: 9; maxlength: 8",
                ],
                [.lowMaxLength, .lowMaxLength, .unsatisfiable],
                [.lowMaxLength, .lowMaxLength, .unsatisfiable]
            ),
        ] as [([String], [Diagnostic.Code], [Diagnostic.Code])])
    func sectionsAreLookedAtOneByOne(lines: [String], codes: [Diagnostic.Code], ofPart: [Diagnostic.Code]) {
        let text = Array(lines.map { $0 + "\n" }.joined().utf8)
        for (isPart, codes) in [(false, codes), (true, ofPart)] {
            let found = PolicyFile.lint(text, isPart: isPart).items.map(\.code.rawValue)
            #expect(found.sorted() == codes.map(\.rawValue).sorted(), "\(lines), part: \(isPart)")
        }
    }

    @Test func diagnosticsAreOrderedByPosition() {
        let found = lintPolicy(
            "rules = minlength: 15; required: digit\n# x\nretry = 3\nrules = required: digit; maxlength: 20\n"
        )
        #expect(
            found.map(\.code) == [
                .compositionRule, .lowMaxLength,
            ])
        #expect(found.map(\.offset) == [23, 78])
    }

    @Test(arguments: [
        ("rules = max-repeating: 3\n", Diagnostic.Code.noMinLength),
        ("rules = minlength: 7\n", .lowMinLength),
        ("rules = minlength: 8\n", nil), ("rules = minlength: 9\nor = minlength: 7\n", .lowMinLength),
        ("rules = max-repeating: 3\nenforce = no\n", nil),
    ])
    func lengthCoversTheWholePolicy(text: String, code: Diagnostic.Code?) throws {
        #expect(try makePolicy(text).problems.map(\.code) == [code].compactMap { $0 })
    }

    @Test(arguments: [
        ["rules = minlength: 15\n[user alice]\nrules = maxlength: 9\n"],
        ["rules = minlength: 15; required: upper\n", "[user alice]\nrules = allowed: digit\n"],
    ])
    func contradictionsOfSeveralSourcesAreFound(files: [String]) throws {
        let policy = try Policy(applyPolicy(files, to: PolicySubject("alice")).settings, blocklists: [])
        #expect(policy.problems.map(\.code) == [.unsatisfiable])
    }

    @Test func manyFindingsOfAPolicyAreBounded() {
        let many =
            String(repeating: "at-least = 1 digit\n", count: 64)
            + String(repeating: "or = required: digit\n", count: 64)
        let sections = (0..<300).map { "[user u\($0)]\nmin-classes = 2\nmax-bytes = 9\n" }.joined()
        let found = PolicyFile.lint(Array(("rules = minlength: 9\n" + many + sections).utf8))
        #expect(found.items.count <= 2 * Diagnostics.maximumCount)
        #expect(found.worst == .note)
    }

    // MARK: - Departures from NIST SP 800-63B-4

    /// A line that follows a line of rules, and the offset and the length of each diagnostic about it.
    @Test(
        arguments: [
            ("min-classes = 3", [(28, 15)]), ("min-classes=", []), ("min-different =  8", [(28, 18)]),
            ("min-words = 2", [(28, 13)]), ("at-least = 2 digit", [(28, 18)]), ("at-least =", []),
            ("max-class-repeating = 4", [(28, 23)]), ("max-class-repeating =", []),
            ("max-keyboard = 4", [(28, 16)]), ("max-keyboard =", []), ("palindrome = reject", [(28, 19)]),
            ("palindrome =", []), ("username = reject", []), ("words = acme", []),
            ("old-password-changes = 3", []), ("classes-inside = yes", []),
            ("rules = required: upper", [(36, 15)]),
            ("rules = allowed: unicode; required: upper, lower", [(54, 22)]),
            ("or = minlength: 20; required: digit", [(48, 15)]), ("or =", []), ("or = minlength: 20", []),
            ("rules = min-classes: 3", [(36, 14)]), ("or = minlength: 9; min-words: 2;", [(33, 27)]),
            // The rules of a preset are not noted.
            ("preset = stig-rhel-9", []), ("preset = cis-rhel-9", []),
            ("min-guesses = 10^10", []), ("min-strength = fair", []), ("rules = min-guesses: 10^10", []),
            ("preset = nist-800-63b-4", []), ("preset = nist-800-63b-4-guesses", []),
            ("preset = owasp-asvs-5", []), ("preset =", []),
            ("rules = required: upper; required: lower", [(36, 15)]),
            ("[user x]\nmin-classes = 2", [(37, 15)]),
        ] as [(String, [(Int, Int)])])
    func compositionRuleIsNoted(line: String, ranges: [(Int, Int)]) {
        let found = lintPolicy("# x\nrules = minlength: 15; \n\(line)\n").filter {
            $0.code == .compositionRule
        }
        #expect(found.map(\.offset) == ranges.map(\.0))
        #expect(found.map(\.length) == ranges.map(\.1))
        #expect(found.allSatisfy { $0.severity == .note })
    }

    @Test func compositionNoteAppearsOncePerSection() {
        let text = """
            rules = minlength: 15
            preset = stig-rhel-9
            at-least = 2 digit
            min-words = 3
            [user x]
            rules = required: upper; required: lower
            min-classes =
            palindrome = reject

            """
        let found = lintPolicy(text)
        #expect(found.map(\.code) == [.compositionRule, .compositionRule])
        #expect(found.map(\.offset) == [43, 93])
        #expect(found.map(\.lineCount) == [2, 2])
        #expect(
            found.first?.message(in: text.utf8Span.span)
                == "this is the first of 2 composition rules; NIST SP 800-63B-4 says not to impose any"
        )
        #expect(found.first?.suggestion == nil)
    }

    /// If every alternative has a minimum number of guesses, the policy needs no minimum length.
    @Test(arguments: [
        ("min-guesses = 10^10", true), ("min-strength = good\nrules = required: digit", true),
        ("rules = min-guesses: 10^10\nor = min-strength: fair", true),
        ("rules = min-guesses: 10^10\nor = required: digit", false), ("rules = required: digit", false),
    ])
    func guessesReplaceTheLengthRemark(lines: String, isEnough: Bool) throws {
        let codes = try makePolicy(lines + "\n").problems.map(\.code)
        #expect(codes == (isEnough ? [] : [.noMinLength]))
    }

    /// The line of `suggest-entropy`, if it has no effect because the minimum number of guesses asks for more.
    @Test(
        arguments: [
            ("min-guesses = 10^10\nsuggest-entropy = 20", 2),
            ("min-guesses = 10^10\nsuggest-entropy = 39", 2),
            ("min-guesses = 10^10\nsuggest-entropy = 40", nil), ("min-guesses = 10^25", nil),
            ("suggest-entropy = 20\nrules = min-strength: strong", 1),
            ("suggest-entropy = 20\nrules = minlength: 8", nil),
            ("min-guesses = 10^10\nsuggest-entropy = 20\nsuggest = no", nil),
            ("min-guesses = 10^10\nsuggest-entropy = 20\nenforce = no", nil),
        ] as [(String, Int?)])
    func tooLittleEntropyForTheGuessesIsFound(lines: String, line: Int?) throws {
        let policy = try Policy(applyPolicy([lines + "\n"]), blocklists: [])
        #expect(policy.lineOfLowSuggestEntropy?.line == line)
    }

    @Test(arguments: [
        (8, true), (64, true), (72, true), (255, true), (256, false), (1024, false), (4096, false),
    ])
    func lowByteLimitIsNoted(limit: Int, isLow: Bool) {
        let found = lintPolicy("rules = minlength: 8;\nmax-bytes = \(limit)\n")
        #expect(found.map(\.code) == (isLow ? [.limitInBytes] : []))
        #expect(found.map(\.offset) == (isLow ? [34] : []))
        #expect(found.map(\.length) == (isLow ? ["\(limit)".count] : []))
    }
}
