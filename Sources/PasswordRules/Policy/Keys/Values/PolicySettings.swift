/// What the lines of a policy set together: the values of the keys, and the rules.
///
/// A key that demands nothing of passwords always has a value, by default that of its declaration. A key that
/// demands something has one where a line or a default demands it.
public struct PolicySettings: Equatable, Sendable {
    /// `rules` of all places that have no alternatives.
    public private(set) var rules = PolicyRules()
    /// For each place that has alternatives (`or`), its rules and then the alternatives: one of them must be
    /// met.
    public private(set) var choices: [[PolicyRules]] = []
    /// Whether there are rules, or a number of guesses is demanded. A policy without either is more likely an
    /// accident. What a program demands in addition does not count.
    private(set) var hasRules = false
    /// The values of the keys but `rules` and `or`.
    private var values: PolicyKeyTable<PolicyValue?>

    /// Nothing is demanded.
    init() {
        values = PolicyKeyTable(repeating: nil)
        for key in PolicyKey.allCases where !key.isDemand { values[key] = key.builtIn }
    }

    /// The settings where no line says anything.
    public static var builtIn: PolicySettings {
        var settings = PolicySettings()
        for key in PolicyKey.allCases { settings.addBuiltInDemand(of: key) }
        return settings
    }

    /// What a key is set to; nil where nothing is demanded.
    subscript(key: PolicyKey) -> PolicyValue? { values[key.target] }

    /// The number that a key is set to.
    func number(_ key: PolicyKey) -> Int? { self[key]?.number }

    /// Whether a key is set to the word that asks for something.
    func flag(_ key: PolicyKey) -> Bool { self[key]?.flag ?? false }

    /// How passwords are compared with a name.
    func nameMatch(_ key: PolicyKey) -> NameMatch { self[key]?.nameMatch ?? .permit }

    /// What keys demand that `rules` may demand as well.
    public var properties: RuleProperties {
        var properties = RuleProperties()
        for key in PolicyKey.allCases where key.isProperty {
            if let number = number(key) { properties.add(key, number) }
        }
        return properties
    }

    /// Whether a password's guesses must be estimated.
    package var estimatesGuesses: Bool {
        self[.minGuesses] != nil || rules.properties[.minGuesses] != nil
            || choices.contains { $0.contains { $0.properties[.minGuesses] != nil } }
    }
}

// How lines are combined.
extension PolicySettings {
    /// The rules and the alternatives of one place.
    struct SourceRules {
        /// Whether it is what a program demands in addition.
        let isAddition: Bool
        fileprivate var rules: PolicyRules?
        fileprivate var alternatives: [PolicyRules] = []

        init(isAddition: Bool = false) { self.isAddition = isAddition }

        /// Whether there is nothing that the alternatives are alternatives to.
        var isWithoutRules: Bool { rules == nil && !alternatives.isEmpty }
    }

    /// Adds what a key demands by default; nothing for a key that demands nothing, which has its default
    /// already.
    mutating func addBuiltInDemand(of key: PolicyKey) {
        guard key.isDemand, let value = key.builtIn else { return }
        var source = SourceRules()
        // A default is one line, and so not one too many.
        _ = add(value, of: key, line: 0, to: &source)
        add(source)
    }

    /// Adds the rules of one place: both they and those of other places apply, and so does the choice between
    /// them and their alternatives.
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

    /// Adds what a line sets. Demands add up, and the strictest value of a key applies; a key that demands
    /// nothing is set anew.
    /// - Parameters:
    ///   - line: The number of the line; 0 for none.
    ///   - place: Keeps the rules and alternatives of the line's place until `add(_:)` adds them.
    /// - Returns: Whether there are not too many lines of the key; if there are, nothing is added.
    mutating func add(_ value: PolicyValue, of key: PolicyKey, line: Int, to source: inout SourceRules) -> Bool {
        switch value {
        // Its lines are among the others.
        case .preset: return true
        // It says something to whoever checks the files, and nothing of passwords.
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
            // So that the value has one owner.
            values[key.target] = nil
            let fits = both.combine(with: value, by: key.combination)
            values[key.target] = both
            return fits
        }
    }

    /// Drops what earlier lines of a section say of a key, for the parser, which counts the lines that are
    /// left.
    mutating func drop(_ key: PolicyKey, from source: inout SourceRules) {
        switch key {
        case .rules: source = SourceRules(isAddition: source.isAddition)
        case .or: source.alternatives = []
        default: values[key.target] = key.isDemand ? nil : key.builtIn
        }
    }
}
