extension PolicyKey.Declaration {
    /// `or`: an alternative to the section's `rules`.
    static var or: Self {
        Self(
            word: "or", position: 30, value: .alternative, combination: .addsUp,
            demand: Demand(outcomes: [.or], check: .elsewhere))
    }
}

extension Outcome.Kind {
    /// `or`: one of several sets of rules.
    public static var or: Self {
        Self(
            28, "or", .choice,
            Description(
                """
                only if not met: none of several sets of rules, joined by "or", is met. actual: how many \
                there are; the outcomes after it, up to the next of its kind, are those of the closest set
                """,
                .made(revealsDetails: false, isPredicate: true) { outcome, wording in
                    wording.text(.meetsNoSet, count: outcome.actual)
                } met: { _, wording in
                    wording.text(.oneOfTheSets)
                },
                pwquality: .none))
    }
}
