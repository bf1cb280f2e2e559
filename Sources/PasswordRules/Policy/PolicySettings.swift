/// What is set of a policy; nil for what is left open.
public struct PolicySettings: Equatable, Sendable {
    /// `rules`, all lines together.
    public internal(set) var rules: PolicyRules?
    /// `or`: other ways to satisfy the policy.
    public internal(set) var alternatives: [PolicyRules]?
    /// `min-classes`, `min-words`, `min-different`: what is demanded whichever way is taken.
    public internal(set) var composition = CompositionRules()
    /// `classes-inside`
    public internal(set) var countsInnerClasses: Bool?
    /// `at-least`
    public internal(set) var minimums: [CharacterMinimum]?
    /// `max-class-repeating`
    public internal(set) var maxClassRepeating: Int?
    /// `max-keyboard`
    public internal(set) var maxKeyboard: Int?
    /// `max-bytes`
    public internal(set) var maxBytes: Int?
    /// `palindrome`
    public internal(set) var rejectsPalindromes: Bool?
    /// `username`
    public internal(set) var username: NameMatch?
    /// `username-parts`, in characters
    public internal(set) var usernamePartLength: Int?
    /// `full-name`
    public internal(set) var fullName: NameMatch?
    /// `home-directory`
    public internal(set) var homeDirectory: NameMatch?
    /// `words`
    var words: WordSet?
    /// `blocklist`
    public internal(set) var blocklists: [BlocklistSetting]?
    /// `blocklist-match`; nil also for what each list was built for
    public internal(set) var blocklistMatch: BlocklistMatch?
    /// `old-password`
    public internal(set) var oldPassword: OldPasswordChecks?
    /// `old-password-changes`, in characters
    public internal(set) var minChanges: Int?
    /// `enforce`
    public internal(set) var enforcement: Enforcement?
    /// `enforce-for-root`
    public internal(set) var enforcesForRoot: Bool?
    /// `exempt-services`
    public internal(set) var exemptServices: [[UInt8]]?
    /// `retry`
    public internal(set) var retryCount: Int?
    /// `local-users-only`
    public internal(set) var isForLocalUsersOnly: Bool?
    /// `suggest`
    public internal(set) var suggests: Bool?
    /// `suggest-style`
    public internal(set) var suggestionStyle: PasswordStyle?
    /// `suggest-entropy`, in bits
    public internal(set) var suggestionEntropyBits: Int?
    /// `suggest-exclude`
    public internal(set) var suggestionExclusions: Exclusions?

    /// Settings that say nothing.
    public init() {}

    /// Takes in one entry. Of a key that adds up, what was there before stays; another one is set anew.
    /// - Parameter diagnostics: Mistakes and remarks are added here. Where there is a mistake, nothing is set.
    // Called from several places, and large.
    @inline(never)
    mutating func set(_ entry: PolicyEntry, in text: Span<UInt8>, diagnostics: inout Diagnostics) {
        do throws(Diagnostic) {
            try set(entry.key, PolicyValue(text, entry.value), diagnostics: &diagnostics)
        } catch {
            diagnostics.add(error)
        }
    }

    private mutating func set(
        _ key: PolicyKey, _ value: borrowing PolicyValue, diagnostics: inout Diagnostics
    ) throws(Diagnostic) {
        switch key {
        case .preset: _ = try value.preset()
        case .rules:
            let more = value.rules(diagnostics: &diagnostics)
            // Taken out and put back, so that a file of many such lines is not copied for each.
            var all = rules ?? PolicyRules()
            rules = nil
            all.add(more)
            rules = all
        case .or:
            if value.isNone {
                alternatives = try adding(nil, to: alternatives, value)
            } else {
                let more = value.rules(diagnostics: &diagnostics)
                alternatives = try adding(more, to: alternatives, value)
            }
        case .minClasses: composition.minClasses = try value.limit(from: 1, to: 4, "1 to 4, or \"no\"")
        case .classesInside: countsInnerClasses = try value.flag()
        case .atLeast:
            let more = value.isNone ? nil : try value.atLeast()
            minimums = try adding(more, to: minimums, value)
        case .minDifferent: composition.minDifferent = try value.limit(to: 1024, "1 to 1024, or \"no\"")
        case .minWords: composition.minWords = try value.limit(to: 100, "1 to 100, or \"no\"")
        case .maxClassRepeating: maxClassRepeating = try value.limit(to: 1024, "1 to 1024, or \"no\"")
        case .maxKeyboard: maxKeyboard = try value.limit(to: 1024, "1 to 1024, or \"no\"")
        case .maxBytes: maxBytes = try value.number(from: 8, to: 4096, "8 to 4096")
        case .palindrome: rejectsPalindromes = try value.rejection()
        case .username: username = try value.nameMatch()
        case .usernameParts:
            usernamePartLength = try value.limit(from: 3, to: 64, "3 to 64, or \"no\"")
        case .fullName: fullName = try value.nameMatch()
        case .homeDirectory: homeDirectory = try value.nameMatch()
        case .words: try addWords(value)
        case .blocklist:
            let more = value.isNone ? nil : try value.blocklist()
            blocklists = try adding(more, to: blocklists, value)
        case .blocklistMatch: blocklistMatch = try value.blocklistMatch()
        case .oldPassword: oldPassword = try value.oldPasswordChecks()
        case .oldPasswordChanges: minChanges = try value.limit(to: 1024, "1 to 1024, or \"no\"")
        case .enforce: enforcement = try value.enforcement()
        case .enforceForRoot: enforcesForRoot = try value.flag()
        case .exemptServices: exemptServices = try value.services()
        case .retry: retryCount = try value.number(from: 1, to: 100, "1 to 100")
        case .localUsersOnly: isForLocalUsersOnly = try value.flag()
        case .suggest: suggests = try value.flag()
        case .suggestStyle: suggestionStyle = try value.style()
        case .suggestEntropy: suggestionEntropyBits = try value.number(from: 1, to: 1024, "1 to 1024")
        case .suggestExclude: suggestionExclusions = try value.exclusions(diagnostics: &diagnostics)
        }
    }

    /// How many lines of `or`, of `at-least` and of `blocklist` there can be: a check looks at each.
    private static let maximumListLength = 64

    /// Makes sure that "none" stands alone among the lines of its key. `count` is how many items those before it had; nil
    /// where there was no line.
    private func validateNone(_ value: borrowing PolicyValue, after count: Int?) throws(Diagnostic) {
        if value.isNone ? count != nil : count == 0 { throw value.problem(.noneBesideOthers) }
    }

    /// The list with one item more; with none, the empty list.
    private func adding<Item>(
        _ item: Item?, to list: [Item]?, _ value: borrowing PolicyValue
    ) throws(Diagnostic) -> [Item] {
        try validateNone(value, after: list?.count)
        guard let item else { return [] }
        if let list, list.count == Self.maximumListLength { throw value.problem(.tooManyLines) }
        return (list ?? []) + [item]
    }

    private mutating func addWords(_ value: borrowing PolicyValue) throws(Diagnostic) {
        try validateNone(value, after: words?.count)
        // Taken out and put back, so that the words of many lines are not copied for each.
        var all = words ?? WordSet()
        words = nil
        if !value.isNone { try value.addWords(to: &all) }
        words = all
    }
}
