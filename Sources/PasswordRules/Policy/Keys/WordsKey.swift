extension PolicyKey.Declaration {
    /// `words`: these words are refused.
    static var words: Self {
        Self(
            word: "words", position: 240, value: .words, combination: .addsUp, isPublic: false,
            demand: Demand(
                outcomes: [.words],
                check: .search { value, search, report in
                    report.add(Outcome(.words, search.finding(value.words)))
                },
                steps: { _, _ in 6 * WordSet.maximumLength }))
    }
}

extension PolicySettings {
    /// `words`
    var words: WordSet { self[.words]?.words ?? WordSet() }
}

extension Outcome.Kind {
    /// `words`
    public static var words: Self {
        Self(
            26, "words", .maximum,
            Description(
                "none of the administrator's words", .plain(.hasWord, met: .noWord),
                pwquality: .error("PWQ_ERROR_BAD_WORDS")))
    }
}
