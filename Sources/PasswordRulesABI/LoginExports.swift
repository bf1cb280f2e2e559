public import CPasswordRules
internal import PasswordRules
internal import PasswordRulesSystem

/// Tells what happens at a login with a listed password.
@_cdecl("passwordrules_policy_at_login") @implementation
public func passwordrules_policy_at_login(
    _ policy: OpaquePointer?, _ context: UnsafePointer<passwordrules_context>?
) -> CInt {
    do throws(Status) {
        let change = try unsafe Change(context), policy = try unsafe handle(policy, PolicyHandle.self)
        return CInt(policy.loginAction(at: change.circumstances.service).rawValue)
    } catch {
        return PASSWORDRULES_AT_LOGIN_NO
    }
}

/// Looks a password up in the lists of a policy.
@_cdecl("passwordrules_policy_lookup") @implementation
public func passwordrules_policy_lookup(
    _ policy: OpaquePointer?, _ password: UnsafePointer<CChar>?, _ length: Int,
    _ listed: UnsafeMutablePointer<CInt>?
) -> CInt {
    guard let listed = unsafe listed else { return PASSWORDRULES_EINVAL }
    var result = Policy.ListLookup()
    let status = export { () throws(Status) in
        let policy = try unsafe handle(policy, PolicyHandle.self).policy
        let password = try unsafe borrowText(password, length)
        result = policy.lookUp(password)
        if !result.isComplete { throw Status(PASSWORDRULES_EBLOCKLIST) }
    }
    // A lookup is finished in spite of a failed allocation, but then its result does not count.
    let isKnown = status == PASSWORDRULES_OK || status == PASSWORDRULES_EBLOCKLIST
    unsafe listed.pointee = isKnown && result.isListed ? 1 : 0
    return status
}

/// Counts a login.
@_cdecl("passwordrules_policy_count_login") @implementation
public func passwordrules_policy_count_login(
    _ policy: OpaquePointer?, _ listed: CInt, _ diagnostics: UnsafeMutablePointer<OpaquePointer?>?
) -> CInt {
    unsafe export(clearing: .optionalObject(diagnostics)) { () throws(Status) in
        let policy = try unsafe handle(policy, PolicyHandle.self)
        guard policy.loginAction(at: []) != .no else { return }
        let unmet: StaticString = listed != 0 ? "blocklist" : ""
        try unsafe count(Text(unmet).bytes, in: .logins, diagnostics)
    }
}
