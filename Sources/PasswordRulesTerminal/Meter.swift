package import PasswordRules

/// What a person is shown of an estimate of guesses while typing. It tells neither the pieces of the password
/// nor the rank of a word.
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

    /// All of it in a line of plain text.
    package var line: String { (["strength: \(summary)."] + advice).joined(separator: " ") }

    /// How much of a bar is filled, in percent: all of it from the strongest level on.
    var percent: Int { min(100, 100 * exponent / StrengthLevel.strong.leastGuessesLog10) }

    /// How the level is drawn.
    var style: Canvas.Style { level < .fair ? .bad : .good }
}
