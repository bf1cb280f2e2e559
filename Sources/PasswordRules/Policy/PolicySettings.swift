/// What is set of a policy, by all of its lines together.
public struct PolicySettings: Equatable, Sendable {
    /// `rules` of all places that have no alternatives.
    public private(set) var rules = PolicyRules()
    /// For each place that has alternatives (`or`), its rules and then the alternatives: one of them must be met.
    public private(set) var choices: [[PolicyRules]] = []
    /// `at-least`
    public private(set) var minimums: [CharacterMinimum] = []
    /// `words`
    private(set) var words = WordSet()
    /// `blocklist`
    public private(set) var blocklists: [BlocklistSetting] = []
    /// `ranked-words`: paths, and `common` for the list that comes along
    public private(set) var rankedWords: [[UInt8]] = []
    /// `exempt-services`
    public private(set) var exemptServices: [[UInt8]] = []
    /// `suggest-exclude`
    public private(set) var suggestionExclusions = Exclusions.none
    /// What the keys are set to whose values are numbers, or words that stand for numbers; `unset` where nothing is set.
    private var numbers = [Int](repeating: Self.unset, count: PolicyKey.count)

    private static var unset: Int { -1 }

    /// Settings that say nothing.
    init() {}

    /// Whether there are rules, or a number of guesses is demanded. A policy without either is more likely an accident.
    var hasRules: Bool {
        !rules.isEmpty || composition.minGuesses != nil || choices.contains { !$0[0].isEmpty }
    }

    /// The settings where no line says anything.
    public static var builtIn: PolicySettings {
        var settings = PolicySettings()
        for key in PolicyKey.allCases { settings.addBuiltInValue(of: key) }
        return settings
    }

    /// The number that a key is set to, or that its word stands for; nil where nothing is set.
    func number(_ key: PolicyKey) -> Int? {
        let number = numbers[key.rawValue]
        return number == Self.unset ? nil : number
    }

    /// Takes in the built-in value of a key. A mistake in one would leave the key unset; the tests parse them all.
    @inline(never)
    mutating func addBuiltInValue(of key: PolicyKey) {
        let text = Text(key.builtInValue).bytes
        if text.isEmpty { return }
        var rules = RulesOfPlace()
        var diagnostics = Diagnostics()
        try? add(key, PolicyValue(text.span, 0..<text.count), to: &rules, diagnostics: &diagnostics)
    }

    /// The rules and the alternatives of one place.
    struct RulesOfPlace {
        fileprivate(set) var rules: PolicyRules?
        fileprivate(set) var alternatives: [PolicyRules] = []

        /// Whether there is nothing that the alternatives are alternatives to.
        var isWithoutRules: Bool { rules == nil && !alternatives.isEmpty }
    }

    /// Takes in one entry that has a value. What demands something adds up with what is there, and the strictest value holds;
    /// anything else is set anew.
    /// - Parameters:
    ///   - rules: Where the place keeps its rules and alternatives, until `add(_:)` takes them in.
    ///   - diagnostics: Mistakes and remarks are added here. Where there is a mistake, nothing is set.
    @inline(never)
    mutating func add(
        _ entry: PolicyEntry, in text: Span<UInt8>, to rules: inout RulesOfPlace,
        diagnostics: inout Diagnostics
    ) {
        do throws(Diagnostic) {
            try add(entry.key, PolicyValue(text, entry.value), to: &rules, diagnostics: &diagnostics)
        } catch {
            diagnostics.add(error)
        }
    }

    /// Drops what lines of a list set so far, as a line with an empty value does.
    mutating func drop(_ key: PolicyKey, from rules: inout RulesOfPlace) {
        switch key {
        case .rules: rules = RulesOfPlace()
        case .or: rules.alternatives = []
        case .atLeast: minimums = []
        case .words: words = WordSet()
        case .blocklist: blocklists = []
        case .rankedWords: rankedWords = []
        default: break
        }
    }

    /// Takes in the rules of one place: they hold beside those of other places, and so does the choice between them and their
    /// alternatives.
    mutating func add(_ place: RulesOfPlace) {
        guard let rules = place.rules else { return }
        if place.alternatives.isEmpty {
            self.rules.add(rules)
        } else {
            choices.append([rules] + place.alternatives)
        }
    }

    private mutating func add(
        _ key: PolicyKey, _ value: borrowing PolicyValue, to place: inout RulesOfPlace,
        diagnostics: inout Diagnostics
    ) throws(Diagnostic) {
        if key.isDemand, value.demandsNothing { throw value.problem(.demandsNothing) }
        switch key.declaration.value {
        case .number(let range): combine(try value.number(in: range), into: key)
        case .powerOfTen(let exponents): combine(try value.exponent(in: exponents), into: key)
        case .demand(let words), .choice(let words): combine(try value.number(of: words), into: key)
        case .oldPassword: combine(try value.oldPasswordChecks().rawValue, into: key)
        case .preset: _ = try value.preset()
        case .rules: try addRules(key, value, to: &place, diagnostics: &diagnostics)
        case .characterMinimum:
            let minimum = try value.atLeast()
            if !minimums.contains(minimum) { try append(minimum, to: &minimums, value) }
        case .words: try value.addWords(to: &words)
        case .blocklist:
            let list = try value.blocklist()
            if !blocklists.contains(list) { try append(list, to: &blocklists, value) }
        case .rankedWords:
            let path = try value.rankedWords()
            if !rankedWords.contains(path) {
                try append(path, to: &rankedWords, value, upTo: Self.mostRankedWords)
            }
        case .services: exemptServices = try value.services()
        case .exclusions: suggestionExclusions = try value.exclusions(diagnostics: &diagnostics)
        }
    }

    private mutating func combine(_ number: Int, into key: PolicyKey) {
        let old = numbers[key.rawValue]
        numbers[key.rawValue] =
            switch key.combination {
            case _ where old == Self.unset: number
            case .largest: max(old, number)
            case .smallest: min(old, number)
            case .union: old | number
            case .addsUp, .mostSpecific: number
            }
    }

    private mutating func addRules(
        _ key: PolicyKey, _ value: borrowing PolicyValue, to place: inout RulesOfPlace,
        diagnostics: inout Diagnostics
    ) throws(Diagnostic) {
        let more = value.rules(diagnostics: &diagnostics)
        if key == .or { return try append(more, to: &place.alternatives, value) }
        // Taken out and put back, so that the rules of many lines are not copied for each.
        var all = place.rules ?? PolicyRules()
        place.rules = nil
        all.add(more)
        place.rules = all
    }

    /// How many lines of `or`, of `at-least` and of `blocklist` there can be: a check looks at each.
    private static var maximumListLength: Int { 64 }

    /// How many of `ranked-words`: each is read into memory.
    private static var mostRankedWords: Int { 4 }

    private func append<Item>(
        _ item: Item, to list: inout [Item], _ value: borrowing PolicyValue,
        upTo limit: Int = maximumListLength
    ) throws(Diagnostic) {
        if list.count == limit { throw value.problem(.tooManyLines) }
        list.append(item)
    }
}

// The keys that are set to numbers and words, by what they mean.
extension PolicySettings {
    /// `min-classes`, `min-words`, `min-different`, `min-guesses`, `min-strength`: what is demanded whichever alternative is taken.
    public var composition: CompositionRules {
        var composition = CompositionRules(
            minClasses: number(.minClasses), minWords: number(.minWords), minDifferent: number(.minDifferent),
            minGuesses: number(.minGuesses))
        composition.add(level: number(.minStrength))
        return composition
    }
    /// Whether any of its rules asks for an estimate of guesses.
    package var estimatesGuesses: Bool {
        composition.minGuesses != nil || rules.composition.minGuesses != nil
            || choices.contains { $0.contains { $0.composition.minGuesses != nil } }
    }
    /// `classes-inside`
    public var countsInnerClasses: Bool { number(.classesInside) == 1 }
    /// `max-class-repeating`
    public var maxClassRepeating: Int? { number(.maxClassRepeating) }
    /// `max-keyboard`
    public var maxKeyboard: Int? { number(.maxKeyboard) }
    /// `max-bytes`
    public var maxBytes: Int { number(.maxBytes) ?? 0 }
    /// `palindrome`
    public var rejectsPalindromes: Bool { number(.palindrome) == 1 }
    /// `username`
    public var username: NameMatch { nameMatch(.username) }
    /// `username-parts`, in characters
    public var usernamePartLength: Int? { number(.usernameParts) }
    /// `full-name`
    public var fullName: NameMatch { nameMatch(.fullName) }
    /// `home-directory`
    public var homeDirectory: NameMatch { nameMatch(.homeDirectory) }
    /// `blocklist-match`: the least with which lists are compared; nil for what each list or its line says.
    public var blocklistMatch: BlocklistMatch? {
        number(.blocklistMatch).flatMap { BlocklistMatch(rawValue: $0) }
    }
    /// `old-password`
    public var oldPassword: OldPasswordChecks { OldPasswordChecks(rawValue: number(.oldPassword) ?? 0) }
    /// `old-password-changes`, in characters
    public var minChanges: Int? { number(.oldPasswordChanges) }
    /// `enforce`
    public var enforcement: Enforcement { number(.enforce).flatMap { Enforcement(rawValue: $0) } ?? .yes }
    /// `enforce-for-root`
    public var enforcesForRoot: Bool { number(.enforceForRoot) == 1 }
    /// `retry`
    public var retryCount: Int { number(.retry) ?? 1 }
    /// `local-users-only`
    public var isForLocalUsersOnly: Bool { number(.localUsersOnly) == 1 }
    /// `suggest`
    public var suggests: Bool { number(.suggest) == 1 }
    /// `suggest-style`
    public var suggestionStyle: PasswordStyle {
        number(.suggestStyle).flatMap { PasswordStyle(rawValue: $0) } ?? .random
    }
    /// `suggest-entropy`, in bits
    public var suggestionEntropyBits: Int { number(.suggestEntropy) ?? 0 }

    private func nameMatch(_ key: PolicyKey) -> NameMatch {
        number(key).flatMap { NameMatch(rawValue: $0) } ?? .permit
    }
}
