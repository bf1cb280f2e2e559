/// The settings from all lines of a policy: the values of keys, and the rules.
///
/// A key that demands nothing of passwords always has a value, by default the one in its declaration. A key
/// that demands something has a value if a line or its default sets one.
public struct PolicySettings: Equatable, Sendable {
    /// The `rules` of all sources without alternatives.
    public private(set) var rules = PolicyRules()
    /// A choice for each source with `or` lines: its `rules`, then its alternatives. One set of rules of each
    /// choice must be met.
    public private(set) var choices: [[PolicyRules]] = []
    /// Whether there are rules or a demanded number of guesses. A policy without either is probably an
    /// accident. Additional demands of a program do not count.
    private(set) var hasRules = false
    /// The values of all keys but `rules` and `or`.
    private var values: PolicyKeyTable<PolicyValue?>

    /// Creates settings without demands.
    init() {
        values = PolicyKeyTable(repeating: nil)
        for key in PolicyKey.allCases where !key.isDemand { values[key] = key.builtIn }
    }

    /// The settings without any lines.
    public static var builtIn: PolicySettings {
        var settings = PolicySettings()
        for key in PolicyKey.allCases { settings.addBuiltInDemand(of: key) }
        return settings
    }

    /// The value of a key; nil if nothing is demanded.
    subscript(key: PolicyKey) -> PolicyValue? { values[key.target] }

    /// The number of a key.
    func number(_ key: PolicyKey) -> Int? { self[key]?.number }

    /// The value of a key that has a flag; false if it has no value.
    func flag(_ key: PolicyKey) -> Bool { self[key]?.flag ?? false }

    /// How passwords are compared with the name that a key is about.
    func nameMatch(_ key: PolicyKey) -> NameMatch { self[key]?.nameMatch ?? .permit }

    /// The demands of keys that `rules` may contain as properties.
    public var properties: RuleProperties {
        var properties = RuleProperties()
        for key in PolicyKey.allCases where key.isProperty {
            if let number = number(key) { properties.add(key, number) }
        }
        return properties
    }

    /// Whether guesses are estimated.
    package var estimatesGuesses: Bool {
        self[.minGuesses] != nil || rules.properties[.minGuesses] != nil
            || choices.contains { $0.contains { $0.properties[.minGuesses] != nil } }
    }
}

// Combining lines.
extension PolicySettings {
    /// The rules and alternatives of a source.
    struct SourceRules {
        /// Whether they are additional demands of a program.
        let isAddition: Bool
        fileprivate var rules: PolicyRules?
        fileprivate var alternatives: [PolicyRules] = []

        init(isAddition: Bool = false) { self.isAddition = isAddition }

        /// Whether there are alternatives, but no rules.
        var isWithoutRules: Bool { rules == nil && !alternatives.isEmpty }
    }

    /// Adds the default of a key that demands something. Other keys have their defaults already.
    mutating func addBuiltInDemand(of key: PolicyKey) {
        guard key.isDemand, let value = key.builtIn else { return }
        var source = SourceRules()
        // A default is one line, which cannot be too many.
        _ = add(value, of: key, line: 0, to: &source)
        add(source)
    }

    /// Adds the rules of a source, or the choice between them and their alternatives.
    mutating func add(_ source: SourceRules) {
        if let rules = source.rules {
            if source.alternatives.isEmpty {
                self.rules.add(rules)
            } else {
                choices.append([rules] + source.alternatives)
            }
        }
        if !source.isAddition,
            !rules.isEmpty || self[.minGuesses] != nil || choices.contains(where: { !$0[0].isEmpty })
        {
            hasRules = true
        }
    }

    /// Adds the value of a line. Demands add up, or the strictest value applies. A key that demands nothing
    /// is overridden.
    /// - Parameters:
    ///   - line: The number of the line; 0 for none.
    ///   - source: Keeps the rules and alternatives of the line's source until `add(_:)` adds them.
    /// - Returns: False if there are too many lines of the key, and the value was not added.
    mutating func add(_ value: PolicyValue, of key: PolicyKey, line: Int, to source: inout SourceRules)
        -> Bool
    {
        switch value {
        // The preset's lines are added like the others.
        case .preset: return true
        // Only programs that look for mistakes use this value.
        case .findings: return true
        case .rules(let rules, _):
            if source.rules == nil { source.rules = PolicyRules() }
            source.rules?.add(rules.numbered(line))
            return true
        case .alternative(let rules, _):
            if source.alternatives.count == PolicyValue.maximumLines { return false }
            source.alternatives.append(rules.numbered(line))
            return true
        default:
            guard var both = self[key] else {
                values[key.target] = value
                return true
            }
            // Clears the table's reference, so that the value is not copied when it changes.
            values[key.target] = nil
            let fits = both.combine(with: value, by: key.combination)
            values[key.target] = both
            return fits
        }
    }

    /// Drops the earlier lines of a key in a section. For the parser, which counts the lines that are left.
    mutating func drop(_ key: PolicyKey, from source: inout SourceRules) {
        switch key {
        case .rules: source = SourceRules(isAddition: source.isAddition)
        case .or: source.alternatives = []
        default: values[key.target] = key.isDemand ? nil : key.builtIn
        }
    }
}
