/// The keys of a policy file, which passwordrules.conf(5) describes.
public enum PolicyKey: Int, CaseIterable, Sendable {
    /// `preset`: what a standard demands.
    case preset
    /// `rules`: a descriptor.
    case rules
    /// `or`: a descriptor in place of the section's `rules`.
    case or

    /// `min-classes`: at least this many of four classes.
    case minClasses
    /// `classes-inside`: an upper-case letter at the beginning and a digit at the end do not count as
    /// classes.
    case classesInside
    /// `at-least`: this many characters of some classes.
    case atLeast
    /// `min-different`: at least this many different characters.
    case minDifferent
    /// `min-words`: at least this many words.
    case minWords
    /// `max-class-repeating`: no longer run of characters of one class.
    case maxClassRepeating
    /// `max-keyboard`: no longer run of adjacent keys.
    case maxKeyboard
    /// `max-bytes`: the longest password that is examined, in bytes.
    case maxBytes

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
    /// `blocklist`: the passwords of a list are refused.
    case blocklist
    /// `blocklist-match`: how passwords are compared with lists, at least.
    case blocklistMatch

    /// `min-guesses`: a password withstands at least this many guesses, by the estimate.
    case minGuesses
    /// `min-strength`: the same, by the name of a level.
    case minStrength
    /// `ranked-words`: a list of words that the estimate knows.
    case rankedWords

    /// `old-password`: variations of the old password are refused.
    case oldPassword
    /// `old-password-changes`: at least this many characters inserted, removed or replaced.
    case oldPasswordChanges

    /// `enforce`: what happens with a password that is refused.
    case enforce
    /// `enforce-for-root`: whether root is refused too.
    case enforceForRoot
    /// `exempt-services`: the services at which root is only warned.
    case exemptServices
    /// `retry`: how often a new password is asked for.
    case retry
    /// `local-users-only`: whether users that are not in the machine's own passwd file are left alone.
    case localUsersOnly

    /// `suggest`: whether a password is suggested.
    case suggest
    /// `suggest-services`: the services at which a suggestion is shown.
    case suggestServices
    /// `suggest-style`: how a suggestion is composed.
    case suggestStyle
    /// `suggest-entropy`: its minimum entropy, in bits.
    case suggestEntropy
    /// `suggest-exclude`: characters that it avoids.
    case suggestExclude

    /// What is declared of a key.
    struct Declaration {
        /// The name, as files have it.
        let word: Word
        /// What a line may set it to, and the property of the settings that has the value.
        let value: PolicyValueKind
        /// How the lines of several places, and the built-in value, are combined.
        let combination: Combination
        /// The default, as a line would have it; empty where nothing is demanded by default.
        var builtIn: StaticString = ""
        /// Whether it demands a composition, which NIST SP 800-63B-4, 3.1.1.2 (5), rules out.
        var isCompositionRule = false
    }

    /// The names of all keys.
    static func words() -> [Word] { allCases.map { $0.word } }

    /// How the values of one key are combined.
    public enum Combination: Sendable {
        /// Every line holds.
        case addsUp
        /// The strictest value holds: the largest number.
        case largest
        /// The strictest value holds: the smallest number.
        case smallest
        /// Each line names checks, and all of them are made.
        case union
        /// The value of the most specific place holds, and of equally specific ones the last.
        case mostSpecific
    }

    /// The key's declaration, used by the parser, the defaults, the tool, messages and manual tests.
    var declaration: Declaration {
        switch self {
        case .preset: Declaration(word: "preset", value: .preset, combination: .addsUp)
        case .rules: Declaration(word: "rules", value: .rules, combination: .addsUp)
        case .or: Declaration(word: "or", value: .alternative, combination: .addsUp)
        case .minClasses:
            Declaration(
                word: "min-classes", value: .number(1...4, .minClasses), combination: .largest,
                isCompositionRule: true)
        case .classesInside:
            Declaration(
                word: "classes-inside", value: .flag(.yes, .countsInnerClasses), combination: .largest)
        case .atLeast:
            Declaration(
                word: "at-least", value: .characterMinimum, combination: .addsUp, isCompositionRule: true)
        case .minDifferent:
            Declaration(
                word: "min-different", value: .number(1...1024, .minDifferent), combination: .largest,
                isCompositionRule: true)
        case .minWords:
            Declaration(
                word: "min-words", value: .number(1...100, .minWords), combination: .largest,
                isCompositionRule: true)
        case .maxClassRepeating:
            Declaration(
                word: "max-class-repeating", value: .number(1...1024, .maxClassRepeating),
                combination: .smallest,
                isCompositionRule: true)
        case .maxKeyboard:
            Declaration(
                word: "max-keyboard", value: .number(1...1024, .maxKeyboard), combination: .smallest,
                isCompositionRule: true)
        case .maxBytes:
            Declaration(
                word: "max-bytes", value: .number(8...4096, .maxBytes), combination: .mostSpecific,
                builtIn: "1024")
        case .palindrome:
            Declaration(
                word: "palindrome", value: .flag(.reject, .rejectsPalindromes), combination: .largest,
                isCompositionRule: true)
        case .username:
            Declaration(
                word: "username", value: .nameMatch(.username), combination: .largest, builtIn: "whole")
        case .usernameParts:
            Declaration(
                word: "username-parts", value: .number(3...64, .usernamePartLength), combination: .smallest)
        case .fullName: Declaration(word: "full-name", value: .nameMatch(.fullName), combination: .largest)
        case .homeDirectory:
            Declaration(word: "home-directory", value: .nameMatch(.homeDirectory), combination: .largest)
        case .words: Declaration(word: "words", value: .words, combination: .addsUp)
        case .blocklist: Declaration(word: "blocklist", value: .blocklist, combination: .addsUp)
        case .blocklistMatch:
            Declaration(
                word: "blocklist-match", value: .blocklistMatch(.blocklistMatch), combination: .largest)
        case .minGuesses:
            Declaration(
                word: "min-guesses", value: .powerOfTen(PowerOfTen.exponents, .minGuesses),
                combination: .largest)
        case .minStrength:
            Declaration(word: "min-strength", value: .strength(.minGuesses), combination: .largest)
        case .rankedWords:
            Declaration(
                word: "ranked-words", value: .rankedWords, combination: .addsUp, builtIn: "common")
        case .oldPassword:
            Declaration(
                word: "old-password", value: .oldPassword(.oldPassword), combination: .union,
                builtIn: "reject")
        case .oldPasswordChanges:
            Declaration(
                word: "old-password-changes", value: .number(1...1024, .minChanges), combination: .largest)
        case .enforce:
            Declaration(
                word: "enforce", value: .enforcement(.enforcement), combination: .mostSpecific, builtIn: "yes"
            )
        case .enforceForRoot:
            Declaration(
                word: "enforce-for-root", value: .flag(.yesOrNo, .enforcesForRoot),
                combination: .mostSpecific, builtIn: "no")
        case .exemptServices:
            Declaration(
                word: "exempt-services", value: .services(.exemptServices), combination: .mostSpecific,
                builtIn: "passwd, chpasswd, newusers")
        case .retry:
            Declaration(
                word: "retry", value: .number(1...100, .retryCount), combination: .mostSpecific, builtIn: "3")
        case .localUsersOnly:
            Declaration(
                word: "local-users-only", value: .flag(.yesOrNo, .isForLocalUsersOnly),
                combination: .mostSpecific, builtIn: "no")
        case .suggest:
            Declaration(
                word: "suggest", value: .flag(.yesOrNo, .suggests), combination: .mostSpecific, builtIn: "yes"
            )
        case .suggestServices:
            Declaration(
                word: "suggest-services", value: .services(.suggestionServices), combination: .mostSpecific,
                builtIn: """
                    passwd, su, su-l, sudo, sudo-i, login, remote, sshd, gdm-password, gdm, lightdm, lxdm, sddm, \
                    xdm, wdm, slim, greetd, cockpit, pwupd-passwd
                    """)
        case .suggestStyle:
            Declaration(
                word: "suggest-style", value: .style(.suggestionStyle), combination: .mostSpecific,
                builtIn: "readable"
            )
        case .suggestEntropy:
            Declaration(
                word: "suggest-entropy", value: .number(1...1024, .suggestionEntropyBits),
                combination: .mostSpecific, builtIn: "71")
        case .suggestExclude:
            Declaration(
                word: "suggest-exclude", value: .exclusions, combination: .mostSpecific,
                builtIn: "ambiguous, [ \"'`\\]")
        }
    }

    /// The name, as files have it.
    public var name: StaticString { declaration.word.literal }

    var word: Word { declaration.word }

    /// The default, as a line would have it; empty where nothing is demanded by default.
    public var builtInValue: StaticString { declaration.builtIn }

    /// The default; nil where nothing is demanded by default.
    var builtIn: PolicyValue? {
        let text = Text(builtInValue).bytes
        var diagnostics = Diagnostics()
        return text.isEmpty
            ? nil
            : try? PolicyValue(
                of: self, PolicyValueReader(text.span, 0..<text.count), diagnostics: &diagnostics)
    }

    /// How the lines of several places are combined.
    public var combination: Combination { declaration.combination }

    /// Whether a line that sets the key never makes the policy weaker.
    public var isDemand: Bool { combination != .mostSpecific }

    /// Whether it demands a composition, which NIST SP 800-63B-4, 3.1.1.2 (5), rules out.
    var isCompositionRule: Bool { declaration.isCompositionRule }

    /// The key with exactly this name: unlike the descriptor language, the file is case-sensitive.
    init?(in text: Span<UInt8>, _ range: Range<Int>) {
        for key in PolicyKey.allCases where key.word.equals(text, range) {
            self = key
            return
        }
        return nil
    }
}

/// A value for each key.
struct PolicyKeyTable<Value> {
    private var values: [Value]

    init(repeating value: Value) {
        values = [Value](repeating: value, count: PolicyKey.allCases.count)
    }

    subscript(key: PolicyKey) -> Value {
        get { values[key.rawValue] }
        set { values[key.rawValue] = newValue }
    }
}

extension PolicyKeyTable: Sendable where Value: Sendable {}
