import Testing

@testable import PasswordRules

@Suite struct PolicySourcesTests {
    private let alice = PolicySubject("alice", groups: ["users", "wheel"])

    private func retry(
        _ files: [String], arguments: [String] = [], to subject: PolicySubject? = nil
    ) throws -> Int? {
        try applyPolicy(files, arguments: arguments, to: subject).settings.retryCount
    }

    /// The minimum lengths of the rules and of each alternative.
    private func lengths(
        _ files: [String], arguments: [String] = [], to subject: PolicySubject? = nil
    ) throws -> [[Int]] {
        let settings = try applyPolicy(files, arguments: arguments, to: subject).settings
        return ([settings.rules ?? PolicyRules()] + (settings.alternatives ?? [])).map { way in
            way.rules.compactMap { if case .minLength(let length) = $0 { length } else { nil } }
        }
    }

    /// The resolved settings equal those of all entries that apply, set one after the other.
    @Test(
        arguments: [
            (["retry = 2\nwords = acme\nor = minlength: 9;\n"], []),
            (["retry = 2\nrules = minlength: 9;\n"], ["enforce-for-root=yes"]),
            (["retry = 2\nrules = minlength: 9;\n"], ["enforce-for-root=yes", "retry=4"]),
            (["rules = minlength: 9;\nor = minlength: 8;\n"], ["rules=minlength: 7;"]),
            (["retry = 2\n[user alice]\nretry = 3\n[user bob]\nmax-bytes = 72\n"], ["suggest=no"]),
            (["[user alice]\nretry = 3\n"], ["suggest=no"]),
            (["words = acme\n", "words = evil\n"], ["retry=3"]),
            (["words = acme\nretry = 2\n", "max-bytes = 72\n"], []),
            (["words = acme\nretry = 2\n", "", "retry = 3\n"], ["blocklist=/a", "blocklist=/b"]),
            (["preset = cis-rhel-9\nretry = 2\n"], ["enforce=warn"]),
            (["preset = cis-rhel-9\nmin-classes = 3\n", "preset = nist-800-63b-4\n"], []),
            (["preset = cis-rhel-9\n[group wheel]\npreset = none\n"], []),
            (["retry = 2\n[group wheel]\npreset = owasp-asvs-5\n"], ["username=permit"]),
            (["preset = none\nretry = 2\n"], ["preset=stig-rhel-9", "retry=4"]),
            (["retry = 2\n"], ["preset=none"]),
            ([], []), ([], ["retry=3"]),
        ] as [([String], [String])])
    func settingsAreThoseOfTheEntriesThatApply(files: [String], arguments: [String]) throws {
        for subject in [nil, alice] {
            let applied = try applyPolicy(files, arguments: arguments, to: subject)
            var settings = PolicySettings()
            var found = Diagnostics()
            applied.forEachEntry { entry, source, _ in
                settings.set(entry, in: source.file.text.span, diagnostics: &found)
            }
            #expect(applied.settings == settings)
            #expect(applied.problem == nil && !found.hasErrors)
        }
    }

    // MARK: - Key by key

    /// For each key two values, so that one can override the other.
    private static let values: [(PolicyKey, String, String)] = [
        (.rules, "minlength: 8", "minlength: 9"), (.or, "minlength: 18", "minlength: 19"),
        (.minClasses, "2", "3"),
        (.classesInside, "yes", "no"), (.atLeast, "1 digit", "2 digit"), (.minDifferent, "2", "3"),
        (.minWords, "2", "3"), (.maxClassRepeating, "2", "3"), (.maxKeyboard, "2", "3"),
        (.maxBytes, "72", "73"),
        (.palindrome, "reject", "permit"), (.username, "whole", "permit"), (.usernameParts, "3", "4"),
        (.fullName, "reject", "whole"), (.homeDirectory, "reject", "whole"), (.words, "acme", "evil"),
        (.blocklist, "/first", "optional /second"), (.blocklistMatch, "exact", "folded"),
        (.oldPassword, "same", "case"), (.oldPasswordChanges, "2", "3"), (.enforce, "warn", "audit"),
        (.enforceForRoot, "yes", "no"), (.exemptServices, "none", "passwd, su"), (.retry, "2", "3"),
        (.localUsersOnly, "yes", "no"),
        (.suggest, "no", "yes"),
        (.suggestStyle, "words", "random"), (.suggestEntropy, "80", "90"),
        (.suggestExclude, "lower", "upper"),
    ]

    @Test func everyKeyIsInTheTable() {
        #expect(Set(Self.values.map(\.0)).union([.preset]) == Set(PolicyKey.allCases))
    }

    @Test(arguments: PolicyKey.allCases.filter { $0 != .preset })
    func aLaterPlaceOverridesThisKeyAndNoOther(key: PolicyKey) throws {
        let (_, first, second) = try #require(Self.values.first { $0.0 == key })
        let all = Self.values.map { "\($0.0.name) = \($0.1)\n" }.joined()
        let changed = Self.values.map { "\($0.0.name) = \($0.0 == key ? second : $0.1)\n" }.joined()
        var expected = try applyPolicy([changed]).settings
        // New rules are not weakened by an old alternative.
        if key == .rules { expected.alternatives = nil }
        #expect(try applyPolicy([all]).settings != expected)
        let line = "\(key.name) = \(second)\n"
        let places: [([String], [String])] = [
            ([all, line], []), ([all, "retry = 2\n", line, "[user bob]\nretry = 7\n"], []),
            ([all + "[group wheel]\n" + line], []), ([all + "[user alice]\n" + line], []),
            (["[user alice]\n" + line, all], []), (["[group users]\n" + line, all], []),
            ([all], ["\(key.name)=\(second)"]),
            ([all + "[user alice]\n\(key.name) = \(first)\n"], ["\(key.name)=\(second)"]),
        ]
        for (files, arguments) in places {
            let applied = try applyPolicy(files, arguments: arguments, to: alice)
            #expect(applied.settings == expected, "\(files.dropFirst()) \(arguments)")
            #expect(applied.problem == nil)
        }
    }

    /// A single file is resolved by less code. A second, empty one must make no difference.
    @Test(arguments: PolicyKey.allCases)
    func aFileAloneIsAppliedAsBesideAnEmptyOne(key: PolicyKey) throws {
        let values = Self.values + [(.preset, "stig-rhel-9", "none")]
        let (_, first, _) = try #require(values.first { $0.0 == key })
        let file = "\(key.name) = \(first)\n"
        for (other, _, second) in values {
            for text in [file, "rules = minlength: 7;\n" + (key == .rules ? "" : file), "# nothing\n"] {
                let arguments = ["\(other.name)=\(second)", "retry=7"].prefix(other == .retry ? 1 : 2)
                for subject in [nil, alice] {
                    let alone = try applyPolicy([text], arguments: Array(arguments), to: subject)
                    let beside = try applyPolicy(
                        ["# nothing\n", text], arguments: Array(arguments), to: subject)
                    #expect(alone.settings == beside.settings, "\(text) \(arguments)")
                    #expect(alone.preset == beside.preset)
                    #expect(
                        alone.items.map { [$0.value, $0.remark] }
                            == beside.items.map { [$0.value, $0.remark] })
                }
            }
        }
    }

    @Test func aCheckIsSwitchedOffByALaterPlace() throws {
        let off = [
            "min-classes = no", "min-different = no", "min-words = no", "max-class-repeating = no",
            "max-keyboard = no",
            "username-parts = no", "old-password-changes = no", "old-password = permit", "at-least = none",
            "words = none",
            "username = permit", "full-name = permit", "home-directory = permit", "palindrome = permit",
            "or = none",
        ]
        let all = Self.values.map { "\($0.0.name) = \($0.1)\n" }.joined()
        let policy = try Policy(
            applyPolicy([all, off.joined(separator: "\n") + "\n"]).settings, blocklists: [])
        let account = Account("longname", fullName: "longname", home: "/home/longname")
        let report = policy.check("longname", for: account, replacing: "longname")
        #expect(report.outcomes.map(\.kind) == [.minLength])
        #expect(report.isAccepted)
    }

    // MARK: - Precedence

    @Test(arguments: [
        ("retry = 1\n[group wheel]\nretry = 2\n[user alice]\nretry = 3\n", 3),
        ("[user alice]\nretry = 3\n[group wheel]\nretry = 2\n", 3),
        ("retry = 1\n[group wheel]\nretry = 2\n", 2),
        ("retry = 1\n[group admin]\nretry = 2\n[user bob]\nretry = 3\n", 1),
        ("retry = 1\n[user alic]\nretry = 2\n", 1),
        ("retry = 1\n[user Alice]\nretry = 2\n", 1), ("retry = 1\n[user alice2]\nretry = 2\n", 1),
        ("retry = 1\n[group alice]\nretry = 2\n[user wheel]\nretry = 3\n", 1),
        ("retry = 1\n[group wheel]\nsuggest = no\n", 1),
        ("[user alice]\nsuggest = no\n[group wheel]\nretry = 2\n", 2),
    ])
    func theUserComesBeforeTheGroupAndThatBeforeEverybody(text: String, expected: Int) throws {
        #expect(try retry([text], to: alice) == expected)
        // In several files, in any order.
        let sections = text.replacing("\n[", with: "\n\u{1}[").split(separator: "\u{1}").map(String.init)
        #expect(try retry(sections, to: alice) == expected)
        #expect(try retry(sections.reversed(), to: alice) == expected)
    }

    @Test func nobodyInParticularHasNoSection() throws {
        let text = "retry = 1\n[group wheel]\nretry = 2\n[user alice]\nretry = 3\n"
        #expect(try retry([text]) == 1)
        #expect(try retry([text], to: PolicySubject("", groups: [""])) == 1)
        #expect(try retry(["[user alice]\nretry = 3\n"]) == nil)
    }

    @Test func ofSeveralGroupsTheOneWhoseSectionComesFirstAppliesAlone() throws {
        let both = "retry = 1\n[group wheel]\nretry = 2\n[group users]\nretry = 3\nsuggest = no\n"
        let applied = try applyPolicy([both], to: alice)
        #expect(applied.settings.retryCount == 2)
        #expect(applied.settings.suggests == nil)
        for groups in [["users", "wheel"], ["wheel", "users"], ["x", "users", "y", "wheel"]] {
            #expect(try retry([both], to: PolicySubject("alice", groups: groups)) == 2)
        }
        #expect(try retry([both], to: PolicySubject("alice", groups: ["users"])) == 3)
        // The first in all files; a later section of that group adds to it, one of another group does not.
        let files = [
            "retry = 1\n[group other]\nretry = 9\n", "[group users]\nsuggest = no\n",
            "[group wheel]\nretry = 2\nlocal-users-only = yes\n[group users]\nretry = 4\n",
        ]
        let several = try applyPolicy(files, to: alice)
        #expect(several.settings.retryCount == 4)
        #expect(several.settings.suggests == false)
        #expect(several.settings.isForLocalUsersOnly == nil)
    }

    @Test func aLaterFileOverridesTheSameSectionOnly() throws {
        let files = [
            "retry = 1\n[user alice]\nretry = 2\n", "retry = 3\n", "[group wheel]\nretry = 4\n",
            "[user alice]\nsuggest = no\n",
        ]
        let applied = try applyPolicy(files, to: alice)
        #expect(applied.settings.retryCount == 2)
        #expect(applied.settings.suggests == false)
        #expect(try retry(files) == 3)
        #expect(try retry(files + ["[user alice]\nretry = 5\n"], to: alice) == 5)
    }

    @Test func argumentsComeBeforeEverything() throws {
        let files = ["retry = 1\n[user alice]\nretry = 2\nwords = acme\n", "[user alice]\nretry = 3\n"]
        #expect(try retry(files, arguments: ["retry=4"], to: alice) == 4)
        let applied = try applyPolicy(
            files, arguments: ["words=evil", "words=corp, lab", "rules=minlength: 1"], to: alice)
        let policy = try Policy(applied.settings, blocklists: [])
        for (word, isFound) in [("evil", true), ("corp", true), ("my-lab", true), ("acme", false)] {
            #expect(policy.check(word).isAccepted == !isFound, "\(word)")
        }
        #expect(applied.settings.retryCount == 3)
    }

    @Test(arguments: [
        (["or=none", "or=minlength: 9"], Diagnostic.Code.noneBesideOthers),
        (["at-least=1 digit", "at-least=none"], .noneBesideOthers),
        ([String](repeating: "or=minlength: 9", count: 65), .tooManyLines),
    ])
    func argumentsTogetherCanBeAMistake(arguments: [String], code: Diagnostic.Code) throws {
        #expect(try applyPolicy([], arguments: arguments).problem?.diagnostic.code == code)
        #expect(try applyPolicy([], arguments: Array(arguments.dropLast())).problem == nil)
    }

    @Test(arguments: ["rules", "or", "at-least", "words"])
    func linesThatAddUpDoSoInOneSectionOfOneFileOnly(key: String) throws {
        func count(_ settings: PolicySettings) -> Int? {
            switch key {
            case "rules": settings.rules?.rules.count
            case "or": settings.alternatives?.count
            case "at-least": settings.minimums?.count
            default: settings.words?.count
            }
        }
        let values = [
            "rules": ["minlength: 8", "minlength: 9", "minlength: 7"],
            "or": ["minlength: 8", "minlength: 9", "minlength: 7"],
            "at-least": ["1 digit", "1 upper", "2 digit"], "words": ["acme", "evil", "corp"],
        ]
        let pairs = try #require(values[key]).map { "\(key)=\($0)" }
        let lines = pairs.map { $0 + "\n" }
        #expect(count(try applyPolicy([lines[0] + lines[1] + "retry = 2\n" + lines[2]]).settings) == 3)
        #expect(count(try applyPolicy([lines[0] + lines[1], lines[2]]).settings) == 1)
        #expect(
            count(try applyPolicy([lines[0] + lines[1] + "[user alice]\n" + lines[2]], to: alice).settings)
                == 1)
        #expect(count(try applyPolicy([lines[0]], arguments: [pairs[1], "retry=2", pairs[2]]).settings) == 2)
    }

    // MARK: - Rules and alternatives

    @Test(
        arguments: [
            (["rules = minlength: 8\nor = minlength: 18\n"], [[8], [18]]),
            (["rules = minlength: 8\nor = minlength: 18\nor = minlength: 19\n"], [[8], [18], [19]]),
            (["or = minlength: 18\nrules = minlength: 8\n"], [[8], [18]]),
            (["rules = minlength: 8\nor = minlength: 18\n", "rules = minlength: 9\n"], [[9]]),
            (["rules = minlength: 8\nor = minlength: 18\n", "or = minlength: 19\n"], [[8], [19]]),
            (["rules = minlength: 8\nor = minlength: 18\n", "or = none\n"], [[8]]),
            (
                ["rules = minlength: 8\nor = minlength: 18\n", "rules = minlength: 9\nor = minlength: 19\n"],
                [[9], [19]]
            ),
            (
                [
                    "rules = minlength: 8\nor = minlength: 18\n", "rules = minlength: 9\n",
                    "or = minlength: 19\n",
                ], [[9], [19]]
            ),
            (["rules = minlength: 8\n", "or = minlength: 18\n", "rules = minlength: 9\n"], [[9]]),
            (["rules = minlength: 8\nor = minlength: 18\n", "retry = 2\n"], [[8], [18]]),
            (["rules = minlength: 8\nor = minlength: 18\n[group wheel]\nrules = minlength: 9\n"], [[9]]),
            (["rules = minlength: 8\nor = minlength: 18\n[user alice]\nor = minlength: 19\n"], [[8], [19]]),
            (["rules = minlength: 8\nor = minlength: 18\n[user alice]\nor = none\n"], [[8]]),
            (
                [
                    "rules = minlength: 8\n[group wheel]\nor = minlength: 18\n[user alice]\nrules = minlength: 9\n"
                ], [[9]]
            ),
            (
                [
                    "rules = minlength: 8\n[group wheel]\nrules = minlength: 9\n[user alice]\nor = minlength: 18\n"
                ], [[9], [18]]
            ),
            (["[user alice]\nrules = minlength: 9\n", "rules = minlength: 8\nor = minlength: 18\n"], [[9]]),
            (["rules = minlength: 8\nrules = minlength: 7\n[user alice]\nrules = minlength: 3\n"], [[3]]),
            (["rules = minlength: 8\nor = minlength: 18\n[user bob]\nrules = minlength: 9\n"], [[8], [18]]),
        ] as [([String], [[Int]])])
    func newRulesDropInheritedRulesAndAlternatives(files: [String], expected: [[Int]]) throws {
        #expect(try lengths(files, to: alice) == expected)
    }

    @Test(
        arguments: [
            (["rules=minlength: 9"], [[9]]), (["or=minlength: 19"], [[8], [19]]), (["or=none"], [[8]]),
            (["or=minlength: 19", "rules=minlength: 9"], [[9], [19]]),
            (["rules=minlength: 9", "or=minlength: 19", "rules=minlength: 7"], [[9, 7], [19]]),
            (["retry=2"], [[8], [18]]),
        ] as [([String], [[Int]])])
    func argumentsAreOnePlace(arguments: [String], expected: [[Int]]) throws {
        #expect(try lengths(["rules = minlength: 8\nor = minlength: 18\n"], arguments: arguments) == expected)
    }

    // MARK: - Presets

    private let nist = "preset = nist-800-63b-4\n"
    private let cis = "preset = cis-rhel-9\n"

    @Test func aPresetLiesUnderTheKeysOfItsPlace() throws {
        #expect(try lengths([nist]) == [[15]])
        #expect(try lengths([nist + "rules = minlength: 20\n"]) == [[20]])
        #expect(try lengths(["rules = minlength: 20\n" + nist]) == [[20]])
        #expect(try lengths([nist + "or = minlength: 20\n"]) == [[15], [20]])
        #expect(try applyPolicy([nist + "username = permit\n"]).settings.username == .permit)
        #expect(try applyPolicy([nist]).settings.username == .whole)
    }

    @Test func aPresetOverridesWhatLiesBelowItsPlace() throws {
        let below = "rules = minlength: 20\nor = minlength: 21\nusername = permit\nretry = 9\n"
        let applied = try applyPolicy([below, nist])
        #expect(try lengths([below, nist]) == [[15]])
        #expect(applied.settings.username == .whole)
        #expect(applied.settings.retryCount == 9)
        #expect(applied.preset == .nist)
        #expect(try lengths([nist, below]) == [[20], [21]])
        #expect(try applyPolicy([nist, below]).preset == .nist)
        #expect(try lengths([below + "[user alice]\n" + nist], to: alice) == [[15]])
        #expect(try lengths([below + "[user alice]\n" + nist]) == [[20], [21]])
    }

    /// Nothing of the earlier preset is left, not even keys that the later one does not have.
    @Test func theLastPresetReplacesTheOthers() throws {
        for files in [
            [cis, nist], [cis + "[group wheel]\n" + nist],
            [cis + "[group wheel]\n" + cis, "[user alice]\n" + nist],
        ] {
            let applied = try applyPolicy(files, to: alice)
            #expect(applied.preset == .nist)
            #expect(applied.settings.rules?.rules == [.minLength(15)])
            #expect(applied.settings.composition.minClasses == nil)
            #expect(applied.settings.minChanges == nil)
            #expect(applied.settings.enforcesForRoot == nil)
            #expect(applied.items.filter(\.isFromPreset).map(\.key) == [.rules, .blocklist, .username])
        }
        #expect(try applyPolicy([nist, cis]).settings.username == nil)
        #expect(
            try applyPolicy([cis + "[user alice]\n" + nist], to: PolicySubject("bob")).preset == .cisRHEL9)
    }

    @Test func noPresetClearsAnEarlierOne() throws {
        for files in [[cis, "preset = none\n"], [cis + "[user alice]\npreset = none\n"]] {
            let applied = try applyPolicy(files, to: alice)
            #expect(applied.preset == nil)
            #expect(applied.settings == PolicySettings())
        }
        #expect(try lengths(["rules = minlength: 8\n" + cis, "preset = none\n"]) == [[8]])
    }

    @Test(arguments: [
        ["preset=nist-800-63b-4", "rules=minlength: 20", "retry=7"],
        ["rules=minlength: 20", "preset=nist-800-63b-4", "retry=7"],
        ["rules=minlength: 20", "retry=7", "preset=nist-800-63b-4"],
        ["preset=cis-rhel-9", "rules=minlength: 20", "retry=7", "preset=nist-800-63b-4"],
    ])
    func aPresetInAnArgumentLiesUnderAllArguments(arguments: [String]) throws {
        let applied = try applyPolicy([cis + "retry = 2\nusername = permit\n"], arguments: arguments)
        #expect(applied.preset == .nist)
        #expect(applied.settings.rules?.rules == [.minLength(20)])
        #expect(applied.settings.retryCount == 7)
        #expect(applied.settings.username == .whole)
        #expect(applied.settings.composition.minClasses == nil)
    }

    @Test func argumentsOnBothSidesOfAPresetAddUp() throws {
        let applied = try applyPolicy(
            [],
            arguments: [
                "words=acme", "or=minlength: 30", "preset=nist-800-63b-4", "words=evil", "or=minlength: 31",
            ])
        #expect(applied.settings.words?.count == 2)
        #expect(applied.settings.alternatives?.count == 2)
        #expect(applied.settings.rules?.rules == [.minLength(15)])
        #expect(applied.problem == nil)
    }

    // MARK: - Origins

    @Test func everyEntryThatAppliesHasItsPlace() throws {
        let files = [
            "# all\nretry = 1\nrules = minlength: 8\n",
            nist + "# why\n\n suggest = no\n[user alice]\n#  because \nretry = 2\n",
        ]
        let applied = try applyPolicy(files, arguments: ["enforce=warn"], to: alice)
        let items = applied.items.map { item in
            [
                "\(item.key.name)", String(decoding: item.value, as: UTF8.self),
                String(decoding: item.source.name, as: UTF8.self),
                "\(item.line)", "\(item.isFromPreset)", String(decoding: item.remark, as: UTF8.self),
            ]
        }
        #expect(items.count == 7)
        #expect(items.contains(["suggest", "no", "file 2", "4", "false", ""]))
        #expect(items.contains(["retry", "2", "file 2", "7", "false", "because"]))
        #expect(items.contains(["preset", "nist-800-63b-4", "file 2", "1", "false", ""]))
        #expect(items.contains(["enforce", "warn", "enforce=warn", "1", "false", ""]))
        #expect(
            items.filter { $0[4] == "true" }.map { [$0[0], $0[2]] } == [
                ["rules", "nist-800-63b-4"], ["blocklist", "nist-800-63b-4"], ["username", "nist-800-63b-4"],
            ])
    }

    @Test func saysWhetherThereAreSections() throws {
        for (text, sections, groups) in [
            ("retry = 1\n", false, false), ("[user a]\n", true, false), ("[user a]\n[group b]\n", true, true),
        ] {
            var sources = PolicySources()
            var found = Diagnostics()
            sources.add(
                file: PolicySource(
                    name: [], file: try #require(PolicyFile(parsing: Array(text.utf8), diagnostics: &found))))
            #expect(sources.hasSections == sections)
            #expect(sources.hasGroupSections == groups)
        }
        #expect(!PolicySources().hasSections)
    }

    @Test func manyFilesAndGroupsAreApplied() throws {
        let files = (0..<500).map { "retry = \($0 % 100 + 1)\n[group g\($0)]\nmax-bytes = \($0 + 8)\n" }
        let groups = (0..<500).reversed().map { "g\($0 + 250)" }
        let applied = try applyPolicy(files, to: PolicySubject("alice", groups: groups))
        #expect(applied.settings.retryCount == 100)
        #expect(applied.settings.maxBytes == 258)
    }
}
