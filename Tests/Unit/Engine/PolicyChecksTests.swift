import Testing

@testable import PasswordRules

/// What the table of policies cannot hold: long and ill-formed passwords, progress, both readings, many
/// alternatives.
@Suite struct PolicyChecksTests {
    private static let account = Account("alice", fullName: "Ada Lovelace", home: "/home/turing")

    @Test func beginningOfALongOldPasswordIsCompared() throws {
        let policy = try makePolicy("rules = minlength: 1\nmax-bytes = 4096\n")
        let old = String(repeating: "ab", count: 2_048)
        #expect(try #require(policy.check(old, replacing: old).only(.oldPasswordSame)).isMet == false)
        #expect(
            try #require(policy.check(old, replacing: old + "tail").only(.oldPasswordSame)).isMet == false)
    }

    // MARK: - Bytes

    @Test(arguments: [
        (8, 8, true), (8, 9, false), (1024, 1024, true), (1024, 1025, false), (1024, 1_000_000, false),
        (4096, 4096, true), (4096, 4097, false),
    ])
    func limitIsInBytes(limit: Int, count: Int, isAccepted: Bool) throws {
        let policy = try makePolicy("rules = minlength: 1\nmax-bytes = \(limit)\n")
        for text in [
            String(repeating: "x", count: count),
            String(repeating: "é", count: count / 2) + (count % 2 == 0 ? "" : "x"),
        ] {
            #expect(text.utf8.count == count)
            let report = policy.check(text, for: Self.account, replacing: "whatever")
            #expect(report.isAccepted == isAccepted)
            if !isAccepted {
                #expect(report.outcomes.map(\.message) == ["too long at \(count) bytes (at most \(limit))"])
                #expect(report.progress == 0)
            }
        }
    }

    private static let everything = """
        rules = minlength: 8; required: digit; max-repeating: 3; min-words: 1
        or = minlength: 20
        min-classes = 2
        classes-inside = yes
        at-least = 2 digit
        min-different = 5
        min-words = 1
        max-class-repeating = 8
        max-keyboard = 4
        max-bytes = 4096
        palindrome = reject
        username-parts = 4
        full-name = reject
        home-directory = reject
        words = acme
        old-password-changes = 3

        """

    @Test func allChecksTogetherTakeOddPasswords() throws {
        let policy = try makePolicy(Self.everything)
        let passwords: [[UInt8]] = [
            [], [0], [0x61], [0xFF], [0xC3], [0x80, 0x80], [UInt8](repeating: 0, count: 4096),
            [UInt8](repeating: 0xFF, count: 4096),
            [UInt8](repeating: 0x61, count: 1024), Array(String(repeating: "ж1a-", count: 819).utf8),
            [UInt8](repeating: 0xF0, count: 4096), Array("alice".utf8), Array("12345678".utf8),
            (0..<4096).map { UInt8(truncatingIfNeeded: $0) },
        ]
        let olds: [[UInt8]] = [[], [0], [0xFF], [UInt8](repeating: 0x61, count: 5_000), Array("Тест1".utf8)]
        let good = Array("xkcd-mnhj-9-7-Tzui".utf8)
        for password in passwords {
            for old in olds {
                let report = policy.check(password.span, for: Self.account, replacing: old.span)
                #expect((0...1).contains(report.progress), "\(password.count) \(old.count)")
                #expect((report.progress == 1) == report.isAccepted)
                #expect(report.isAccepted == report.outcomes.allSatisfy(\.isMet))
                for outcome in report.outcomes {
                    #expect(outcome.actual >= 0 && !outcome.messageBytes.isEmpty)
                }
            }
            let old = olds[olds.count - 1]
            let refused = policy.check(password.span, for: Self.account, replacing: old.span)
            #expect(!refused.isAccepted)
            let report = policy.check(good.span, for: Self.account)
            #expect(report.isAccepted, "\(report.outcomes.filter { !$0.isMet }.map(\.message))")
        }
        #expect(policy.check("").outcomes.contains { $0.kind == .minLength && !$0.isMet })
    }

    // MARK: - Order and progress

    @Test(
        arguments: [
            ("min-classes = 4", "aaaa", 0.5 * (1 + 0.25)), ("at-least = 4 digit", "1a", 0.5 * (1 + 0.25)),
            ("min-different = 4", "aab", 0.5 * (1 + 0.5)), ("min-words = 2", "ab", 0.5 * (1 + 0.5)),
            ("max-keyboard = 2", "qwe", 0.5), ("max-class-repeating = 2", "abcd", 0.5),
            ("palindrome = reject", "aa", 0.5), ("words = acme", "acme", 0.5), ("words = acme", "other", 1),
            ("max-keyboard = 3", "qwe", 1), ("min-classes = 4\nwords = acme", "acme", (1 + 0.25 + 0) / 3),
            ("at-least = 2 digit\nat-least = 2 upper", "1", (1 + 0.5 + 0) / 3), ("min-classes = 2", "", 0),
        ] as [(String, String, Double)])
    func progressIsTheMeanOfDemandsAndBrokenLimits(line: String, password: String, progress: Double) throws {
        let policy = try makePolicy("rules = minlength: 1\n\(line)\n")
        #expect(abs(policy.check(password).progress - progress) < 1e-9)
    }

    // MARK: - Alternatives

    @Test func alternativesWorkInBothReadings() throws {
        let policy = try makePolicy("rules = minlength: 20\nor = minlength: 4; required: digit\n")
        let password = Array("a1b2".utf8)
        #expect(policy.check(password.span, reading: .written).isAccepted)
        // The strict reading only permits the required classes.
        #expect(!policy.check(password.span, reading: .strict).isAccepted)
    }

    @Test func sixtyFourAlternatives() throws {
        let lines = (1...64).map { "or = minlength: \(200 + $0); required: digit\n" }.joined()
        let policy = try makePolicy("rules = minlength: 500\n" + lines)
        #expect(policy.check(String(repeating: "x", count: 500)).isAccepted)
        #expect(policy.check(String(repeating: "1", count: 201)).isAccepted)
        let report = policy.check(String(repeating: "1", count: 200))
        #expect(report.only(.or)?.actual == 65)
        #expect(report.only(.minLength)?.limit == 201)
    }
}
