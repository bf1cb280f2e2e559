import Testing

@testable import PasswordRules
@testable import PasswordRulesImport

/// Numbers that the other module accepts, and a policy does not.
@Suite struct ImportLimitsTests {
    private func lines(_ text: String) throws -> [String] {
        try PolicyImport(pwquality: [ImportedFile(name: "pwquality.conf", text: Array(text.utf8))]).text
            .split(separator: "\n").map(String.init)
    }

    @Test(arguments: [
        ("dcredit = -1024", "at-least = 1024 digit", false),
        ("dcredit = -1025", "at-least = 1024 digit", true),
        ("ocredit = -2147483646", "at-least = 1024 special", true),
        ("ucredit = -2", "at-least = 2 upper", false),
    ])
    func creditIsCutToWhatAPolicyTakesAndThatIsSaid(setting: String, entry: String, isCut: Bool) throws {
        let lines = try lines(setting + "\n")
        let compact = lines.map { $0.split(separator: " ").joined(separator: " ") }
        #expect(compact.contains(entry), "\(compact)")
        #expect(lines.contains { $0.contains("the number can be 1024 at most here") } == isCut)
    }

    /// Each of these files includes the next one three times: some millions of files in all.
    @Test func filesThatIncludeTheNextOneSeveralTimesEndInAMistake() throws {
        let count = 14
        var opened = 0
        let failure = #expect(throws: ImportFailure.self) {
            try PolicyImport(
                passwdqc: ImportedFile(name: "0", text: Array("config=1\nconfig=1\nconfig=1\n".utf8))
            ) { name in
                opened += 1
                let next = (Int(name) ?? 0) + 1
                let line = next < count ? "config=\(next)\n" : "max=40\n"
                return Array((line + line + line).utf8)
            }
        }
        #expect(opened == 255)
        let remarks = try #require(failure).remarks
        #expect(remarks.map(\.message) == ["too many files that include one another"])
        #expect(remarks.allSatisfy { $0.place.contains(":") }, "\(remarks)")
    }

    @Test(arguments: [(255, true), (256, false)])
    func soManyFilesAreReadAndNoMore(count: Int, isRead: Bool) throws {
        let text = String(repeating: "config=a\n", count: count)
        var opened = 0
        let read = { () throws(ImportFailure) in
            try PolicyImport(passwdqc: ImportedFile(name: "passwdqc.conf", text: Array(text.utf8))) { _ in
                opened += 1
                return Array("max=40\n".utf8)
            }
        }
        if isRead {
            let compact = try read().text.split(separator: "\n").map {
                $0.split(separator: " ").joined(separator: " ")
            }
            #expect(compact.contains("max-bytes = 40"))
        } else {
            let failure = #expect(throws: ImportFailure.self) { try read() }
            #expect(try #require(failure).remarks.map(\.place) == ["passwdqc.conf:256:1"])
        }
        #expect(opened == 255)
    }
}
