/// A piece of a password: kind and place, but no characters of it.
public struct StrengthPiece: Equatable, Sendable {
    /// What it was recognised as.
    public let kind: StrengthPieceKind
    /// Where it begins and ends in the password, in scalar values.
    public let range: Range<Int>
    /// About the rank of a word in its list, a power of two; 0 for other kinds. Like the password it is a
    /// secret: with the list, it tells which words it may be.
    public let rank: Int
}

/// How many guesses a password withstands, as far as the patterns that are known reach.
public struct StrengthEstimate: Equatable, Sendable {
    /// The decimal logarithm of the number of guesses, in thousandths.
    package let thousandths: Int
    /// The cheapest cover of the password with patterns, from left to right. Signs between words need not
    /// belong to any.
    public let pieces: [StrengthPiece]
    /// Whether the password is longer than ``StrengthEstimator/longestPassword``; what is beyond counts
    /// nothing.
    public let isCut: Bool

    /// The decimal logarithm of the number of guesses.
    public var guessesLog10: Double { Double(thousandths) / 1000 }

    /// The same, rounded down to a whole number: it does not tell the rank of a word.
    public var wholeGuessesLog10: Int { thousandths / 1000 }

    /// The pieces without their ranks.
    var places: [WeakPiece] { pieces.map { WeakPiece(kind: $0.kind, range: $0.range) } }

    /// The kinds of the pieces.
    var kinds: StrengthPieceKinds { pieces.reduce([]) { $0.union(StrengthPieceKinds($1.kind)) } }

    /// How strong that is.
    public var level: StrengthLevel { StrengthLevel(guessesLog10: wholeGuessesLog10) }

    /// At most three pieces of advice, the most useful first; none for a strong password.
    public var advice: [StrengthAdvice] {
        if level == .strong { return [] }
        var advice: [StrengthAdvice] = []
        for candidate in StrengthAdvice.allCases
        where advice.count < 3
            && candidate.isAbout.contains(where: { kind in pieces.contains { $0.kind == kind } })
        {
            advice.append(candidate)
        }
        if advice.count < 3 { advice.append(.addWords) }
        return advice
    }
}
