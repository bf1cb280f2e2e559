extension PolicyKey.Declaration {
    /// `history`: passwords that the user had before are refused.
    static var history: Self {
        Self(
            word: "history", position: 320, value: .number(1...400), combination: .largest,
            demand: Demand(
                outcomes: [.history], check: .earlierPasswords, explanation: .number(.notRecent)))
    }
}

extension PolicySettings {
    /// `history`, as a number of passwords
    public var historyCount: Int? { number(.history) }
}

extension Outcome.Kind {
    /// `history`
    public static var history: Self {
        Self(
            36, "history", .maximum,
            Description(
                "only if the password was compared with the hashes of earlier ones",
                .plain(.wasUsed, met: .wasNotUsed), pwquality: .other("it was used before")))
    }
}
