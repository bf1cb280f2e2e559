extension PolicyKey.Declaration {
    /// `blocklist-match`: how passwords are compared with lists, at least.
    static var blocklistMatch: Self {
        Self(
            word: "blocklist-match", position: 401, value: .blocklistMatch, combination: .largest,
            isPublic: false)
    }
}

extension PolicySettings {
    /// `blocklist-match`: the narrowest comparison with lists; nil for what each list or its line says.
    public var blocklistMatch: BlocklistMatch? {
        if case .blocklistMatch(let match) = self[.blocklistMatch] { match } else { nil }
    }
}
