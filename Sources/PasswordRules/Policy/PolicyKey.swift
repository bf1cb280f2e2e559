/// The keys of a policy file.
public enum PolicyKey: Int, CaseIterable, Sendable {
    case preset, rules, or
    case minClasses, classesInside, atLeast, minDifferent, minWords, maxClassRepeating, maxKeyboard, maxBytes
    case palindrome, username, usernameParts, fullName, homeDirectory, words, blocklist, blocklistMatch
    case oldPassword, oldPasswordChanges
    case enforce, enforceForRoot, exemptServices, retry, localUsersOnly
    case suggest, suggestStyle, suggestEntropy, suggestExclude

    /// The name, as files have it.
    public var name: StaticString { word.literal }

    var word: Word {
        switch self {
        case .preset: "preset"
        case .rules: "rules"
        case .or: "or"
        case .minClasses: "min-classes"
        case .classesInside: "classes-inside"
        case .atLeast: "at-least"
        case .minDifferent: "min-different"
        case .minWords: "min-words"
        case .maxClassRepeating: "max-class-repeating"
        case .maxKeyboard: "max-keyboard"
        case .maxBytes: "max-bytes"
        case .palindrome: "palindrome"
        case .username: "username"
        case .usernameParts: "username-parts"
        case .fullName: "full-name"
        case .homeDirectory: "home-directory"
        case .words: "words"
        case .blocklist: "blocklist"
        case .blocklistMatch: "blocklist-match"
        case .oldPassword: "old-password"
        case .oldPasswordChanges: "old-password-changes"
        case .enforce: "enforce"
        case .enforceForRoot: "enforce-for-root"
        case .exemptServices: "exempt-services"
        case .retry: "retry"
        case .localUsersOnly: "local-users-only"
        case .suggest: "suggest"
        case .suggestStyle: "suggest-style"
        case .suggestEntropy: "suggest-entropy"
        case .suggestExclude: "suggest-exclude"
        }
    }

    /// The value where no file sets the key, as a file would have it.
    public var builtInValue: StaticString {
        switch self {
        case .preset, .or, .atLeast, .words, .blocklist: "none"
        case .rules: ""
        case .minClasses, .classesInside, .minDifferent, .minWords, .maxClassRepeating, .maxKeyboard,
            .usernameParts, .oldPasswordChanges, .enforceForRoot, .localUsersOnly:
            "no"
        case .maxBytes: "1024"
        case .palindrome, .fullName, .homeDirectory: "permit"
        case .username, .oldPassword: "reject"
        case .blocklistMatch: "own"
        case .enforce, .suggest: "yes"
        case .exemptServices: "passwd, chpasswd, newusers"
        case .retry: "3"
        case .suggestStyle: "readable"
        case .suggestEntropy: "71"
        case .suggestExclude: "ambiguous, [ \"'`\\]"
        }
    }

    /// Whether several lines of one section add up.
    var addsUp: Bool {
        self == .rules || self == .or || self == .atLeast || self == .words || self == .blocklist
    }

    /// Whether it demands a composition, which NIST SP 800-63B-4, 3.1.1.2 (5), rules out.
    var isCompositionRule: Bool {
        switch self {
        case .minClasses, .atLeast, .minDifferent, .minWords, .maxClassRepeating, .maxKeyboard, .palindrome:
            true
        default: false
        }
    }

    /// The key with exactly this name: unlike the descriptor language, the file is case-sensitive.
    init?(in text: Span<UInt8>, _ range: Range<Int>) {
        var candidates = PolicyKeys(ofLength: range.count)
        while let key = candidates.removeFirst() {
            if key.word.equals(text, range) {
                self = key
                return
            }
        }
        return nil
    }
}

/// A set of keys.
struct PolicyKeys: Equatable, Sendable {
    private var bits: UInt64 = 0

    /// None.
    init() {}

    /// One.
    init(_ key: PolicyKey) { bits = Self.bit(key) }

    /// Those whose names have so many bytes: a few of 30, of which the others need not be compared.
    init(ofLength length: Int) {
        bits =
            switch length {
            case 2: Self.bit(.or)
            case 5: Self.bit(.rules) | Self.bit(.words) | Self.bit(.retry)
            case 6: Self.bit(.preset)
            case 7: Self.bit(.enforce) | Self.bit(.suggest)
            case 8: Self.bit(.atLeast) | Self.bit(.username)
            case 9: Self.bit(.minWords) | Self.bit(.maxBytes) | Self.bit(.fullName) | Self.bit(.blocklist)
            case 10: Self.bit(.palindrome)
            case 11: Self.bit(.minClasses)
            case 12: Self.bit(.maxKeyboard) | Self.bit(.oldPassword)
            case 13: Self.bit(.minDifferent) | Self.bit(.suggestStyle)
            case 14: Self.bit(.classesInside) | Self.bit(.usernameParts) | Self.bit(.homeDirectory)
            case 15:
                Self.bit(.blocklistMatch) | Self.bit(.exemptServices) | Self.bit(.suggestEntropy)
                    | Self.bit(.suggestExclude)
            case 16: Self.bit(.enforceForRoot) | Self.bit(.localUsersOnly)
            case 19: Self.bit(.maxClassRepeating)
            case 20: Self.bit(.oldPasswordChanges)
            default: 0
            }
    }

    var isEmpty: Bool { bits == 0 }

    private static func bit(_ key: PolicyKey) -> UInt64 { 1 << UInt64(key.rawValue) }

    func contains(_ key: PolicyKey) -> Bool { bits & Self.bit(key) != 0 }

    /// Whether no key is in both.
    func isDisjoint(with other: PolicyKeys) -> Bool { bits & other.bits == 0 }

    /// Whether the key was not there before.
    mutating func insert(_ key: PolicyKey) -> Bool {
        defer { bits |= Self.bit(key) }
        return !contains(key)
    }

    /// The first of them, which is taken out.
    mutating func removeFirst() -> PolicyKey? {
        guard let key = PolicyKey(rawValue: bits.trailingZeroBitCount) else { return nil }
        bits &= bits &- 1
        return key
    }

    mutating func insert(_ other: PolicyKeys) { bits |= other.bits }

    mutating func remove(_ other: PolicyKeys) { bits &= ~other.bits }
}
