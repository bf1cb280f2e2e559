extension PolicyKey.Declaration {
    /// `max-keyboard`: the longest run of adjacent keys.
    static var maxKeyboard: Self {
        Self(
            word: "max-keyboard", position: 160, value: .number(1...1024), combination: .smallest,
            isCompositionRule: true,
            demand: Demand(
                outcomes: [.maxKeyboard], check: .typed { Keyboard().longestRun(in: $0) }, explanation: .met,
                shape: { value, shape in
                    shape.maxKeyboard = min(shape.maxKeyboard, value.number)
                    shape.keyboard = Keyboard()
                },
                steps: { _, _ in 64 }))
    }
}

extension Outcome.Kind {
    /// `max-keyboard`
    public static var maxKeyboard: Self {
        Self(
            25, "max-keyboard", .maximum,
            Description(
                "actual: the longest run of adjacent keys",
                .exceeded(.adjacentKeys, met: .noKeyboard), pattern: .keyboardWalk,
                pwquality: .limit("PWQ_ERROR_MAX_SEQUENCE")))
    }
}
