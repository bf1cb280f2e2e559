/// A rule, and its line.
struct NumberedRule: Sendable {
    var rule: Rule
    /// The line of the policy, counted from 1; 0 if the rule is not from a line.
    var line = 0
}

extension [NumberedRule] {
    /// The rules without their lines.
    var rules: [Rule] { map { $0.rule } }

    /// Rules that are not from a line.
    init(_ rules: [Rule]) { self = rules.map { NumberedRule(rule: $0) } }
}
