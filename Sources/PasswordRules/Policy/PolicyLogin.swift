// Lookups at a login, the only time when a password can be looked up after it was set.

extension Policy {
    /// What happens at a login with a listed password, at this service. A new password is asked for only at
    /// the services of `at-login-services`; at others the user is only told. Nothing happens if the policy is
    /// not enforced at all.
    public func loginAction(at service: [UInt8]) -> LoginAction {
        if enforcement == .no { return .no }
        var (action, mayAsk) = (LoginAction.no, true)
        for policy in cases {
            action = max(action, policy.settings.loginAction)
            if !policy.settings.loginChangeServices.contains(service) { mayAsk = false }
        }
        return mayAsk ? action : min(action, .warn)
    }

    /// The result of looking a password up in the lists of a policy.
    public struct ListLookup: Equatable, Sendable {
        /// Whether a list that could be read has the password.
        public var isListed = false
        /// Whether all lists could be read, even optional ones. If not, a list that has the password may be
        /// among the others, and a required one would refuse every new password.
        public var isComplete = true

        /// The result of looking a password up in no list.
        public init() {}
    }

    /// Looks a password up in the lists of the policy, compared as a new password would be. All lists are
    /// read, whatever the password is. One that is longer than the policy permits is on none.
    public func lookUp(_ password: Span<UInt8>) -> ListLookup {
        var result = ListLookup()
        if password.count > maximumPasswordLengthInBytes { return result }
        for policy in cases where policy.comparesWithLists {
            let lists = policy.blocklists
            let (found, _) = lists.compare(
                lists.keys(of: FoldedPassword(password), typed: password), and: BlocklistKeys())
            if found.isListed { result.isListed = true }
            if found.isIncomplete { result.isComplete = false }
        }
        wipeDeadStack()
        return result
    }
}
