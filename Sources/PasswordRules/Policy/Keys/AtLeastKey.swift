extension PolicyKey.Declaration {
    /// `at-least`: a minimum number of characters of some classes.
    static var atLeast: Self {
        Self(
            word: "at-least", position: 140, value: .characterMinimum, combination: .addsUp,
            isCompositionRule: true,
            demand: Demand(
                outcomes: [.atLeast],
                check: .characters { value, typed, _, report in
                    for minimum in value.minimums {
                        report.add(
                            Outcome(.atLeast, minimum, actual: minimum.characters.count(in: typed)))
                    }
                },
                explanation: .met, shape: { $1.minimums += $0.minimums },
                steps: { value, _ in 8 * value.minimums.count }))
    }
}

extension PolicySettings {
    /// `at-least`
    public var minimums: [CharacterMinimum] { self[.atLeast]?.minimums ?? [] }
}

extension Outcome.Kind {
    /// `at-least`
    public static var atLeast: Self {
        Self(
            22, "at-least", .minimumOfClass,
            Description(
                "actual: how many such characters there are", .charactersOfClass, pwquality: .ofClass))
    }
}
