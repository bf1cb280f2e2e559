/// A rule, and the number of the line that has it.
struct NumberedRule: Sendable {
    var rule: Rule
    /// The number of the line of a policy, from 1; 0 for what no line says.
    var line = 0
}

extension [NumberedRule] {
    /// The rules without their lines.
    var rules: [Rule] { map { $0.rule } }

    /// Rules that no line says.
    init(_ rules: [Rule]) { self = rules.map { NumberedRule(rule: $0) } }
}
