import PasswordRules
import PasswordRulesSystem

extension AppliedPolicy.IdleLine {
    /// The maximum number of other lines in the message.
    private static let longestList = 3

    /// The diagnostic of `policy --check`.
    var diagnostic: LocatedDiagnostic {
        let builtIn = AppliedPolicy.Item.words(line.key, "\(line.key.builtInValue)", .builtIn)
        let words = others.isEmpty ? [builtIn] : others.map(\.words)
        var list = words.prefix(Self.longestList).joined(separator: ", ")
        let more = words.count - Self.longestList
        if more > 0 { list += " and \(more.counted("more line", "more lines"))" }
        let verb = words.count == 1 ? "asks" : "ask"
        let keys = others.isEmpty ? [line.key] : Set(others.map(\.key)).sorted { $0.rawValue < $1.rawValue }
        let drops = keys.map { "\"\($0.name) =\"" }.joined(separator: " and ")
        return LocatedDiagnostic(
            .note, code: MachineDiagnosticCode.idleLine.rawValue, source: line.file, at: line.range,
            message: Array(
                "this does nothing: \(list) \(verb) for as much or more; only \(drops) before this line \(keys.count == 1 ? "takes" : "take") that back"
                    .utf8))
    }

    /// The lines that ask for as much or more.
    var related: [LineLocation] { others.isEmpty ? [.builtIn] : others.map(\.lineLocation) }
}

extension AppliedPolicy.Item {
    /// A note that, because of this line, the policy refuses no password; nil if it refuses any.
    /// - Parameter audience: The users of the policy.
    func notEnforced(_ policy: Policy, for audience: PolicyAudience) -> LocatedDiagnostic? {
        let effect: String
        switch policy.enforcement {
        case .yes: return nil
        case .warn: effect = "only warns"
        case .audit: effect = "only counts"
        case .no: effect = "checks nothing"
        }
        let whose = isForEverybody ? "nobody's password" : "no password of \(audience.title)"
        return LocatedDiagnostic(
            .note, code: MachineDiagnosticCode.notEnforced.rawValue, source: file, at: range,
            message: Array(
                "\(whose) is refused: \"enforce = \(policy.enforcement)\" \(effect); to refuse: enforce = yes"
                    .utf8))
    }
}
