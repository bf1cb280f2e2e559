import PasswordRules
import PasswordRulesSystem

/// The policy as settings that anybody may know, for a page that helps with a new password: without words and
/// lists that are refused, names and paths.
struct PublicSettings {
    /// Such as "min-classes = 3", each of which a program, or a page, can set.
    private(set) var lines: [String] = []
    /// Whether sets of rules are left out, of which only one has to be met: settings have one place, and
    /// these are of several.
    private(set) var leavesOutAlternatives = false

    init(_ stack: PolicyStack, _ subject: PolicySubject?) {
        let applied = stack.applied(to: subject)
        let applying = applied.lines.filter { $0.fate == .applies }
        let rules = rulesOfOnePlace(applying.filter { $0.key == .rules || $0.key == .or })
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

    /// The rules and their alternatives; without the alternatives where rules are of several places, because
    /// "or" is for those of its own.
    private mutating func rulesOfOnePlace(_ items: [AppliedPolicy.Item]) -> [AppliedPolicy.Item] {
        let alternatives = items.filter { $0.key == .or }
        guard let first = items.first, !alternatives.isEmpty,
            !items.allSatisfy({ $0.isOfSameSource(as: first) })
        else { return items }
        leavesOutAlternatives = true
        return items.filter { item in !alternatives.contains { $0.isOfSameSource(as: item) } }
    }
}
