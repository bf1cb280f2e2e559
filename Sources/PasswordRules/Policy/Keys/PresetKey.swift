extension PolicyKey.Declaration {
    /// `preset`: the lines that a standard asks for.
    static var preset: Self {
        Self(word: "preset", position: 10, value: .preset, combination: .addsUp, isPublic: false)
    }
}
