extension PolicyKey.Declaration {
    /// `suggest-entropy`: the minimum entropy of a suggestion, in bits.
    static var suggestEntropy: Self {
        Self(
            word: "suggest-entropy", position: 630, value: .number(1...1024), combination: .mostSpecific,
            builtIn: "71")
    }
}

extension PolicySettings {
    /// `suggest-entropy`, in bits
    public var suggestionEntropyBits: Int { number(.suggestEntropy) ?? 0 }
}
