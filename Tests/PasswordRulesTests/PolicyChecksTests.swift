import Testing

@testable import PasswordRules

@Suite struct PolicyChecksTests {
    private static let account = Account("alice", fullName: "Ada Lovelace", home: "/home/turing")

    /// Lines of a policy besides `rules = minlength: 1`, a password and the old one; then the outcome of a kind: the limit, the
    /// actual number, and the message. Either a limit that is met, or a demand that is not.
    struct Row: Sendable, CustomTestStringConvertible {
        var line: String
        var password: String
        var old = "old-secret-77"
        var kind: Outcome.Kind
        var isMet: Bool
        var limit = 0
        var actual = 0
        var message: String

        var testDescription: String { "\(line), \(password)" }

        init(
            _ line: String, _ password: String, _ kind: Outcome.Kind, _ isMet: Bool, _ limit: Int,
            _ actual: Int,
            _ message: String, old: String = "old-secret-77"
        ) {
            (self.line, self.password, self.old, self.kind) = (line, password, old, kind)
            (self.isMet, self.limit, self.actual, self.message) = (isMet, limit, actual, message)
        }
    }

    private static let rows: [Row] = [
        Row("retry = 3", "alice77", .username, false, 0, 1, "is or contains the user name"),
        Row("retry = 3", "xkcd", .username, true, 0, 0, "not the user name"),
        Row("username = reject", "xx-ec1la-xx", .username, false, 0, 1, "is or contains the user name"),
        Row("username = whole", "xx-alice-xx", .username, true, 0, 0, "not the user name"),
        Row("username = whole", "!ALICE!", .username, false, 0, 1, "is or contains the user name"),
        Row(
            "username-parts = 4", "xlicex", .usernameParts, false, 4, 0,
            "contains a part of the user name (4 characters or more)"),
        Row("username-parts = 4", "xlicx", .usernameParts, true, 4, 0, "no part of the user name"),
        Row(
            "full-name = reject", "lovelace", .fullName, false, 0, 1,
            "is or contains a part of your full name"),
        Row("full-name = reject", "alice", .fullName, true, 0, 0, "no part of your full name"),
        Row("full-name = whole", "xlovelacex", .fullName, true, 0, 0, "no part of your full name"),
        Row(
            "home-directory = reject", "xturingx", .homeDirectory, false, 0, 1,
            "is or contains a name from your home directory's path"),
        Row(
            "home-directory = whole", "turing1", .homeDirectory, false, 0, 1,
            "is or contains a name from your home directory's path"),
        Row(
            "home-directory = whole", "turingx", .homeDirectory, true, 0, 0,
            "no name from your home directory's path"),
        Row("retry = 3", "old-secret-77", .oldPasswordSame, false, 0, 1, "is the old password"),
        Row("retry = 3", "something", .oldPasswordSame, true, 0, 0, "not the old password"),
        Row(
            "retry = 3", "OLD-secret-77", .oldPasswordCase, false, 0, 1,
            "is the old password with other capitals"),
        Row("retry = 3", "77-terces-dlo", .oldPasswordReversed, false, 0, 1, "is the old password backwards"),
        Row(
            "retry = 3", "secret-77old-", .oldPasswordRotated, false, 0, 1,
            "is the old password with its ends exchanged"),
        Row(
            "retry = 3", "my-old-secret-77", .oldPasswordContained, false, 0, 1,
            "contains the old password, or is contained in it"),
        Row(
            "old-password =\nold-password = case", "old-secret-77", .oldPasswordCase, false, 0, 1,
            "is the old password with other capitals"),
        Row(
            "old-password =\nold-password = same", "OLD-secret-77", .oldPasswordSame, true, 0, 0,
            "not the old password"),
        Row(
            "old-password-changes = 5", "old-secret-78", .oldPasswordChanges, false, 5, 1,
            "too much like the old password: 1 character changed (5 needed)"),
        Row(
            "old-password-changes = 5", "old-secReT-xyz9", .oldPasswordChanges, false, 5, 4,
            "too much like the old password: 4 characters changed (5 needed)"),
        Row(
            "old-password-changes = 5", "completely else", .oldPasswordChanges, true, 5, 5,
            "5 characters or more changed"),
        Row(
            "old-password-changes = 1", "old-secret-78", .oldPasswordChanges, true, 1, 1,
            "1 character or more changed"),
        Row(
            "old-password-changes = 1\nold-password =", "old-secret-77", .oldPasswordChanges, false, 1,
            0, "too much like the old password: 0 characters changed (1 needed)"),
        Row("palindrome = reject", "Anna", .palindrome, false, 0, 1, "reads the same backwards"),
        Row("palindrome = reject", "Anne", .palindrome, true, 0, 0, "not the same backwards"),
        Row(
            "min-classes = 3", "aa1", .minClasses, false, 3, 2,
            "needs 3 of: lowercase letters, uppercase letters, digits, other characters (has 2)"),
        Row(
            "min-classes = 4", "aA1", .minClasses, false, 4, 3,
            "needs all of: lowercase letters, uppercase letters, digits, other characters (has 3)"),
        Row(
            "min-classes = 3", "aA1", .minClasses, true, 3, 3,
            "3 of: lowercase letters, uppercase letters, digits, other characters"),
        Row(
            "min-classes = 4", "aA1é", .minClasses, true, 4, 4,
            "all of: lowercase letters, uppercase letters, digits, other characters"),
        Row(
            "min-classes = 2\nclasses-inside = yes", "Password1", .minClasses, false, 2, 1,
            "needs 2 of: lowercase letters, uppercase letters, digits, other characters (has 1)"),
        Row(
            "min-classes = 2\nclasses-inside = yes", "pAssword", .minClasses, true, 2, 2,
            "2 of: lowercase letters, uppercase letters, digits, other characters"),
        Row("at-least = 3 digit", "a1b", .atLeast, false, 3, 1, "needs 2 more of: 0-9 (1 of 3)"),
        Row("at-least = 3 digit, [-_]", "a1-_", .atLeast, true, 3, 3, "3 or more of: 0-9, -_"),
        Row(
            "max-class-repeating = 3", "abcd1", .maxClassRepeating, false, 3, 4,
            "4 characters of one kind in a row (at most 3)"),
        Row(
            "max-class-repeating = 1", "a1-", .maxClassRepeating, true, 1, 1,
            "no more than 1 character of one kind in a row (lowercase, uppercase, digits, others)"),
        Row(
            "min-different = 5", "aaab", .minDifferent, false, 5, 2,
            "3 more different characters needed (2 of 5)"),
        Row(
            "min-different = 3", "ab", .minDifferent, false, 3, 2,
            "1 more different character needed (2 of 3)"),
        Row("min-different = 1", "aa", .minDifferent, true, 1, 1, "1 different character or more"),
        Row(
            "max-keyboard = 3", "xqwerx", .maxKeyboard, false, 3, 4,
            "4 neighbouring keys in a row, like qwer (at most 3)"),
        Row(
            "max-keyboard = 3", "xqwex", .maxKeyboard, true, 3, 3,
            "no more than 3 neighbouring keys in a row (like qwer)"),
        Row(
            "max-keyboard = 1", "qaa", .maxKeyboard, false, 1, 2,
            "2 neighbouring keys in a row, like qwer (at most 1)"),
        Row(
            "words = acme, corp", "my@cm3", .words, false, 0, 1,
            "contains a word that is too easy to guess here"),
        Row("words = acme, corp", "acorn", .words, true, 0, 0, "no word that is too easy to guess here"),
        Row("min-words = 3", "correct horse", .minWords, false, 3, 2, "1 more word needed (2 of 3)"),
        Row("min-words = 3", "correct", .minWords, false, 3, 1, "2 more words needed (1 of 3)"),
        Row("min-words = 1", "correct", .minWords, true, 1, 1, "1 word or more"),
        Row("min-words = 2", "ab-cd-e", .minWords, true, 2, 2, "2 words or more"),
        Row(
            "or = minlength: 99\nrules = minlength: 9", "short", .or, false, 0, 2,
            "or meet the other of the 2 sets of rules"),
        Row(
            "or = minlength: 99\nor = minlength: 98\nrules = minlength: 9", "short", .or, false, 0, 3,
            "or meet another of the 3 sets of rules"),
        Row("max-bytes = 8", "nine byte", .maxBytes, false, 8, 9, "too long: 9 bytes (at most 8)"),
    ]

    @Test(arguments: rows)
    func hasTheOutcome(row: Row) throws {
        let policy = try makePolicy("rules = minlength: 1\n\(row.line)\n")
        let report = policy.check(row.password, for: Self.account, replacing: row.old)
        let outcome = try #require(report.only(row.kind))
        #expect(outcome.isMet == row.isMet)
        #expect(outcome.limit == row.limit)
        #expect(outcome.actual == row.actual)
        #expect(outcome.message == row.message)
        #expect(outcome.messageBytes == Array(row.message.utf8))
        #expect(report.isAccepted == report.outcomes.allSatisfy(\.isMet))
        #expect(outcome.message.utf8.count < 500)
    }

    @Test func everyKindIsInTheTable() {
        let kinds = Set(Self.rows.map(\.kind))
        // Outcomes of lists need files; other tests cover them.
        for kind in Outcome.Kind.allCases where (9...28).contains(kind.rawValue) {
            #expect(kinds.contains(kind), "\(kind)")
        }
        #expect(Outcome.Kind.allCases.map(\.rawValue) == Array(1...31))
    }

    @Test(arguments: [
        (10, "username"), (11, "username-parts"), (12, "full-name"), (13, "home-directory"),
        (14, "old-password-same"),
        (15, "old-password-case"), (16, "old-password-reversed"), (17, "old-password-rotated"),
        (18, "old-password-contained"), (19, "old-password-changes"), (20, "palindrome"), (21, "min-classes"),
        (22, "at-least"), (23, "max-class-repeating"), (24, "min-different"), (25, "max-keyboard"),
        (26, "words"),
        (27, "min-words"), (28, "or"), (29, "blocklist"), (30, "blocklist-unreadable"),
    ])
    func kindsHaveStableNumbersAndNames(number: Int, name: String) {
        #expect(Outcome.Kind(rawValue: number).map { "\($0.name)" } == name)
    }

    // MARK: - Unknown circumstances

    @Test func withoutAccountAndOldPasswordNothingIsSaidOfThem() throws {
        let policy = try makePolicy(
            "rules = minlength: 1\nusername-parts = 3\nfull-name = reject\nhome-directory = reject\nold-password-changes = 3\n"
        )
        #expect(policy.check("alice").outcomes.map(\.kind) == [.minLength])
        let named = policy.check("xkcd99", for: Account("alice")).outcomes.map(\.kind)
        #expect(named == [.minLength, .username, .usernameParts])
        #expect(
            policy.check("xkcd99", for: Account("", fullName: "A B", home: "/")).outcomes.map(\.kind) == [
                .minLength, .fullName, .homeDirectory,
            ])
        #expect(
            policy.check("xkcd99", replacing: "else").outcomes.map(\.kind) == [
                .minLength, .oldPasswordSame, .oldPasswordChanges,
            ])
        let off = try makePolicy("rules = minlength: 1\nusername =\nold-password =\n")
        #expect(
            off.check("alice", for: Self.account, replacing: "alice").outcomes.map(\.kind) == [.minLength])
    }

    /// Only the first variation of the old password is reported.
    @Test func oneOutcomeIsAboutTheLikenessToTheOldPassword() throws {
        let policy = try makePolicy("rules = minlength: 1\nold-password-changes = 5\n")
        for (new, kinds) in [
            ("Secret1", [Outcome.Kind.oldPasswordSame]), ("sECRET1", [.oldPasswordCase]),
            ("1terces", [.oldPasswordReversed]),
            ("et1secr", [.oldPasswordRotated]), ("xsecret1", [.oldPasswordContained]),
            ("Secret2", [.oldPasswordSame, .oldPasswordChanges]),
            ("unrelated", [.oldPasswordSame, .oldPasswordChanges]),
        ] {
            let found = policy.check(new, replacing: "Secret1").outcomes.map(\.kind).filter {
                $0 != .minLength
            }
            #expect(found == kinds, "\(new)")
        }
    }

    @Test func theBeginningOfAVeryLongOldPasswordIsLookedAt() throws {
        let policy = try makePolicy("rules = minlength: 1\nmax-bytes = 4096\n")
        let old = String(repeating: "ab", count: 2_048)
        #expect(try #require(policy.check(old, replacing: old).only(.oldPasswordSame)).isMet == false)
        #expect(
            try #require(policy.check(old, replacing: old + "tail").only(.oldPasswordSame)).isMet == false)
    }

    // MARK: - Bytes

    @Test(arguments: [
        (8, 8, true), (8, 9, false), (1024, 1024, true), (1024, 1025, false), (4096, 4096, true),
        (4096, 4097, false),
    ])
    func theLimitIsInBytes(limit: Int, count: Int, isAccepted: Bool) throws {
        let policy = try makePolicy("rules = minlength: 1\nmax-bytes = \(limit)\n")
        for text in [
            String(repeating: "x", count: count),
            String(repeating: "é", count: count / 2) + (count % 2 == 0 ? "" : "x"),
        ] {
            #expect(text.utf8.count == count)
            let report = policy.check(text, for: Self.account, replacing: "whatever")
            #expect(report.isAccepted == isAccepted)
            if !isAccepted {
                #expect(report.outcomes.map(\.kind) == [.maxBytes])
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

    @Test func everyCheckAtOnceOnOddPasswords() throws {
        let policy = try makePolicy(Self.everything)
        var report = Report()
        let passwords: [[UInt8]] = [
            [], [0], [0x61], [0xFF], [0xC3], [0x80, 0x80], [UInt8](repeating: 0, count: 4096),
            [UInt8](repeating: 0xFF, count: 4096),
            [UInt8](repeating: 0x61, count: 1024), Array(String(repeating: "ж1a-", count: 819).utf8),
            [UInt8](repeating: 0xF0, count: 4096),
            (0..<4096).map { UInt8(truncatingIfNeeded: $0) },
        ]
        let olds: [[UInt8]] = [[], [0], [0xFF], [UInt8](repeating: 0x61, count: 5_000), Array("Тест1".utf8)]
        for password in passwords {
            for old in olds {
                policy.check(password.span, for: Self.account, replacing: old.span, into: &report)
                #expect((0...1).contains(report.progress), "\(password.count) \(old.count)")
                #expect((report.progress == 1) == report.isAccepted)
                #expect(report.isAccepted == report.outcomes.allSatisfy(\.isMet))
                for outcome in report.outcomes {
                    #expect(outcome.actual >= 0 && !outcome.messageBytes.isEmpty)
                }
            }
        }
        #expect(policy.check("").outcomes.contains { $0.kind == .minLength && !$0.isMet })
    }

    @Test func illFormedTextIsSaidFirst() throws {
        let policy = try makePolicy(Self.everything)
        let report = policy.check([0x61, 0xFF, 0x31].span, for: Self.account)
        #expect(report.outcomes.first?.kind == .encoding)
        #expect(!report.isAccepted)
    }

    // MARK: - Order and progress

    @Test func demandsComeBeforeLimits() throws {
        let demands: Set<Outcome.Kind> = [
            .minLength, .required, .minClasses, .atLeast, .minDifferent, .minWords,
        ]
        let policy = try makePolicy(Self.everything)
        for password in ["", "a", "alice", "correct horse battery 99", "12345678", "acme-lovelace-turing"] {
            let kinds = policy.check(password, for: Self.account, replacing: "secret").outcomes.map(\.kind)
            let first = kinds.firstIndex { !demands.contains($0) } ?? kinds.count
            #expect(kinds[first...].allSatisfy { !demands.contains($0) }, "\(password): \(kinds)")
            #expect(kinds.first == .minLength)
            // After the rules and limits of the alternatives, before what applies to all of them.
            if let or = kinds.firstIndex(of: .or) {
                #expect(kinds[first..<or].allSatisfy { $0 == .maxRepeating }, "\(password): \(kinds)")
                #expect(!kinds[or...].contains(.maxRepeating), "\(password): \(kinds)")
            }
        }
    }

    @Test func theRulesComeBeforeTheOtherDemands() throws {
        let policy = try makePolicy(
            "at-least = 2 digit\nmin-classes = 3\nrules = required: upper; minlength: 8; min-words: 2\nmin-words = 1\n"
        )
        let kinds = policy.check("a").outcomes.map(\.kind)
        #expect(Array(kinds.prefix(2)) == [.minLength, .required])
        #expect(kinds.count == 6)
        #expect(kinds.filter { $0 == .minWords }.count == 2)
    }

    @Test(
        arguments: [
            ("min-classes = 4", "aaaa", 0.5 * (1 + 0.25)), ("at-least = 4 digit", "1a", 0.5 * (1 + 0.25)),
            ("min-different = 4", "aab", 0.5 * (1 + 0.5)), ("min-words = 2", "ab", 0.5 * (1 + 0.5)),
            ("max-keyboard = 2", "qwe", 0.5), ("max-class-repeating = 2", "abcd", 0.5),
            ("palindrome = reject", "aa", 0.5),
            ("words = acme", "acme", 0.5), ("words = acme", "other", 1), ("max-keyboard = 3", "qwe", 1),
            ("min-classes = 4\nwords = acme", "acme", (1 + 0.25 + 0) / 3),
            ("at-least = 2 digit\nat-least = 2 upper", "1", (1 + 0.5 + 0) / 3),
            ("min-classes = 2", "", 0),
        ] as [(String, String, Double)])
    func progressIsTheMeanOfDemandsAndBrokenLimits(line: String, password: String, progress: Double) throws {
        let policy = try makePolicy("rules = minlength: 1\n\(line)\n")
        #expect(abs(policy.check(password).progress - progress) < 1e-9)
    }

    // MARK: - Alternatives

    @Test(arguments: [
        ("correcthorsebatterystaple", true), ("aB3-aB3-", true), ("aB3-aB3", false), ("correct horse", true),
        ("correcthorse", false),
        ("aaaaaaaaaaaaaaaaaaaaaaaaa", false), ("ab cd", false), ("", false),
    ])
    func aPasswordPassesThatMeetsOneOfThemAsAWhole(password: String, isAccepted: Bool) throws {
        let policy = try makePolicy(
            """
            rules = minlength: 8; required: upper; required: lower; required: digit; required: special
            or = minlength: 20; max-repeating: 3
            or = minlength: 12; min-words: 2

            """)
        let report = policy.check(password)
        #expect(report.isAccepted == isAccepted)
        #expect(report.outcomes.contains { $0.kind == .or } == !isAccepted)
        if isAccepted { #expect(report.outcomes.allSatisfy { $0.isMet }) }
    }

    /// Each alternative has the other's half: a mixture is not accepted.
    @Test func alternativesAreNotMixed() throws {
        let policy = try makePolicy(
            "rules = minlength: 8; required: digit\nor = minlength: 4; required: upper\n")
        #expect(!policy.check("abcdefgh").isAccepted)
        #expect(!policy.check("a1b2").isAccepted)
        #expect(policy.check("Abcd").isAccepted)
        #expect(policy.check("abcdefg1").isAccepted)
    }

    @Test func otherKeysHoldForEveryAlternative() throws {
        let policy = try makePolicy(
            "rules = minlength: 8\nor = minlength: 4; required: digit\nwords = acme\nmin-different = 3\n")
        for password in ["acme-acme", "acm3", "aaaaaaaa", "1111"] {
            let report = policy.check(password)
            #expect(!report.isAccepted, "\(password)")
            // One set of rules is met, so there is no choice.
            #expect(!report.outcomes.contains { $0.kind == .or }, "\(password)")
        }
        #expect(policy.check("abc1").isAccepted)
    }

    /// The outcomes are those of the nearest alternative: the first lacks 20 - n characters, the second 8 - n or the classes.
    @Test(arguments: [
        ("", 8), ("a", 8), ("aB3", 8), ("aB3-", 8), ("aB-aB-a", 8), ("abcdefghij", 8),
        (String(repeating: "a", count: 19), 20),
        ("correct horse batte", 20), ("abcdefghijklmnopqr", 20), ("ABCDEFGH12345", 8), ("ж", 8),
    ])
    func theNearestAlternativeIsReported(password: String, minLength: Int) throws {
        for (first, second) in [("rules", "or"), ("or", "rules")] {
            let policy = try makePolicy(
                "\(first) = minlength: 20\n\(second) = minlength: 8; required: upper; required: digit; required: special\n"
            )
            let report = policy.check(password)
            #expect(!report.isAccepted)
            #expect(report.only(.minLength)?.limit == minLength)
            #expect(report.outcomes.filter { $0.kind == .required }.count == (minLength == 8 ? 3 : 0))
            #expect(report.only(.or)?.isMet == false)
        }
    }

    @Test func alternativesWorkInBothReadings() throws {
        let policy = try makePolicy("rules = minlength: 20\nor = minlength: 4; required: digit\n")
        let password = Array("a1b2".utf8)
        var report = Report()
        policy.check(password.span, reading: .written, into: &report)
        #expect(report.isAccepted)
        // The strict reading only permits the required classes.
        policy.check(password.span, reading: .strict, into: &report)
        #expect(!report.isAccepted)
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

    @Test func aRejectingAlternativeNeverWeakensWhatCannotBeMet() throws {
        let policy = try makePolicy("rules = minlength: 9; maxlength: 8\nor = minlength: 9; maxlength: 8\n")
        for count in [0, 8, 9, 10] { #expect(!policy.check(String(repeating: "x", count: count)).isAccepted) }
    }

    @Test func aReportIsUsedAgain() throws {
        let policy = try makePolicy(Self.everything)
        var report = Report()
        let good = Array("xkcd-mnhj-9-7-Tzui".utf8)
        for password in ["", "alice", "12345678"] {
            let bytes = Array(password.utf8)
            policy.check(bytes.span, for: Self.account, into: &report)
            #expect(!report.isAccepted)
            #expect(report.outcomes == policy.check(bytes.span, for: Self.account).outcomes)
            policy.check(good.span, for: Self.account, into: &report)
            #expect(report.isAccepted, "\(report.outcomes.filter { !$0.isMet }.map(\.message))")
        }
    }

    @Test func messagesNeverHoldAnyPartOfThePasswordOrTheNames() throws {
        let policy = try makePolicy(Self.everything)
        let account = Account("жжжж", fullName: "щщщщ", home: "/home/юююю")
        let report = policy.check("жжжж щщщщ юююю", for: account, replacing: "жжжж")
        #expect(report.outcomes.filter { !$0.isMet }.count >= 5)
        for outcome in report.outcomes { #expect(outcome.message.utf8.allSatisfy { $0 < 0x80 }) }
    }

    /// The composition is computed if any rule needs it: the common rules, one alternative, or all of them.
    @Test(arguments: [
        ("rules = min-classes: 3;", "aA1", "aa1"), ("rules = min-words: 2;", "ab cd", "abcd"),
        ("rules = minlength: 9;\nor = min-different: 3;", "abc", "aab"),
        ("rules = minlength: 9;\nor = minlength: 8;\nor = min-classes: 2;", "a1", "aa"),
        ("rules = minlength: 1;\nmax-class-repeating = 1", "a1", "aa"),
        ("rules = minlength: 1;\nmin-different = 2", "ab", "aa"),
    ])
    func aDemandOnTheCompositionIsCheckedWhereverItStands(text: String, good: String, bad: String) throws {
        let policy = try Policy(parsePolicy(Array((text + "\n").utf8)), blocklists: [])
        #expect(policy.check(good).isAccepted)
        #expect(!policy.check(bad).isAccepted)
    }
}
