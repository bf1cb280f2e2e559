/// A piece of a password: its kind and range, but none of its characters.
public struct StrengthPiece: Equatable, Sendable {
    /// The kind of pattern that it matches.
    public let kind: StrengthPieceKind
    /// Its range in the password, in scalar values.
    public let range: Range<Int>
    /// The approximate rank of a word in its list, a power of two; 0 for other kinds. Keep it secret like the
    /// password: with the list, it tells which words are possible.
    public let rank: Int
}

/// The number of guesses that a password withstands, if an attacker knows the same patterns as the estimator.
public struct StrengthEstimate: Equatable, Sendable {
    /// The decimal logarithm of the number of guesses, in thousandths.
    package let thousandths: Int
    /// The cheapest cover of the password, from left to right. Symbols between words may belong to no piece.
    public let pieces: [StrengthPiece]
    /// Whether the password is longer than ``StrengthEstimator/longestPassword``. The rest does not count.
    public let isCut: Bool

    /// The decimal logarithm of the number of guesses.
    public var guessesLog10: Double { Double(thousandths) / 1000 }

    /// The decimal logarithm of the number of guesses, rounded down to a whole number, which does not reveal
    /// the rank of a word.
    public var wholeGuessesLog10: Int { thousandths / 1000 }

    /// The pieces without their ranks.
    var weakPieces: [WeakPiece] { pieces.map { WeakPiece(kind: $0.kind, range: $0.range) } }

    /// The kinds of the pieces.
    var kinds: StrengthPieceKinds { pieces.reduce([]) { $0.union(StrengthPieceKinds($1.kind)) } }

    /// The level of the estimate.
    public var level: StrengthLevel { StrengthLevel(guessesLog10: wholeGuessesLog10) }

    /// At most three items, the most helpful first; none for a strong password.
    public var advice: [StrengthAdvice] {
        if level == .strong { return [] }
        var advice: [StrengthAdvice] = []
        for candidate in StrengthAdvice.allCases
        where advice.count < 3
            && candidate.pieceKinds.contains(where: { kind in pieces.contains { $0.kind == kind } })
        {
            advice.append(candidate)
        }
        if advice.count < 3 { advice.append(.addWords) }
        return advice
    }
}
