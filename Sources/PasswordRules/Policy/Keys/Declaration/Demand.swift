/// The demand that a key makes on a password: its check, its explanation, and its effect on suggestions.
///
/// The case of ``check`` names the part of the password that the demand examines, and only that part is
/// computed. So a demand always gets its part, and no policy computes a part that it does not need.
struct Demand: Sendable {
    /// The kinds of outcomes that it may report. A check that computes one number, and the explanation, use
    /// the first.
    let outcomes: [Outcome.Kind]
    /// How a password is checked.
    let check: Check
    /// The explanation before a password is chosen.
    var explanation: Explanation = .none
    /// Adds to `shape` what generated passwords can be built to meet. They meet the rest of the demand by
    /// trial: passwords are generated until one is accepted.
    var shape: @Sendable (_ value: PolicyValue, _ shape: inout PasswordShape) -> Void = { _, _ in }
    /// The additional time of checking a generated password, for each of its characters, in steps of about
    /// two nanoseconds.
    var steps: @Sendable (_ value: PolicyValue, _ circumstances: CheckCircumstances) -> Int = { _, _ in 0 }

    /// How a password is checked.
    enum Check: Sendable {
        /// A number from the composition, which the outcome compares with the value.
        case composition(@Sendable (Composition, PolicySettings) -> Int)
        /// The number of the four classes that occur, and the missing ones.
        case classes
        /// A number from the characters as typed.
        case typed(@Sendable (Span<UInt32>) -> Int)
        /// A number from the characters in lower case, in the usual width, without marks.
        case folded(@Sendable (Span<UInt32>) -> Int)
        /// The decimal exponent of the estimated number of guesses.
        case guesses
        /// Outcomes that the demand itself makes from the characters, because one number is not enough.
        case characters(
            @Sendable (PolicyValue, _ typed: Span<UInt32>, _ folded: Span<UInt32>, inout Report) -> Void)
        /// Outcomes of a search for words.
        case search(@Sendable (PolicyValue, borrowing NameSearch, inout Report) -> Void)
        /// Outcomes of a search for the names of the user, if they are known.
        case userNames(
            @Sendable (PolicyValue, borrowing NameSearch, _ names: [[UInt32]], inout Report) -> Void)
        /// Outcomes of a search for other data of the account.
        case account(@Sendable (PolicyValue, borrowing NameSearch, Account, inout Report) -> Void)
        /// Outcomes of a comparison with the old password, if it is known.
        case oldPassword(
            @Sendable (
                PolicyValue, _ new: borrowing FoldedPassword, _ old: borrowing FoldedPassword,
                _ likeness: OldPasswordChecks, inout Report
            ) -> Void)
        /// A comparison with the hashes of earlier passwords, made by the program that has the hashes.
        case earlierPasswords
        /// Checked elsewhere: the length in bytes before everything else, lists last, and sets of rules.
        case elsewhere
    }

    /// The words for a demand before a password is chosen.
    enum Explanation: Sendable {
        /// Nothing.
        case none
        /// The words of the outcome if it is met.
        case met
        /// A template for a number.
        case number(Template)
    }
}

/// The circumstances on which the time of a check depends.
struct CheckCircumstances {
    /// The length of the password in characters.
    let length: Int
    /// The account.
    let account: Account
    /// The length of the old password, in bytes.
    let oldLength: Int
}
