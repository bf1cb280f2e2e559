/// Rules that must be met together: those of an `or` line, or of any number of `rules` lines.
///
/// Each line is a descriptor of its own, and never permits what another forbids: only characters that all
/// lines allow are permitted. If several lines set the same limit, or require the same class, the strictest
/// counts, so that a person sees each demand once.
public struct PolicyRules: Sendable {
    /// All rules of the first line, then those of later lines that earlier lines do not imply.
    private var numbered: [NumberedRule] = []
    /// The limits and the requirements of these rules.
    private var limits = Limits()
    private var required = Requirements()
    /// The characters that all lines permit; nil if none restricts them.
    private var permitted: CharacterClass?
    /// The number of the last line that restricted them further.
    private var lineOfPermitted = 0
    /// The properties that only policies have.
    public private(set) var properties = RuleProperties()

    /// Creates empty rules.
    init() {}

    /// Creates the rules of a line.
    init(rules: [Rule], properties: RuleProperties = RuleProperties()) {
        numbered = [NumberedRule](rules)
        limits = Limits(numbered)
        required = Requirements(numbered)
        permitted = Checker(numbered).permitted
        self.properties = properties
    }

    /// Whether it demands nothing.
    var isEmpty: Bool { numbered.isEmpty && properties.isEmpty }

    /// The same rules, with this line number.
    func numbered(_ line: Int) -> PolicyRules {
        var rules = self
        for index in rules.numbered.indices { rules.numbered[index].line = line }
        rules.required = Requirements(rules.numbered)
        rules.lineOfPermitted = line
        rules.properties = properties.numbered(line)
        return rules
    }

    /// Adds the rules of another line, or of another source.
    mutating func add(_ other: PolicyRules) {
        properties.add(other.properties)
        if numbered.isEmpty, permitted == nil {
            numbered = other.numbered
            limits = other.limits
            required = other.required
            permitted = other.permitted
            lineOfPermitted = other.lineOfPermitted
            return
        }
        if let more = other.permitted {
            let both = permitted?.intersection(more) ?? more
            if both != permitted { lineOfPermitted = other.lineOfPermitted }
            permitted = both
        }
        let own = Array(numbered.prefix(Self.comparedCount)).rules
        var others = Requirements()
        for more in other.numbered {
            switch more.rule {
            case .required(let characters):
                others.add(characters)
                if others.count(of: characters) > required.count(of: characters) {
                    required.add(characters, line: more.line)
                    numbered.append(more)
                }
            case .allowed: if !own.contains(more.rule) { numbered.append(more) }
            case .minLength, .maxLength, .maxRepeating, .maxSequential, .maxConsecutive:
                if limits.tighten(by: more) { numbered.append(more) }
            }
        }
    }

    /// The maximum number of rules that each `allowed` is compared with. It is enough for rules that people
    /// write, and keeps the time linear.
    private static var comparedCount: Int { 64 }

    /// The requirements of all lines together, each class once.
    package var requirements: [CharacterMinimum] { Requirements(numberedRules).minimums }

    /// The rules as one descriptor with the same meaning, with the line of each rule. A descriptor permits
    /// what any of its `allowed` properties permits, so one `allowed` replaces them, with the characters that
    /// all lines permit. A requirement that no permitted character meets is kept, without characters, and
    /// refuses every password.
    var numberedRules: [NumberedRule] {
        guard let permitted, Checker(numbered).permitted != permitted else { return numbered }
        // Classes that have the same permitted characters become one class.
        var left = Requirements()
        for minimum in required.minimums {
            let characters = minimum.characters.intersection(permitted)
            left.merge(CharacterMinimum(count: minimum.count, characters: characters))
        }
        var kept = Requirements()
        var rules: [NumberedRule] = []
        rules.reserveCapacity(numbered.count + 1)
        for rule in numbered {
            switch rule.rule {
            case .required(let characters):
                let characters = characters.intersection(permitted)
                if kept.count(of: characters) < left.count(of: characters) {
                    kept.add(characters)
                    rules.append(NumberedRule(rule: .required(characters), line: rule.line))
                }
            case .allowed: break
            default: rules.append(rule)
            }
        }
        rules.append(NumberedRule(rule: .allowed(permitted), line: lineOfPermitted))
        return rules
    }

    /// The rules as one descriptor with the same meaning.
    public var rules: [Rule] { numberedRules.rules }

    /// The rules without those that other rules imply, so that common rules are shown once, and not again
    /// with each set of rules.
    /// - Parameters:
    ///   - others: The other rules.
    ///   - implied: The requirements of the other rules and of other demands.
    func without(_ others: [NumberedRule], _ implied: Requirements) -> [NumberedRule] {
        let own = numberedRules
        let required = Requirements(own)
        var limits = Limits(others)
        // A requirement also permits its characters. If it is left out, `allowed` must include them.
        var removed = CharacterClass.empty
        var rules: [NumberedRule] = []
        for numbered in own {
            let isKept =
                switch numbered.rule {
                case .allowed: true
                case .required(let characters):
                    implied.count(of: characters) < required.count(of: characters)
                case .minLength, .maxLength, .maxRepeating, .maxSequential, .maxConsecutive:
                    limits.tighten(by: numbered)
                }
            if isKept {
                rules.append(numbered)
            } else if case .required(let characters) = numbered.rule {
                removed = removed.union(characters)
            }
        }
        if let index = rules.lastIndex(where: { if case .allowed = $0.rule { true } else { false } }),
            case .allowed(let characters) = rules[index].rule
        {
            rules[index].rule = .allowed(characters.union(removed))
        }
        return rules
    }
}

// Comparisons.
extension PolicyRules {
    /// Whether adding other rules would change nothing.
    func covers(_ other: PolicyRules) -> Bool {
        if let more = other.permitted, permitted?.intersection(more) ?? more != permitted { return false }
        if !other.properties.without(properties).isEmpty { return false }
        var limits = limits
        var others = Requirements()
        for more in other.numbered {
            switch more.rule {
            case .allowed: break
            case .required(let characters):
                others.add(characters)
                if others.count(of: characters) > required.count(of: characters) { return false }
            case .minLength, .maxLength, .maxRepeating, .maxSequential, .maxConsecutive:
                if limits.tighten(by: more) { return false }
            }
        }
        return true
    }

    /// Whether one of its demands is weaker than the same demand of `other`, which covers these rules.
    func demandsLess(than other: PolicyRules) -> Bool {
        if let permitted, permitted != other.permitted { return true }
        if properties.all.contains(where: { other.properties[$0.key] != $0.number }) { return true }
        if zip(limits.numbers, other.limits.numbers).contains(where: { $0 != nil && $0 != $1 }) {
            return true
        }
        return required.minimums.contains { other.required.count(of: $0.characters) > $0.count }
    }

    /// Whether both have demands of the same kind.
    func shares(with other: PolicyRules) -> Bool {
        if permitted != nil, other.permitted != nil { return true }
        if properties.all.contains(where: { other.properties[$0.key] != nil }) { return true }
        if zip(limits.numbers, other.limits.numbers).contains(where: { $0 != nil && $1 != nil }) {
            return true
        }
        return required.minimums.contains { other.required.count(of: $0.characters) > 0 }
    }
}

extension PolicyRules: Equatable {
    /// Whether both have the same demands, even from different lines.
    public static func == (first: PolicyRules, second: PolicyRules) -> Bool {
        first.numbered.rules == second.numbered.rules && first.permitted == second.permitted
            && first.properties == second.properties
    }
}

extension Limits {
    fileprivate init(_ rules: [NumberedRule]) {
        self.init()
        for numbered in rules { add(numbered.rule, line: numbered.line) }
    }

    /// Adds a rule's limit.
    /// - Returns: Whether it is stricter than the limits so far.
    fileprivate mutating func tighten(by numbered: NumberedRule) -> Bool {
        let before = numbers
        add(numbered.rule, line: numbered.line)
        return numbers != before
    }

    fileprivate var numbers: [Int?] {
        [minLength, maxLength, maxRepeating, maxSequential, maxConsecutive].map { $0?.number }
    }
}
