extension PolicyKey.Declaration {
    /// `max-class-repeating`: the longest run of characters of one class.
    static var maxClassRepeating: Self {
        Self(
            word: "max-class-repeating", position: 150, value: .number(1...1024), combination: .smallest,
            isCompositionRule: true,
            demand: Demand(
                outcomes: [.maxClassRepeating],
                check: .composition { composition, _ in composition.longestClassRun }, explanation: .met,
                shape: { $1.maxClassRepeating = min($1.maxClassRepeating, $0.number) }))
    }
}

extension PolicySettings {
    /// `max-class-repeating`
    public var maxClassRepeating: Int? { number(.maxClassRepeating) }
}

extension Outcome.Kind {
    /// `max-class-repeating`
    public static var maxClassRepeating: Self {
        Self(
            23, "max-class-repeating", .maximum,
            Description(
                "actual: the longest run of one of four classes",
                .exceeded(.sameKind, met: .noClassRepeat), pwquality: .limit("PWQ_ERROR_MAX_CLASS_REPEAT")))
    }
}
