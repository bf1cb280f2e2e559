extension PolicyKey.Declaration {
    /// `username-parts`: parts of the user name of this length are refused.
    static var usernameParts: Self {
        Self(
            word: "username-parts", position: 210, value: .number(3...64), combination: .smallest,
            demand: Demand(
                outcomes: [.usernameParts],
                check: .userNames { value, search, names, report in
                    let isFound = search.findsPart(of: names, length: value.number)
                    report.add(Outcome(.usernameParts, isMet: !isFound, limit: value.number, actual: 0))
                },
                // A part can begin at each character of three readings, in both directions.
                steps: { value, _ in 6 * value.number }))
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
