import PasswordRules
import PasswordRulesSystem

/// Finds reasons why a policy's suggestions do not withstand the number of guesses that it demands.
struct SuggestionCheck {
    private let policy: Policy

    init(_ policy: Policy) { self.policy = policy }

    /// A warning about a line of `suggest-entropy` that asks for less than min-guesses, and so has no effect.
    var lowEntropy: LocatedDiagnostic? {
        guard let line = policy.lineOfLowSuggestEntropy else { return nil }
        let bits = policy.suggestionOptions.minimumEntropyBits.decimals(0)
        return LocatedDiagnostic(
            .warning, code: MachineDiagnosticCode.lowSuggestEntropy.rawValue, source: line.file,
            at: line.range,
            message: Array(
                "suggestions with this little entropy would not meet min-guesses; they get \(bits) bits".utf8)
        )
    }

    /// Whether no suggestion is found that the policy accepts. Suggestions are drawn at random, because
    /// counting cannot predict the combined effect of rules, lists and the estimate.
    var findsNone: Bool {
        guard policy.suggests, policy.enforcement != .no, policy.demandsGuesses else { return false }
        var random = KernelRandom()
        do throws(GenerationError) {
            _ = try policy.suggestion(from: &random)
            return false
        } catch {
            return true
        }
    }

    /// The message if none is found.
    static let noneMessage =
        "no suggestion is as hard to guess as min-guesses demands, so none is made: the rules leave too few passwords"
}
