extension PolicyKey.Declaration {
    /// `old-password-changes`: a minimum number of characters inserted, removed or replaced.
    static var oldPasswordChanges: Self {
        Self(
            word: "old-password-changes", position: 310, value: .number(1...1024), combination: .largest,
            demand: Demand(
                outcomes: [.oldPasswordChanges],
                check: .oldPassword { value, new, old, likeness, report in
                    guard likeness.isEmpty else { return }
                    let changes = OldPassword.changes(from: old, to: new, limit: value.number)
                    var outcome = Outcome(
                        .oldPasswordChanges, isMet: changes >= value.number, limit: value.number,
                        actual: changes)
                    outcome.isAboutWhole = OldPassword.isNear(new, old)
                    report.add(outcome)
                },
                explanation: .number(.changesFromOld),
                // The part of the table of changes that is computed for each character.
                steps: { min($1.oldLength, 2 * $0.number) }))
    }
}

extension PolicySettings {
    /// `old-password-changes`, in characters
    public var minChanges: Int? { number(.oldPasswordChanges) }
}

extension Outcome.Kind {
    /// `old-password-changes`
    public static var oldPasswordChanges: Self {
        Self(
            19, "old-password-changes", .maximum,
            Description(
                "actual: how many characters were changed, up to the limit",
                .exceeded(.tooFewChanges, met: .changes, isPredicate: true), pattern: .nearOldPassword,
                pwquality: .error("PWQ_ERROR_TOO_SIMILAR")))
    }
}
