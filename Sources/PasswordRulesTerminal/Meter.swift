package import PasswordRules

/// The part of an estimate that a person sees while typing. It reveals neither the pieces of the password nor
/// the rank of a word.
package struct Meter: Equatable, Sendable {
    package let level: StrengthLevel
    /// The power of ten of the guesses, rounded down.
    package let exponent: Int
    /// Sentences, at most three.
    package let advice: [String]

    package init(_ estimate: StrengthEstimate) {
        level = estimate.level
        exponent = estimate.wholeGuessesLog10
        advice = estimate.advice.map(\.sentence)
    }

    /// The level and the guesses: `weak, 10^4 guesses`.
    var summary: String {
        "\(level.name), " + (exponent == 0 ? "fewer than 10" : "10^\(exponent)") + " guesses"
    }

    /// The meter as a line of plain text.
    package var line: String { (["strength: \(summary)."] + advice).joined(separator: " ") }

    /// The filled part of a bar, in percent; 100 for the strongest level.
    var percent: Int { min(100, 100 * exponent / StrengthLevel.strong.leastGuessesLog10) }

    /// The style of the level.
    var style: Canvas.Style { level < .fair ? .bad : .good }
}
