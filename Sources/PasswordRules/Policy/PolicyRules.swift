/// Rules that hold together: those of one `or` line, or of any number of `rules` lines.
///
/// A line never permits what another one forbids: of several that say which characters are allowed, all hold.
public struct PolicyRules: Equatable, Sendable {
    /// The rules that descriptors know, as they are written.
    private var lines: [Rule] = []
    /// The characters that all lines permit; nil where none restricts them.
    private var permitted: CharacterClass?
    /// What only policies can demand.
    public private(set) var properties = RuleProperties()

    /// Nothing is demanded.
    init() {}

    /// The rules of one line.
    init(rules: [Rule], properties: RuleProperties = RuleProperties()) {
        lines = rules
        permitted = Checker(Descriptor(rules: rules)).permitted
        self.properties = properties
    }

    /// Whether it demands nothing.
    var isEmpty: Bool { lines.isEmpty && properties.isEmpty }

    /// Adds the rules of another line, or of another place.
    mutating func add(_ other: PolicyRules) {
        lines.append(contentsOf: other.lines)
        if let more = other.permitted { permitted = permitted?.intersection(more) ?? more }
        properties.add(other.properties)
    }

    /// One descriptor that means the same. Descriptors add up what they allow, so what only some of the lines
    /// permit is left out; a requirement that no permitted character meets stays, with no character, and
    /// refuses every password.
    public var rules: [Rule] {
        guard let permitted, Checker(Descriptor(rules: lines)).permitted != permitted else { return lines }
        var rules: [Rule] = []
        rules.reserveCapacity(lines.count + 1)
        for rule in lines {
            switch rule {
            case .required(let characters): rules.append(.required(characters.intersection(permitted)))
            case .allowed: break
            default: rules.append(rule)
            }
        }
        rules.append(.allowed(permitted))
        return rules
    }
}
