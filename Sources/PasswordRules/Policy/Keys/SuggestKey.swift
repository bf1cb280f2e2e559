extension PolicyKey.Declaration {
    /// `suggest`: whether a password is suggested.
    static var suggest: Self {
        Self(
            word: "suggest", position: 600, value: .flag(.yesOrNo), combination: .mostSpecific,
            builtIn: "yes",
            isPublic: false)
    }
}

extension PolicySettings {
    /// `suggest`
    public var suggests: Bool { flag(.suggest) }
}
