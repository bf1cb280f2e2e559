/// A password during its check: its bytes, its forms, and the facts that demands need, each computed at most
/// once.
struct ExaminedPassword: ~Copyable, ~Escapable {
    /// The password as given.
    let bytes: Span<UInt8>
    let folded: FoldedPassword
    private var foundComposition: Composition?
    private var foundEstimate: StrengthEstimate?

    @_lifetime(copy bytes)
    init(_ bytes: Span<UInt8>) {
        self.bytes = bytes
        folded = FoldedPassword(bytes)
    }

    /// The composition.
    mutating func composition() -> Composition {
        if let foundComposition { return foundComposition }
        let composition = folded.withForms { typed, _, _ in Composition(typed) }
        foundComposition = composition
        return composition
    }

    /// The estimate of its guesses.
    mutating func estimate(by estimator: StrengthEstimator, for account: Account) -> StrengthEstimate {
        if let foundEstimate { return foundEstimate }
        let estimate = estimator.estimate(bytes, knowing: PersonalWords(of: account))
        foundEstimate = estimate
        return estimate
    }

    /// The number of NUL bytes.
    var nulCount: Int {
        var count = 0
        for index in 0..<bytes.count { count += bytes[index] == 0 ? 1 : 0 }
        return count
    }
}
