extension PolicyKey.Declaration {
    /// `old-password`: variations of the old password are refused.
    static var oldPassword: Self {
        Self(
            word: "old-password", position: 300, value: .oldPassword, combination: .union, builtIn: "reject",
            demand: Demand(
                outcomes: [
                    .oldPasswordSame, .oldPasswordCase, .oldPasswordReversed, .oldPasswordRotated,
                    .oldPasswordContained, .oldPasswordSimilar,
                ],
                check: .oldPassword { _, new, old, likeness, report in
                    // One outcome is enough if no check matches.
                    var outcome = Outcome(
                        Outcome.Kind(of: likeness) ?? .oldPasswordSame, isFound: !likeness.isEmpty)
                    outcome.isAboutWhole =
                        likeness.isSubset(of: [.same, .letterCase, .reversed, .rotated])
                        || OldPassword.isNear(new, old)
                    report.add(outcome)
                },
                steps: { value, circumstances in
                    value == .oldPassword(.similar)
                        ? OldPasswordSimilarity.steps(oldLength: circumstances.oldLength) : 0
                }))
    }
}

extension PolicySettings {
    /// `old-password`
    public var oldPassword: OldPasswordChecks {
        if case .oldPassword(let checks) = self[.oldPassword] { checks } else { [] }
    }
}

extension OldPasswordChecks {
    /// The check of this kind of outcome.
    init(_ kind: Outcome.Kind) {
        switch kind {
        case .oldPasswordSame: self = .same
        case .oldPasswordCase: self = .letterCase
        case .oldPasswordReversed: self = .reversed
        case .oldPasswordRotated: self = .rotated
        case .oldPasswordSimilar: self = .similar
        default: self = .contained
        }
    }
}

extension Outcome.Kind {
    /// The kind of outcome of a check; nil for no check.
    fileprivate init?(of check: OldPasswordChecks) {
        switch check {
        case .same: self = .oldPasswordSame
        case .letterCase: self = .oldPasswordCase
        case .reversed: self = .oldPasswordReversed
        case .rotated: self = .oldPasswordRotated
        case .contained: self = .oldPasswordContained
        case .similar: self = .oldPasswordSimilar
        default: return nil
        }
    }

    /// Not the old password.
    public static var oldPasswordSame: Self {
        Self(
            14, "old-password-same", .maximum,
            Description(
                "not the old password; at most one of this, the next four and old-password-similar is reported as not met",
                .plain(.isOldPassword, met: .notOldPassword),
                pwquality: .error("PWQ_ERROR_SAME_PASSWORD")))
    }

    /// Not the old password in different upper and lower case.
    public static var oldPasswordCase: Self {
        Self(
            15, "old-password-case", .maximum,
            Description(
                "not the old password in another case",
                .plain(.isOldPasswordRecased, met: .notOldPassword),
                pwquality: .error("PWQ_ERROR_CASE_CHANGES_ONLY")))
    }

    /// Not the old password backwards.
    public static var oldPasswordReversed: Self {
        Self(
            16, "old-password-reversed", .maximum,
            Description(
                "not the old password backwards", .plain(.isOldPasswordReversed, met: .notOldPassword),
                pwquality: .error("PWQ_ERROR_ROTATED")))
    }

    /// Not the old password rotated.
    public static var oldPasswordRotated: Self {
        Self(
            17, "old-password-rotated", .maximum,
            Description(
                "not the old password rotated", .plain(.isOldPasswordRotated, met: .notOldPassword),
                pwquality: .error("PWQ_ERROR_ROTATED")))
    }

    /// Neither password contains the other.
    public static var oldPasswordContained: Self {
        Self(
            18, "old-password-contained", .maximum,
            Description(
                "neither password contains the other", .plain(.hasOldPassword, met: .notOldPassword),
                pwquality: .error("PWQ_ERROR_TOO_SIMILAR")))
    }

    /// Not the old password with small changes.
    public static var oldPasswordSimilar: Self {
        Self(
            35, "old-password-similar", .maximum,
            Description(
                "not the old password with small changes",
                .plain(.hasOldPassword, met: .notLikeOldPassword),
                pwquality: .error("PWQ_ERROR_TOO_SIMILAR")))
    }
}
