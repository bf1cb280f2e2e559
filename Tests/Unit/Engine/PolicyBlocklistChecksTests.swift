import Testing

@testable import PasswordRules

/// New passwords under policies with lists in memory.
@Suite struct PolicyBlocklistChecksTests {
    /// The policy of some lines, whose `blocklist` lines are opened as these files, in their order.
    private func policy(_ lines: String, _ files: [MemoryFile]) throws -> Policy {
        let text = "rules = minlength: 1\n" + lines + "\n"
        let settings = try parsePolicy(Array(text.utf8))
        let named = settings.blocklists
        try #require(named.count == files.count)
        return try Policy(
            settings,
            blocklists: try zip(named, files).map { PolicyBlocklist(try $1.open(), $0, in: settings) })
    }

    private func file(_ words: String..., match: BlocklistMatch = .mangled) -> MemoryFile {
        MemoryFile(BlocklistImage.file(words: words, match: match))
    }

    /// The match by which a password is listed, 0 if it is not; checks the rest of its outcome.
    private func actualMatch(_ policy: Policy, _ password: String) -> Int? {
        let report = policy.check(password)
        guard let outcome = report.only(.blocklist) else {
            Issue.record("\(report.outcomes)")
            return nil
        }
        #expect(outcome.isMet == (outcome.actual == 0))
        #expect(outcome.limit == outcome.pattern?.rawValue ?? 0)
        #expect(report.isAccepted == outcome.isMet)
        #expect(report.only(.blocklistUnreadable) == nil)
        return outcome.actual
    }

    // MARK: - What is said

    /// The reason names a pattern in the password itself, whether the password is listed, similar to a listed
    /// one, or mere repetition.
    @Test(arguments: [
        ("aaaaaaaaaaaaaaaa", "is the same character over and over"),
        ("ÀaÁAàa", "is the same character over and over"),
        ("abcabcabc", "repeats itself over and over"), ("1212121212", "repeats itself over and over"),
        ("aaaaaaaaaaaaaa1", "repeats itself over and over"),
        ("vubkemvubkemvubkem", "repeats itself over and over"),
        ("123456789", "consists of characters in sequence, like abc or 321"),
        ("9876543210", "consists of characters in sequence, like abc or 321"),
        ("ABCD1234", "consists of characters in sequence, like abc or 321"),
        ("qwertyuiop", "consists of adjacent keyboard keys, like qwer"),
        ("1qaz2wsx", "consists of adjacent keyboard keys, like qwer"),
        ("azertyuiop", "consists of adjacent keyboard keys, like qwer"),
        ("!@#$%^&*", "consists of adjacent keyboard keys, like qwer"),
        ("qwertyuiop99", "is too close to a common or leaked password"),
        ("dragondragondragon", "is too close to a common or leaked password"),
        ("dragon", "is a common or leaked password"),
        ("Dragon", "differs from a common or leaked password only in case"),
        ("dragon7", "is too close to a common or leaked password"),
        ("kizzek-4ohjur", "not a common or leaked password"),
        ("abcdefgh", "not a common or leaked password"),
    ])
    func reasonDescribesThePassword(password: String, said: String) throws {
        let list = file(
            "aaaa", "123456789", "9876543210", "abcd1234", "qwertyuiop", "1qaz2wsx", "azertyuiop", "!@#$%^&*",
            "dragon")
        let outcome = try #require(try policy("blocklist = /x", [list]).check(password).only(.blocklist))
        #expect(outcome.message == said)
        // The log does not name the pattern.
        let logged = String(decoding: outcome.demandBytes(in: Translator()), as: UTF8.self)
        #expect(["too close", "leaked password"].contains { logged.contains($0) })
        #expect(outcome.limit == (outcome.pattern?.rawValue ?? 0))
    }

    /// One cause gives one reason: similarity to a listed password is not reported if another reason already
    /// explains it.
    @Test(arguments: [
        ("username = reject", "alice1990", "contains your user name"),
        ("username = reject", "Alice", "contains your user name"),
        ("username = reject", "alice", "contains your user name; is a common or leaked password"),
        (
            "username = reject", "alice-dragon1",
            "contains your user name; is too close to a common or leaked password"
        ),
        ("full-name = reject", "Smith2024!", "contains part of your name"),
        ("home-directory = reject", "homes99", "contains a name from your home directory's path"),
        ("words = acme", "Acme2024", "contains a word that is too obvious here (company, town ...)"),
        (
            "max-repeating = 2", "aaaaaaaa", "the same character 8 times in a row (at most 2)"
        ),
        ("max-keyboard = 3", "qwertyuiop", "10 adjacent keyboard keys in a row, like qwer (at most 3)"),
        ("", "Dragon-78", "is too much like the old password, and too close to a common or leaked one"),
        ("", "dragon", "is too much like the old password; is a common or leaked password"),
        ("old-password =", "Dragon-78", "is too close to a common or leaked password"),
        (
            "old-password-changes = 5", "Dragon-78",
            "is too similar to the old password: only 1 character changed (at least 5 needed)"
        ),
        ("", "77-nogarD", "is the old password reversed"),
        ("", "Dragon-77x", "is too much like the old password"),
        ("", "Dragon-2099", "is too close to a common or leaked password"),
    ])
    func oneCauseIsOneReason(lines: String, password: String, said: String) throws {
        let list = file("alice", "alicedragon", "smith", "homes", "acme", "aaaa", "qwertyuiop", "dragon")
        let rule = lines.hasPrefix("max-repeating") ? "rules = \(lines.replacing(" =", with: ":"))" : lines
        let account = Account(
            name: Array("alice".utf8), fullName: Array("Smith".utf8), homeDirectory: Array("/home/homes".utf8)
        )
        let report = try policy("\(rule)\nblocklist = /x", [list]).check(
            Array(password.utf8).span, for: account, replacing: Array("Dragon-77".utf8).span)
        let told = ReportSummary().text(of: report)
        #expect(String(decoding: told, as: UTF8.self) == said)
    }

    // MARK: - Matches

    /// A password, and its matches by exact, folded and mangled comparisons, in a list of "dragon", "p4ss"
    /// and "ж1ра!".
    private static let rows: [(String, [Int])] = [
        ("dragon", [1, 1, 1]), ("DRAGON", [0, 2, 2]), ("drägon", [0, 2, 2]), ("!!Dr4gon99", [0, 0, 3]),
        ("dragonx", [0, 0, 0]), ("p4ss", [1, 1, 1]), ("P4SS", [0, 2, 2]), ("pass", [0, 0, 0]),
        ("ж1ра!", [1, 1, 1]), ("xxxxxxxx", [0, 0, 3]), ("1234", [0, 0, 0]),
    ]

    /// The line's match, or else the list's own, but not narrower than the match of all lists.
    @Test(arguments: BlocklistMatch.allCases, BlocklistMatch.allCases)
    func policyOverridesMatchOfTheList(match: BlocklistMatch, other: BlocklistMatch) throws {
        let wider = max(match, other)
        for (lines, built, used) in [
            ("blocklist = \(match.name) /x\nblocklist-match = exact", other, match),
            ("blocklist = \(match.name) /x", other, match),
            ("blocklist = optional \(match.name) /x", other, match),
            ("blocklist-match =\nblocklist = optional /x", match, match), ("blocklist = /x", match, match),
            ("blocklist = \(match.name) /x\nblocklist-match = \(other.name)", match, wider),
            ("blocklist = \(other.name) /x\nblocklist-match = \(match.name)", match, wider),
            ("blocklist = optional /x\nblocklist-match = \(other.name)", match, wider),
        ] {
            let policy = try policy(lines, [file("dragon", "p4ss", "ж1ра!", match: built)])
            for (password, expected) in Self.rows {
                #expect(actualMatch(policy, password) == expected[used.rawValue - 1], "\(lines): \(password)")
            }
        }
    }

    @Test func bytesAreLookedUp() throws {
        let latin: [UInt8] = [0x64, 0xFC, 0x6E, 0x6E]
        let list = MemoryFile(BlocklistImage.file([SlowSHA1.key(latin)]))
        let policy = try policy("blocklist = mangled /x", [list])
        let report = policy.check(latin.span)
        #expect(report.only(.blocklist)?.actual == 1)
        #expect(report.outcomes.first?.kind == .encoding)
        #expect(actualMatch(policy, "dünn") == 0)
    }

    // MARK: - Several lists

    /// Whichever list comes first, the narrowest match counts.
    @Test(arguments: [
        ("dragon", 1), ("Dragon", 2), ("dr4gon", 1), ("Dr4gon", 2), ("DR4G0N", 3), ("tulip", 1), ("Tulip", 0),
        ("tul1p", 0), ("lemon", 1), ("LEMON", 2), ("l3mon", 0), ("unlisted", 0),
    ])
    func eachListHasItsOwnMatch(password: String, expected: Int) throws {
        let lists: [(String, MemoryFile)] = [
            ("blocklist = /mangled", file("dragon")),
            ("blocklist = exact /exact", file("tulip", "dr4gon")),
            ("blocklist = optional /folded", file("lemon", "dr4gon", match: .folded)),
        ]
        for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
            let lines = order.map { lists[$0].0 }.joined(separator: "\n")
            #expect(
                actualMatch(try policy(lines, order.map { lists[$0].1 }), password) == expected, "\(order)")
        }
    }

    @Test func sixtyFourListsAreAllLookedAt() throws {
        let lines = (0..<64).map { "blocklist = \($0 % 2 == 0 ? "exact" : "folded") /list/\($0)" }
        let policy = try policy(
            lines.joined(separator: "\n"), (0..<64).map { file("word\($0)x", match: .exact) })
        for index in 0..<64 {
            #expect(actualMatch(policy, "word\(index)x") == 1)
            #expect(actualMatch(policy, "WORD\(index)X") == (index % 2 == 0 ? 0 : 2))
        }
        #expect(actualMatch(policy, "word64x") == 0)
    }

    @Test(arguments: ["retry = 3", "blocklist =", "blocklist-match = mangled"])
    func withoutAListNothingIsCompared(line: String) throws {
        let outcomes = try policy(line, []).check("password").outcomes
        #expect(outcomes.allSatisfy { $0.kind != .blocklist && $0.kind != .blocklistUnreadable })
    }

    /// A listed password still gets all other checks. In the report, demands come first.
    @Test func listedPasswordIsCheckedForEverythingElse() throws {
        let policy = try policy(
            "rules = minlength: 12\nmin-classes = 3\nusername = reject\nwords = acme\nblocklist = /x",
            [file("acme-dragon")])
        let outcomes = policy.check("Acme-Dragon", for: Account("dragon")).outcomes
        let broken = outcomes.filter { !$0.isMet }.map(\.kind)
        #expect(Set(broken) == [.minLength, .words, .username, .blocklist])
        #expect(broken.first == .minLength)
        #expect(outcomes.last?.kind == .blocklist)
    }

    @Test func bothReadingsAndAllAlternativesAreCompared() throws {
        let policy = try policy("or = required: digit\nblocklist = /x", [file("dragon")])
        for password in ["dragon", "dragon1"] {
            let bytes = Array(password.utf8)
            for reading in [Reading.written, .strict] {
                let report = policy.check(bytes.span, reading: reading)
                #expect(report.only(.blocklist)?.isMet == false)
                #expect(!report.isAccepted)
            }
        }
    }

    // MARK: - Effort

    @Test func overlongPasswordIsNotLookedUp() throws {
        let list = file("dragon")
        let policy = try policy("max-bytes = 64\nblocklist = /x", [list])
        let before = list.reads
        #expect(policy.check(String(repeating: "dragon", count: 11)).only(.blocklist) == nil)
        #expect(list.reads == before)
        #expect(policy.check("a1-bc2+de3fg/hi4jk.lm5no,pq6rs;tu7vw:xy8z").only(.blocklist)?.isMet == true)
        #expect(list.reads - before == 2)
        #expect(list.readsOutside == 0)
    }

    /// The reads depend neither on the password nor on the result. A suggestion is looked up together with the
    /// password.
    @Test(arguments: [(BlocklistMatch.exact, 1), (.folded, 3), (.mangled, 98)])
    func readsDependOnlyOnTheLists(match: BlocklistMatch, forms: Int) throws {
        let (short, long) = (file("dragon"), MemoryFile(BlocklistImage.longFile([SlowSHA1.key("tulip")])))
        let policy = try policy(
            "rules = minlength: 8\nmax-bytes = 4096\nblocklist = \(match.name) /x\nblocklist = \(match.name) /y",
            [short, long])
        _ = (short.takeRanges(), long.takeRanges())
        var source = SeededSource(seed: 35)
        for password in [
            "x", "dragon", "Tulip", "Tulip-2-tulip", "vubkem-roxPit-4cazud", "12!!Ab1!Ab1!34??",
            String(repeating: "1aB!", count: 200),
        ] {
            _ = policy.check(password)
            #expect(short.takeRanges() == [64..<80, 80..<84])
            #expect(long.takeRanges().count == 2 * forms, "\(password)")
            var report = Report()
            let bytes = Array(password.utf8)
            _ = try policy.replacement(of: bytes.span, from: &source, report: &report)
            #expect(short.takeRanges() == [64..<80, 80..<84])
            #expect(long.takeRanges().count == 4 * forms, "\(password)")
        }
    }

    // MARK: - Checks that suggest

    /// The report equals a check's; a refusal has a suggestion, which is accepted.
    @Test(arguments: [
        "dragon", "Dragon-1", "tulip", "Tulip-2-tulip", "lemon-tree-lemon", "", "x", "vubkem-roxPit-4cazud",
    ])
    func suggestionDoesNotChangeTheReport(password: String) throws {
        let lines = [
            "rules = minlength: 8\nblocklist = /x", "rules = minlength: 8; required: digit\nblocklist = /x",
            "rules = minlength: 8\nmax-bytes = 12\nblocklist = /x",
        ]
        for line in lines {
            let policy = try policy(line, [file("dragon", "tulip")])
            let bytes = Array(password.utf8)
            var source = SeededSource(seed: 33)
            var report = Report()
            let suggestion = try policy.replacement(of: bytes.span, from: &source, report: &report)
            #expect(report.outcomes == policy.check(bytes.span).outcomes)
            let text = suggestion?.text
            #expect((text == nil) == report.isAccepted, "\(line)")
            if let text { #expect(policy.check(text).isAccepted, "\(line): \(text)") }
        }
    }

    /// Suggestions are never listed, whether they are made with a check or alone.
    @Test func suggestionOfACheckIsNeverListed() throws {
        let pairs = allStrings(over: "0123456789", length: 2)
        let listed = pairs.filter { $0.last != "7" }
        let list = MemoryFile(BlocklistImage.file(words: listed, match: .exact))
        let policy = try policy(Self.twoDigits + "blocklist = /x", [list])
        var source = SeededSource(seed: 36)
        var (found, alone): (Set<String>, Set<String>) = ([], [])
        for _ in 0..<200 {
            var report = Report()
            let bytes = Array("x".utf8)
            found.insert(
                try policy.replacement(of: bytes.span, from: &source, report: &report)?.text ?? "none")
            alone.insert(try policy.suggestion(from: &source).text)
        }
        #expect(found == Set(pairs).subtracting(listed) && alone == found)
    }

    @Test func reportIsCompleteIfNoPasswordIsLongEnough() throws {
        let policy = try policy(Self.twoDigits + "min-different = 3\nblocklist = /x", [file("12")])
        var source = SeededSource(seed: 38)
        var report = Report()
        let password = Array("12".utf8)
        #expect(throws: GenerationError.self) {
            _ = try policy.replacement(of: password.span, from: &source, report: &report)?.text
        }
        #expect(report.outcomes == policy.check(password.span).outcomes)
    }

    @Test func reportIsCompleteWithoutASuggestion() throws {
        let pairs = allStrings(over: "0123456789", length: 2)
        let all = MemoryFile(BlocklistImage.file(words: pairs, match: .exact))
        for (line, list, kinds) in [
            ("blocklist = /all", all, [Outcome.Kind.blocklist]),
            ("blocklist = /bad", damaged(), [.blocklistUnreadable]),
        ] {
            let policy = try policy(Self.twoDigits + line, [list])
            var source = SeededSource(seed: 37)
            var report = Report()
            let bytes = Array("12".utf8)
            for isAlone in [false, true] {
                do throws(GenerationError) {
                    let text =
                        isAlone
                        ? try policy.suggestion(from: &source).text
                        : try policy.replacement(of: bytes.span, from: &source, report: &report)?.text
                    Issue.record("\(line): \(text ?? "accepted")")
                } catch {
                    guard case .notFound = error else { Issue.record("\(line): \(error)"); continue }
                }
            }
            #expect(report.outcomes == policy.check(bytes.span).outcomes)
            #expect(report.outcomes.filter { !$0.isMet }.map(\.kind) == kinds)
        }
    }

    // MARK: - Lists that cannot be read

    private func expectUnreadable(
        _ report: Report, _ count: Int, listed: Int = 0, isOptional: Bool = false,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let message =
            isOptional
            ? report.only(.blocklistUnreadable)?.message
            : "could not be checked against the list of common passwords; please tell your administrator"
        #expect(
            report.only(.blocklistUnreadable).map { "\($0.isMet) \($0.limit) \($0.actual) \($0.message)" }
                == "\(isOptional) 0 \(count) \(message ?? "")", sourceLocation: sourceLocation)
        #expect(report.only(.blocklist)?.actual == listed, sourceLocation: sourceLocation)
        #expect(report.isAccepted == (isOptional && listed == 0), sourceLocation: sourceLocation)
    }

    /// A list whose only bucket is damaged.
    private func damaged() -> MemoryFile {
        let list = file("dragon", "lemon")
        list[list.size - 1] ^= 1
        return list
    }

    @Test func unreadableListRefuses() throws {
        var report = Checker(Descriptor(rules: [.minLength(1)])).check("tulip")
        report.addLookUp(of: Array("tulip".utf8).span, in: try damaged().open())
        #expect(!report.isAccepted && report.only(.blocklistUnreadable)?.isMet == false)
    }

    /// The report also says how many optional lists were skipped.
    @Test(arguments: [
        // The lines before and after a good list's, a password, the number of unreadable lists, and its match
        // in the good one.
        ("blocklist = /bad", "blocklist = exact /bad", "quite-good", 2, 0, false),
        ("blocklist = /bad", "blocklist = exact /bad", "tulip", 2, 1, false),
        ("blocklist = optional /bad", "blocklist = /bad", "tulip", 1, 1, false),
        ("blocklist = optional /bad", "blocklist = optional exact /bad", "quite-good", 2, 0, true),
        ("blocklist = optional /bad", "blocklist = optional exact /bad", "dragon", 2, 0, true),
        ("blocklist = optional /bad", "blocklist = optional exact /bad", "tulip", 2, 1, true),
    ])
    func damagedListRefusesUnlessItIsOptional(
        before: String, after: String, password: String, count: Int, listed: Int, isOptional: Bool
    ) throws {
        let several = try policy(
            "\(before)\nblocklist = exact /good\n\(after)", [damaged(), file("tulip"), damaged()])
        expectUnreadable(several.check(password), count, listed: listed, isOptional: isOptional)
        let alone = try policy("blocklist = /bad", [damaged()])
        expectUnreadable(alone.check(password), 1)
    }

    @Test(arguments: [-5, -116, 0, 3])
    func failedReadRefusesOnlyThisPassword(result: Int) throws {
        for read in 1...2 {
            let list = file("dragon")
            list.fail(read: read, result: result)
            let policy = try policy("blocklist = /x", [list])
            expectUnreadable(policy.check("tulip"), 1)
            #expect(actualMatch(policy, "tulip") == 0)
            #expect(actualMatch(policy, "dragon") == 1)
        }
    }

    // MARK: - Suggestions

    private static let twoDigits =
        "rules = allowed: digit; minlength: 2; maxlength: 2\nsuggest-exclude = none\n"

    @Test func unreadableOptionalListAllowsSuggestions() throws {
        let policy = try policy("rules = minlength: 12\nblocklist = optional /bad", [damaged()])
        var source = SeededSource(seed: 31)
        #expect(policy.check(try policy.suggestion(from: &source).text).isAccepted)
    }
}
