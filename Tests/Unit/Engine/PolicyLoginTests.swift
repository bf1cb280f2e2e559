import Testing

@testable import PasswordRules

/// The keys `at-login` and `at-login-services`, and lookups of a password that is in use. Which section counts
/// is in Tests/Vectors/policies.txt.
@Suite struct PolicyLoginTests {
    /// The policy of some lines, whose `blocklist` lines are opened as these files, in their order.
    private func policy(_ lines: String, _ files: [MemoryFile] = []) throws -> Policy {
        let settings = try parsePolicy(Array("rules = minlength: 1\n\(lines)\n".utf8))
        let named = settings.blocklists
        try #require(named.count == files.count)
        return try Policy(
            settings,
            blocklists: try zip(named, files).map { PolicyBlocklist(try $1.open(), $0, in: settings) })
    }

    private func file(_ words: String..., match: BlocklistMatch = .mangled) -> MemoryFile {
        MemoryFile(BlocklistImage.file(words: words, match: match))
    }

    private func action(_ policy: Policy, _ service: String) -> LoginAction {
        policy.loginAction(at: Array(service.utf8))
    }

    // MARK: - What happens

    @Test(
        arguments: [
            // By default, nothing happens.
            ("retry = 3", "login", .no), ("at-login-services = sshd", "sshd", .no),
            ("at-login = no", "login", .no), ("at-login = warn", "login", .warn),
            ("at-login = warn", "sudo", .warn), ("at-login = warn", "", .warn),
            // A new password is asked for only at services that can change it.
            ("at-login = change", "login", .change), ("at-login = change", "sshd", .change),
            ("at-login = change", "sudo", .warn), ("at-login = change", "passwd", .warn),
            ("at-login = change", "logi", .warn), ("at-login = change", "Login", .warn),
            ("at-login = change", "", .warn),
            ("at-login = change\nat-login-services = remote, xrdp-sesman", "remote", .change),
            ("at-login = change\nat-login-services = remote, xrdp-sesman", "xrdp-sesman", .change),
            ("at-login = change\nat-login-services = remote, xrdp-sesman", "login", .warn),
            ("at-login = change\nat-login-services = none", "login", .warn),
            ("at-login = change\nat-login-services = none", "", .warn),
            ("at-login = warn\nat-login-services = login", "login", .warn),
            // Trials are for new passwords. A policy that is not enforced at all does nothing.
            ("at-login = change\nenforce = warn", "login", .change),
            ("at-login = change\nenforce = audit", "login", .change),
            ("at-login = change\nenforce = no", "login", .no),
        ] as [(String, String, LoginAction)])
    func actionDependsOnTheService(lines: String, service: String, expected: LoginAction) throws {
        #expect(action(try policy(lines), service) == expected)
    }

    /// If it is in doubt which sections apply, the strictest action counts, but a new password is asked for
    /// only where all permit it.
    @Test(
        arguments: [
            (["at-login = warn", "at-login = no"], "login", .warn),
            (["at-login = no", "at-login = change"], "login", .change),
            (["at-login = change", "at-login = warn"], "sudo", .warn),
            (["at-login = no", "at-login = no"], "login", .no),
            (["at-login = change\nat-login-services = sshd", "at-login = change"], "sshd", .change),
            (["at-login = change\nat-login-services = sshd", "at-login = change"], "login", .warn),
            (["at-login = change", "at-login-services = none"], "login", .warn),
            // A policy that demands nothing does not add an action, and does not hinder one.
            (["at-login = change\nenforce = no", "at-login = no"], "login", .no),
            (["at-login = change", "at-login-services = none\nenforce = no"], "login", .change),
            (["at-login = warn\nenforce = no", "at-login = warn\nenforce = no"], "login", .no),
        ] as [([String], String, LoginAction)])
    func actionIsTheStricterInDoubt(cases: [String], service: String, expected: LoginAction) throws {
        let policies = try cases.map { try policy($0) }
        #expect(action(Policy(all: policies), service) == expected)
        #expect(action(Policy(all: policies.reversed()), service) == expected)
    }

    // MARK: - Services

    /// Their programs would refuse the login, or nobody could answer.
    @Test(arguments: [
        "sudo", "sudo-i", "su", "su-l", "runuser", "polkit-1", "cron", "crond", "atd", "systemd-user", "chsh",
        "xscreensaver", "i3lock", "swaylock", "vlock", "light-locker", "dovecot", "vsftpd", "samba", "cups",
    ])
    func serviceThatNeverAsksIsRefused(service: String) throws {
        let line = "at-login-services = login, \(service)\n"
        var found = Diagnostics()
        #expect(PolicyFile.parse(Array(line.utf8), diagnostics: &found) == nil)
        let mistake = try #require(found.items.first)
        #expect(found.items.count == 1 && mistake.code == .invalidValue)
        #expect(mistake.offset == 27 && mistake.length == service.utf8.count)
        // A service that only begins with its name may be one that asks.
        #expect(
            action(try policy("at-login = change\nat-login-services = \(service)x"), "\(service)x") == .change
        )
    }

    @Test func displayManagersMayAsk() throws {
        for service in ["gdm-password", "lightdm", "sddm", "greetd", "cockpit", "xrdp-sesman", "remote"] {
            #expect(
                action(try policy("at-login = change\nat-login-services = \(service)"), service) == .change)
        }
    }

    // MARK: - Lookups

    /// A password, and whether it is listed by exact, folded and mangled comparisons, in a list of "dragon" and
    /// "p4ss".
    private static let rows: [(String, [Bool])] = [
        ("dragon", [true, true, true]), ("Drägon", [false, true, true]),
        ("!!Dr4gon99", [false, false, true]),
        ("nogard", [false, false, true]), ("dragonx", [false, false, false]),
        ("pass", [false, false, false]),
        ("kizzek-4ohjur", [false, false, false]),
        // On no list, but mere repetition or nothing, which mangled comparisons find.
        ("xxxxxxxx", [false, false, true]), ("", [false, false, true]),
    ]

    /// Each is listed if a new one would be refused for it.
    @Test(arguments: BlocklistMatch.allCases)
    func passwordIsComparedAsANewOneWouldBe(match: BlocklistMatch) throws {
        for (lines, built) in [
            ("blocklist = /x", match), ("blocklist = \(match.name) /x", .exact),
            ("blocklist = exact /x\nblocklist-match = \(match.name)", .exact),
            ("blocklist = optional \(match.name) /x", .mangled),
        ] {
            let policy = try policy(lines, [file("dragon", "p4ss", match: built)])
            for (password, expected) in Self.rows {
                let isListed = policy.lookUp(Array(password.utf8).span).isListed
                #expect(isListed == expected[match.rawValue - 1], "\(lines): \(password)")
                #expect(
                    isListed == (policy.check(password).only(.blocklist)?.isMet == false),
                    "\(lines): \(password)")
            }
        }
    }

    @Test(arguments: ["retry = 3", "blocklist =", "blocklist-match = mangled"])
    func withoutAListNothingIsListed(line: String) throws {
        for password in ["password", "aaaaaaaa"] {
            #expect(try !policy(line).lookUp(Array(password.utf8).span).isListed)
        }
    }

    /// Only lists count: not the other demands, to which the password was not subject when it was set.
    @Test func passwordIsNotCheckedForAnythingElse() throws {
        let policy = try policy(
            "rules = minlength: 30; required: digit\nwords = acme\npalindrome = reject\nblocklist = /x",
            [file("dragon")])
        #expect(!policy.lookUp(Array("acme".utf8).span).isListed)
        #expect(policy.lookUp(Array("dragon".utf8).span).isListed)
    }

    /// One that the policy would not read is not looked up: nobody could have set it since.
    @Test func overlongPasswordIsNotListed() throws {
        let list = file("dragon", String(repeating: "dragon7x", count: 10))
        let policy = try policy("max-bytes = 72\nblocklist = /x", [list])
        let long = String(repeating: "dragon7x", count: 10)
        #expect(!policy.lookUp(Array(long.utf8).span).isListed)
        #expect(list.takeRanges().isEmpty)
        let other = try self.policy("max-bytes = 80\nblocklist = /x", [list])
        #expect(other.lookUp(Array(long.utf8).span).isListed)
    }

    /// In doubt, every list counts, compared as its own policy wants it.
    @Test func listsOfAllCasesCount() throws {
        let both = Policy(all: [
            try policy("blocklist = exact /x", [file("dragon")]), try policy("retry = 1"),
            try policy("blocklist = folded /y", [file("tulip")]),
        ])
        for (password, expected) in [("dragon", true), ("Dragon", false), ("Tulip", true), ("lemon", false)] {
            #expect(both.lookUp(Array(password.utf8).span).isListed == expected, "\(password)")
        }
    }

    // MARK: - Lists that cannot be read

    /// A list that fails, even an optional one, leaves open whether a password is listed, unless another has it.
    /// Either way, the lookup is not complete.
    @Test(arguments: ["", "optional "])
    func unreadableListIsNotAnAnswer(word: String) throws {
        for order in [[0, 1], [1, 0]] {
            let broken = file("tulip"), sound = file("dragon")
            let lists = [("blocklist = \(word)/broken", broken), ("blocklist = /sound", sound)]
            let policy = try policy(
                order.map { lists[$0].0 }.joined(separator: "\n"), order.map { lists[$0].1 })
            // Each later read fails.
            for read in broken.reads..<broken.reads + 100 { broken.fail(read: read, result: -1) }
            for (password, isListed) in [
                ("tulip", false), ("lemon", false), ("dragon", true), ("aaaaaaaa", true),
            ] {
                let result = policy.lookUp(Array(password.utf8).span)
                #expect(result.isListed == isListed && !result.isComplete, "\(order) \(password)")
            }
        }
    }

    /// So that the time does not tell whether, and by which list, a password was found.
    @Test func allListsAreReadForEveryPassword() throws {
        for password in ["dragon", "tulip", "lemon", "aaaaaaaa"] {
            let first = file("dragon"), second = file("tulip")
            let policy = try policy("blocklist = /first\nblocklist = /second", [first, second])
            _ = policy.lookUp(Array(password.utf8).span)
            #expect(!first.takeRanges().isEmpty && !second.takeRanges().isEmpty, "\(password)")
        }
    }
}
