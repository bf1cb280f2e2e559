extension PolicyKey.Declaration {
    /// `min-strength`: the same as `min-guesses`, by the name of a level.
    static var minStrength: Self {
        Self(
            word: "min-strength", position: 131, value: .strength, combination: .largest, target: .minGuesses,
            isProperty: true)
    }
}
