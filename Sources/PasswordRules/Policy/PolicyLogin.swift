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

    /// Whether a password is on a list of the policy, compared as a new password would be. All lists are
    /// read, whatever the password is. One that is longer than the policy permits is on none.
    /// - Throws: If a list cannot be read, even an optional one, and no other has the password.
    public func isListed(_ password: Span<UInt8>) throws(UnreadableLists) -> Bool {
        if password.count > maximumPasswordLengthInBytes { return false }
        var (isListed, areReadable) = (false, true)
        for policy in cases where policy.comparesWithLists {
            let lists = policy.blocklists
            let (found, _) = lists.compare(
                lists.keys(of: FoldedPassword(password), typed: password), and: BlocklistKeys())
            if found.isListed { isListed = true }
            if found.isIncomplete { areReadable = false }
        }
        wipeDeadStack()
        if !isListed, !areReadable { throw UnreadableLists() }
        return isListed
    }

    /// A list cannot be read, so whether a password is listed is not known.
    public struct UnreadableLists: Error {}
}
