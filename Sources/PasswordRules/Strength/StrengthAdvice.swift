/// Advice to a person whose password is weak, in the order in which it helps.
public enum StrengthAdvice: Int, CaseIterable, Sendable {
    case avoidPersonalWords = 1
    case avoidCommonWords = 2
    case avoidKeyboardWalks = 3
    case avoidSequences = 4
    case avoidRepetitions = 5
    case avoidDates = 6
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
