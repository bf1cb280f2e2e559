extension PolicyKey.Declaration {
    /// `min-words`: a minimum number of words, which are runs of two letters or more.
    static var minWords: Self {
        Self(
            word: "min-words", position: 120, value: .number(1...100), combination: .largest,
            isProperty: true,
            isCompositionRule: true,
            demand: Demand(
                outcomes: [.minWords], check: .composition { composition, _ in composition.wordCount },
                explanation: .met, shape: { $1.minWords = max($1.minWords, $0.number) }))
    }
}

extension Outcome.Kind {
    /// `min-words`
    public static var minWords: Self {
        Self(
            27, "min-words", .minimum,
            Description(
                "actual: how many words there are",
                .missing(.moreWords, met: .words), pwquality: .error("PWQ_ERROR_MIN_LENGTH")))
    }
}
