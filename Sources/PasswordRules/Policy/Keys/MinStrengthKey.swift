extension PolicyKey.Declaration {
    /// `min-strength`: a level of strength, which sets `min-guesses`.
    static var minStrength: Self {
        Self(
            word: "min-strength", position: 131, value: .strength, combination: .largest, target: .minGuesses,
            isProperty: true)
    }
}
