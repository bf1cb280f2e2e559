extension PolicyKey.Declaration {
    /// `min-guesses`: a minimum number of guesses that a password must withstand, as estimated.
    static var minGuesses: Self {
        Self(
            word: "min-guesses", position: 130, value: .powerOfTen(PowerOfTen.exponents),
            combination: .largest,
            isProperty: true,
            demand: Demand(
                outcomes: [.minGuesses], check: .guesses, explanation: .met,
                shape: { $1.guessesLog10 = max($1.guessesLog10 ?? 0, $0.number) }))
    }
}

extension Outcome.Kind {
    /// `min-guesses`
    public static var minGuesses: Self {
        Self(
            33, "min-guesses", .minimum,
            Description(
                """
                limit: the power of ten of the guesses that a password must withstand; actual: that of \
                the estimate, rounded down, up to the limit
                """,
                .made(revealsDetails: true, isPredicate: true) { outcome, wording in
                    wording.text(.easyToGuess, wording.pieces(of: outcome.pieceKinds))
                } met: { _, wording in
                    wording.text(.hardToGuess)
                },
                pwquality: .other("it is easy to guess")))
    }
}
