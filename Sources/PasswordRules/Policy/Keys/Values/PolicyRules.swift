/// Rules that hold together: those of one `or` line, or of any number of `rules` lines.
///
/// A line never permits what another one forbids: of several that say which characters are allowed, all hold.
/// Of several that demand the same, the strictest holds, so that a person is told each demand once: each line
/// is a descriptor of its own, and of several that require the same class, the larger number counts.
public struct PolicyRules: Sendable {
    /// The rules that descriptors know: of the first line as they are written, and of the others those that
    /// earlier lines do not imply.
    private var numbered: [NumberedRule] = []
    /// The limits among them, and what they require.
    private var limits = Limits()
    private var required = Requirements()
    /// The characters that all lines permit; nil where none restricts them.
    private var permitted: CharacterClass?
    /// The last line that restricted them further.
    private var lineOfPermitted = 0
    /// What only policies can demand.
    public private(set) var properties = RuleProperties()

    /// Nothing is demanded.
    init() {}

    /// The rules of one line.
    init(rules: [Rule], properties: RuleProperties = RuleProperties()) {
        numbered = [NumberedRule](rules)
        limits = Limits(numbered)
        required = Requirements(numbered)
        permitted = Checker(numbered).permitted
        self.properties = properties
    }

    /// Whether it demands nothing.
    var isEmpty: Bool { numbered.isEmpty && properties.isEmpty }

    /// The same rules, as those of the line with this number.
    func numbered(_ line: Int) -> PolicyRules {
        var rules = self
        for index in rules.numbered.indices { rules.numbered[index].line = line }
        rules.required = Requirements(rules.numbered)
        rules.lineOfPermitted = line
        rules.properties = properties.numbered(line)
        return rules
    }

    /// Adds the rules of another line, or of another place.
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

    /// How many rules each `allowed` is compared with: that is enough for people, and linear.
    private static var comparedCount: Int { 64 }

    /// What the lines require together, each class once.
    package var requirements: [CharacterMinimum] { Requirements(numberedRules).minimums }

    /// One descriptor that means the same, with the line of each rule. Descriptors add up what they allow, so
    /// what only some of the lines permit is left out; a requirement that no permitted character meets stays,
    /// with no character, and refuses every password.
    var numberedRules: [NumberedRule] {
        guard let permitted, Checker(numbered).permitted != permitted else { return numbered }
        // Classes of which the same is left may be met by one character.
        var left = Requirements()
        for minimum in required.minimums {
            let characters = minimum.characters.intersection(permitted)
            left.merge(CharacterMinimum(count: minimum.count, characters: characters))
        }
        var said = Requirements()
        var rules: [NumberedRule] = []
        rules.reserveCapacity(numbered.count + 1)
        for rule in numbered {
            switch rule.rule {
            case .required(let characters):
                let characters = characters.intersection(permitted)
                if said.count(of: characters) < left.count(of: characters) {
                    said.add(characters)
                    rules.append(NumberedRule(rule: .required(characters), line: rule.line))
                }
            case .allowed: break
            default: rules.append(rule)
            }
        }
        rules.append(NumberedRule(rule: .allowed(permitted), line: lineOfPermitted))
        return rules
    }

    /// One descriptor that means the same.
    public var rules: [Rule] { numberedRules.rules }

    /// What they demand that others do not demand as well: what holds in any case is said once, and not again
    /// with each set of rules.
    /// - Parameters:
    ///   - others: Other rules that hold.
    ///   - implied: What they, and other demands, require.
    func without(_ others: [NumberedRule], _ implied: Requirements) -> [NumberedRule] {
        let own = numberedRules
        let required = Requirements(own)
        var limits = Limits(others)
        // Where characters are allowed, so are those of the requirements that go.
        var gone = CharacterClass.empty
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
                gone = gone.union(characters)
            }
        }
        if let index = rules.lastIndex(where: { if case .allowed = $0.rule { true } else { false } }),
            case .allowed(let characters) = rules[index].rule
        {
            rules[index].rule = .allowed(characters.union(gone))
        }
        return rules
    }
}

// Which of two demands more.
extension PolicyRules {
    /// Whether other rules that hold as well would change nothing.
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

    /// Whether one of its demands is less than the same one of other rules, which cover it.
    func asksForLess(than other: PolicyRules) -> Bool {
        if let permitted, permitted != other.permitted { return true }
        if properties.all.contains(where: { other.properties[$0.key] != $0.number }) { return true }
        if zip(limits.numbers, other.limits.numbers).contains(where: { $0 != nil && $0 != $1 }) {
            return true
        }
        return required.minimums.contains { other.required.count(of: $0.characters) > $0.count }
    }

    /// Whether both demand something of the same.
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
    /// Whether both demand the same, whichever lines say so.
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
    /// - Returns: Whether that limits more than those before.
    fileprivate mutating func tighten(by numbered: NumberedRule) -> Bool {
        let before = numbers
        add(numbered.rule, line: numbered.line)
        return numbers != before
    }

    fileprivate var numbers: [Int?] {
        [minLength, maxLength, maxRepeating, maxSequential, maxConsecutive].map { $0?.number }
    }
}
