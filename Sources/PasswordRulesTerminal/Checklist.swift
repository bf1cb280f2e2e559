package import PasswordRules

/// What is shown before a rule.
enum Mark {
    /// It is met.
    case met
    /// Something is still missing.
    case open
    /// Something is there that must not be.
    case broken
    /// Nothing is typed that could break it.
    case idle

    init(_ outcome: Outcome, isNothingTyped: Bool) {
        switch (outcome.isMet, outcome.asksForSomething) {
        case (true, let asks): self = isNothingTyped && !asks ? .idle : .met
        case (false, true): self = .open
        case (false, false): self = .broken
        }
    }

    func sign(isUTF8: Bool) -> String {
        switch self {
        case .met: isUTF8 ? "\u{2713}" : "[x]"
        case .open: isUTF8 ? "\u{25CB}" : "[ ]"
        case .broken: isUTF8 ? "\u{2717}" : "[!]"
        case .idle: isUTF8 ? "\u{2022}" : "[-]"
        }
    }

    var signStyle: Canvas.Style {
        switch self {
        case .met: .good
        case .broken: .bad
        case .open, .idle: .faint
        }
    }

    /// What is open is what the person has to read: it is not dimmed.
    var textStyle: Canvas.Style {
        switch self {
        case .met, .open: .plain
        case .broken: .bad
        case .idle: .faint
        }
    }
}

extension Outcome {
    /// Whether the rule asks for something, rather than forbids something: it is no fault of what is typed so far.
    fileprivate var asksForSomething: Bool { isDemand || kind == .or }
}

/// A report in lines.
package enum Checklist {
    /// The outcomes, each message once: several rules may say the same.
    package static func outcomes(of report: Report) -> [Outcome] {
        var seen: Set<String> = []
        return report.outcomes.filter { seen.insert(($0.isMet ? "+" : "-") + $0.message).inserted }
    }

    /// How much is there, in whole percent: never 100 of what is not accepted.
    package static func percent(of report: Report) -> Int {
        Int(report.progress * 100)
    }
}
