internal import CPasswordRules
internal import PasswordRules
internal import PasswordRulesSystem

/// The password change that the caller's context describes.
// SAFETY: the caller promises that each text is NULL or a C string, and unchanged during the call.
@safe struct Change {
    private let context: passwordrules_context

    init(_ context: UnsafePointer<passwordrules_context>?) throws(Status) {
        unsafe self.context = try checkStruct(context).pointee
    }

    var circumstances: PolicyContext {
        unsafe PolicyContext(
            isByAdministrator: context.by_administrator != 0, isExpired: context.expired != 0,
            service: text(context.service),
            isOldPasswordKnown: context.old_password != nil || context.old_password_length != 0)
    }

    /// The account, which belongs to the service that the context names.
    func subjectOfService() throws(Status) -> PolicySubject {
        let service = unsafe text(context.service)
        guard PolicySubject.isService(service) else { throw Status(PASSWORDRULES_EINVAL) }
        return unsafe PolicySubject(
            user: text(context.user), groups: try readStrings(context.groups, context.group_count),
            service: service)
    }

    /// The old password; empty if it is not known.
    @_lifetime(borrow self)
    func oldPassword() throws(Status) -> Span<UInt8> {
        let old = try unsafe borrowText(context.old_password, context.old_password_length)
        return unsafe _overrideLifetime(old, borrowing: self)
    }

    /// Whether the new password may be compared with an old one: one that is known, or that the program will
    /// ask for. An administrator is asked only if the password has expired. An old password of "" means that
    /// there is none.
    func mayHaveOldPassword() throws(Status) -> Bool {
        if try !oldPassword().isEmpty { return true }
        let circumstances = circumstances
        return !circumstances.isOldPasswordKnown
            && (!circumstances.isByAdministrator || circumstances.isExpired)
    }

    /// The user's names: the user name in the context, and its spellings in the context and in the policy's
    /// account; the full name and the home directory in the context or, if it has neither, in the policy's
    /// account.
    /// - Throws: PASSWORDRULES_EACCOUNT if the policy compares names that could not be looked up.
    func account(comparedBy policy: PolicyHandle) throws(Status) -> Account {
        let (account, isKnown) = try names(comparedBy: policy)
        guard isKnown else { throw Status(PASSWORDRULES_EACCOUNT) }
        return account
    }

    /// The names as `account(comparedBy:)` returns them, and whether all names that the policy compares are
    /// known. If not, the account has only those of the context.
    func names(comparedBy policy: PolicyHandle) throws(Status) -> (account: Account, areKnown: Bool) {
        var account = try person()
        guard let found = policy.account else { return (account, true) }
        let hasNames = unsafe context.full_name != nil || context.home != nil
        guard case .found(let names) = found else { return (account, hasNames) }
        for spelling in [names.name] + names.otherSpellings { account.add(spelling: spelling) }
        if !hasNames {
            account.fullName = names.fullName
            account.homeDirectory = names.homeDirectory
        }
        return (account, true)
    }

    /// Whether the program compares the new password with the hashes of earlier ones.
    var hasHistory: Bool { unsafe context.has_history != 0 }

    /// The change to decide on with these flags.
    /// - Throws: PASSWORDRULES_EINVAL if the account belongs to a service, and the context names none.
    func decided(_ flags: CUnsignedInt) throws(Status) -> PasswordChange {
        let options = PasswordChange.Options(rawValue: flags)
        if options.contains(.isOfService), unsafe !PolicySubject.isService(text(context.service)) {
            throw Status(PASSWORDRULES_EINVAL)
        }
        return unsafe PasswordChange(
            of: text(context.user), circumstances, options, hasHistory: hasHistory)
    }

    /// The person, from the context alone.
    func person() throws(Status) -> Account {
        let words = try unsafe readStrings(context.words, context.word_count)
        let others = try unsafe readStrings(context.other_users, context.other_user_count)
        return unsafe Account(
            name: text(context.user), otherSpellings: others, fullName: text(context.full_name),
            homeDirectory: text(context.home), words: words)
    }

    private func text(_ string: UnsafePointer<CChar>?) -> [UInt8] {
        unsafe string.map { unsafe bytes(of: $0) } ?? []
    }
}
