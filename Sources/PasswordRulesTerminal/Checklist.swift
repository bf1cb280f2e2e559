package import PasswordRules

/// The mark before a rule.
enum Mark {
    /// The rule is met.
    case met
    /// Something is still missing.
    case open
    /// Something forbidden is there.
    case broken
    /// Nothing is typed yet that could break the rule.
    case idle

    init(_ outcome: Outcome, isPasswordEmpty: Bool) {
        switch (outcome.isMet, outcome.isRequirement) {
        case (true, let isRequirement): self = isPasswordEmpty && !isRequirement ? .idle : .met
        case (false, true): self = .open
        case (false, false): self = .broken
        }
    }

    func symbol(isUTF8: Bool) -> String {
        switch self {
        case .met: isUTF8 ? "\u{2713}" : "[x]"
        case .open: isUTF8 ? "\u{25CB}" : "[ ]"
        case .broken: isUTF8 ? "\u{2717}" : "[!]"
        case .idle: isUTF8 ? "\u{2022}" : "[-]"
        }
    }

    var markStyle: Canvas.Style {
        switch self {
        case .met: .good
        case .broken: .bad
        case .open, .idle: .faint
        }
    }

    /// The user has to read open rules, so they are not dimmed.
    var textStyle: Canvas.Style {
        switch self {
        case .met, .open: .plain
        case .broken: .bad
        case .idle: .faint
        }
    }
}

extension Outcome {
    /// Whether the rule demands something, and is thus open, not broken, while the user types.
    fileprivate var isRequirement: Bool { isDemand || kind == .or }
}

/// A report as lines.
package enum Checklist {
    /// The outcomes, each message once, because several rules may have the same message.
    package static func outcomes(of report: Report) -> [Outcome] { items(of: report).map(\.outcome) }

    /// The outcomes with their depth in the list. Those of the nearest alternative are below the line that
    /// introduces it.
    package static func items(of report: Report) -> [(outcome: Outcome, depth: Int)] {
        var seen: Set<String> = []
        var depth = 0
        return report.outcomes.compactMap { outcome in
            if !outcome.isMet, outcome.isRedundant { return nil }
            if outcome.kind == .or {
                (seen, depth) = ([], 1)
                return (outcome, 0)
            }
            let isNew = seen.insert((outcome.isMet ? "+" : "-") + outcome.message).inserted
            return isNew ? (outcome, depth) : nil
        }
    }

    /// The progress in whole percent; 100 only if the password is accepted.
    package static func percent(of report: Report) -> Int {
        Int(report.progress * 100)
    }
}
