import PasswordRules
import PasswordRulesSystem

extension AppliedPolicy.IdleLine {
    /// How many of the other lines the message names.
    private static let longestList = 3

    /// What `policy --check` says of it.
    var diagnostic: LocatedDiagnostic {
        let builtIn = AppliedPolicy.Item.words(line.key, "\(line.key.builtInValue)", .builtIn)
        let words = others.isEmpty ? [builtIn] : others.map(\.words)
        var list = words.prefix(Self.longestList).joined(separator: ", ")
        let more = words.count - Self.longestList
        if more > 0 { list += " and \(more.of("more line", "more lines"))" }
        let verb = words.count == 1 ? "asks" : "ask"
        let keys = others.isEmpty ? [line.key] : Set(others.map(\.key)).sorted { $0.rawValue < $1.rawValue }
        let drops = keys.map { "\"\($0.name) =\"" }.joined(separator: " and ")
        return LocatedDiagnostic(
            .note, code: MachineDiagnosticCode.idleLine.rawValue, source: line.source, at: line.range,
            message: Array(
                "this does nothing: \(list) \(verb) for as much or more; only \(drops) before this line \(keys.count == 1 ? "takes" : "take") that back"
                    .utf8))
    }

    /// The lines that ask for as much.
    var related: [LinePlace] { others.isEmpty ? [.builtIn] : others.map(\.linePlace) }
}

extension AppliedPolicy.Item {
    /// That the policy for everybody refuses no password, where this line says so; nil where it does not.
    func notEnforced(_ policy: Policy) -> LocatedDiagnostic? {
        let effect: String
        switch policy.enforcement {
        case .yes: return nil
        case .warn: effect = "no password is refused: users are only warned"
        case .audit: effect = "no password is refused: changes are only counted"
        case .no: effect = "no password is checked: any is accepted"
        }
        return LocatedDiagnostic(
            .note, code: MachineDiagnosticCode.notEnforced.rawValue, source: source, at: range,
            message: Array("\(effect); to refuse what does not meet the policy: enforce = yes".utf8))
    }
}
