extension PolicyKey.Declaration {
    /// `blocklist`: the passwords of a list are refused.
    static var blocklist: Self {
        Self(
            word: "blocklist", position: 400, value: .blocklist, combination: .addsUp, isPublic: false,
            demand: Demand(outcomes: [.blocklist, .blocklistUnreadable], check: .elsewhere))
    }
}

extension PolicySettings {
    /// `blocklist`
    public var blocklists: [BlocklistSetting] {
        if case .blocklists(let lists) = self[.blocklist] { lists } else { [] }
    }
}
