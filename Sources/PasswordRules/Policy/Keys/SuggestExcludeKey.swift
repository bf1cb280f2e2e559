extension PolicyKey.Declaration {
    /// `suggest-exclude`: the characters that a suggestion avoids.
    static var suggestExclude: Self {
        Self(
            word: "suggest-exclude", position: 640, value: .exclusions, combination: .mostSpecific,
            builtIn: "ambiguous, [ \"'`\\]")
    }
}

extension PolicySettings {
    /// `suggest-exclude`
    public var suggestionExclusions: Exclusions {
        if case .exclusions(let exclusions) = self[.suggestExclude] { exclusions } else { .none }
    }
}
