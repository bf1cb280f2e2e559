/// What one source (a file, the arguments of a program) says of a policy; nil for what it leaves open.
public struct PolicySettings: Equatable, Sendable {
    /// The rules of all its `rules` lines together.
    public internal(set) var rules: [Rule]?
    /// `enforce`
    public internal(set) var enforcement: Enforcement?
    /// `enforce-for-root`
    public internal(set) var enforcesForRoot: Bool?
    /// `retry`
    public internal(set) var retryCount: Int?
    /// `suggest`
    public internal(set) var suggests: Bool?
    /// `suggest-style`
    public internal(set) var suggestionStyle: PasswordStyle?
    /// `suggest-entropy`, in bits
    public internal(set) var suggestionEntropyBits: Int?
    /// `suggest-exclude`
    public internal(set) var suggestionExclusions: Exclusions?
    /// `local-users-only`
    public internal(set) var isForLocalUsersOnly: Bool?

    /// Settings that say nothing.
    public init() {}

    /// These settings, with what `other` says in place of what they say, key by key.
    public func overridden(by other: PolicySettings) -> PolicySettings {
        var settings = self
        settings.rules = other.rules ?? rules
        settings.enforcement = other.enforcement ?? enforcement
        settings.enforcesForRoot = other.enforcesForRoot ?? enforcesForRoot
        settings.retryCount = other.retryCount ?? retryCount
        settings.suggests = other.suggests ?? suggests
        settings.suggestionStyle = other.suggestionStyle ?? suggestionStyle
        settings.suggestionEntropyBits = other.suggestionEntropyBits ?? suggestionEntropyBits
        settings.suggestionExclusions = other.suggestionExclusions ?? suggestionExclusions
        settings.isForLocalUsersOnly = other.isForLocalUsersOnly ?? isForLocalUsersOnly
        return settings
    }
}

/// The keys of a policy file.
enum PolicyKey: Int, CaseIterable {
    case rules, enforce, enforceForRoot, retry, suggest, suggestStyle, suggestEntropy, suggestExclude,
        localUsersOnly

    var name: Word {
        switch self {
        case .rules: "rules"
        case .enforce: "enforce"
        case .enforceForRoot: "enforce-for-root"
        case .retry: "retry"
        case .suggest: "suggest"
        case .suggestStyle: "suggest-style"
        case .suggestEntropy: "suggest-entropy"
        case .suggestExclude: "suggest-exclude"
        case .localUsersOnly: "local-users-only"
        }
    }
}
