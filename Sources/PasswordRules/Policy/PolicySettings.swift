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
        settings.isForLocalUsersOnly = other.isForLocalUsersOnly ?? isForLocalUsersOnly
        return settings
    }
}

/// The keys of a policy file.
enum PolicyKey: Int, CaseIterable {
    case rules, enforce, enforceForRoot, retry, suggest, localUsersOnly

    var name: Word {
        switch self {
        case .rules: "rules"
        case .enforce: "enforce"
        case .enforceForRoot: "enforce-for-root"
        case .retry: "retry"
        case .suggest: "suggest"
        case .localUsersOnly: "local-users-only"
        }
    }
}
