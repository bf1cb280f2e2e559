extension PolicyKey.Declaration {
    /// `username`: the user name is refused.
    static var username: Self {
        Self(
            word: "username", position: 200, value: .nameMatch, combination: .largest, builtIn: "whole",
            demand: Demand(
                outcomes: [.username],
                check: .userNames { value, search, names, report in
                    // One outcome for all names of the user: which of them was found would reveal more of
                    // the password.
                    var found = NameFinding.none
                    for name in names { found = max(found, search.finding(name, value.nameMatch)) }
                    report.add(Outcome(.username, found))
                }))
    }
}

extension PolicySettings {
    /// `username`
    public var username: NameMatch { nameMatch(.username) }
}

extension Outcome.Kind {
    /// `username`
    public static var username: Self {
        Self(
            10, "username", .maximum,
            Description(
                "not the user name",
                .plain(.hasUsername, met: .noUsername), pwquality: .error("PWQ_ERROR_USER_CHECK")))
    }
}
