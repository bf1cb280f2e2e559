extension PolicyKey.Declaration {
    /// `suggest-style`: how a suggestion is composed.
    static var suggestStyle: Self {
        Self(
            word: "suggest-style", position: 620, value: .style, combination: .mostSpecific,
            builtIn: "readable")
    }
}

extension PolicySettings {
    /// `suggest-style`
    public var suggestionStyle: PasswordStyle {
        if case .style(let style) = self[.suggestStyle] { style } else { .random }
    }
}
