extension PolicyKey.Declaration {
    /// `preset`: what a standard demands.
    static var preset: Self {
        Self(word: "preset", position: 10, value: .preset, combination: .addsUp, isPublic: false)
    }
}
