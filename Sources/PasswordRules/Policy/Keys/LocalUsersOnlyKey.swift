extension PolicyKey.Declaration {
    /// `local-users-only`: whether users who are not in the machine's own passwd file are exempt.
    static var localUsersOnly: Self {
        Self(
            word: "local-users-only", position: 540, value: .flag(.yesOrNo), combination: .mostSpecific,
            builtIn: "no", isPublic: false, weakening: .larger)
    }
}

extension PolicySettings {
    /// `local-users-only`
    public var isForLocalUsersOnly: Bool { flag(.localUsersOnly) }
}
