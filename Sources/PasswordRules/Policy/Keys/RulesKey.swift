extension PolicyKey.Declaration {
    /// `rules`: a descriptor.
    static var rules: Self {
        Self(word: "rules", position: 20, value: .rules, combination: .addsUp)
    }
}
