// "make generate" writes this file, from the files in Keys, which declare a key each.

/// The keys of a policy file, which passwordrules.conf(5) describes.
public enum PolicyKey: Int, CaseIterable, Sendable {
    /// `preset`: the lines that a standard asks for.
    case preset
    /// `rules`: a descriptor.
    case rules
    /// `or`: an alternative to the section's `rules`.
    case or
    /// `min-classes`: a minimum number of the four classes.
    case minClasses
    /// `classes-inside`: an upper-case letter at the beginning and a digit at the end do not count as
    /// classes.
    case classesInside
    /// `min-different`: a minimum number of different characters.
    case minDifferent
    /// `min-words`: a minimum number of words, which are runs of two letters or more.
    case minWords
    /// `min-guesses`: a minimum number of guesses that a password must withstand, as estimated.
    case minGuesses
    /// `min-strength`: a level of strength, which sets `min-guesses`.
    case minStrength
    /// `ranked-words`: a list of words for estimates.
    case rankedWords
    /// `at-least`: a minimum number of characters of some classes.
    case atLeast
    /// `max-class-repeating`: the longest run of characters of one class.
    case maxClassRepeating
    /// `max-keyboard`: the longest run of adjacent keys.
    case maxKeyboard
    /// `max-repeated-piece`: the longest piece that may occur twice.
    case maxRepeatedPiece
    /// `palindrome`: no password that reads the same backwards.
    case palindrome
    /// `username`: the user name is refused.
    case username
    /// `username-parts`: parts of the user name of this length are refused.
    case usernameParts
    /// `full-name`: words of the full name are refused.
    case fullName
    /// `home-directory`: words of the home directory are refused.
    case homeDirectory
    /// `words`: these words are refused.
    case words
    /// `old-password`: variations of the old password are refused.
    case oldPassword
    /// `old-password-changes`: a minimum number of characters inserted, removed or replaced.
    case oldPasswordChanges
    /// `history`: passwords that the user had before are refused.
    case history
    /// `blocklist`: the passwords of a list are refused.
    case blocklist
    /// `blocklist-match`: the minimum comparison for every list.
    case blocklistMatch
    /// `max-bytes`: the maximum length of a password, in bytes.
    case maxBytes
    /// `enforce`: what happens to a password that is refused.
    case enforce
    /// `enforce-for-root`: whether root is refused, too.
    case enforceForRoot
    /// `exempt-services`: the services at which root is only warned.
    case exemptServices
    /// `retry`: how many times a new password is asked for.
    case retry
    /// `local-users-only`: whether users who are not in the machine's own passwd file are exempt.
    case localUsersOnly
    /// `at-login`: what happens at a login with a password that is on a list.
    case atLogin
    /// `at-login-services`: the services at which a login may ask for a new password.
    case atLoginServices
    /// `suggest`: whether a password is suggested.
    case suggest
    /// `suggest-services`: the services at which a suggestion is shown.
    case suggestServices
    /// `suggest-style`: how a suggestion is composed.
    case suggestStyle
    /// `suggest-entropy`: the minimum entropy of a suggestion, in bits.
    case suggestEntropy
    /// `suggest-exclude`: the characters that a suggestion avoids.
    case suggestExclude
    /// `accept`: warnings and notes about the policy that are intended.
    case accept

    /// The number of keys.
    static var count: Int { 39 }

    /// The key's declaration, used by the parser, defaults, checks, the tool, messages and manual tests.
    var declaration: Declaration {
        switch self {
        case .preset: .preset
        case .rules: .rules
        case .or: .or
        case .minClasses: .minClasses
        case .classesInside: .classesInside
        case .minDifferent: .minDifferent
        case .minWords: .minWords
        case .minGuesses: .minGuesses
        case .minStrength: .minStrength
        case .rankedWords: .rankedWords
        case .atLeast: .atLeast
        case .maxClassRepeating: .maxClassRepeating
        case .maxKeyboard: .maxKeyboard
        case .maxRepeatedPiece: .maxRepeatedPiece
        case .palindrome: .palindrome
        case .username: .username
        case .usernameParts: .usernameParts
        case .fullName: .fullName
        case .homeDirectory: .homeDirectory
        case .words: .words
        case .oldPassword: .oldPassword
        case .oldPasswordChanges: .oldPasswordChanges
        case .history: .history
        case .blocklist: .blocklist
        case .blocklistMatch: .blocklistMatch
        case .maxBytes: .maxBytes
        case .enforce: .enforce
        case .enforceForRoot: .enforceForRoot
        case .exemptServices: .exemptServices
        case .retry: .retry
        case .localUsersOnly: .localUsersOnly
        case .atLogin: .atLogin
        case .atLoginServices: .atLoginServices
        case .suggest: .suggest
        case .suggestServices: .suggestServices
        case .suggestStyle: .suggestStyle
        case .suggestEntropy: .suggestEntropy
        case .suggestExclude: .suggestExclude
        case .accept: .accept
        }
    }
}
