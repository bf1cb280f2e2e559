internal import CPasswordRules
internal import PasswordRules
internal import PasswordRulesSystem

/// A password change, as the caller's context describes it.
// SAFETY: the caller promises that each text is NULL or a C string, and unchanged during the call.
@safe struct Change {
    private let context: passwordrules_context

    init(_ context: UnsafePointer<passwordrules_context>?) throws(Status) {
        unsafe self.context = try checkStruct(context).pointee
    }

    var circumstances: PolicyContext {
        unsafe PolicyContext(
            isByRoot: context.by_root != 0, isExpired: context.expired != 0,
            service: text(context.service),
            isOldPasswordKnown: context.old_password != nil || context.old_password_length != 0)
    }

    /// The old password, which is empty where it is not known.
    @_lifetime(borrow self)
    func oldPassword() throws(Status) -> Span<UInt8> {
        let old = try unsafe borrowText(context.old_password, context.old_password_length)
        return unsafe _overrideLifetime(old, borrowing: self)
    }

    /// The user whose password it is. Copied here, since not every function needs it.
    var account: Account {
        unsafe Account(
            name: text(context.user), fullName: text(context.full_name), homeDirectory: text(context.home))
    }

    private func text(_ string: UnsafePointer<CChar>?) -> [UInt8] {
        unsafe string.map { unsafe bytes(of: $0) } ?? []
    }
}
