extension PolicySettings {
    /// Whether these settings ask for less than others do, as far as a key is concerned, or let more pass.
    ///
    /// How long a password may be, what characters it may have, how often it is asked for and what is
    /// suggested make nothing weaker. Where two settings cannot be compared, the answer is yes.
    package func isWeaker(than other: PolicySettings, in key: PolicyKey) -> Bool {
        switch key {
        case .preset, .maxBytes, .retry, .suggest, .suggestServices, .suggestStyle, .suggestEntropy,
            .suggestExclude:
            false
        case .rules, .or: !includesRules(of: other)
        case .rankedWords: !other.rankedWords.allSatisfy { rankedWords.contains($0) }
        case .atLeast:
            !other.minimums.allSatisfy { minimum in
                minimums.contains { $0.characters == minimum.characters && $0.count >= minimum.count }
            }
        case .words: !words.includes(other.words)
        case .blocklist: !other.blocklists.allSatisfy { list in blocklists.contains { $0.includes(list) } }
        case .exemptServices: !exemptServices.allSatisfy { other.exemptServices.contains($0) }
        case .localUsersOnly: isForLocalUsersOnly && !other.isForLocalUsersOnly
        case .enforce: enforcement < other.enforcement
        case .enforceForRoot: !enforcesForRoot && other.enforcesForRoot
        case .minClasses, .classesInside, .minDifferent, .minWords, .maxClassRepeating, .maxKeyboard,
            .palindrome, .username, .usernameParts, .fullName, .homeDirectory, .blocklistMatch, .minGuesses,
            .minStrength, .oldPassword, .oldPasswordChanges:
            isDemandWeaker(than: other, in: key)
        }
    }

    /// The same for a key that demands something and has one value.
    private func isDemandWeaker(than other: PolicySettings, in key: PolicyKey) -> Bool {
        func isWeaker<Value>(_ property: PolicyProperty<Value>) -> Bool {
            guard let wanted = property.value(other) else { return false }
            guard let value = property.value(self) else { return true }
            return value.isWeaker(than: wanted, by: key.combination)
        }
        return switch key.declaration.value {
        case .number(_, let property), .powerOfTen(_, let property), .strength(let property):
            isWeaker(property)
        case .flag(_, let property): isWeaker(property)
        case .nameMatch(let property): isWeaker(property)
        case .blocklistMatch(let property): isWeaker(property)
        case .enforcement(let property): isWeaker(property)
        case .style(let property): isWeaker(property)
        case .oldPassword(let property): isWeaker(property)
        case .services(let property): isWeaker(property)
        case .preset, .rules, .alternative, .characterMinimum, .words, .blocklist, .rankedWords,
            .exclusions:
            true
        }
    }

    /// Whether the rules here demand what others do: with their alternatives, where they have some.
    private func includesRules(of other: PolicySettings) -> Bool {
        rules.includes(other.rules)
            && other.choices.allSatisfy { choice in
                choices.contains(choice) || choice.contains { rules.includes($0) }
            }
    }
}

extension PolicyRules {
    /// Whether they demand what others do.
    fileprivate func includes(_ other: PolicyRules) -> Bool {
        let rules = rules
        return other.rules.allSatisfy { wanted in rules.contains { $0.includes(wanted) } || !wanted.isDemand }
            && composition.minClasses ?? 0 >= other.composition.minClasses ?? 0
            && composition.minWords ?? 0 >= other.composition.minWords ?? 0
            && composition.minDifferent ?? 0 >= other.composition.minDifferent ?? 0
            && composition.minGuesses ?? 0 >= other.composition.minGuesses ?? 0
    }
}

extension Rule {
    /// Whether passwords are stronger for it.
    fileprivate var isDemand: Bool {
        switch self {
        case .allowed, .maxLength: false
        case .minLength(let limit): limit > 0
        case .required, .maxConsecutive, .maxRepeating, .maxSequential: true
        }
    }

    /// Whether a password that meets it meets another rule.
    fileprivate func includes(_ other: Rule) -> Bool {
        switch (self, other) {
        case (.required(let mine), .required(let wanted)): wanted.isSuperset(of: mine)
        case (.maxConsecutive(let mine), .maxConsecutive(let wanted)),
            (.maxRepeating(let mine), .maxRepeating(let wanted)),
            (.maxSequential(let mine), .maxSequential(let wanted)):
            mine <= wanted
        case (.minLength(let mine), .minLength(let wanted)): mine >= wanted
        default: false
        }
    }
}

extension BlocklistSetting {
    /// Whether a password is refused for it that is refused for another one.
    fileprivate func includes(_ other: BlocklistSetting) -> Bool {
        guard path == other.path, !isOptional || other.isOptional else { return false }
        guard let match, let wanted = other.match else { return match == other.match }
        return match >= wanted
    }
}
