extension PolicyKey.Declaration {
    /// `min-different`: a minimum number of different characters.
    static var minDifferent: Self {
        Self(
            word: "min-different", position: 110, value: .number(1...1024), combination: .largest,
            isProperty: true, isCompositionRule: true,
            demand: Demand(
                outcomes: [.minDifferent],
                check: .composition { composition, _ in composition.differentCount },
                explanation: .met, shape: { $1.minLength = max($1.minLength, $0.number) }))
    }
}

extension Outcome.Kind {
    /// `min-different`
    public static var minDifferent: Self {
        Self(
            24, "min-different", .minimum,
            Description(
                "actual: how many different characters there are",
                .missing(.moreDifferent, met: .different), pwquality: .error("PWQ_ERROR_MAX_CONSECUTIVE")))
    }
}
