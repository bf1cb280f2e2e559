/// What a piece of a password was recognised as. The numbers are stable and never used again for something else.
public enum StrengthPieceKind: Int, CaseIterable, Sendable {
    /// Characters without a pattern, guessed one by one.
    case characters = 1
    /// A ranked word or password, in any letter case, with leet substitutions or not.
    case word = 2
    /// A ranked word from right to left.
    case reversedWord = 3
    /// A word of the context, such as the user's name.
    case personalWord = 4
    /// A walk over adjacent keys.
    case keyboardWalk = 5
    /// Characters that follow each other, such as `abcd` or `97531`.
    case sequence = 6
    /// What came before once more, or several times.
    case repetition = 7
    /// A date.
    case date = 8
    /// A year.
    case year = 9

    /// The name, as JSON has it.
    public var name: StaticString {
        switch self {
        case .characters: "characters"
        case .word: "word"
        case .reversedWord: "reversed-word"
        case .personalWord: "personal-word"
        case .keyboardWalk: "keyboard-walk"
        case .sequence: "sequence"
        case .repetition: "repetition"
        case .date: "date"
        case .year: "year"
        }
    }
}

/// A piece of a password: kind and place, but no characters of it.
public struct StrengthPiece: Equatable, Sendable {
    public let kind: StrengthPieceKind
    /// Where it begins and ends in the password, in scalar values.
    public let range: Range<Int>
    /// About the rank of a word in its list, a power of two; 0 for other kinds. Like the password it is a secret: with the list, it
    /// tells which words it may be.
    public let rank: Int
}

/// How many guesses a password withstands, as far as the patterns that are known reach.
public struct StrengthEstimate: Equatable, Sendable {
    /// The decimal logarithm of the number of guesses, in thousandths.
    package let thousandths: Int
    /// The cheapest cover of the password with patterns, from left to right. Signs between words need not belong to any.
    public let pieces: [StrengthPiece]
    /// Whether the password is longer than ``StrengthEstimator/longestPassword``; what is beyond counts nothing.
    public let isCut: Bool

    /// The decimal logarithm of the number of guesses.
    public var guessesLog10: Double { Double(thousandths) / 1000 }

    /// The same, rounded down to a whole number: it does not tell the rank of a word.
    public var wholeGuessesLog10: Int { thousandths / 1000 }

    /// How strong that is.
    public var level: StrengthLevel { StrengthLevel(guessesLog10: wholeGuessesLog10) }

    /// At most three pieces of advice, the most useful first; none for a strong password.
    public var advice: [StrengthAdvice] {
        if level == .strong { return [] }
        var advice: [StrengthAdvice] = []
        for candidate in StrengthAdvice.allCases
        where advice.count < 3 && candidate.isAbout.contains(where: { kind in pieces.contains { $0.kind == kind } }) {
            advice.append(candidate)
        }
        if advice.count < 3 { advice.append(.addWords) }
        return advice
    }
}
