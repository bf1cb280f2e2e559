extension PolicyKey.Declaration {
    /// `palindrome`: no password that reads the same backwards.
    static var palindrome: Self {
        Self(
            word: "palindrome", position: 170, value: .flag(.reject), combination: .largest,
            isCompositionRule: true,
            demand: Demand(
                outcomes: [.palindrome],
                check: .characters { _, _, folded, report in
                    report.add(Outcome(.palindrome, isFound: OldPassword.isPalindrome(folded)))
                }))
    }
}

extension PolicySettings {
    /// `palindrome`
    public var rejectsPalindromes: Bool { flag(.palindrome) }
}

extension Outcome.Kind {
    /// `palindrome`
    public static var palindrome: Self {
        Self(
            20, "palindrome", .maximum,
            Description(
                "not a palindrome", .plain(.isPalindrome, met: .notPalindrome),
                pwquality: .error("PWQ_ERROR_PALINDROME")))
    }
}
