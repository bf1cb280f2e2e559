extension PolicyKey.Declaration {
    /// `full-name`: words of the full name are refused.
    static var fullName: Self {
        Self(
            word: "full-name", position: 220, value: .nameMatch, combination: .largest,
            demand: Demand(
                outcomes: [.fullName],
                check: .account { value, search, account, report in
                    if account.fullName.isEmpty { return }
                    report.add(Outcome(.fullName, account.fullNameFinding(by: search, value.nameMatch)))
                },
                // Each word is looked for in three readings, in both directions.
                steps: { 32 * $1.account.fullNameWordCount }))
    }
}

extension PolicySettings {
    /// `full-name`
    public var fullName: NameMatch { nameMatch(.fullName) }
}

extension Outcome.Kind {
    /// `full-name`
    public static var fullName: Self {
        Self(
            12, "full-name", .maximum,
            Description(
                "no word of the full name", .plain(.hasFullName, met: .noFullName),
                pwquality: .error("PWQ_ERROR_GECOS_CHECK")))
    }
}
