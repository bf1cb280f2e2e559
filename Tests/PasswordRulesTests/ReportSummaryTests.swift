import Testing

@testable import PasswordRules

/// All reasons in one string. `Tests/ABI/abi_policy_use.c` has the same through C.
@Suite struct ReportSummaryTests {
    private func summary(
        _ password: String, limit: Int? = nil, separator: String = "; ",
        rules: String =
            "minlength: 8; required: upper; required: digit"
    ) throws -> String {
        let report = Checker(try Descriptor(rules), reading: .written).check(password)
        let form = ReportSummary(separator: Array(separator.utf8), limit: limit)
        return String(decoding: form.text(of: report), as: UTF8.self)
    }

    @Test(arguments: [
        (nil, "5 more characters needed (3 of 8); needs an uppercase letter; needs a digit"),
        (76, "5 more characters needed (3 of 8); needs an uppercase letter; needs a digit"),
        (74, "5 more characters needed (3 of 8); needs an uppercase letter; ..."),
        (65, "5 more characters needed (3 of 8); needs an uppercase letter; ..."),
        (64, "5 more characters needed (3 of 8); ..."), (37, "5 more characters needed (3 of 8)..."),
        (35, "5 more characters needed (3 of 8..."), (3, "..."), (2, ""), (0, ""),
    ])
    func isCutAtOutcomes(limit: Int?, expected: String) throws {
        #expect(try summary("abc", limit: limit) == expected)
    }

    @Test func ofAnAcceptedPasswordIsEmpty() throws {
        #expect(try summary("abcdefghA1") == "")
        #expect(try summary("abcdefghA1", limit: 5) == "")
    }

    @Test func hasTheCallersSeparator() throws {
        #expect(
            try summary("ab", separator: " | ", rules: "minlength: 3; required: digit")
                == "1 more character needed (2 of 3) | needs a digit")
    }

    /// The heading of a set of rules ends in a colon.
    @Test(arguments: [
        (nil, "; "), (nil, " | "), (110, "; "),
    ])
    func aHeadingStandsBeforeWhatItHeads(limit: Int?, separator: String) throws {
        var sources = PolicySources()
        var found = Diagnostics()
        let text = Array("rules = minlength: 20; required: digit\nor = minlength: 12; required: digit\n".utf8)
        sources.add(
            file: PolicySource(name: [], file: try #require(PolicyFile(parsing: text, diagnostics: &found))))
        let report = try Policy(sources.applied(to: nil).settings, blocklists: []).check("abc")
        let form = ReportSummary(separator: Array(separator.utf8), limit: limit)
        let told = String(decoding: form.text(of: report), as: UTF8.self)
        let start =
            "meets none of the 2 sets of rules (one is enough); for the nearest: 9 more characters needed (3 of 12)"
        #expect(told == start + (limit == nil ? separator + "needs a digit" : separator + "..."))
    }

    @Test(arguments: Array(0...40))
    func neverExceedsTheLimitNorCutsACharacter(limit: Int) throws {
        let translator = Translator { _, _ in Array("zwölf Äpfel 日本語 🍎".utf8) }
        let report = Checker(try Descriptor("minlength: 8; required: digit"), reading: .written).check("abc")
        let text = ReportSummary(separator: Array("—".utf8), limit: limit).text(of: report, in: translator)
        #expect(text.count <= limit)
        #expect(String(validating: text, as: UTF8.self) != nil)
    }
}
