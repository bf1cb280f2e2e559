extension PolicySettings {
    /// Whether the value of a key demands less in these settings than in others, or lets more passwords pass.
    ///
    /// The maximum length, the permitted characters, the number of tries and suggestions do not make a policy
    /// weaker. If two settings cannot be compared, the answer is yes.
    package func isWeaker(than other: PolicySettings, in key: PolicyKey) -> Bool {
        switch key {
        case .rules, .or: return !includesRules(of: other)
        // `rules` may make the same demand.
        case .atLeast: return !includes(other.minimums)
        default: break
        }
        guard let needed = other[key] else { return false }
        guard key.isDemand else {
            guard let value = self[key] else { return false }
            return switch key.declaration.weakening {
            case .never: false
            case .smaller: value.isSmaller(than: needed)
            case .larger: needed.isSmaller(than: value)
            case .moreServices: !value.services.allSatisfy { needed.services.contains($0) }
            }
        }
        guard let value = self[key] else { return true }
        return value.demandsLess(than: needed, by: key.combination)
    }

    /// Whether the rules and alternatives include all demands of others.
    private func includesRules(of other: PolicySettings) -> Bool {
        rules.includes(other.rules) && includes(Requirements(of: other.rules.rules).minimums)
            && other.choices.allSatisfy { choice in
                choices.contains(choice)
                    || choice.contains {
                        rules.includes($0) && includes(Requirements(of: $0.rules).minimums)
                    }
            }
    }

    /// Whether `rules` or `at-least` require as many characters of each class, or of a part of it.
    private func includes(_ others: [CharacterMinimum]) -> Bool {
        let own = minimums + Requirements(of: rules.rules).minimums
        return others.allSatisfy { needed in
            own.contains { $0.count >= needed.count && needed.characters.isSuperset(of: $0.characters) }
        }
    }
}

extension PolicyRules {
    /// Whether these rules include all demands of others, apart from required characters.
    fileprivate func includes(_ other: PolicyRules) -> Bool {
        let rules = rules
        return other.rules.allSatisfy { needed in rules.contains { $0.includes(needed) } || !needed.isDemand }
            && properties.includes(other.properties)
    }
}

extension Rule {
    /// Whether the rule makes passwords stronger. Requirements are compared by class instead.
    fileprivate var isDemand: Bool {
        switch self {
        case .allowed, .maxLength, .required: false
        case .minLength(let limit): limit > 0
        case .maxConsecutive, .maxRepeating, .maxSequential: true
        }
    }

    /// Whether a password that meets it meets another rule.
    fileprivate func includes(_ other: Rule) -> Bool {
        switch (self, other) {
        case (.maxConsecutive(let own), .maxConsecutive(let needed)),
            (.maxRepeating(let own), .maxRepeating(let needed)),
            (.maxSequential(let own), .maxSequential(let needed)):
            own <= needed
        case (.minLength(let own), .minLength(let needed)): own >= needed
        default: false
        }
    }
}

extension PolicyValue {
    /// Whether it demands less than another value of the key.
    fileprivate func demandsLess(than other: PolicyValue, by combination: PolicyKey.Combination) -> Bool {
        switch (self, other) {
        case (.words(let own), .words(let needed)): !own.includes(needed)
        case (.blocklists(let own), .blocklists(let needed)):
            !needed.allSatisfy { list in own.contains { $0.includes(list) } }
        case (.rankedWords(let own), .rankedWords(let needed)):
            !needed.allSatisfy { own.contains($0) }
        default: isWeaker(than: other, by: combination)
        }
    }
}

extension BlocklistSetting {
    /// Whether it refuses all passwords that another one refuses.
    fileprivate func includes(_ other: BlocklistSetting) -> Bool {
        guard path == other.path, !isOptional || other.isOptional else { return false }
        guard let match, let needed = other.match else { return match == other.match }
        return match >= needed
    }
}
