import PasswordRules

/// A change to one demand or setting of a policy.
struct PolicyChange: Hashable {
    enum Kind: String {
        case added, dropped, stricter, weaker
        /// A setting that demands nothing of a password changes.
        case changed
    }

    let kind: Kind
    /// The policy's key, or the property of the rules.
    let key: String
    /// The values, as in a line of a policy; nil if there is none.
    var old: String?
    var new: String?

    /// Whether passwords may be accepted that were refused before.
    var isWeaker: Bool { kind == .dropped || kind == .weaker }

    /// `key: value`, or `key: old -> new`.
    var text: String { "\(key): " + [old, new].compactMap { $0 }.joined(separator: " -> ") }

    /// All changes from one policy to another.
    /// - Parameter words: The words that were compared before, for other audiences.
    static func all(
        from old: AppliedPolicy, to new: AppliedPolicy, words: SingleWords = SingleWords()
    ) -> [PolicyChange] {
        var found = RuleChanges(from: old.settings, to: new.settings).all
        for key in PolicyKey.allCases { found += changes(of: key, from: old, to: new, words) }
        return found
    }

    /// The changes of a key that is not part of the rules.
    private static func changes(
        of key: PolicyKey, from old: AppliedPolicy, to new: AppliedPolicy, _ words: SingleWords
    ) -> [PolicyChange] {
        switch key {
        // The keys that a preset sets are compared instead of its name.
        case .preset, .rules, .or: return []
        case _ where key.isProperty: return []
        case .atLeast:
            return minimums(
                from: old.settings.minimums, to: new.settings.minimums,
                besides: old.settings.rules.requirements, new.settings.rules.requirements)
        case .words:
            return wordChanges(from: old, to: new, words)
        case .rankedWords:
            return rankedWords(from: old, to: new)
        case .blocklist:
            return ListChanges(from: old.settings, to: new.settings).all
        case .blocklistMatch:
            // Whether this makes the policy weaker depends on its effect on the lists.
            let lists = ListChanges(from: old.settings, to: new.settings)
            return value(key, from: old.settings, to: new.settings).map { change in
                let kind: Kind =
                    lists.isMatchWeaker ? .weaker : lists.isMatchStricter ? .stricter : .changed
                return PolicyChange(kind: kind, key: change.key, old: change.old, new: change.new)
            }
        case .exemptServices:
            return services(from: old.settings.exemptServices, to: new.settings.exemptServices)
        case .suggestExclude:
            guard old.settings.suggestionExclusions != new.settings.suggestionExclusions else { return [] }
            return [
                PolicyChange(
                    kind: .changed, key: "\(key.name)", old: written(key, old), new: written(key, new))
            ]
        case .accept:
            let (was, will) = (names(key, old), names(key, new))
            return was == will ? [] : [PolicyChange(kind: .changed, key: "\(key.name)", old: was, new: will)]
        default:
            return value(key, from: old.settings, to: new.settings)
        }
    }

    // MARK: - Keys of one value

    private static func value(
        _ key: PolicyKey, from old: PolicySettings, to new: PolicySettings
    ) -> [PolicyChange] {
        let (was, will) = (old.text(of: key), new.text(of: key))
        if was == will || isSameList(key, old, new) { return [] }
        let kind: Kind =
            switch (was, will) {
            case (nil, _): .added
            case (_, nil): .dropped
            case _ where new.isWeaker(than: old, in: key): .weaker
            case _ where old.isWeaker(than: new, in: key): .stricter
            default: .changed
            }
        return [PolicyChange(kind: kind, key: "\(key.name)", old: was.map(text), new: will.map(text))]
    }

    /// Whether the value only lists the same services in another order.
    private static func isSameList(_ key: PolicyKey, _ old: PolicySettings, _ new: PolicySettings) -> Bool {
        key == .suggestServices && Set(old.suggestionServices) == Set(new.suggestionServices)
    }

    // MARK: - Keys of several values

    private static func minimums(
        from old: [CharacterMinimum], to new: [CharacterMinimum],
        besides oldRules: [CharacterMinimum], _ newRules: [CharacterMinimum]
    ) -> [PolicyChange] {
        func most(_ minimums: [CharacterMinimum]) -> [CharacterClass: Int] {
            Dictionary(minimums.map { ($0.characters, $0.count) }, uniquingKeysWith: max)
        }
        let (before, after) = (most(old), most(new))
        var found: [PolicyChange] = []
        var seen: Set<CharacterClass> = []
        for characters in (old + new).map(\.characters) where seen.insert(characters).inserted {
            let (was, will) = (before[characters], after[characters])
            if was == will { continue }
            // `rules` may demand the same.
            if let was, will ?? 0 < was,
                (new + newRules).demand(was, of: characters)
            {
                continue
            }
            if let will, was ?? 0 < will,
                (old + oldRules).demand(will, of: characters)
            {
                continue
            }
            let name = RuleChanges.text(of: characters)
            let kind: Kind =
                switch (was, will) {
                case (nil, _): .added
                case (_, nil): .dropped
                case (let was?, let will?): will > was ? .stricter : .weaker
                }
            found.append(
                PolicyChange(
                    kind: kind, key: "\(PolicyKey.atLeast.name)",
                    old: was.map { "\($0) \(name)" }, new: will.map { "\($0) \(name)" }))
        }
        return found
    }

    private static func services(from old: [[UInt8]], to new: [[UInt8]]) -> [PolicyChange] {
        let (before, after) = (Set(old), Set(new))
        if before == after { return [] }
        func line(_ services: [[UInt8]]) -> String {
            services.isEmpty ? "none" : services.map(text).joined(separator: ", ")
        }
        return [
            PolicyChange(
                kind: after.isSubset(of: before) ? .stricter : .weaker,
                key: "\(PolicyKey.exemptServices.name)", old: line(old), new: line(new))
        ]
    }

    /// The changes of refused words. A word is not new if the other policy refuses it in another spelling.
    private static func wordChanges(
        from old: AppliedPolicy, to new: AppliedPolicy, _ parsed: SingleWords
    ) -> [PolicyChange] {
        func only(_ words: Set<String>, besides other: AppliedPolicy) -> [String] {
            words.filter { word in
                guard let settings = parsed.settings(of: word) else { return true }
                return other.settings.isWeaker(than: settings, in: .words)
            }
        }
        let (before, after) = (Set(words(of: old)), Set(words(of: new)))
        // Most words are in both policies, and need not be compared by their spellings.
        return setChanges(
            of: .words, from: only(before.subtracting(after), besides: new),
            to: only(after.subtracting(before), besides: old))
    }

    /// The changes of ranked words. Paths of one file, and `common` and its path, are the same list.
    private static func rankedWords(from old: AppliedPolicy, to new: AppliedPolicy) -> [PolicyChange] {
        func lists(_ applied: AppliedPolicy) -> [String: String] {
            Dictionary(
                applied.settings.rankedWords.map { name in
                    let path = text(applied.stack.path(ofRankedWords: name))
                    return (SameFile.identity(ofPath: path), text(name))
                }, uniquingKeysWith: { first, _ in first })
        }
        let (before, after) = (lists(old), lists(new))
        return setChanges(
            of: .rankedWords, from: before.filter { after[$0.key] == nil }.map(\.value),
            to: after.filter { before[$0.key] == nil }.map(\.value))
    }

    /// The names in all lines, without repetitions; nil if there are none.
    private static func names(_ key: PolicyKey, _ applied: AppliedPolicy) -> String? {
        let names = applied.items.filter { $0.key == key }.flatMap { $0.value.split(separator: 0x2C) }.map {
            text(Array($0)).filter { !$0.isWhitespace }
        }
        return names.isEmpty ? nil : Set(names).sorted().joined(separator: ", ")
    }

    private static func words(of applied: AppliedPolicy) -> [String] {
        applied.items.filter { $0.key == .words }.flatMap { item in
            item.value.split(separator: 0x2C).map { word in
                text(Array(word)).split(whereSeparator: \.isWhitespace).joined().lowercased()
            }
        }
    }

    private static func setChanges(of key: PolicyKey, from old: [String], to new: [String]) -> [PolicyChange]
    {
        let (before, after) = (Set(old), Set(new))
        let gone = before.subtracting(after).sorted().joined(separator: ", ")
        let fresh = after.subtracting(before).sorted().joined(separator: ", ")
        var found: [PolicyChange] = []
        if !gone.isEmpty { found.append(PolicyChange(kind: .dropped, key: "\(key.name)", old: gone)) }
        if !fresh.isEmpty { found.append(PolicyChange(kind: .added, key: "\(key.name)", new: fresh)) }
        return found
    }

    /// The value as it is written in a line, or the built-in one.
    private static func written(_ key: PolicyKey, _ applied: AppliedPolicy) -> String {
        applied.items.last { $0.key == key }.map { text($0.value) } ?? "\(key.builtInValue)"
    }

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}

extension [CharacterMinimum] {
    /// Whether one of these minimums demands at least `count` characters of the class or of a part of it.
    func demand(_ count: Int, of characters: CharacterClass) -> Bool {
        contains { characters.isSuperset(of: $0.characters) && $0.count >= count }
    }
}

/// The settings of policies that refuse only one word. They are kept, because the policies of many sections
/// may differ by the same words.
final class SingleWords {
    private var known: [String: PolicySettings?] = [:]

    /// The settings for a word; nil if it cannot be refused.
    func settings(of word: String) -> PolicySettings? {
        if let settings = known[word] { return settings }
        var diagnostics = Diagnostics()
        let line = PolicyFile.parse(
            Array("\(PolicyKey.words.name) = \(word)\n".utf8), diagnostics: &diagnostics)
        var settings: PolicySettings?
        if let line {
            var stack = PolicyStack()
            stack.add(file: line)
            settings = stack.applied(to: nil).settings
        }
        known[word] = .some(settings)
        return settings
    }
}
