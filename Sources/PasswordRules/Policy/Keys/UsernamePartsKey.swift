extension PolicyKey.Declaration {
    /// `username-parts`: parts of the user name of this length are refused.
    static var usernameParts: Self {
        Self(
            word: "username-parts", position: 210, value: .number(3...64), combination: .smallest,
            demand: Demand(
                outcomes: [.usernameParts],
                check: .userNames { value, search, names, report in
                    var isFound = false
                    for name in names where search.findsPart(of: name, length: value.number) {
                        isFound = true
                    }
                    report.add(Outcome(.usernameParts, isMet: !isFound, limit: value.number, actual: 0))
                },
                // Each part is looked for in three readings, in both directions.
                steps: { 16 * $1.account.maximumPlainNameLength }))
    }
}

extension PolicySettings {
    /// `username-parts`, in characters
    public var usernamePartLength: Int? { number(.usernameParts) }
}

extension Outcome.Kind {
    /// `username-parts`
    public static var usernameParts: Self {
        Self(
            11, "username-parts", .maximum,
            Description(
                "no part of the user name. limit: how many characters in a row; actual: 0",
                .made(revealsDetails: false, isPredicate: true) { outcome, wording in
                    wording.text(.hasUsernamePart, count: outcome.limit)
                } met: { _, wording in
                    wording.text(.noUsernamePart)
                },
                pwquality: .error("PWQ_ERROR_USER_CHECK")))
    }
}
