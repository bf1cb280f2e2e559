/// What the lines of a policy set together.
///
/// A key that demands nothing of passwords always has a value, by default that of its declaration. What a key
/// demands is nil, empty, or the case of its type that demands nothing, until a line or a default demands it.
public struct PolicySettings: Equatable, Sendable {
    /// `rules` of all places that have no alternatives.
    public private(set) var rules = PolicyRules()
    /// For each place that has alternatives (`or`), its rules and then the alternatives: one of them must be
    /// met.
    public private(set) var choices: [[PolicyRules]] = []
    /// `min-classes`, `min-words`, `min-different`, `min-guesses`, `min-strength`: demanded with any
    /// alternative.
    public fileprivate(set) var composition = CompositionRules()
    /// `classes-inside`
    public fileprivate(set) var countsInnerClasses = false
    /// `at-least`
    public private(set) var minimums: [CharacterMinimum] = []
    /// `max-class-repeating`
    public fileprivate(set) var maxClassRepeating: Int?
    /// `max-keyboard`
    public fileprivate(set) var maxKeyboard: Int?
    /// `max-bytes`
    public fileprivate(set) var maxBytes = PolicyKey.maxBytes.builtIn.number
    /// `palindrome`
    public fileprivate(set) var rejectsPalindromes = false
    /// `username`
    public fileprivate(set) var username = NameMatch.permit
    /// `username-parts`, in characters
    public fileprivate(set) var usernamePartLength: Int?
    /// `full-name`
    public fileprivate(set) var fullName = NameMatch.permit
    /// `home-directory`
    public fileprivate(set) var homeDirectory = NameMatch.permit
    /// `words`
    private(set) var words = WordSet()
    /// `blocklist`
    public private(set) var blocklists: [BlocklistSetting] = []
    /// `blocklist-match`: the narrowest comparison with lists; nil for what each list or its line says.
    public fileprivate(set) var blocklistMatch: BlocklistMatch?
    /// `ranked-words`: paths, and `common` for the bundled list
    public private(set) var rankedWords: [[UInt8]] = []
    /// `old-password`
    public fileprivate(set) var oldPassword: OldPasswordChecks = []
    /// `old-password-changes`, in characters
    public fileprivate(set) var minChanges: Int?
    /// `enforce`
    public fileprivate(set) var enforcement = PolicyKey.enforce.builtIn.enforcement
    /// `enforce-for-root`
    public fileprivate(set) var enforcesForRoot = PolicyKey.enforceForRoot.builtIn.flag
    /// `exempt-services`
    public fileprivate(set) var exemptServices = PolicyKey.exemptServices.builtIn.services
    /// `retry`
    public fileprivate(set) var retryCount = PolicyKey.retry.builtIn.number
    /// `local-users-only`
    public fileprivate(set) var isForLocalUsersOnly = PolicyKey.localUsersOnly.builtIn.flag
    /// `suggest`
    public fileprivate(set) var suggests = PolicyKey.suggest.builtIn.flag
    /// `suggest-services`
    public fileprivate(set) var suggestionServices = PolicyKey.suggestServices.builtIn.services
    /// `suggest-style`
    public fileprivate(set) var suggestionStyle = PolicyKey.suggestStyle.builtIn.style
    /// `suggest-entropy`, in bits
    public fileprivate(set) var suggestionEntropyBits = PolicyKey.suggestEntropy.builtIn.number
    /// `suggest-exclude`
    public private(set) var suggestionExclusions = PolicyKey.suggestExclude.builtIn.exclusions

    /// Whether there are rules, or a number of guesses is demanded. A policy without either is more likely an
    /// accident. What a program demands in addition does not count.
    private(set) var hasRules = false

    /// Nothing is demanded.
    init() {}

    /// The settings where no line says anything.
    public static var builtIn: PolicySettings {
        var settings = PolicySettings()
        for key in PolicyKey.allCases { settings.addBuiltInDemand(of: key) }
        return settings
    }

    /// Adds what a key demands by default; nothing for a key that demands nothing, which has its default
    /// already.
    mutating func addBuiltInDemand(of key: PolicyKey) {
        guard key.isDemand, let value = key.builtIn else { return }
        var place = Place()
        // A default is one line, and so not one too many.
        _ = add(value, of: key, to: &place)
        add(place)
    }

    /// Whether a password's guesses must be estimated.
    package var estimatesGuesses: Bool {
        composition.minGuesses != nil || rules.composition.minGuesses != nil
            || choices.contains { $0.contains { $0.composition.minGuesses != nil } }
    }
}

// A default that cannot be read is a fault that the tests find; what it would be is never used.
extension PolicyValue? {
    fileprivate var number: Int { if case .number(let number, _) = self { number } else { 0 } }
    fileprivate var flag: Bool { if case .flag(let flag, _) = self { flag } else { false } }
    fileprivate var enforcement: Enforcement {
        if case .enforcement(let enforcement, _) = self { enforcement } else { .yes }
    }
    fileprivate var style: PasswordStyle { if case .style(let style, _) = self { style } else { .random } }
    fileprivate var services: [[UInt8]] { if case .services(let services, _) = self { services } else { [] } }
    fileprivate var exclusions: Exclusions {
        if case .exclusions(let exclusions) = self { exclusions } else { .none }
    }
}

// How lines are combined.
extension PolicySettings {
    /// The rules and the alternatives of one place.
    struct Place {
        /// Whether it is what a program demands in addition.
        let isAddition: Bool
        fileprivate var rules: PolicyRules?
        fileprivate var alternatives: [PolicyRules] = []

        init(isAddition: Bool = false) { self.isAddition = isAddition }

        /// Whether there is nothing that the alternatives are alternatives to.
        var isWithoutRules: Bool { rules == nil && !alternatives.isEmpty }
    }

    /// Adds what an entry sets. Demands add up, and the strictest value of a key applies; a key that demands
    /// nothing is set anew.
    /// - Parameter place: Keeps the rules and alternatives of the entry's place until `add(_:)` adds them.
    /// - Throws: ``Diagnostic/Code/tooManyLines``; then nothing is added.
    mutating func add(_ entry: PolicyEntry, to place: inout Place) throws(Diagnostic) {
        guard let value = entry.value else { return drop(entry.key, from: &place) }
        guard add(value, of: entry.key, to: &place) else {
            throw Diagnostic(
                .tooManyLines, at: entry.line.value.lowerBound, length: entry.line.value.count)
        }
    }

    /// Adds the rules of one place: both they and those of other places apply, and so does the choice between
    /// them and their alternatives.
    mutating func add(_ place: Place) {
        if let rules = place.rules {
            if place.alternatives.isEmpty {
                self.rules.add(rules)
            } else {
                choices.append([rules] + place.alternatives)
            }
        }
        if !place.isAddition,
            !rules.isEmpty || composition.minGuesses != nil || choices.contains(where: { !$0[0].isEmpty })
        {
            hasRules = true
        }
    }

    /// - Returns: Whether there are not too many lines of the key.
    private mutating func add(_ value: PolicyValue, of key: PolicyKey, to place: inout Place) -> Bool {
        switch value {
        case .number(let number, let property): combine(number, of: key, into: property)
        case .flag(let flag, let property): combine(flag, of: key, into: property)
        case .nameMatch(let match, let property): combine(match, of: key, into: property)
        case .blocklistMatch(let match, let property): combine(match, of: key, into: property)
        case .enforcement(let enforcement, let property): combine(enforcement, of: key, into: property)
        case .style(let style, let property): combine(style, of: key, into: property)
        case .oldPassword(let checks, let property): combine(checks, of: key, into: property)
        // Its lines are among the others.
        case .preset: break
        case .rules(let rules, _):
            if place.rules == nil { place.rules = PolicyRules() }
            place.rules?.add(rules)
        case .alternative(let rules, _):
            if place.alternatives.count == Self.maximumListLength { return false }
            place.alternatives.append(rules)
        case .characterMinimum(let minimum): return append(minimum, to: &minimums)
        case .words(let more): words.formUnion(more)
        case .blocklist(let list): return append(list, to: &blocklists)
        case .rankedWords(let path): return append(path, to: &rankedWords, upTo: Self.mostRankedWords)
        case .services(let services, let property): combine(services, of: key, into: property)
        case .exclusions(let exclusions): suggestionExclusions = exclusions
        }
        return true
    }

    private mutating func combine<Value>(
        _ value: Value, of key: PolicyKey, into property: PolicyProperty<Value>
    ) {
        let old = property.value(self)
        property.set(&self, old.map { $0.combined(with: value, by: key.combination) } ?? value)
    }

    /// How many lines of `or`, of `at-least` and of `blocklist` there can be: a check looks at each.
    private static var maximumListLength: Int { 64 }

    /// How many of `ranked-words`: each is read into memory.
    private static var mostRankedWords: Int { 4 }

    private func append<Item: Equatable>(
        _ item: Item, to list: inout [Item], upTo limit: Int = maximumListLength
    ) -> Bool {
        if list.contains(item) { return true }
        if list.count == limit { return false }
        list.append(item)
        return true
    }

    /// Drops what earlier lines of a section say of a key. The parser, which calls it, counts the lines that
    /// are left; a key that has one value has one line in a section.
    private mutating func drop(_ key: PolicyKey, from place: inout Place) {
        switch key.declaration.value {
        case .rules: place = Place(isAddition: place.isAddition)
        case .alternative: place.alternatives = []
        case .characterMinimum: minimums = []
        case .words: words = WordSet()
        case .blocklist: blocklists = []
        case .rankedWords: rankedWords = []
        case .number, .powerOfTen, .strength, .flag, .nameMatch, .blocklistMatch, .enforcement, .style,
            .oldPassword, .preset, .services, .exclusions:
            break
        }
    }
}

// The properties that keys with one value set.

extension PolicyProperty<Int> {
    static var minClasses: Self { Self({ $0.composition.minClasses }, { $0.composition.minClasses = $1 }) }
    static var minWords: Self { Self({ $0.composition.minWords }, { $0.composition.minWords = $1 }) }
    static var minDifferent: Self {
        Self({ $0.composition.minDifferent }, { $0.composition.minDifferent = $1 })
    }
    static var minGuesses: Self { Self({ $0.composition.minGuesses }, { $0.composition.minGuesses = $1 }) }
    static var maxClassRepeating: Self { Self({ $0.maxClassRepeating }, { $0.maxClassRepeating = $1 }) }
    static var maxKeyboard: Self { Self({ $0.maxKeyboard }, { $0.maxKeyboard = $1 }) }
    static var maxBytes: Self { Self({ $0.maxBytes }, { $0.maxBytes = $1 }) }
    static var usernamePartLength: Self { Self({ $0.usernamePartLength }, { $0.usernamePartLength = $1 }) }
    static var minChanges: Self { Self({ $0.minChanges }, { $0.minChanges = $1 }) }
    static var retryCount: Self { Self({ $0.retryCount }, { $0.retryCount = $1 }) }
    static var suggestionEntropyBits: Self {
        Self({ $0.suggestionEntropyBits }, { $0.suggestionEntropyBits = $1 })
    }
}

extension PolicyProperty<Bool> {
    static var countsInnerClasses: Self {
        Self({ $0.countsInnerClasses ? true : nil }, { $0.countsInnerClasses = $1 })
    }
    static var rejectsPalindromes: Self {
        Self({ $0.rejectsPalindromes ? true : nil }, { $0.rejectsPalindromes = $1 })
    }
    static var enforcesForRoot: Self { Self({ $0.enforcesForRoot }, { $0.enforcesForRoot = $1 }) }
    static var isForLocalUsersOnly: Self { Self({ $0.isForLocalUsersOnly }, { $0.isForLocalUsersOnly = $1 }) }
    static var suggests: Self { Self({ $0.suggests }, { $0.suggests = $1 }) }
}

extension PolicyProperty<NameMatch> {
    static var username: Self { Self({ demand($0.username) }, { $0.username = $1 }) }
    static var fullName: Self { Self({ demand($0.fullName) }, { $0.fullName = $1 }) }
    static var homeDirectory: Self { Self({ demand($0.homeDirectory) }, { $0.homeDirectory = $1 }) }

    private static func demand(_ match: NameMatch) -> NameMatch? { match == .permit ? nil : match }
}

extension PolicyProperty<BlocklistMatch> {
    static var blocklistMatch: Self { Self({ $0.blocklistMatch }, { $0.blocklistMatch = $1 }) }
}

extension PolicyProperty<OldPasswordChecks> {
    static var oldPassword: Self {
        Self({ $0.oldPassword.isEmpty ? nil : $0.oldPassword }, { $0.oldPassword = $1 })
    }
}

extension PolicyProperty<Enforcement> {
    static var enforcement: Self { Self({ $0.enforcement }, { $0.enforcement = $1 }) }
}

extension PolicyProperty<PasswordStyle> {
    static var suggestionStyle: Self { Self({ $0.suggestionStyle }, { $0.suggestionStyle = $1 }) }
}

extension PolicyProperty<[[UInt8]]> {
    static var exemptServices: Self { Self({ $0.exemptServices }, { $0.exemptServices = $1 }) }
    static var suggestionServices: Self { Self({ $0.suggestionServices }, { $0.suggestionServices = $1 }) }
}
