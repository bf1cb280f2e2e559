/// Rules that hold together: those of one `or` line, or of any number of `rules` lines.
///
/// A line never permits what another one forbids: of several that say which characters are allowed, all hold.
/// Of several that demand the same, the strictest holds, so that a person is told each demand once.
public struct PolicyRules: Sendable {
    /// The rules that descriptors know: of the first line as they are written, and of the others those that
    /// earlier lines do not imply.
    private var numbered: [NumberedRule] = []
    /// The limits among them.
    private var limits = Limits()
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
        permitted = Checker(numbered).permitted
        self.properties = properties
    }

    /// Whether it demands nothing.
    var isEmpty: Bool { numbered.isEmpty && properties.isEmpty }

    /// The same rules, as those of the line with this number.
    func numbered(_ line: Int) -> PolicyRules {
        var rules = self
        for index in rules.numbered.indices { rules.numbered[index].line = line }
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
            permitted = other.permitted
            lineOfPermitted = other.lineOfPermitted
            return
        }
        if let more = other.permitted {
            let both = permitted?.intersection(more) ?? more
            if both != permitted { lineOfPermitted = other.lineOfPermitted }
            permitted = both
        }
        let own = Array(numbered.prefix(Self.comparedCount))
        for index in other.numbered.indices {
            let more = other.numbered[index]
            switch more.rule {
            case .required, .allowed:
                // A class that both require is required as often as the one asks that asks for more.
                let count = Self.count(of: more.rule, in: other.numbered[...index])
                if Self.count(of: more.rule, in: own[...]) < count { numbered.append(more) }
            case .minLength, .maxLength, .maxRepeating, .maxSequential, .maxConsecutive:
                if limits.tighten(by: more) { numbered.append(more) }
            }
        }
    }

    /// How many rules each one is compared with: that is enough for people, and linear.
    private static var comparedCount: Int { 64 }

    /// How often a rule is among the first of some.
    private static func count(of rule: Rule, in rules: ArraySlice<NumberedRule>) -> Int {
        var count = 0
        for numbered in rules.prefix(comparedCount) where numbered.rule == rule { count += 1 }
        return count
    }

    /// One descriptor that means the same, with the line of each rule. Descriptors add up what they allow, so
    /// what only some of the lines permit is left out; a requirement that no permitted character meets stays,
    /// with no character, and refuses every password.
    var numberedRules: [NumberedRule] {
        guard let permitted, Checker(numbered).permitted != permitted else { return numbered }
        var rules: [NumberedRule] = []
        rules.reserveCapacity(numbered.count + 1)
        for rule in numbered {
            switch rule.rule {
            case .required(let characters):
                rules.append(
                    NumberedRule(rule: .required(characters.intersection(permitted)), line: rule.line))
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
    func without(_ others: [NumberedRule]) -> [NumberedRule] {
        let own = numberedRules
        // What is permitted is said by all `allowed` and `required` of a descriptor together, so none goes
        // that adds to it.
        var allowed: CharacterClass?
        for case .allowed(let characters) in own.rules { allowed = characters.union(allowed ?? .empty) }
        var limits = Limits(others)
        return own.filter { numbered in
            switch numbered.rule {
            case .allowed: true
            case .required(let characters):
                allowed?.isSuperset(of: characters) == false
                    || Self.count(of: numbered.rule, in: others[...])
                        < Self.count(of: numbered.rule, in: own[...])
            case .minLength, .maxLength, .maxRepeating, .maxSequential, .maxConsecutive:
                limits.tighten(by: numbered)
            }
        }
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

    private var numbers: [Int?] {
        [minLength, maxLength, maxRepeating, maxSequential, maxConsecutive].map { $0?.number }
    }
}
