/// What a piece of a password was recognised as.
public enum StrengthPieceKind: Int, Sendable {
    /// Characters without a pattern, guessed one by one.
    case characters = 0
    /// A ranked word, in any letter case, with leet substitutions or not.
    case word
    /// A ranked word from right to left.
    case reversedWord
    /// A word of the context, such as the user's name.
    case personal
    /// A walk over adjacent keys.
    case walk
    /// Characters that follow each other, such as `abcd` or `97531`.
    case sequence
    /// What came before, once more.
    case repetition
    /// A date.
    case date
    /// A year.
    case year
    /// A sign between pieces that occurs in the same role before.
    case separator
}

/// A piece of a password: kind and place, but no characters of it.
public struct StrengthPiece: Sendable {
    public let kind: StrengthPieceKind
    /// The place in the password, in scalar values.
    public let start: Int
    public let end: Int
    /// The rank of a word, rounded to 1/8 of its magnitude; 0 for other kinds. Like the password it is a secret: with the list,
    /// it tells the word.
    public let rank: Int
}

/// How many guesses a password withstands, as far as the patterns that are known reach.
public struct StrengthEstimate: Sendable {
    /// The decimal logarithm of the number of guesses, in 1/1000.
    public let thousandthsOfDecimalLog: Int
    /// The cheapest cover of the password with patterns, from left to right.
    public let pieces: [StrengthPiece]
    /// Whether the password is longer than ``StrengthEstimator/longestInScalars``; what is beyond counts nothing.
    public let isCut: Bool

    /// The decimal logarithm of the number of guesses.
    public var log10: Double { Double(thousandthsOfDecimalLog) / 1000 }

    /// At most three pieces of advice, the most useful first.
    public var advice: [StrengthAdvice] {
        guard thousandthsOfDecimalLog < 10_000 else { return [] }
        var advice: [StrengthAdvice] = []
        for candidate in StrengthAdvice.inOrder
        where advice.count < 3 && pieces.contains(where: { candidate.concerns($0.kind) }) {
            advice.append(candidate)
        }
        if advice.count < 3 { advice.append(.addWords) }
        return advice
    }
}

/// Advice to a user whose password is weak.
public enum StrengthAdvice: Int, Sendable {
    case avoidPersonal, avoidCommonWords, avoidWalks, avoidSequences, avoidRepetition, avoidDates, addWords

    static var inOrder: [StrengthAdvice] {
        [.avoidPersonal, .avoidCommonWords, .avoidWalks, .avoidSequences, .avoidRepetition, .avoidDates]
    }

    func concerns(_ kind: StrengthPieceKind) -> Bool {
        switch kind {
        case .personal: self == .avoidPersonal
        case .word, .reversedWord: self == .avoidCommonWords
        case .walk: self == .avoidWalks
        case .sequence: self == .avoidSequences
        case .repetition: self == .avoidRepetition
        case .date, .year: self == .avoidDates
        case .characters, .separator: false
        }
    }

    /// The advice in English.
    public var sentence: StaticString {
        switch self {
        case .avoidPersonal: "Do not use names or other words that belong to you."
        case .avoidCommonWords:
            "Common words and passwords are guessed first, also with other letter case, signs or reversed."
        case .avoidWalks: "Keys that are next to each other are easy to guess."
        case .avoidSequences: "Sequences such as abc or 6543 are easy to guess."
        case .avoidRepetition: "Repetitions make a password hardly stronger."
        case .avoidDates: "Dates and years are easy to guess."
        case .addWords: "Add another word or two; uncommon ones are better."
        }
    }
}
