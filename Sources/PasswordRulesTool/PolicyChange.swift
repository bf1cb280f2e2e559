import PasswordRules

/// How one demand, or one setting, of a policy changes.
struct PolicyChange: Hashable {
    enum Kind: String {
        case added, dropped, stricter, weaker
        /// Neither: a setting that demands nothing of a password.
        case changed
    }

    let kind: Kind
    /// The key of the policy, or the property of the rules.
    let key: String
    /// As a line would have them; nil where there is none.
    var old: String?
    var new: String?

    /// Whether a password may pass that did not before.
    var isWeaker: Bool { kind == .dropped || kind == .weaker }

    /// `key: value`, or `key: old -> new`.
    var text: String { "\(key): " + [old, new].compactMap { $0 }.joined(separator: " -> ") }

    /// What changes from one policy to another.
    static func all(from old: AppliedPolicy, to new: AppliedPolicy) -> [PolicyChange] {
        var found = RuleChanges(from: old.settings, to: new.settings).all
        for key in PolicyKey.allCases { found += changes(of: key, from: old, to: new) }
        return found
    }

    /// The changes of a key that the rules are not made of.
    private static func changes(
        of key: PolicyKey, from old: AppliedPolicy, to new: AppliedPolicy
    ) -> [PolicyChange] {
        switch key {
        // What a preset says is among its keys, and of a level its number of guesses counts.
        case .preset, .rules, .or: return []
        case _ where key.isProperty: return []
        case .atLeast:
            return minimums(from: old.settings.minimums, to: new.settings.minimums)
        case .words:
            return setChanges(of: key, from: words(of: old), to: words(of: new))
        case .rankedWords:
            return setChanges(
                of: key, from: old.settings.rankedWords.map(text), to: new.settings.rankedWords.map(text))
        case .blocklist:
            return blocklists(from: old.settings.blocklists, to: new.settings.blocklists)
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
        if was == will { return [] }
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

    // MARK: - Keys of several values

    private static func minimums(
        from old: [CharacterMinimum], to new: [CharacterMinimum]
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

    private static func blocklists(
        from old: [BlocklistSetting], to new: [BlocklistSetting]
    ) -> [PolicyChange] {
        func line(_ list: BlocklistSetting) -> String {
            (list.isOptional ? "optional " : "") + (list.match.map { "\($0.name) " } ?? "") + text(list.path)
        }
        let gone = old.filter { !new.contains($0) }
        let fresh = new.filter { !old.contains($0) }
        let key = "\(PolicyKey.blocklist.name)"
        // A line that became another one about the same list.
        func other(_ list: BlocklistSetting, in others: [BlocklistSetting]) -> BlocklistSetting? {
            others.first { $0.path == list.path }
        }
        return gone.map { was in
            guard let will = other(was, in: fresh) else {
                return PolicyChange(kind: .dropped, key: key, old: line(was))
            }
            // Which way the list itself asks for, only the list says.
            let isStricter =
                (was.isOptional || !will.isOptional)
                && (was.match == will.match || was.match.map { $0 < will.match ?? .exact } ?? false)
            return PolicyChange(
                kind: isStricter ? .stricter : .weaker, key: key, old: line(was), new: line(will))
        }
            + fresh.filter { other($0, in: gone) == nil }.map {
                PolicyChange(kind: .added, key: key, new: line($0))
            }
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

    /// The names of all lines, each once; nil for none.
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

    /// The value as a line has it, or the built-in one.
    private static func written(_ key: PolicyKey, _ applied: AppliedPolicy) -> String {
        applied.items.last { $0.key == key }.map { text($0.value) } ?? "\(key.builtInValue)"
    }

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
