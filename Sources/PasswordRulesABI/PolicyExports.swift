public import CPasswordRules
internal import PasswordRules
internal import PasswordRulesSystem

/// Reads a policy.
@_cdecl("passwordrules_policy_load") @implementation
public func passwordrules_policy_load(
    _ path: UnsafePointer<CChar>?, _ settings: UnsafePointer<UnsafePointer<CChar>?>?, _ count: Int,
    _ flags: CUnsignedInt, _ policy: UnsafeMutablePointer<OpaquePointer?>?,
    _ diagnostics: UnsafeMutablePointer<OpaquePointer?>?
) -> CInt {
    unsafe diagnostics?.pointee = nil
    guard let policy = unsafe policy else { return PASSWORDRULES_EINVAL }
    unsafe policy.pointee = nil
    guard flags & ~(PASSWORDRULES_POLICY_OPTIONAL | PASSWORDRULES_POLICY_ONE_CHANGE) == 0, count >= 0 else {
        return PASSWORDRULES_EINVAL
    }
    return call {
        var texts: [[UInt8]] = []
        for index in 0..<count {
            // SAFETY: the caller promises `count` C strings.
            guard let setting = unsafe settings?[index] else { return PASSWORDRULES_EINVAL }
            texts.append(unsafe bytes(of: setting))
        }
        do throws(PolicyLoadFailure) {
            let loaded = try PolicyLoader.load(
                path: unsafe path.map { unsafe bytes(of: $0) },
                isOptional: flags & PASSWORDRULES_POLICY_OPTIONAL != 0, settings: texts,
                keepsLists: flags & PASSWORDRULES_POLICY_ONE_CHANGE == 0)
            unsafe policy.pointee = retain(PolicyHandle(loaded, loaded.policy))
            unsafe hand(out: diagnostics, loaded.diagnostics)
            return PASSWORDRULES_OK
        } catch {
            unsafe hand(out: diagnostics, error.diagnostics, failure: error)
            return PASSWORDRULES_EPOLICY
        }
    } undo: {
        unsafe takeBack(policy, PolicyHandle.self)
        unsafe takeBack(diagnostics, DiagnosticsHandle.self)
    }
}

/// Finds the policy for a user.
@_cdecl("passwordrules_policy_for_user") @implementation
public func passwordrules_policy_for_user(
    _ policy: OpaquePointer?, _ user: UnsafePointer<CChar>?,
    _ userPolicy: UnsafeMutablePointer<OpaquePointer?>?, _ diagnostics: UnsafeMutablePointer<OpaquePointer?>?
) -> CInt {
    unsafe diagnostics?.pointee = nil
    guard let userPolicy = unsafe userPolicy else { return PASSWORDRULES_EINVAL }
    unsafe userPolicy.pointee = nil
    guard let user = unsafe user else { return PASSWORDRULES_EINVAL }
    return call {
        unsafe with(policy, PolicyHandle.self) { handle in
            // Without sections every user has the same policy: retain this handle.
            let isEverybodys = !handle.loaded.sources.hasSections
            do throws(PolicyLoadFailure) {
                let opened = try handle.loaded.opened(forUser: unsafe bytes(of: user))
                unsafe userPolicy.pointee = retain(
                    isEverybodys ? handle : PolicyHandle(handle.loaded, opened.policy))
                unsafe hand(out: diagnostics, opened.doubts + opened.passedOver)
                return PASSWORDRULES_OK
            } catch {
                unsafe hand(out: diagnostics, error.diagnostics, failure: error)
                return PASSWORDRULES_EPOLICY
            }
        } ?? PASSWORDRULES_EINVAL
    } undo: {
        unsafe takeBack(userPolicy, PolicyHandle.self)
        unsafe takeBack(diagnostics, DiagnosticsHandle.self)
    }
}

/// Tells whether the files of the policy are as they were.
@_cdecl("passwordrules_policy_is_current") @implementation
public func passwordrules_policy_is_current(_ policy: OpaquePointer?) -> CInt {
    var isCurrent = false
    let status = call {
        isCurrent = unsafe with(policy, PolicyHandle.self) { $0.loaded.isCurrent } ?? false
        return PASSWORDRULES_OK
    } undo: {
    }
    return isCurrent && status == PASSWORDRULES_OK ? 1 : 0
}

/// Frees a policy.
@_cdecl("passwordrules_policy_free") @implementation
public func passwordrules_policy_free(_ policy: OpaquePointer?) {
    unsafe release(policy, PolicyHandle.self)
}

/// Fills in the settings for the program that asks for the password.
@_cdecl("passwordrules_policy_get_info") @implementation
public func passwordrules_policy_get_info(
    _ policy: OpaquePointer?, _ info: UnsafeMutablePointer<passwordrules_policy_info>?
) -> CInt {
    guard let info = unsafe info else { return PASSWORDRULES_EINVAL }
    guard unsafe info.pointee.size == MemoryLayout<passwordrules_policy_info>.size else {
        return PASSWORDRULES_ESIZE
    }
    return unsafe with(policy, PolicyHandle.self) { handle in
        unsafe info.pointee.retry = CUnsignedInt(handle.policy.retryCount)
        unsafe info.pointee.suggest = handle.policy.suggests ? 1 : 0
        unsafe info.pointee.local_users_only = handle.policy.isForLocalUsersOnly ? 1 : 0
        unsafe info.pointee.wants_names = handle.policy.wantsNames ? 1 : 0
        return PASSWORDRULES_OK
    } ?? PASSWORDRULES_EINVAL
}

/// Tells what happens with a refused password.
@_cdecl("passwordrules_policy_enforcement") @implementation
public func passwordrules_policy_enforcement(
    _ policy: OpaquePointer?, _ context: UnsafePointer<passwordrules_context>?
) -> CInt {
    guard case .context(let context) = unsafe read(context) else { return PASSWORDRULES_ENFORCE_YES }
    let enforcement = unsafe with(policy, PolicyHandle.self) {
        $0.policy.enforcement(in: context.circumstances)
    }
    return CInt((enforcement ?? .yes).rawValue)
}

/// Writes the policy in words.
@_cdecl("passwordrules_policy_describe") @implementation
public func passwordrules_policy_describe(
    _ policy: OpaquePointer?, _ context: UnsafePointer<passwordrules_context>?,
    _ buffer: UnsafeMutablePointer<CChar>?, _ size: Int, _ needed: UnsafeMutablePointer<Int>?
) -> CInt {
    unsafe passwordrules_policy_describe_in(policy, context, nil, buffer, size, needed)
}

/// Writes the policy in words of another language.
@_cdecl("passwordrules_policy_describe_in") @implementation
public func passwordrules_policy_describe_in(
    _ policy: OpaquePointer?, _ context: UnsafePointer<passwordrules_context>?,
    _ language: UnsafePointer<passwordrules_language>?, _ buffer: UnsafeMutablePointer<CChar>?, _ size: Int,
    _ needed: UnsafeMutablePointer<Int>?
) -> CInt {
    if case .status(let status) = unsafe read(context) {
        unsafe clear(buffer, size: size, needed: needed)
        return status
    }
    return unsafe write(policy, PolicyHandle.self, in: language, to: buffer, size: size, needed: needed) {
        handle, translator in handle.policy.explanationBytes(in: translator)
    }
}

/// Checks a new password.
@_cdecl("passwordrules_policy_check") @implementation
public func passwordrules_policy_check(
    _ policy: OpaquePointer?, _ context: UnsafePointer<passwordrules_context>?,
    _ password: UnsafePointer<CChar>?,
    _ length: Int, _ report: UnsafeMutablePointer<OpaquePointer?>?
) -> CInt {
    unsafe makeReport(report, on: password, length: length, by: policy, in: context) {
        policy, password, account, old, report in
        policy.check(password, for: account, replacing: old, into: &report)
    }
}

/// Checks a new password, and suggests one where it is refused.
@_cdecl("passwordrules_policy_check_suggesting") @implementation
public func passwordrules_policy_check_suggesting(
    _ policy: OpaquePointer?, _ context: UnsafePointer<passwordrules_context>?,
    _ password: UnsafePointer<CChar>?, _ length: Int, _ report: UnsafeMutablePointer<OpaquePointer?>?,
    _ buffer: UnsafeMutablePointer<CChar>?, _ size: Int
) -> CInt {
    unsafe clear(buffer, size: size, needed: nil)
    guard unsafe isUsable(buffer, size: size) else {
        unsafe report?.pointee = nil
        return PASSWORDRULES_EINVAL
    }
    let status = unsafe makeReport(report, on: password, length: length, by: policy, in: context) {
        policy, password, account, old, report in
        var source = KernelRandom()
        do throws(GenerationError) {
            let suggestion = try policy.check(
                password, for: account, replacing: old, into: &report, suggestingFrom: &source)
            // A suggestion that does not fit is left out: cut, the policy would refuse it.
            if let suggestion {
                suggestion.withSpan { _ = unsafe write($0, to: buffer, size: size, needed: nil) }
            }
        } catch {}
    }
    if status != PASSWORDRULES_OK { unsafe wipe(buffer, size: size, needed: nil) }
    return status
}

/// Gives the caller a report that `check` has filled in.
private func makeReport(
    _ report: UnsafeMutablePointer<OpaquePointer?>?, on password: UnsafePointer<CChar>?, length: Int,
    by policy: OpaquePointer?, in context: UnsafePointer<passwordrules_context>?,
    _ check: (Policy, Span<UInt8>, Account, _ old: Span<UInt8>, inout Report) -> Void
) -> CInt {
    guard let report = unsafe report else { return PASSWORDRULES_EINVAL }
    unsafe report.pointee = nil
    let change: Change
    switch unsafe read(context) {
    case .status(let status): return status
    case .context(let context): change = context
    }
    return call {
        unsafe with(policy, PolicyHandle.self) { handle in
            unsafe with(text: password, length: length) { password in
                change.withOldPassword { old in
                    let new = ReportHandle(capacity: 0)
                    new.fill { check(handle.policy, password, change.account, old, &$0) }
                    unsafe report.pointee = new.pointer
                    return PASSWORDRULES_OK
                } ?? PASSWORDRULES_EINVAL
            } ?? PASSWORDRULES_EINVAL
        } ?? PASSWORDRULES_EINVAL
    } undo: {
        unsafe ReportHandle.takeBack(report)
    }
}

/// Generates a password that the policy accepts.
@_cdecl("passwordrules_policy_suggest") @implementation
public func passwordrules_policy_suggest(
    _ policy: OpaquePointer?, _ context: UnsafePointer<passwordrules_context>?,
    _ buffer: UnsafeMutablePointer<CChar>?, _ size: Int, _ needed: UnsafeMutablePointer<Int>?
) -> CInt {
    unsafe clear(buffer, size: size, needed: needed)
    let change: Change
    switch unsafe read(context) {
    case .status(let status): return status
    case .context(let context): change = context
    }
    return call {
        unsafe with(policy, PolicyHandle.self) { handle in
            change.withOldPassword { old in
                let policy = handle.policy
                do throws(GenerationError) {
                    // A wrong argument takes precedence over a policy without passwords.
                    guard unsafe isUsable(buffer, size: size) else { return PASSWORDRULES_EINVAL }
                    let plans = try policy.suggestionPlans()
                    // A buffer of this size has room for any; finding the longest takes as long as the rest.
                    let longest = size > Generator.maximumLength ? 0 : try plans.length + 1
                    return try unsafe generate(longest, to: buffer, size: size, needed: needed) {
                        (source) throws(GenerationError) in
                        try policy.suggestion(by: plans, from: &source, for: change.account, replacing: old)
                            .withSpan {
                                unsafe write($0, to: buffer, size: size, needed: needed)
                            }
                    }
                } catch {
                    return status(of: error)
                }
            } ?? PASSWORDRULES_EINVAL
        } ?? PASSWORDRULES_EINVAL
    } undo: {
        unsafe wipe(buffer, size: size, needed: needed)
    }
}

/// A change, as the caller's context describes it.
// SAFETY: the pointers are used only during the call that the context was passed to, as long as the caller promises.
@safe struct Change {
    private let context: passwordrules_context

    init(_ context: passwordrules_context) { unsafe self.context = context }

    var circumstances: PolicyContext {
        unsafe PolicyContext(
            isByRoot: context.by_root != 0, isExpired: context.expired != 0,
            service: context.service.map { unsafe bytes(of: $0) } ?? [],
            isOldPasswordKnown: context.old_password != nil || context.old_password_length != 0)
    }

    /// The user whose password it is. Copied here, since not every function needs it.
    var account: Account {
        Account(
            name: unsafe context.user.map { unsafe bytes(of: $0) } ?? [],
            fullName: unsafe context.full_name.map { unsafe bytes(of: $0) } ?? [],
            homeDirectory: unsafe context.home.map { unsafe bytes(of: $0) } ?? [])
    }

    /// Calls `body` with the old password, which is empty where it is not known; nil where there is no such text.
    func withOldPassword<Result>(_ body: (Span<UInt8>) -> Result) -> Result? {
        unsafe with(text: context.old_password, length: context.old_password_length, body)
    }
}

/// The caller's context, or the status for what is wrong with it.
enum ReadContext {
    case context(Change)
    case status(CInt)
}

func read(_ context: UnsafePointer<passwordrules_context>?) -> ReadContext {
    guard let context = unsafe context else { return .status(PASSWORDRULES_EINVAL) }
    // SAFETY: every struct of this interface begins with its size; the rest is read only if the size fits.
    guard unsafe context.pointee.size == MemoryLayout<passwordrules_context>.size else {
        return .status(PASSWORDRULES_ESIZE)
    }
    // SAFETY: the caller promises that each text is NULL or a C string.
    return unsafe .context(Change(context.pointee))
}
