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

    @Test(arguments: Array(0...40))
    func neverExceedsTheLimitNorCutsACharacter(limit: Int) throws {
        let translator = Translator { _, _ in Array("zwölf Äpfel 日本語 🍎".utf8) }
        let report = Checker(try Descriptor("minlength: 8; required: digit"), reading: .written).check("abc")
        let text = ReportSummary(separator: Array("—".utf8), limit: limit).text(of: report, in: translator)
        #expect(text.count <= limit)
        #expect(String(validating: text, as: UTF8.self) != nil)
    }
}
