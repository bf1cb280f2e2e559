import PasswordRules
import PasswordRulesSystem

/// The policy's settings that anybody may know, for a page that helps with a new password: without refused
/// words and lists, names and paths.
struct PublicSettings {
    /// Lines such as "min-classes = 3", which programs and pages can set.
    private(set) var lines: [String] = []
    /// Whether rules with alternatives are left out, because the rules come from several sources. As lines
    /// here, they would all be of one source.
    private(set) var leavesOutAlternatives = false

    init(_ stack: PolicyStack, _ subject: PolicySubject?) {
        let applied = stack.applied(to: subject)
        let applying = applied.lines.filter { $0.fate == .applies }
        let rules = rulesFromOneSource(applying.filter { $0.key == .rules || $0.key == .or })
        for key in PolicyKey.allCases where key.isPublic {
            if key.builtInValue.utf8CodeUnitCount > 0, applied.dropOfBuiltInValue(key) != nil {
                lines.append("\(key.name) =")
            }
            let items = key == .rules || key == .or ? rules : applying
            for item in items where item.key == key {
                lines.append("\(key.name) = \(String(decoding: item.value, as: UTF8.self))")
            }
        }
    }

    /// The rules and their alternatives. If they come from several sources, those with alternatives are left
    /// out, because "or" applies only to rules of its own source.
    private mutating func rulesFromOneSource(_ items: [AppliedPolicy.Item]) -> [AppliedPolicy.Item] {
        let alternatives = items.filter { $0.key == .or }
        guard let first = items.first, !alternatives.isEmpty,
            !items.allSatisfy({ $0.isOfSameSource(as: first) })
        else { return items }
        leavesOutAlternatives = true
        return items.filter { item in !alternatives.contains { $0.isOfSameSource(as: item) } }
    }
}
