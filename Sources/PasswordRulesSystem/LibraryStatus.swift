/// The return value of a function of the C interface. The numbers are stable; gaps are for later ones.
public enum LibraryStatus: Int, CaseIterable, Sendable {
    /// The function succeeded.
    case success = 0
    /// An argument is wrong.
    case invalidArgument = 1
    /// A struct has another size.
    case structSize = 2
    /// A buffer is too small, or an index is past the end.
    case outOfRange = 3
    /// An allocation failed.
    case outOfMemory = 4
    /// A descriptor has a mistake.
    case descriptor = 10
    /// A policy has a mistake, or cannot be read.
    case policy = 11
    /// A blocklist cannot be used.
    case blocklist = 12
    /// An account that a policy compares passwords with cannot be looked up.
    case account = 13
    /// A change that `enforce = audit` lets pass cannot be counted.
    case count = 14
    /// A list of ranked words cannot be used.
    case rankedWords = 15
    /// No password can satisfy the rules.
    case unsatisfiable = 20
    /// None was found in bounded time: there are none, or too few to find by chance, and the rules are too
    /// complex to construct one.
    case notFound = 21
    /// The requested length violates the rules, or exceeds the maximum.
    case length = 22
    /// The random source failed.
    case randomSource = 23
    /// There are more than 10 independent requirements, too many to count the passwords.
    case requirements = 24
    /// There are fewer different passwords than requested.
    case tooFew = 25

    /// Its constant in C, without `PASSWORDRULES_`.
    public var name: StaticString {
        switch self {
        case .success: "OK"
        case .invalidArgument: "EINVAL"
        case .structSize: "ESIZE"
        case .outOfRange: "ERANGE"
        case .outOfMemory: "ENOMEM"
        case .descriptor: "EDESCRIPTOR"
        case .policy: "EPOLICY"
        case .blocklist: "EBLOCKLIST"
        case .account: "EACCOUNT"
        case .count: "ECOUNT"
        case .rankedWords: "ERANKS"
        case .unsatisfiable: "EUNSATISFIABLE"
        case .notFound: "ENOTFOUND"
        case .length: "ELENGTH"
        case .randomSource: "ERANDOM"
        case .requirements: "EREQUIREMENTS"
        case .tooFew: "ETOOFEW"
        }
    }

    /// The text of `passwordrules_status_text`, and the line about it in the C header.
    public var summary: StaticString {
        switch self {
        case .success: "success"
        case .invalidArgument: "an argument is NULL, unknown or out of range"
        case .structSize: "the size in a struct is not one that this library supports"
        case .outOfRange: "a buffer is too small, or an index is past the end"
        case .outOfMemory: "out of memory"
        case .descriptor: "the descriptor has a mistake"
        case .policy: "the policy has a mistake, or cannot be read"
        case .blocklist: "a blocklist cannot be read, or is damaged"
        case .account: "the account cannot be looked up, and the policy compares its names"
        case .count: "the password change cannot be counted"
        case .rankedWords: "a list of ranked words cannot be read, or is damaged"
        case .unsatisfiable: "no password can satisfy the rules"
        case .notFound: "no password that satisfies the rules was found within the time limit"
        case .length: "the rules or the library do not allow this length"
        case .randomSource: "the system's random source failed"
        case .requirements: "too many different requirements to count the passwords"
        case .tooFew: "the rules allow fewer different passwords than requested"
        }
    }
}
