extension PolicyKey.Declaration {
    /// `home-directory`: words of the home directory are refused.
    static var homeDirectory: Self {
        Self(
            word: "home-directory", position: 230, value: .nameMatch, combination: .largest,
            demand: Demand(
                outcomes: [.homeDirectory],
                check: .account { value, search, account, report in
                    if account.homeDirectory.isEmpty { return }
                    report.add(
                        Outcome(.homeDirectory, account.homeDirectoryFinding(by: search, value.nameMatch)))
                },
                // Each word is looked for in three readings, in both directions.
                steps: { 32 * $1.account.homeDirectoryWordCount }))
    }
}

extension PolicySettings {
    /// `home-directory`
    public var homeDirectory: NameMatch { nameMatch(.homeDirectory) }
}

extension Outcome.Kind {
    /// `home-directory`
    public static var homeDirectory: Self {
        Self(
            13, "home-directory", .maximum,
            Description(
                "no word of the home directory", .plain(.hasHomeDirectory, met: .noHomeDirectory),
                pwquality: .error("PWQ_ERROR_USER_CHECK")))
    }
}
