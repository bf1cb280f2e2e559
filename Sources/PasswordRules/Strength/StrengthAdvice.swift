/// Advice for a person whose password is weak, the most helpful first.
public enum StrengthAdvice: Int, CaseIterable, Sendable {
    /// Names and other words that are related to the person.
    case avoidPersonalWords = 1
    /// Listed words, in any form.
    case avoidCommonWords = 2
    /// Adjacent keys.
    case avoidKeyboardWalks = 3
    /// Characters in sequence.
    case avoidSequences = 4
    /// Repetitions.
    case avoidRepetitions = 5
    /// Dates and years.
    case avoidDates = 6
    /// More words, which always help.
    case addWords = 7

    /// The kinds of pieces to which it applies; none for advice that always helps.
    var pieceKinds: [StrengthPieceKind] {
        switch self {
        case .avoidPersonalWords: [.personalWord]
        case .avoidCommonWords: [.word, .reversedWord]
        case .avoidKeyboardWalks: [.keyboardWalk]
        case .avoidSequences: [.sequence]
        case .avoidRepetitions: [.repetition]
        case .avoidDates: [.date, .year]
        case .addWords: []
        }
    }
}
