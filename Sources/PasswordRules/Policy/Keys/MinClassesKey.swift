extension PolicyKey.Declaration {
    /// `min-classes`: a minimum number of the four classes.
    static var minClasses: Self {
        Self(
            word: "min-classes", position: 100, value: .number(1...4), combination: .largest,
            isProperty: true,
            isCompositionRule: true,
            demand: Demand(
                outcomes: [.minClasses], check: .classes, explanation: .met,
                shape: { $1.minClasses = max($1.minClasses, $0.number) }))
    }
}

extension Outcome.Kind {
    /// `min-classes`
    public static var minClasses: Self {
        Self(
            21, "min-classes", .minimumOfClass,
            Description(
                "actual: how many of four classes there are",
                .made(revealsDetails: true) { outcome, wording in
                    wording.missing(classesFor: outcome)
                } sentence: { outcome, wording in
                    wording.sentences(onClassesFor: outcome)
                } needed: { outcome, wording in
                    wording.needed(ofClassesFor: outcome)
                } met: { outcome, wording in
                    wording.classes(minimum: outcome.limit, withRanges: outcome.namesRanges)
                },
                pwquality: .limit("PWQ_ERROR_MIN_CLASSES")))
    }
}
