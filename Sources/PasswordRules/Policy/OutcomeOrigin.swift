/// Where an outcome of a policy's check comes from.
public struct OutcomeOrigin: Sendable {
    /// The key that demands it; nil for what is demanded under any policy: well-formed text without NUL.
    public let key: PolicyKey?
    /// The file, or the setting; nil where it is built in.
    public private(set) var source: PolicySource?
    /// The line of the file, from 1; of a setting, which of all settings it is, from 1; 0 where it is built
    /// in.
    public private(set) var line = 0
    /// The preset that has the line, if a preset has; the source and the line are those that name the preset.
    public private(set) var preset: Preset?

    /// What is built in.
    init(builtIn key: PolicyKey?) { self.key = key }

    /// One of a policy's lines.
    fileprivate init(_ item: AppliedPolicy.Item, of policy: Policy) {
        key = item.key
        preset = item.place.preset
        var written = item
        if preset != nil {
            for other in policy.lines where other.preset == preset { written = other }
        }
        source = written.source
        line = written.line
        for index in policy.arguments.indices where policy.arguments[index] === written.source {
            line = index + 1
        }
    }
}

extension Policy {
    /// Where an outcome of a check by this policy comes from: of the lines that apply, the one that demands
    /// what the outcome says.
    ///
    /// Of several lines that demand the same, it is that of the least specific and earliest place. Of `words`
    /// it is the first line, because which word it was would be a part of the password. It is found by
    /// comparing the outcome with the lines, so that checks need not know them.
    public func origin(of outcome: Outcome) -> OutcomeOrigin {
        guard let key = outcome.kind.key else { return OutcomeOrigin(builtIn: nil) }
        return origin(of: outcome, key, isExact: true) ?? origin(of: outcome, key, isExact: false)
            ?? OutcomeOrigin(builtIn: key)
    }

    /// - Parameter isExact: Whether the line must name the very class; otherwise a larger one will do, of
    ///   which other lines forbid a part.
    private func origin(of outcome: Outcome, _ key: PolicyKey, isExact: Bool) -> OutcomeOrigin? {
        for index in lines.indices where demands(outcome, key, lines[index], isExact: isExact) {
            return OutcomeOrigin(lines[index], of: self)
        }
        for index in others.indices {
            if let origin = others[index].origin(of: outcome, key, isExact: isExact) { return origin }
        }
        return nil
    }

    /// Whether a line demands what the outcome says, which `key` demands.
    private func demands(
        _ outcome: Outcome, _ key: PolicyKey, _ item: AppliedPolicy.Item, isExact: Bool
    ) -> Bool {
        if item.key == key, key == .or { return outcome.actual == alternativeCount(of: item.place) }
        switch item.entry.value {
        case .rules(let rules, _), .alternative(let rules, _):
            return demands(outcome, rules, isExact: isExact)
        case let value where item.key.target == key: return demands(outcome, key, value)
        default: return false
        }
    }

    /// Whether the value of a key that demands the kind of outcome is the one that the outcome comes from.
    private func demands(_ outcome: Outcome, _ key: PolicyKey, _ value: PolicyValue?) -> Bool {
        switch value {
        case .number(let number):
            settings[key] == value && (outcome.limit == 0 || outcome.limit == number)
        case .flag, .nameMatch: settings[key] == value
        case .oldPassword(let checks): outcome.isMet || checks.contains(OldPasswordChecks(outcome.kind))
        case .minimums(let minimums):
            minimums.contains(CharacterMinimum(count: outcome.limit, characters: outcome.characters))
        case .words: true
        case .blocklists(let lists):
            blocklists.setting(ofNumber: outcome.listNumber).map { lists.contains($0) } ?? true
        // The others demand nothing, or no outcome of their own.
        case .blocklistMatch, .enforcement, .style, .preset, .rules, .alternative, .rankedWords, .services,
            .exclusions, nil:
            false
        }
    }

    /// How many sets of rules a place offers for choice.
    private func alternativeCount(of place: PolicyPlace) -> Int {
        var count = 1
        for item in lines where item.place === place && item.key == .or { count += 1 }
        return count
    }

    /// Whether rules demand it: they say so of the empty password too.
    private func demands(_ outcome: Outcome, _ rules: PolicyRules, isExact: Bool) -> Bool {
        let isProperty = rules.properties.all.contains {
            $0.number == outcome.limit && $0.key.declaration.demand?.outcomes[0] == outcome.kind
        }
        if isProperty { return true }
        let reading: Reading = outcome.kind == .maxConsecutiveStrict ? .strict : .written
        var report = Report()
        Checker(Descriptor(rules: rules.rules), reading: reading).check(Span(), into: &report)
        return report.outcomes.contains {
            $0.kind == outcome.kind && $0.limit == outcome.limit
                && (isExact
                    ? $0.characters == outcome.characters
                    : $0.characters.isSuperset(of: outcome.characters))
        }
    }
}

extension Outcome.Kind {
    /// All kinds, in the order of their numbers.
    public static var all: [Outcome.Kind] {
        var kinds = ofRules + [.nul]
        for key in PolicyKey.allCases { kinds += key.declaration.demand?.outcomes ?? [] }
        return kinds.sorted { $0.rawValue < $1.rawValue }
    }

    /// The key that demands it; `rules` may demand what keys of their own demand as well. Nil for what no key
    /// can change.
    fileprivate var key: PolicyKey? {
        for key in PolicyKey.allCases where key.declaration.demand?.outcomes.contains(self) == true {
            return key
        }
        return self == .encoding || self == .nul ? nil : .rules
    }
}
