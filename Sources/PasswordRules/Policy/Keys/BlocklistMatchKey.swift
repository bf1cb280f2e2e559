extension PolicyKey.Declaration {
    /// `blocklist-match`: the minimum comparison for every list.
    static var blocklistMatch: Self {
        Self(
            word: "blocklist-match", position: 401, value: .blocklistMatch, combination: .largest,
            isPublic: false)
    }
}

extension PolicySettings {
    /// `blocklist-match`: the minimum comparison for every list; nil to use that of each list or its line.
    public var blocklistMatch: BlocklistMatch? {
        if case .blocklistMatch(let match) = self[.blocklistMatch] { match } else { nil }
    }
}
