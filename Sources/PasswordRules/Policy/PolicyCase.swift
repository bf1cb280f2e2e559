/// A case of a policy: the combined lines that apply to a user who is in certain groups.
///
/// If a user's groups are in doubt, a ``Policy`` has several cases. A password must meet all of them.
final class PolicyCase: Sendable {
    /// Rules that must be met together: the common ones, or one alternative of a choice.
    struct Alternative: Sendable {
        /// Checks the rules, without those that other demands imply.
        let checker: Checker
        let properties: RuleProperties
        /// All rules, for the strict reading. In the first choice, they include the common ones.
        let whole: [NumberedRule]
    }

    /// Sets of rules. At least one of them must be met.
    struct Choice: Sendable {
        let alternatives: [Alternative]
        /// The number of the choice's first `or` line.
        let line: Int
    }

    /// A demand with its value.
    struct ActiveDemand: Sendable {
        let demand: Demand
        let value: PolicyValue
        /// The lines that set the demand, each with its value; none if the demand is built in.
        fileprivate(set) var lines: [(value: PolicyValue, number: Int)] = []
    }

    /// The combined settings.
    let settings: PolicySettings
    /// The lines of all sources that match; none if the settings do not come from lines.
    let lines: [AppliedPolicy.Item]
    /// The settings that a program passes as arguments.
    let arguments: [PolicyFile]
    /// The common rules, which must be met with any alternative.
    let common: Alternative
    let choices: [Choice]
    /// The demands of keys that are not properties of rules.
    let demands: [ActiveDemand]
    let blocklists: PolicyBlocklists
    /// The estimator of strength; nil if no key needs it.
    let estimator: StrengthEstimator?

    /// - Throws: ``Diagnostic/Code/noRules`` if the policy is enforced but demands nothing.
    init(
        _ settings: PolicySettings, _ applied: AppliedPolicy?, blocklists: [PolicyBlocklist],
        rankedWords: RankedWords
    ) throws(Diagnostic) {
        self.settings = settings
        lines = applied?.lines ?? []
        arguments = applied?.stack.arguments ?? []
        var commonRules = settings.rules
        commonRules.add(PolicyRules(rules: [], properties: settings.properties(of: applied)))
        // An empty password is never accepted.
        let notEmpty = PolicyRules(rules: [.minLength(1)])
        if settings.choices.isEmpty { commonRules.add(notEmpty) }
        let common = Alternative(commonRules, settings)
        self.common = common
        let linesOfChoices = applied?.linesOfChoices ?? []
        var choices: [Choice] = []
        choices.reserveCapacity(settings.choices.count)
        for index in settings.choices.indices {
            let isFirst = index == 0
            let alternatives = settings.choices[index].map { rules in
                var rules = rules
                if isFirst { rules.add(notEmpty) }
                return Alternative(
                    rules, settings, common, isFirst ? commonRules : nil)
            }
            choices.append(
                Choice(
                    alternatives: alternatives,
                    line: linesOfChoices.indices.contains(index) ? linesOfChoices[index] : 0))
        }
        self.choices = choices
        demands = ActiveDemand.all(in: settings, applied)
        self.blocklists = PolicyBlocklists(blocklists, lines)
        estimator = settings.estimatesGuesses ? StrengthEstimator(words: rankedWords) : nil
        // Thrown last. If thrown earlier, Embedded Swift would leak the properties that are already set.
        if !settings.hasRules, settings.enforcement != .no { throw Diagnostic(.noRules, at: 0) }
    }

    /// The number of the line that an outcome comes from; 0 if its demand is built in.
    func line(of outcome: Outcome) -> Int {
        demands.first { $0.demand.outcomes.contains(outcome.kind) }?.line(of: outcome) ?? 0
    }

    /// Whether a line sets the key, or its value differs from the built-in one.
    func sets(_ key: PolicyKey) -> Bool {
        guard let demand = key.declaration.demand, let value = settings[key] else { return false }
        let isWritten = demands.contains {
            $0.demand.outcomes[0] == demand.outcomes[0] && !$0.lines.isEmpty
        }
        return isWritten || value != key.builtIn
    }

    /// Whether passwords are looked up in lists.
    var comparesWithLists: Bool { !blocklists.isEmpty }

    /// Whether a check uses the account's full name or home directory.
    var wantsNames: Bool {
        estimator != nil || demands.contains { if case .account = $0.demand.check { true } else { false } }
    }

    /// Whether a check uses the user names.
    var wantsUserNames: Bool {
        demands.contains { if case .userNames = $0.demand.check { true } else { false } }
    }
}

extension PolicyCase.Alternative {
    /// Creates an alternative without the rules that other demands imply, so that users see each demand once.
    /// - Parameters:
    ///   - rules: The rules.
    ///   - settings: The other settings, for the minimums of `at-least`.
    ///   - common: The common rules; nil if `rules` are the common ones.
    ///   - commonRules: The rules in `common`, if the strict reading reads them together with `rules`.
    fileprivate init(
        _ rules: PolicyRules, _ settings: PolicySettings, _ common: PolicyCase.Alternative? = nil,
        _ commonRules: PolicyRules? = nil
    ) {
        let others = common?.whole ?? []
        var implied = Requirements(others)
        for minimum in settings.minimums { implied.merge(minimum) }
        checker = Checker(rules.without(others, implied))
        var properties = rules.properties
        if let common { properties = properties.without(common.properties) }
        if let limit = properties[.minClasses], !settings.countsInnerClasses,
            Composition.classCount(impliedBy: implied.minimums + rules.requirements) >= limit
        {
            properties.remove(.minClasses)
        }
        self.properties = properties
        var whole = commonRules ?? PolicyRules()
        whole.add(rules)
        self.whole = whole.numberedRules
    }
}

extension PolicyCase.ActiveDemand {
    /// The demands of keys that are not properties of rules, in the order of the keys.
    fileprivate static func all(in settings: PolicySettings, _ applied: AppliedPolicy?) -> [Self] {
        var demands: [Self] = []
        for key in PolicyKey.allCases where !key.isProperty {
            guard let demand = key.declaration.demand, var value = settings[key] else { continue }
            // If `at-least` and `rules` require the same class, only the larger number is shown.
            if case .minimums(let minimums) = value {
                let required = Requirements(settings.rules.numberedRules)
                let larger = minimums.filter { required.count(of: $0.characters) <= $0.count }
                if larger.isEmpty { continue }
                value = .minimums(larger)
            }
            var active = Self(demand: demand, value: value)
            for number in applied?.numbersOfLines(of: key) ?? [] {
                guard let set = applied?.lines[number - 1].entry.value else { continue }
                active.lines.append((set, number))
                // Only the first line is kept: the line of the word that was found would reveal part of the
                // password.
                if case .words = set { break }
            }
            demands.append(active)
        }
        return demands
    }

    /// The number of the line that an outcome comes from; 0 if the demand is built in.
    func line(of outcome: Outcome) -> Int {
        for line in lines {
            switch line.value {
            case .oldPassword(let checks):
                if outcome.isMet || checks.contains(OldPasswordChecks(outcome.kind)) { return line.number }
            case .minimums(let minimums):
                if minimums.contains(CharacterMinimum(count: outcome.limit, characters: outcome.characters)) {
                    return line.number
                }
            default:
                if line.value == value || lines.count == 1 { return line.number }
            }
        }
        return 0
    }
}

extension PolicySettings {
    /// The demands of the keys that may also be properties in `rules`, with their lines.
    fileprivate func properties(of applied: AppliedPolicy?) -> RuleProperties {
        var properties = RuleProperties()
        for property in self.properties.all {
            let line = applied?.numbersOfLines(of: property.key).first ?? 0
            properties.add(property.key, property.number, line: line)
        }
        return properties
    }
}

extension AppliedPolicy {
    /// For each choice, the number of its first `or` line.
    fileprivate var linesOfChoices: [Int] {
        var numbers: [Int] = []
        for number in numbersOfLines(of: .or) {
            if let last = numbers.last, lines[last - 1].isOfSameSource(as: lines[number - 1]) { continue }
            numbers.append(number)
        }
        return numbers
    }
}
