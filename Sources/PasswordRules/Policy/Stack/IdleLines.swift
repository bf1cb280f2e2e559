// Only the tool uses this file: the library does not report lines without effect.
extension AppliedPolicy {
    /// A line that has no effect, because lines before it demand as much.
    package struct IdleLine: Sendable {
        /// The line.
        package let line: Item
        /// The earlier lines that demand as much; empty if the key's built-in value does.
        package let others: [Item]
    }

    /// The lines that have no effect, in their order, up to ``Diagnostics/maximumCount``. Their author may
    /// expect a later line to replace an earlier one, as in other formats.
    ///
    /// A line is idle if it adds nothing to earlier lines of its section. It is also idle if it demands less
    /// than another section, file or preset. It may repeat their demands. Lines of a preset are never idle, nor
    /// are lines of keys for which a later line overrides an earlier one.
    package var idleLines: [IdleLine] {
        var search = IdleLineSearch(self)
        var start = 0
        while start < lines.count {
            var end = start
            while end < lines.count, lines[end].source === lines[start].source { end += 1 }
            search.look(at: start..<end)
            start = end
        }
        return search.found
    }
}

/// Goes through the lines of a policy, source by source, and collects their demands.
private struct IdleLineSearch {
    private(set) var found: [AppliedPolicy.IdleLine] = []
    private let lines: [AppliedPolicy.Item]
    /// The demands of earlier sources, and of this one so far.
    private var (earlier, own) = (Demands(), Demands())
    /// The sources with alternatives. Their rules need not be met, so they do not outdo lines of other
    /// sources.
    private var alternatives: [PolicySource] = []

    /// The demands of lines: as rules if `rules` can express them, otherwise values by key.
    struct Demands {
        var rules = PolicyRules()
        /// The demands of `rules` in a source with alternatives, which need not be met.
        var choice = PolicyRules()
        var values = PolicyKeyTable<PolicyValue?>(repeating: nil)
        var words = WordSet()
    }

    init(_ policy: AppliedPolicy) {
        lines = policy.lines
        for key in PolicyKey.allCases where key.isDemand && policy.hasBuiltInValue(key) {
            earlier.values[key.target] = key.builtIn
        }
    }

    mutating func look(at range: Range<Int>) {
        own = Demands()
        let hasAlternatives = range.contains { lines[$0].key == .or && lines[$0].fate == .applies }
        if hasAlternatives { alternatives.append(lines[range.lowerBound].source) }
        for index in range {
            let line = lines[index]
            guard let value = line.entry.value, line.isDemand else { continue }
            let isIdle: Bool
            if let demand = line.demand {
                let isAlternative = hasAlternatives && line.key == .rules
                if isAlternative {
                    isIdle = own.choice.covers(demand)
                    own.choice.add(demand)
                } else {
                    isIdle =
                        own.rules.covers(demand)
                        || earlier.rules.covers(demand) && demand.demandsLess(than: earlier.rules)
                    own.rules.add(demand)
                }
            } else if case .words(let more) = value {
                isIdle = own.words.includes(more)
                own.words.formUnion(more)
            } else {
                isIdle = isOutdone(value, line.key)
                own.add(value, line.key)
            }
            if isIdle, line.source.preset == nil, found.count < Diagnostics.maximumCount {
                found.append(AppliedPolicy.IdleLine(line: line, others: others(than: index)))
            }
        }
        // The next source is compared with these lines, too.
        for index in range where lines[index].isDemand {
            guard let value = lines[index].entry.value else { continue }
            if let demand = lines[index].demand {
                if lines[index].key != .rules || !hasAlternatives { earlier.rules.add(demand) }
            } else {
                earlier.add(value, lines[index].key)
            }
        }
    }

    private func isOutdone(_ value: PolicyValue, _ key: PolicyKey) -> Bool {
        if let own = own.values[key.target], !own.isWeaker(than: value, by: key.combination) { return true }
        // Naming a list again is not a mistake.
        switch value {
        case .blocklists, .rankedWords: return false
        default: break
        }
        guard let earlier = earlier.values[key.target] else { return false }
        return !earlier.isWeaker(than: value, by: key.combination)
            && value.isWeaker(than: earlier, by: key.combination)
    }

    /// Whether a line is one of several sets of rules, one of which must be met.
    private func isChoice(_ line: AppliedPolicy.Item) -> Bool {
        line.key == .rules && alternatives.contains { $0 === line.source }
    }

    /// The first earlier line that demands as much by itself, or else all that demand a part of it.
    private func others(than index: Int) -> [AppliedPolicy.Item] {
        let line = lines[index]
        let isChoice = isChoice(line)
        var some: [AppliedPolicy.Item] = []
        for other in lines[..<index] where other.isDemand {
            let isOwn = other.source === line.source
            // Alternatives are only compared with those of the same source.
            if self.isChoice(other) != isChoice || isChoice && !isOwn { continue }
            if let demand = line.demand {
                guard let more = other.demand else { continue }
                if more.covers(demand), isOwn || demand.demandsLess(than: more) { return [other] }
                if demand.shares(with: more) { some.append(other) }
            } else if other.key.target == line.key.target, let value = line.entry.value,
                let more = other.entry.value
            {
                if !more.isWeaker(than: value, by: line.key.combination) { return [other] }
                some.append(other)
            }
        }
        return some
    }
}

extension IdleLineSearch.Demands {
    fileprivate mutating func add(_ value: PolicyValue, _ key: PolicyKey) {
        guard var both = values[key.target] else {
            values[key.target] = value
            return
        }
        // Clears the table's reference, so that the value is not copied when it changes.
        values[key.target] = nil
        _ = both.combine(with: value, by: key.combination)
        values[key.target] = both
    }
}

extension AppliedPolicy.Item {
    /// Whether the line applies, and makes a demand that another line may repeat.
    fileprivate var isDemand: Bool {
        switch fate {
        case .applies, .outdone: key.isDemand && key != .or && key != .preset && key != .accept
        case .drops, .dropped, .overridden: false
        }
    }

    /// Its demand; nil if `rules` cannot express it.
    fileprivate var demand: PolicyRules? {
        switch entry.value {
        case .rules(let rules, _): return rules
        case .number(let number) where key.isProperty:
            var properties = RuleProperties()
            properties.add(key, number)
            return PolicyRules(rules: [], properties: properties)
        default: return nil
        }
    }
}
