extension PolicyKey.Declaration {
    /// `blocklist-match`: the minimum for comparisons with lists.
    static var blocklistMatch: Self {
        Self(
            word: "blocklist-match", position: 401, value: .blocklistMatch, combination: .largest,
            isPublic: false)
    }
}

extension PolicySettings {
    /// `blocklist-match`: the narrowest comparison with lists; nil to use those of the lists and their lines.
    public var blocklistMatch: BlocklistMatch? {
        if case .blocklistMatch(let match) = self[.blocklistMatch] { match } else { nil }
    }
}
