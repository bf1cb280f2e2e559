import Testing

@testable import PasswordRules

/// The combined lines of several sources.
@Suite struct PolicyStackTests {
    private let alice = PolicySubject("alice", groups: ["users", "wheel"])

    private func settings(
        _ files: [String], arguments: [String] = [], to subject: PolicySubject? = nil
    ) throws -> PolicySettings {
        try applyPolicy(files, arguments: arguments, to: subject).settings
    }

    // MARK: - Demands

    /// For each key that demands something and has one value: two values, the second one stricter.
    private static let strictness: [(PolicyKey, String, String)] = [
        (.minClasses, "2", "3"), (.minDifferent, "2", "3"), (.minWords, "2", "3"),
        (.maxClassRepeating, "3", "2"), (.maxKeyboard, "3", "2"), (.username, "whole", "reject"),
        (.usernameParts, "4", "3"), (.fullName, "whole", "reject"), (.homeDirectory, "whole", "reject"),
        (.blocklistMatch, "folded", "mangled"), (.oldPassword, "same", "same, case, reversed"),
        (.oldPasswordChanges, "2", "3"), (.history, "5", "24"), (.palindrome, "reject", "reject"),
        (.classesInside, "yes", "yes"),
        (.minGuesses, "10^6", "10^12"), (.minStrength, "fair", "strong"), (.maxRepeatedPiece, "3", "2"),
    ]

    /// For each key whose lines add up: two values.
    private static let adding: [(PolicyKey, String, String)] = [
        (.rules, "minlength: 8", "required: digit"), (.atLeast, "1 digit", "2 upper"),
        (.words, "acme", "evil"), (.blocklist, "/first", "optional /second"),
        (.preset, "nist-800-63b-4", "cis-rhel-9"), (.rankedWords, "/first", "common"),
    ]

    /// For each key that demands nothing: two values.
    private static let overridden: [(PolicyKey, String, String)] = [
        (.maxBytes, "72", "73"), (.enforce, "warn", "audit"), (.enforceForRoot, "yes", "no"),
        (.exemptServices, "none", "passwd, su"), (.retry, "2", "4"), (.localUsersOnly, "yes", "no"),
        (.suggest, "no", "yes"), (.suggestStyle, "words", "random"), (.suggestEntropy, "80", "90"),
        (.suggestExclude, "lower", "upper"), (.suggestServices, "none", "passwd, su"),
        (.atLogin, "change", "warn"), (.atLoginServices, "none", "sshd, remote"),
    ]

    /// For each key, both values.
    private static let pairs =
        strictness + adding + overridden + [
            (.or, "minlength: 9", "minlength: 7"), (.accept, "weaker-section", "no-suggestion"),
        ]

    /// A value of each key.
    static let values = Dictionary(uniqueKeysWithValues: pairs.map { ($0.0, $0.1) })

    @Test func everyKeyIsInOneTable() {
        #expect(Self.pairs.count == PolicyKey.allCases.count)
        #expect(Set(Self.pairs.map(\.0)) == Set(PolicyKey.allCases))
        #expect(Set(Self.overridden.map(\.0)) == Set(PolicyKey.allCases.filter { !$0.isDemand }))
    }

    /// No key is read and then ignored, except `accept`, which does not concern passwords: a line changes the
    /// settings, and another value, if there is one, changes them differently.
    @Test(arguments: PolicyKey.allCases)
    func eachKeyChangesTheSettings(key: PolicyKey) throws {
        let (_, first, second) = try #require(Self.pairs.first { $0.0 == key })
        let start = key == .or ? "rules = minlength: 20\n" : ""
        // Without its default, which may equal the line.
        let unset = try settings(["\(start)\(key.name) =\n"])
        let (one, other) = (
            try settings(["\(start)\(key.name) =\n\(key.name) = \(first)\n"]),
            try settings(["\(start)\(key.name) =\n\(key.name) = \(second)\n"])
        )
        if key == .accept {
            #expect(one == unset && other == unset)
            return
        }
        #expect(one != unset || other != unset)
        #expect(!key.isDemand || one != unset && other != unset)
        #expect(first == second || one != other)
    }

    /// Keys that share a property would change each other's value.
    @Test func eachKeyOfOneValueHasItsOwnText() throws {
        for (key, first, second) in Self.strictness + Self.overridden {
            for value in [first, second] {
                let found = try settings(["\(key.name) =\n\(key.name) = \(value)\n"])
                let builtIn = try settings(["\(key.name) =\n"])
                for other in PolicyKey.allCases where other != key {
                    #expect(found.text(of: other) == builtIn.text(of: other), "\(key.name) \(other.name)")
                }
                guard let text = found.text(of: key) else { continue }
                #expect(String(decoding: text, as: UTF8.self) == value)
            }
        }
    }

    // MARK: - A program's additional demands

    /// An addition never makes up for missing rules, however the policy is made.
    @Test(arguments: ["rules = minlength: 9\n", "min-guesses = 10^9\n", "min-strength = good\n"])
    func additionsAreNotRules(addition: String) throws {
        for (text, hasRules) in [("retry = 1\n", false), ("rules = minlength: 8\n", true)] {
            var stack = try makeStack([text])
            var found = Diagnostics()
            let file = try #require(PolicyFile.parse(Array(addition.utf8), diagnostics: &found))
            stack.add(addition: file)
            let applied = stack.applied(to: nil)
            #expect(applied.settings.hasRules == hasRules)
            #expect(((try? Policy(applied, blocklists: [])) != nil) == hasRules)
            #expect(((try? Policy(applied.settings, blocklists: [])) != nil) == hasRules)
        }
    }

    /// All ways to place two lines in sources, the first one earlier or less specific.
    private func placements(_ first: String, _ second: String) -> [(files: [String], arguments: [String])] {
        let (one, other) = (first + "\n", second + "\n")
        return [
            ([one, other], []), ([one + "[group wheel]\n" + other], []),
            ([one + "[user alice]\n" + other], []),
            (["[user alice]\n" + other, one], []), (["[group users]\n" + other, one], []),
            (["[group users]\n" + one + "[user alice]\n" + other], []),
            (["[user alice]\n" + other + "[group users]\n" + one], []),
            ([one], [second.replacing(" = ", with: "=")]),
            (["[user alice]\n" + one], [second.replacing(" = ", with: "=")]),
        ]
    }

    @Test(arguments: strictness)
    func strictestValueCounts(key: PolicyKey, weaker: String, stricter: String) throws {
        let wanted = try settings(["\(key.name) =\n\(key.name) = \(stricter)\n"])
        let (weak, strict) = ("\(key.name) = \(weaker)", "\(key.name) = \(stricter)")
        let alone = try settings(["\(key.name) =\n" + weak + "\n"])
        #expect(weaker == stricter || wanted != alone)
        for (files, arguments) in placements(strict, weak) + placements(weak, strict) {
            // The built-in demands are left out, which some of the values would not change.
            let all = ["\(key.name) =\n"] + files
            #expect(
                try settings(all, arguments: arguments, to: alice) == wanted, "\(files) \(arguments)")
        }
    }

    @Test(arguments: adding)
    func linesOfAllSourcesAddUp(key: PolicyKey, first: String, second: String) throws {
        let (one, other) = ("\(key.name) = \(first)", "\(key.name) = \(second)")
        func values(_ files: [String], _ arguments: [String] = []) throws -> [String] {
            try applyPolicy(files, arguments: arguments, to: alice).items.filter {
                $0.key == key && !$0.isFromPreset
            }.map { String(decoding: $0.value, as: UTF8.self) }
        }
        for (files, arguments) in placements(one, other) {
            #expect(try values(files, arguments) == [first, second], "\(files) \(arguments)")
        }
        #expect(try values([one + "\n" + other + "\n"]) == [first, second])
    }

    @Test(arguments: overridden)
    func undemandingKeyIsOverridden(key: PolicyKey, first: String, second: String) throws {
        let wanted = try settings(["\(key.name) = \(second)\n"])
        let other = try settings(["\(key.name) = \(first)\n"])
        #expect(wanted != other)
        for (files, arguments) in placements("\(key.name) = \(first)", "\(key.name) = \(second)") {
            #expect(try settings(files, arguments: arguments, to: alice) == wanted, "\(files) \(arguments)")
        }
    }

    @Test(arguments: PolicyKey.allCases)
    func emptyValueDropsEarlierLines(key: PolicyKey) throws {
        let (_, first, second) = try #require(Self.pairs.first { $0.0 == key })
        let rules = key == .or ? "rules = minlength: 20\n" : ""
        let nothing = try settings([rules, "\(key.name) =\n"])
        let line = rules + "\(key.name) = \(first)"
        for (files, arguments) in placements(line, "\(key.name) = ") {
            #expect(try settings(files, arguments: arguments, to: alice) == nothing, "\(files) \(arguments)")
        }
        // Later lines apply again, in the same source and in more specific ones.
        let later = try settings([rules + "\(key.name) =\n\(key.name) = \(second)\n"])
        #expect(try settings([line + "\n\(key.name) =\n\(key.name) = \(second)\n"]) == later)
        if key != .or {
            for (files, arguments) in placements("\(key.name) =", "\(key.name) = \(second)") {
                #expect(
                    try settings([line + "\n"] + files, arguments: arguments, to: alice) == later,
                    "\(files) \(arguments)")
            }
        }
    }

    // MARK: - Whom a source applies to

    @Test(
        arguments: [
            ("", "deploy", ["dba"], [8, 9, 10]), ("mariadb", "deploy", ["dba"], [8, 11, 12, 13]),
            ("postgresql", "deploy", ["dba"], [8]), ("mariadb", "other", [], [8, 11]), ("", "other", [], [8]),
        ] as [(String, String, [String], [Int])])
    func sectionHeaderMayNameAService(service: String, user: String, groups: [String], expected: [Int]) throws
    {
        let text = """
            rules = minlength: 8
            [service mariadb user deploy]
            rules = minlength: 13
            [group dba]
            rules = minlength: 9
            [service mariadb group dba]
            rules = minlength: 12
            [user deploy]
            rules = minlength: 10
            [service mariadb]
            rules = minlength: 11

            """
        var subject = PolicySubject(user, groups: groups)
        subject.service = Array(service.utf8)
        #expect(try settings([text], to: subject).rules.rules == expected.map { .minLength($0) })
    }

    // MARK: - Presets; policies.txt has what they refuse

    private let nist = "preset = nist-800-63b-4\n"
    private let cis = "preset = cis-rhel-9\n"

    @Test func demandsOfPresetsAddUp() throws {
        for files in [[cis, nist], [cis + "[group wheel]\n" + nist], [nist + "[user alice]\n" + cis]] {
            let applied = try applyPolicy(files, to: alice)
            #expect(Set(applied.presets) == [.nist, .cisRHEL9])
            #expect(applied.settings.properties[.minClasses] == 4)
            #expect(applied.settings.username == .whole)
            #expect(applied.settings.enforcesForRoot)
            #expect(applied.settings.blocklists.count == 2)
        }
    }

    @Test func presetsAreDroppedWholeOrInPart() throws {
        for files in [[cis, "preset =\n"], [cis + "[user alice]\npreset =\n"]] {
            let applied = try applyPolicy(files, to: alice)
            #expect(applied.presets.isEmpty && applied.settings == PolicySettings.builtIn)
        }
        #expect(try applyPolicy([cis, "preset =\n" + nist]).presets == [.nist])
        // Wherever the preset is in the source.
        let own = "rules =\nrules = minlength: 20\nmin-classes =\nenforce-for-root = no\n"
        let found = try settings([cis + own])
        #expect(try found == settings([own + cis]))
        #expect(found.rules.rules == [.minLength(20)] && found.properties[.minClasses] == nil)
        #expect(!found.enforcesForRoot && found.minChanges == 2)
    }

    // MARK: - Origins

    @Test func everyEntryThatAppliesHasItsPosition() throws {
        let files = [
            "# all\nretry = 1\nrules = minlength: 8\n",
            nist + "# why\n\n suggest = no\n[user alice]\n#  because \nretry = 2\n",
        ]
        let applied = try applyPolicy(files, arguments: ["enforce=warn"], to: alice)
        let items = applied.items.map { item in
            [
                "\(item.key.name)", String(decoding: item.value, as: UTF8.self),
                String(decoding: item.file.name, as: UTF8.self),
                "\(item.line)", "\(item.isFromPreset)", String(decoding: item.clause ?? [], as: UTF8.self),
            ]
        }
        #expect(items.count == 8)
        #expect(items.contains(["rules", "minlength: 8", "file 1", "3", "false", ""]))
        #expect(items.contains(["suggest", "no", "file 2", "4", "false", ""]))
        #expect(items.contains(["retry", "2", "file 2", "7", "false", ""]))
        #expect(items.contains(["preset", "nist-800-63b-4", "file 2", "1", "false", ""]))
        #expect(items.contains(["enforce", "warn", "enforce", "1", "false", ""]))
        #expect(
            items.filter { $0[4] == "true" }.map { [$0[0], $0[2]] } == [
                ["rules", "nist-800-63b-4"], ["blocklist", "nist-800-63b-4"], ["username", "nist-800-63b-4"],
            ])
    }

    @Test func saysWhetherThereAreSections() throws {
        for (text, sections, groups) in [
            ("retry = 1\n", false, false), ("[user a]\n", true, false), ("[user a]\n[group b]\n", true, true),
            ("[service x]\n", true, false),
        ] {
            var stack = PolicyStack()
            var found = Diagnostics()
            stack.add(
                file: try #require(PolicyFile.parse(Array(text.utf8), diagnostics: &found)))
            #expect(stack.hasSections == sections)
            #expect(stack.hasGroupSections == groups)
        }
        #expect(!PolicyStack().hasSections)
    }

    @Test func manyFilesAndGroupsAreApplied() throws {
        let files = (0..<500).map { "retry = \($0 % 100 + 1)\n[group g\($0)]\nmax-bytes = \($0 + 8)\n" }
        let groups = (0..<500).reversed().map { "g\($0 + 250)" }
        let found = try settings(files, to: PolicySubject("alice", groups: groups))
        #expect(found.retryCount == 100)
        #expect(found.maxBytes == 258)
    }
}
