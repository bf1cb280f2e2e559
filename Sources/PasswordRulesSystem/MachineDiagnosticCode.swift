/// The codes of diagnostics about accounts and the machine. The numbers are stable, and distinct from those
/// of `Diagnostic.Code`, `FileProblem` and `BlocklistProblem`.
public enum MachineDiagnosticCode: Int, CaseIterable, Sendable {
    /// A user cannot be looked up in the account databases.
    case accountsUnreadable = 310
    /// The groups of a user are in doubt.
    case membershipInDoubt = 311
    /// Too many groups in doubt have sections.
    case tooManyDoubts = 312

    /// A limit of the process is too low for a password change.
    case tightLimit = 330
    /// A password change is not counted.
    case notCounted = 331

    /// The hash of stored passwords uses their first 72 bytes only.
    case truncatingHash = 340
    /// A service runs as a user who cannot read a list.
    case serviceCannotReadList = 341
    /// Some users cannot try passwords against a list.
    case usersCannotReadList = 342
    /// A line of a section asks for less than everybody's lines do.
    case weakerSection = 343
    /// A line for everybody drops or overrides a line of another file or of a preset.
    case weakerForEverybody = 344
    /// The entropy of suggestions is too low for the required number of guesses.
    case lowSuggestEntropy = 345
    /// No suggestion meets the policy.
    case noSuggestion = 346
    /// A line changes nothing, because earlier lines ask for as much.
    case idleLine = 347
    /// A line for everybody lets all passwords pass.
    case notEnforced = 348
    /// The time that comparisons with earlier passwords take.
    case historyCost = 349

    /// A file in the folder of a policy is not read because of its name or type.
    case ignoredFile = 360
    /// A line of `accept` names something that was not found.
    case acceptsNothing = 361
    /// A line of `accept` names something that does not exist, or cannot be accepted.
    case notAcceptable = 362
    /// A line of `at-login` has no effect.
    case idleLogin = 363

    /// The line about it in the C header and in passwordrules(3).
    public var summary: StaticString {
        switch self {
        case .accountsUnreadable: "this user cannot be looked up in the account databases"
        case .membershipInDoubt: "a warning: the groups of a user are in doubt"
        case .tooManyDoubts: "too many groups in doubt have sections"
        case .tightLimit: "a resource limit is too low for a password change"
        case .notCounted: "a password change is not counted"
        case .truncatingHash: "a warning: the hash uses the first 72 bytes of a password"
        case .serviceCannotReadList: "a warning: a service runs as a user who cannot read a list"
        case .usersCannotReadList: "a note: not all users can try passwords against a list"
        case .weakerSection: "a warning: a section asks for less than everybody's lines"
        case .weakerForEverybody: "a note: a line drops a rule of another file or a preset"
        case .lowSuggestEntropy: "a warning: suggestions need more entropy for min-guesses"
        case .noSuggestion: "a warning: no suggestion was found that meets the policy"
        case .idleLine: "a note: a line does nothing; others ask for as much"
        case .notEnforced: "a note: the policy for everybody refuses no password"
        case .historyCost: "a note: how long comparisons with earlier passwords take"
        case .idleLogin: "a warning: at-login has no effect"
        case .ignoredFile: "a note: a file next to a policy is not read"
        case .acceptsNothing: "a note: \"accept\" names something that was not found"
        case .notAcceptable: "\"accept\" names something that cannot be accepted"
        }
    }
}
