import Testing

@testable import PasswordRules

/// Each preset compared with the demands of its standard, by the clauses of the standards themselves.
@Suite struct PresetTests {
    private func applied(_ preset: Preset) throws -> AppliedPolicy {
        try applyPolicy(["preset = \(preset.name)\n"])
    }

    private func policy(_ preset: Preset) throws -> Policy {
        try Policy(applied(preset).settings, blocklists: [])
    }

    @Test func namesAreStable() {
        #expect(
            Preset.allCases.map { "\($0.name)" } == [
                "nist-800-63b-4", "nist-800-63b-4-guesses", "stig-rhel-9", "stig-ubuntu-24.04",
                "cis-debian-12", "cis-rhel-9", "owasp-asvs-5",
            ])
        #expect(Set(Preset.allCases.map { "\($0.title)" }).count == 7)
    }

    @Test(arguments: Preset.allCases)
    func isAPolicyWithoutAMistakeOrARemark(preset: Preset) throws {
        let text = preset.text
        var found = Diagnostics()
        #expect(PolicyFile.parse(text, diagnostics: &found) != nil)
        #expect(found.items.isEmpty)
        let lint = PolicyFile.lint(text).items.map(\.code)
        #expect(lint.allSatisfy { $0 == .compositionRule }, "\(lint)")
        #expect(try applied(preset).presets == [preset])
        #expect(try policy(preset).enforcement == .yes)
    }

    @Test(arguments: Preset.allCases)
    func everyEntryNamesItsClause(preset: Preset) throws {
        let items = try applied(preset).items.filter(\.isFromPreset)
        #expect(items.count == "\(preset.clauses)".split(separator: "\n").count)
        for item in items {
            let remark = String(decoding: item.clause ?? [], as: UTF8.self)
            if item.key == .minGuesses {
                #expect(remark.hasPrefix("not from the standard"))
                continue
            }
            #expect(remark.contains { $0.isNumber }, "\(item.key.name)")
            let prefix: String =
                switch preset {
                case .nist, .nistGuesses: "3.1.1.2"
                case .stigRHEL9: "RHEL-09-611"
                case .stigUbuntu2404: "UBTU-24-"
                case .cisDebian12, .cisRHEL9: "5.3.3."
                case .owasp: "6.2."
                }
            #expect(remark.hasPrefix(prefix), "\(remark)")
        }
    }

    private static let list = "/usr/share/passwordrules/common.blocklist"

    /// A preset has the demands of its standard, and no others: NIST's and OWASP's have none on the
    /// composition.
    @Test(
        arguments: [
            (.nist, ["rules = minlength: 15", "username = whole", "blocklist = exact \(list)"]),
            (
                .nistGuesses,
                [
                    "rules = minlength: 15", "username = whole", "blocklist = exact \(list)",
                    "min-guesses = 10^10",
                ]
            ),
            (.owasp, ["rules = minlength: 15", "username = reject", "blocklist = mangled \(list)"]),
            (
                .stigRHEL9,
                [
                    "rules = required: lower; required: digit; minlength: 15",
                    "rules = required: special; required: upper; max-repeating: 3",
                    "min-classes = 4", "max-class-repeating = 4", "old-password-changes = 8",
                    "enforce-for-root = yes", "retry = 3", "blocklist = mangled \(list)",
                ]
            ),
            (
                .stigUbuntu2404,
                [
                    "rules = required: upper; required: lower; required: digit; required: special",
                    "rules = minlength: 15", "old-password-changes = 8", "enforce = yes", "retry = 3",
                    "blocklist = mangled \(list)",
                ]
            ),
        ]
            + [Preset.cisDebian12, .cisRHEL9].map {
                let lengths = "rules = minlength: 14; max-repeating: 3; max-sequential: 3"
                let others = [
                    "min-classes = 4", "old-password-changes = 2", "enforce-for-root = yes", "history = 24",
                ]
                return ($0, [lengths, "blocklist = mangled \(list)"] + others)
            } as [(Preset, [String])])
    func settingsMatchTheStandards(preset: Preset, lines: [String]) throws {
        let expected = try parsePolicy(Array(lines.map { $0 + "\n" }.joined().utf8))
        #expect(try applied(preset).settings == expected)
    }

    @Test func presetAddsOnlyGuessesToTheStandard() throws {
        let lines = String(decoding: Preset.nist.text, as: UTF8.self)
        #expect(
            String(decoding: Preset.nistGuesses.text, as: UTF8.self) == lines + "min-guesses = 10^10\n")
        #expect("\(Preset.nistGuesses.clauses)".hasPrefix("\(Preset.nist.clauses)"))
    }

    /// In both styles that can be typed, with the entropy that the policy asks for.
    @Test(arguments: Preset.allCases, [PasswordStyle.readable, .words])
    func suggestionsCanBeTyped(preset: Preset, style: PasswordStyle) throws {
        try expectTypeable("preset = \(preset.name)\nsuggest-style = \(style.name)\n")
    }

    @Test func noPresetLocksOutPasswordManagers() throws {
        for preset in Preset.allCases {
            let policy = try policy(preset)
            #expect(policy.maximumPasswordLengthInBytes >= 256)
            let generated = "aB3-xY7+kQ9!tW2_mZ5?pR8=cV4.gH6&dN1%fL0*jS7^bT3@eU5~wX9<iO2>yA6#"
            #expect(policy.check(generated).isAccepted, "\(preset.name)")
        }
    }
}
