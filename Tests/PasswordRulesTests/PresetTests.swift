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
                "nist-800-63b-4", "stig-rhel-9", "stig-ubuntu-24.04", "cis-debian-12", "cis-rhel-9",
                "owasp-asvs-5",
            ])
        #expect(Set(Preset.allCases.map { "\($0.title)" }).count == 6)
    }

    @Test(arguments: Preset.allCases)
    func isAPolicyWithoutAMistakeOrARemark(preset: Preset) throws {
        let text = Array("\(preset.text)".utf8)
        var found = Diagnostics()
        #expect(PolicyFile(parsing: text, diagnostics: &found) != nil)
        #expect(found.items.isEmpty)
        let lint = PolicyFile.lint(text).items.map(\.code)
        #expect(lint.allSatisfy { $0 == .compositionRule }, "\(lint)")
        #expect(try applied(preset).presets == [preset])
        #expect(try policy(preset).enforcement == .yes)
    }

    /// The comment on the line before: the numbers of clauses.
    @Test(arguments: Preset.allCases)
    func everyEntryNamesItsClause(preset: Preset) throws {
        let items = try applied(preset).items.filter(\.isFromPreset)
        #expect(!items.isEmpty)
        for item in items {
            let remark = String(decoding: item.remark, as: UTF8.self)
            #expect(remark.contains { $0.isNumber }, "\(item.key.name)")
            let prefix: String =
                switch preset {
                case .nist: "3.1.1.2"
                case .stigRHEL9: "RHEL-09-611"
                case .stigUbuntu2404: "UBTU-24-"
                case .cisDebian12, .cisRHEL9: "5.3.3.2."
                case .owasp: "6.2."
                }
            #expect(remark.hasPrefix(prefix), "\(remark)")
        }
    }

    /// A preset contains nothing beyond its standard: everything else must be nil.
    @Test func settingsAreThoseOfTheStandards() throws {
        let nist = try applied(.nist).settings
        #expect(nist.rules == PolicyRules(rules: [.minLength(15)], composition: CompositionRules()))
        #expect(nist.username == .whole)
        let owasp = try applied(.owasp).settings
        #expect(owasp.rules == PolicyRules(rules: [.minLength(15)], composition: CompositionRules()))
        #expect(owasp.username == .reject)
        for settings in [nist, owasp] {
            // 3.1.1.2 (5) and 6.2.5: no composition.
            #expect(settings.composition == CompositionRules())
            #expect(
                settings.minimums.isEmpty && settings.maxClassRepeating == nil && settings.maxKeyboard == nil)
            #expect(
                settings.choices.isEmpty && settings.minChanges == nil && !settings.rejectsPalindromes)
        }
        let rhel = try applied(.stigRHEL9).settings
        let one = [Rule.required(.lower), .required(.upper), .required(.digit), .required(.special)]
        #expect(rhel.rules.rules.count == 6)
        for rule in one + [.minLength(15), .maxRepeating(3)] {
            #expect(rhel.rules.rules.contains(rule), "\(rule)")
        }
        #expect(rhel.composition.minClasses == 4)
        #expect(rhel.maxClassRepeating == 4)
        #expect(rhel.minChanges == 8)
        #expect(rhel.enforcesForRoot)
        #expect(rhel.retryCount == 3)
        let ubuntu = try applied(.stigUbuntu2404).settings
        #expect(ubuntu.rules.rules.count == 5)
        for rule in one + [.minLength(15)] { #expect(ubuntu.rules.rules.contains(rule), "\(rule)") }
        #expect(ubuntu.minChanges == 8)
        #expect(ubuntu.retryCount == 3)
        #expect(ubuntu.enforcement == .yes)
        #expect(
            ubuntu.composition.minClasses == nil && ubuntu.maxClassRepeating == nil
                && !ubuntu.enforcesForRoot)
        for preset in [Preset.cisDebian12, .cisRHEL9] {
            let cis = try applied(preset).settings
            #expect(cis.rules.rules.count == 3)
            for rule in [Rule.minLength(14), .maxRepeating(3), .maxSequential(3)] {
                #expect(cis.rules.rules.contains(rule), "\(rule)")
            }
            #expect(cis.composition.minClasses == 4)
            #expect(cis.minChanges == 2)
            #expect(cis.enforcesForRoot)
            #expect(cis.maxClassRepeating == nil)
        }
        #expect(try applied(.cisDebian12).settings.enforcement == .yes)
    }

    @Test func noPresetLocksOutPasswordManagers() throws {
        for preset in Preset.allCases {
            let policy = try policy(preset)
            #expect(policy.maximumPasswordLengthInBytes >= 256)
            #expect(policy.check(String(repeating: "aB3-xY7+", count: 8)).isAccepted, "\(preset.name)")
        }
    }
}
