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

    @Test(
        arguments: [
            (.nist, "correct horse battery", true), (.nist, "correcthorseba", false),
            (.nist, "aaaaaaaaaaaaaaa", true),
            (.nist, "ααααααααααααααα", true), (.nist, String(repeating: "x", count: 1024), true),
            (.owasp, "correct horse battery", true), (.owasp, "correcthorseba", false),
            (.stigRHEL9, "aB3-aB3-aB3-aB3", true), (.stigRHEL9, "aB3-aB3-aB3-aB", false),
            (.stigRHEL9, "aB3-aB3-abcdeB3", false), (.stigRHEL9, "aB3-aB3-abcdB33", true),
            (.stigRHEL9, "aB3-aB3----aB3-", false), (.stigRHEL9, "aB3-aB3---aB33-", true),
            (.stigRHEL9, "ab3-ab3-ab3-ab3", false), (.stigRHEL9, "aB3éaB3éaB3éaB3", false),
            (.stigUbuntu2404, "aB3-bcdefghijkl", true), (.stigUbuntu2404, "aB3-bcdefghijk", false),
            (.stigUbuntu2404, "aB3bcdefghijklm", false), (.stigUbuntu2404, "aaaaaaaaaaaaB3-", true),
            (.cisDebian12, "aB3-aB3-aB3-aB", true), (.cisDebian12, "aB3-aB3-aB3-a", false),
            (.cisDebian12, "ab3-ab3-ab3-ab", false), (.cisDebian12, "aB3-aB3-aabcdB", false),
            (.cisDebian12, "aB3-aB3-aabcxB", true), (.cisDebian12, "aB3-aB3----xaB", false),
            (.cisRHEL9, "aB3-aB3-aB3-aB", true), (.cisRHEL9, "aB3-aB3-aB3-a", false),
            (.cisRHEL9, "aB3éaB3-aaaaaB", false),
        ] as [(Preset, String, Bool)])
    func acceptsWhatTheStandardDoes(preset: Preset, password: String, isAccepted: Bool) throws {
        let report = try policy(preset).check(password)
        #expect(report.isAccepted == isAccepted, "\(report.outcomes.filter { !$0.isMet }.map(\.message))")
    }

    /// The number of characters that must differ from the old password: difok.
    @Test(arguments: [
        (Preset.stigRHEL9, "aB3-aB3-aB3-aB3", "xY7+xY7-aB3-aB3", 7, false),
        (.stigRHEL9, "aB3-aB3-aB3-aB3", "xY7+xY7+aB3-aB3", 8, true),
        (.stigUbuntu2404, "aB3-aB3-aB3-aB3", "xY7+xY7-aB3-aB3", 7, false),
        (.cisDebian12, "aB3-aB3-aB3-aB3", "aB3-aB3-aB3-aB4", 1, false),
        (.cisRHEL9, "aB3-aB3-aB3-aB3", "aB3-aB3-aB3-xB4", 2, true),
    ])
    func theOldPasswordIsChangedEnough(preset: Preset, old: String, new: String, changes: Int, isMet: Bool)
        throws
    {
        let outcome = try policy(preset).check(new, replacing: old).only(.oldPasswordChanges)
        #expect(outcome?.isMet == isMet)
        #expect(outcome?.actual == changes)
    }

    @Test func nistComparesTheWholePasswordAndOWASPAnyPart() throws {
        let account = Account("administrator")
        #expect(try !policy(.nist).check("Administrator99!", for: account).isAccepted)
        #expect(try policy(.nist).check("administrator and more", for: account).isAccepted)
        #expect(try !policy(.owasp).check("administrator and more", for: account).isAccepted)
    }

    @Test func noPresetLocksOutPasswordManagers() throws {
        for preset in Preset.allCases {
            let policy = try policy(preset)
            #expect(policy.maximumPasswordLengthInBytes >= 256)
            #expect(policy.check(String(repeating: "aB3-xY7+", count: 8)).isAccepted, "\(preset.name)")
        }
    }
}
