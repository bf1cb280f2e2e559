/// How strong a password is, in words. The numbers and limits are those of zxcvbn's scores, which many
/// sign-up pages show.
public enum StrengthLevel: Int, CaseIterable, Comparable, Sendable {
    /// Fewer than 10^3 guesses.
    case veryWeak = 0
    /// At least 10^3 guesses.
    case weak = 1
    /// At least 10^6 guesses: enough for an attack over the network without a rate limit.
    case fair = 2
    /// At least 10^8 guesses.
    case good = 3
    /// At least 10^10 guesses: enough for an attack on a stolen hash that is slow to compute.
    case strong = 4

    /// The minimum decimal logarithm of guesses for the level.
    public var leastGuessesLog10: Int {
        switch self {
        case .veryWeak: 0
        case .weak: 3
        case .fair: 6
        case .good: 8
        case .strong: 10
        }
    }

    /// The level of a decimal logarithm of guesses.
    init(guessesLog10: Int) {
        var level = StrengthLevel.veryWeak
        for other in Self.allCases where guessesLog10 >= other.leastGuessesLog10 { level = other }
        self = level
    }

    /// The name: `very weak`, `weak`, `fair`, `good` or `strong`.
    public var name: StaticString {
        switch self {
        case .veryWeak: "very weak"
        case .weak: "weak"
        case .fair: "fair"
        case .good: "good"
        case .strong: "strong"
        }
    }

    /// Whether the first is weaker.
    public static func < (first: StrengthLevel, second: StrengthLevel) -> Bool {
        first.rawValue < second.rawValue
    }
}
