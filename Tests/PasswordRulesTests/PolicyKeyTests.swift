import Testing

@testable import PasswordRules

@Suite struct PolicyKeyTests {
    @Test(arguments: PolicyKey.allCases.filter { $0 != .rules })
    func builtInValueCanBeWrittenAndChangesNothing(key: PolicyKey) throws {
        let rules = "rules = minlength: 8\n"
        let line = "\(key.name) = \(key.builtInValue)\n"
        var found = Diagnostics()
        #expect(PolicyFile(parsing: Array((rules + line).utf8), diagnostics: &found) != nil)
        #expect(found.items.isEmpty, "\(line)")
        let (plain, written) = (try makePolicy(rules), try makePolicy(rules + line))
        #expect(plain.explanation == written.explanation)
        let account = Account("alice", fullName: "Alice Liddell", home: "/home/alice")
        for password in [
            "", "short", "alice-in-wonderland", "kayakkayak", "Aa1-Aa1-", "qwertyuiop", "aaaaaaaaaaaa",
        ] {
            let reports = [plain, written].map { $0.check(password, for: account, replacing: "old-Password") }
            #expect(reports[0].outcomes == reports[1].outcomes, "\(line)\(password)")
        }
        #expect(plain.suggestionOptions == written.suggestionOptions)
        #expect(plain.retryCount == written.retryCount)
        for isByRoot in [false, true] {
            let context = PolicyContext(isByRoot: isByRoot, isExpired: false, service: passwd)
            #expect(plain.enforcement(in: context) == written.enforcement(in: context), "\(line)")
        }
    }

    @Test func thereAreNoRulesUnlessSomebodyWritesThem() {
        #expect(PolicyKey.rules.builtInValue.description.isEmpty)
    }
}
