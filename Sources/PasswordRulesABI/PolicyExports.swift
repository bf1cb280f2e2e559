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
    unsafe load(path, settings, count, hasPwquality: false, flags, policy, diagnostics)
}

/// Reads a policy with settings of libpwquality.
@_cdecl("passwordrules_policy_load_pwquality") @implementation
public func passwordrules_policy_load_pwquality(
    _ path: UnsafePointer<CChar>?, _ settings: UnsafePointer<UnsafePointer<CChar>?>?, _ count: Int,
    _ flags: CUnsignedInt, _ policy: UnsafeMutablePointer<OpaquePointer?>?,
    _ diagnostics: UnsafeMutablePointer<OpaquePointer?>?
) -> CInt {
    unsafe load(path, settings, count, hasPwquality: true, flags, policy, diagnostics)
}

/// Reads a policy, with settings of libpwquality or without.
private func load(
    _ path: UnsafePointer<CChar>?, _ settings: UnsafePointer<UnsafePointer<CChar>?>?, _ count: Int,
    hasPwquality: Bool, _ flags: CUnsignedInt, _ policy: UnsafeMutablePointer<OpaquePointer?>?,
    _ diagnostics: UnsafeMutablePointer<OpaquePointer?>?
) -> CInt {
    unsafe export(clearing: .object(policy), .optionalObject(diagnostics)) { () throws(Status) in
        try checkFlags(
            flags,
            PASSWORDRULES_POLICY_OPTIONAL | PASSWORDRULES_POLICY_ONE_CHANGE | PASSWORDRULES_POLICY_ALONE)
        let texts = try unsafe readStrings(settings, count)
        try unsafe storePolicy(policy, diagnostics) { () throws(PolicyLoadFailure) in
            try PolicyLoader.load(
                path: unsafe path.map { unsafe bytes(of: $0) },
                isAlone: flags & PASSWORDRULES_POLICY_ALONE != 0,
                isOptional: flags & PASSWORDRULES_POLICY_OPTIONAL != 0, settings: texts,
                hasPwquality: hasPwquality, keepsLists: flags & PASSWORDRULES_POLICY_ONE_CHANGE == 0)
        }
    }
}

/// Reads the policy of a PAM line.
@_cdecl("passwordrules_policy_load_pam_line") @implementation
public func passwordrules_policy_load_pam_line(
    _ arguments: UnsafePointer<UnsafePointer<CChar>?>?, _ count: Int,
    _ policy: UnsafeMutablePointer<OpaquePointer?>?, _ diagnostics: UnsafeMutablePointer<OpaquePointer?>?
) -> CInt {
    unsafe export(clearing: .object(policy), .optionalObject(diagnostics)) { () throws(Status) in
        let texts = try unsafe readStrings(arguments, count)
        try unsafe storePolicy(policy, diagnostics) { () throws(PolicyLoadFailure) in
            try ProcessLimits.refuseIfTight()
            return try PolicyLoader.load(module: ModuleArguments(texts), keepsLists: false)
        }
    }
}

/// Stores a loaded policy, or why loading failed.
private func storePolicy(
    _ policy: UnsafeMutablePointer<OpaquePointer?>?, _ diagnostics: UnsafeMutablePointer<OpaquePointer?>?,
    _ load: () throws(PolicyLoadFailure) -> PolicyHandle
) throws(Status) {
    do throws(PolicyLoadFailure) {
        let loaded = try load()
        unsafe store(loaded, policy)
        unsafe storeDiagnostics(loaded.diagnostics, diagnostics)
    } catch {
        unsafe storeDiagnostics(error.diagnostics, failure: error, diagnostics)
        throw Status(PASSWORDRULES_EPOLICY)
    }
}

/// Finds the policy for a user.
@_cdecl("passwordrules_policy_for_user") @implementation
public func passwordrules_policy_for_user(
    _ policy: OpaquePointer?, _ user: UnsafePointer<CChar>?,
    _ userPolicy: UnsafeMutablePointer<OpaquePointer?>?, _ diagnostics: UnsafeMutablePointer<OpaquePointer?>?
) -> CInt {
    unsafe export(clearing: .object(userPolicy), .optionalObject(diagnostics)) { () throws(Status) in
        let loaded = try unsafe handle(policy, PolicyHandle.self)
        guard let user = unsafe user else { throw Status(PASSWORDRULES_EINVAL) }
        try unsafe storePolicy(userPolicy, diagnostics) { () throws(PolicyLoadFailure) in
            try loaded.forUser(unsafe bytes(of: user))
        }
    }
}

/// Finds the policy for an account of a service.
@_cdecl("passwordrules_policy_for_service_account") @implementation
public func passwordrules_policy_for_service_account(
    _ policy: OpaquePointer?, _ context: UnsafePointer<passwordrules_context>?,
    _ accountPolicy: UnsafeMutablePointer<OpaquePointer?>?,
    _ diagnostics: UnsafeMutablePointer<OpaquePointer?>?
) -> CInt {
    unsafe export(clearing: .object(accountPolicy), .optionalObject(diagnostics)) { () throws(Status) in
        let loaded = try unsafe handle(policy, PolicyHandle.self)
        let subject = try unsafe Change(context).subjectOfService()
        try unsafe storePolicy(accountPolicy, diagnostics) { () throws(PolicyLoadFailure) in
            try loaded.forAccount(subject)
        }
    }
}

/// Tells whether the files of the policy are unchanged.
@_cdecl("passwordrules_policy_is_current") @implementation
public func passwordrules_policy_is_current(_ policy: OpaquePointer?) -> CInt {
    var isCurrent = false
    let status = export { () throws(Status) in
        isCurrent = try unsafe handle(policy, PolicyHandle.self).isCurrent
    }
    return isCurrent && status == PASSWORDRULES_OK ? 1 : 0
}

/// Frees a policy.
@_cdecl("passwordrules_policy_free") @implementation
public func passwordrules_policy_free(_ policy: OpaquePointer?) {
    unsafe release(policy)
}

/// Fills in the settings for the program that asks for the password.
@_cdecl("passwordrules_policy_get_info") @implementation
public func passwordrules_policy_get_info(
    _ policy: OpaquePointer?, _ info: UnsafeMutablePointer<passwordrules_policy_info>?
) -> CInt {
    exportWithoutAllocation { () throws(Status) in
        let info = try unsafe checkStruct(info), handle = try unsafe handle(policy, PolicyHandle.self)
        unsafe info.pointee.retry = CUnsignedInt(handle.policy.retryCount)
        unsafe info.pointee.suggest = handle.policy.suggests ? 1 : 0
        unsafe info.pointee.local_users_only = handle.policy.isForLocalUsersOnly ? 1 : 0
        unsafe info.pointee.history = CUnsignedInt(handle.policy.historyCount ?? 0)
        unsafe info.pointee.account_unknown =
            switch handle.account {
            case nil, .found: 0
            case .missing(isCertain: true): 2
            case .missing(isCertain: false), .failed: 1
            }
    }
}

/// Tells what happens with a refused password.
@_cdecl("passwordrules_policy_enforcement") @implementation
public func passwordrules_policy_enforcement(
    _ policy: OpaquePointer?, _ context: UnsafePointer<passwordrules_context>?
) -> CInt {
    exportEnforcement { () throws(Status) in
        let change = try unsafe Change(context), policy = try unsafe handle(policy, PolicyHandle.self)
        return policy.enforcement(in: change.circumstances)
    }
}

/// Tells what happens with a change if the policy cannot be read.
@_cdecl("passwordrules_diagnostics_enforcement") @implementation
public func passwordrules_diagnostics_enforcement(
    _ diagnostics: OpaquePointer?, _ context: UnsafePointer<passwordrules_context>?
) -> CInt {
    exportEnforcement { () throws(Status) in
        let change = try unsafe Change(context)
        let diagnostics = try unsafe handle(diagnostics, DiagnosticsHandle.self)
        return diagnostics.failure?.enforcement(in: change.circumstances)
    }
}

/// Counts an accepted password under an audited policy.
@_cdecl("passwordrules_policy_count_change") @implementation
public func passwordrules_policy_count_change(
    _ policy: OpaquePointer?, _ context: UnsafePointer<passwordrules_context>?, _ report: OpaquePointer?,
    _ diagnostics: UnsafeMutablePointer<OpaquePointer?>?
) -> CInt {
    unsafe export(clearing: .optionalObject(diagnostics)) { () throws(Status) in
        let policy = try unsafe handle(policy, PolicyHandle.self), change = try unsafe Change(context)
        let unmet = try unsafe handle(report, ReportHandle.self).report.unmetRules
        guard policy.isAudited(in: change.circumstances) else { return }
        try unsafe count(unmet, in: .changes, diagnostics)
    }
}

/// Counts a password by the rules that it does not meet, or stores why it is not counted.
func count(
    _ unmet: [UInt8], in file: AuditFile, _ diagnostics: UnsafeMutablePointer<OpaquePointer?>?
) throws(Status) {
    do throws(AuditProblem) {
        try file.count(unmet: unmet)
    } catch {
        unsafe storeDiagnostics([LocatedDiagnostic(error)], diagnostics)
        throw Status(PASSWORDRULES_ECOUNT)
    }
}

/// The number of an enforcement; the strictest if the body throws or returns nil.
func exportEnforcement(_ body: () throws(Status) -> Enforcement?) -> CInt {
    do throws(Status) {
        return CInt((try body() ?? .yes).rawValue)
    } catch {
        return PASSWORDRULES_ENFORCE_YES
    }
}

/// Writes the policy in words.
@_cdecl("passwordrules_policy_describe") @implementation
public func passwordrules_policy_describe(
    _ policy: OpaquePointer?, _ context: UnsafePointer<passwordrules_context>?,
    _ language: UnsafePointer<passwordrules_language>?, _ buffer: UnsafeMutablePointer<CChar>?, _ size: Int,
    _ needed: UnsafeMutablePointer<Int>?
) -> CInt {
    unsafe exportText(buffer, size, needed) { () throws(Status) in
        let change = try unsafe Change(context)
        let translator = try unsafe translator(language)
        var comparisons: OwnPasswords = try change.mayHaveOldPassword() ? .old : []
        if change.hasHistory { comparisons.insert(.earlier) }
        return try unsafe handle(policy, PolicyHandle.self).policy.explanationBytes(
            in: translator, comparing: comparisons)
    }
}

/// Checks a new password.
@_cdecl("passwordrules_policy_check") @implementation
public func passwordrules_policy_check(
    _ policy: OpaquePointer?, _ context: UnsafePointer<passwordrules_context>?,
    _ password: UnsafePointer<CChar>?,
    _ length: Int, _ report: UnsafeMutablePointer<OpaquePointer?>?
) -> CInt {
    unsafe export(clearing: .object(report)) { () throws(Status) in
        let change = try unsafe Change(context), policy = try unsafe handle(policy, PolicyHandle.self)
        let password = try unsafe borrowText(password, length), old = try change.oldPassword()
        let account = try change.account(comparedBy: policy)
        let made = ReportHandle()
        made.report = policy.policy.check(password, for: account, replacing: old)
        unsafe store(made, report)
    }
}

/// Checks a new password, and suggests another if it is refused.
@_cdecl("passwordrules_policy_check_suggesting") @implementation
public func passwordrules_policy_check_suggesting(
    _ policy: OpaquePointer?, _ context: UnsafePointer<passwordrules_context>?,
    _ password: UnsafePointer<CChar>?, _ length: Int, _ report: UnsafeMutablePointer<OpaquePointer?>?,
    _ buffer: UnsafeMutablePointer<CChar>?, _ size: Int
) -> CInt {
    let text = unsafe TextBuffer(buffer, size, nil)
    return unsafe export(clearing: .object(report), text) { () throws(Status) in
        let change = try unsafe Change(context), policy = try unsafe handle(policy, PolicyHandle.self)
        let password = try unsafe borrowText(password, length), old = try change.oldPassword()
        let account = try change.account(comparedBy: policy)
        let made = ReportHandle()
        unsafe store(made, report)
        guard policy.policy.suggests(at: change.circumstances.service) else {
            made.report = policy.policy.check(password, for: account, replacing: old)
            return
        }
        var source = KernelRandom()
        guard
            let suggestion = try? policy.policy.replacement(
                of: password, for: account, replacing: old, from: &source, report: &made.report)
        else { return }
        // A suggestion that does not fit is left out: the policy would refuse a part of it.
        suggestion.withSpan { try? text.write($0) }
    }
}

/// Fills in the origin of an outcome.
@_cdecl("passwordrules_policy_origin") @implementation
public func passwordrules_policy_origin(
    _ policy: OpaquePointer?, _ report: OpaquePointer?, _ index: Int,
    _ origin: UnsafeMutablePointer<passwordrules_origin>?
) -> CInt {
    var found: OutcomeOrigin?
    let status = export { () throws(Status) in
        _ = try unsafe checkStruct(origin)
        let policy = try unsafe handle(policy, PolicyHandle.self)
        found = policy.policy.origin(of: try unsafe outcomeOf(report, index))
    }
    // Filled in only now, because an allocation failure must leave the struct unchanged.
    if status == PASSWORDRULES_OK, let found {
        unsafe origin?.pointee.key = found.key.map { unsafe cString($0.name) }
        unsafe origin?.pointee.preset = found.preset.map { unsafe cString($0.name) }
        unsafe origin?.pointee.line = found.line
        // SAFETY: the array does not change, so its storage does not move while the policy, which has the
        // source, lives.
        unsafe origin?.pointee.source = found.file?.nameForC.withUnsafeBufferPointer {
            unsafe UnsafeRawPointer($0.baseAddress)?.assumingMemoryBound(to: CChar.self)
        }
    }
    return status
}

/// Generates a password that the policy accepts.
@_cdecl("passwordrules_policy_suggest") @implementation
public func passwordrules_policy_suggest(
    _ policy: OpaquePointer?, _ context: UnsafePointer<passwordrules_context>?,
    _ buffer: UnsafeMutablePointer<CChar>?, _ size: Int, _ needed: UnsafeMutablePointer<Int>?,
    _ generated: UnsafeMutablePointer<passwordrules_generated>?
) -> CInt {
    let text = unsafe TextBuffer(buffer, size, needed)
    return unsafe exportGenerated(text, generated) { () throws(Status) in
        let change = try unsafe Change(context), policy = try unsafe handle(policy, PolicyHandle.self)
        let old = try change.oldPassword(), account = try change.account(comparedBy: policy)
        var plans = try generating { () throws(GenerationError) in try policy.policy.suggestionPlans() }
        // A longer buffer has room for any password, so the longest is not computed: that takes as long as
        // the rest.
        if size <= Generator.maximumLength {
            try text.require(plans.length + 1)
        }
        var source = KernelRandom()
        let suggestion = try generating { () throws(GenerationError) in
            try policy.policy.suggestion(by: &plans, from: &source, for: account, replacing: old)
        }
        try suggestion.withSpan(text.write)
        return KeptPlan(plans.plan, policy.policy.suggestionOptions)
    }
}
