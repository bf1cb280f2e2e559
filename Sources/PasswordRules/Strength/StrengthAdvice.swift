/// Advice to a person whose password is weak, in the order in which it helps.
public enum StrengthAdvice: Int, CaseIterable, Sendable {
    /// Names, and other words that others know of the person.
    case avoidPersonalWords = 1
    /// Listed words, in any form.
    case avoidCommonWords = 2
    /// Rows of adjacent keys.
    case avoidKeyboardWalks = 3
    /// Characters that follow each other.
    case avoidSequences = 4
    /// What is repeated.
    case avoidRepetitions = 5
    /// Dates and years.
    case avoidDates = 6
    /// Always of use.
    case addWords = 7

    /// The kinds of pieces that it is about; none for advice that always helps.
    var isAbout: [StrengthPieceKind] {
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
