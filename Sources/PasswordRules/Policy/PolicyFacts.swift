/// What is found out of a password once, for all rules of a policy.
struct PolicyFacts {
    /// Its composition, if anything is asked of it.
    let composition: Composition
    /// How many guesses it withstands, if that is asked.
    let estimate: StrengthEstimate?

    /// Those of an empty password.
    static var empty: PolicyFacts { PolicyFacts(composition: Composition(), estimate: nil) }
}
