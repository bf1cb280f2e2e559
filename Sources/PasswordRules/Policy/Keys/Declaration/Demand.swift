/// What a key demands of a password: how that is found out, and what follows from it elsewhere.
///
/// A demand names the part of the password that it examines by the case of its ``check``, and is given that
/// part: nothing is computed for a policy that does not ask for it, and nothing can be forgotten.
struct Demand: Sendable {
    /// The kinds of outcome that it has, first that of its number.
    let outcomes: [Outcome.Kind]
    /// How it is found out.
    let check: Check
    /// What is said to the person who is about to choose a password.
    var explanation: Explanation = .none
    /// What generated passwords must be like to meet it, as far as their styles can do that by construction;
    /// what they cannot, is tried out.
    var shape: @Sendable (_ value: PolicyValue, _ shape: inout PasswordShape) -> Void = { _, _ in }
    /// How much longer the check of a generated password takes for it, for each of its characters, in steps
    /// of about two nanoseconds.
    var steps: @Sendable (_ value: PolicyValue, _ circumstances: CheckCircumstances) -> Int = { _, _ in 0 }

    /// How a demand is found out.
    enum Check: Sendable {
        /// A number of the composition, compared with the value as the kind of outcome asks.
        case composition(@Sendable (Composition, PolicySettings) -> Int)
        /// How many of the four classes of characters there are, and which are missing.
        case classes
        /// A number of the characters as they are typed.
        case typed(@Sendable (Span<UInt32>) -> Int)
        /// A number of the characters in lower case, in the usual width, without marks.
        case folded(@Sendable (Span<UInt32>) -> Int)
        /// A decimal exponent of the number of guesses that the password withstands, by the estimate.
        case guesses
        /// Outcomes that are made of more than one number of the characters.
        case characters(
            @Sendable (PolicyValue, _ typed: Span<UInt32>, _ folded: Span<UInt32>, inout Report) -> Void)
        /// Outcomes of a search for words.
        case search(@Sendable (PolicyValue, borrowing NameSearch, inout Report) -> Void)
        /// Outcomes of a search for the names of the user, if they are known.
        case userNames(
            @Sendable (PolicyValue, borrowing NameSearch, _ names: [[UInt32]], inout Report) -> Void)
        /// Outcomes of a search for what else the account has.
        case account(@Sendable (PolicyValue, borrowing NameSearch, Account, inout Report) -> Void)
        /// Outcomes of a comparison with the old password, where that is known.
        case oldPassword(
            @Sendable (
                PolicyValue, _ new: borrowing FoldedPassword, _ old: borrowing FoldedPassword,
                _ likeness: OldPasswordChecks, inout Report
            ) -> Void)
        /// Found out elsewhere: of the length in bytes before all else, of lists after it, and of sets of
        /// rules.
        case elsewhere
    }

    /// What is said of a demand before a password is chosen.
    enum Explanation: Sendable {
        /// Nothing.
        case none
        /// What the outcome says if it is met.
        case met
        /// A template for a number.
        case number(Template)
    }
}

/// What the time of a check depends on.
struct CheckCircumstances {
    /// The length of the password in characters.
    let length: Int
    /// Whose password it is.
    let account: Account
    /// The length of the old password, in bytes.
    let oldLength: Int
}
