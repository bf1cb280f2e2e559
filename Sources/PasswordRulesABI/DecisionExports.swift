public import CPasswordRules
internal import PasswordRules
internal import PasswordRulesSystem

/// Decides on a new password.
@_cdecl("passwordrules_decide") @implementation
public func passwordrules_decide(
    _ policy: OpaquePointer?, _ context: UnsafePointer<passwordrules_context>?,
    _ password: UnsafePointer<CChar>?, _ length: Int, _ flags: CUnsignedInt,
    _ decision: UnsafeMutablePointer<OpaquePointer?>?
) -> CInt {
    unsafe export(clearing: .object(decision)) { () throws(Status) in
        try checkFlags(
            flags,
            PASSWORDRULES_DECIDE_SUGGEST | PASSWORDRULES_DECIDE_AHEAD | PASSWORDRULES_DECIDE_OLD_UNKNOWN
                | PASSWORDRULES_DECIDE_SERVICE | PASSWORDRULES_DECIDE_DEBUG)
        let change = try unsafe Change(context), decided = try change.decided(flags)
        let password = try unsafe borrowText(password, length), old = try change.oldPassword()
        // No policy accepts an empty password, so none is needed.
        if unsafe policy == nil, password.isEmpty, flags & PASSWORDRULES_DECIDE_AHEAD == 0 {
            let made = DecisionHandle(Decision(onEmptyPasswordOf: decided))
            made.update()
            return unsafe store(made, decision)
        }
        let policy = try unsafe handle(policy, PolicyHandle.self)
        let (account, isKnown) = try change.names(comparedBy: policy)
        let made = DecisionHandle(
            Decision(on: decided, by: policy, isAccountUnknown: !isKnown))
        if flags & PASSWORDRULES_DECIDE_AHEAD == 0 {
            made.decision.check(password, by: policy.policy, for: account, replacing: old)
        }
        made.update()
        unsafe store(made, decision)
    }
}

/// Decides whether a change can continue after loading a policy.
@_cdecl("passwordrules_decide_load") @implementation
public func passwordrules_decide_load(
    _ status: CInt, _ diagnostics: OpaquePointer?, _ context: UnsafePointer<passwordrules_context>?,
    _ flags: CUnsignedInt, _ decision: UnsafeMutablePointer<OpaquePointer?>?
) -> CInt {
    unsafe export(clearing: .object(decision)) { () throws(Status) in
        try checkFlags(flags, PASSWORDRULES_DECIDE_SERVICE)
        let change = try unsafe Change(context), decided = try change.decided(flags)
        let diagnostics = unsafe object(diagnostics, DiagnosticsHandle.self)
        let reason = LibraryStatus(rawValue: Int(status))?.summary ?? "unknown status"
        let made = DecisionHandle(
            Decision(
                loading: decided, remarks: diagnostics?.items ?? [],
                failure: status == PASSWORDRULES_EPOLICY ? diagnostics?.failure : nil,
                reason: status == PASSWORDRULES_OK ? nil : reason))
        unsafe store(made, decision)
    }
}

/// Checks another form of the password.
@_cdecl("passwordrules_decision_add") @implementation
public func passwordrules_decision_add(
    _ decision: OpaquePointer?, _ policy: OpaquePointer?, _ context: UnsafePointer<passwordrules_context>?,
    _ password: UnsafePointer<CChar>?, _ length: Int
) -> CInt {
    unsafe changeDecision(decision, policy, context) { (handle, policy, account, old) throws(Status) in
        if handle.decision.isAhead { throw Status(PASSWORDRULES_EINVAL) }
        let password = try unsafe borrowText(password, length)
        handle.decision.check(password, by: policy, for: account, replacing: old)
    }
}

/// Changes a decision. After an error, the decision refuses, for callers that ignore the status.
private func changeDecision(
    _ decision: OpaquePointer?, _ policy: OpaquePointer?, _ context: UnsafePointer<passwordrules_context>?,
    _ body: (DecisionHandle, Policy, Account, Span<UInt8>) throws(Status) -> Void
) -> CInt {
    guard let handle = unsafe object(decision, DecisionHandle.self) else { return PASSWORDRULES_EINVAL }
    let status = export { () throws(Status) in
        let change = try unsafe Change(context)
        let policy = try unsafe PasswordRulesABI.handle(policy, PolicyHandle.self)
        let old = try change.oldPassword()
        let (account, _) = try change.names(comparedBy: policy)
        try body(handle, policy.policy, account, old)
        handle.update()
    }
    if status != PASSWORDRULES_OK {
        handle.decision.fail()
        handle.update()
    }
    return status
}

/// Adds the result of the comparison with earlier passwords.
@_cdecl("passwordrules_decision_add_history") @implementation
public func passwordrules_decision_add_history(
    _ decision: OpaquePointer?, _ policy: OpaquePointer?, _ context: UnsafePointer<passwordrules_context>?,
    _ result: CInt
) -> CInt {
    unsafe changeDecision(decision, policy, context) { (handle, policy, account, old) throws(Status) in
        guard let result = Decision.HistoryResult(rawValue: Int(result)) else {
            throw Status(PASSWORDRULES_EINVAL)
        }
        if handle.decision.isAhead, result != .unknown { throw Status(PASSWORDRULES_EINVAL) }
        handle.decision.addHistory(result, by: policy, for: account, replacing: old)
    }
}

/// Logs and counts a change that was made.
@_cdecl("passwordrules_decision_accept") @implementation
public func passwordrules_decision_accept(_ decision: OpaquePointer?) -> CInt {
    guard let handle = unsafe object(decision, DecisionHandle.self) else { return PASSWORDRULES_EINVAL }
    if handle.decision.isAhead { return PASSWORDRULES_EINVAL }
    let before = handle.decision.log
    let status = export { () throws(Status) in handle.decision.accept() }
    if status != PASSWORDRULES_OK {
        // The new lines and their array are in the emergency pool.
        // UNCOVERED: allocations fail only in the shipped library, in Tests/Proof/Faults/test_faults_calls.py.
        handle.decision.restore(log: before)
    }
    return status
}

/// Tells whether the change must not happen.
@_cdecl("passwordrules_decision_refused") @implementation
public func passwordrules_decision_refused(_ decision: OpaquePointer?) -> CInt {
    unsafe object(decision, DecisionHandle.self)?.decision.isRefused == false ? 0 : 1
}

/// Fills in a decision.
@_cdecl("passwordrules_decision_get_info") @implementation
public func passwordrules_decision_get_info(
    _ decision: OpaquePointer?, _ info: UnsafeMutablePointer<passwordrules_decision_info>?
) -> CInt {
    exportWithoutAllocation { () throws(Status) in
        let info = try unsafe checkStruct(info), handle = try unsafe handle(decision, DecisionHandle.self)
        unsafe info.pointee.enforcement = CInt(handle.decision.enforcement.rawValue)
        unsafe info.pointee.form = handle.decision.form
        unsafe info.pointee.history = CUnsignedInt(handle.decision.awaitedHistory)
    }
}

/// The report of the form that decides.
@_cdecl("passwordrules_decision_report") @implementation
public func passwordrules_decision_report(_ decision: OpaquePointer?) -> OpaquePointer? {
    guard let handle = unsafe object(decision, DecisionHandle.self), handle.decision.report != nil else {
        return nil
    }
    // SAFETY: the report lives as long as the handle, which the caller has.
    return unsafe OpaquePointer(Unmanaged.passUnretained(handle.report).toOpaque())
}

/// Writes the text for the person.
@_cdecl("passwordrules_decision_text") @implementation
public func passwordrules_decision_text(
    _ decision: OpaquePointer?, _ flags: CUnsignedInt, _ limit: Int,
    _ language: UnsafePointer<passwordrules_language>?, _ buffer: UnsafeMutablePointer<CChar>?, _ size: Int,
    _ needed: UnsafeMutablePointer<Int>?
) -> CInt {
    unsafe exportText(buffer, size, needed) { () throws(Status) in
        try checkFlags(flags, PASSWORDRULES_TEXT_LIST | PASSWORDRULES_TEXT_LOGGED)
        let translator = try unsafe translator(language)
        // A limit above Int.max arrives as a negative number: no limit.
        let form = Decision.TextForm(
            isList: flags & PASSWORDRULES_TEXT_LIST != 0,
            ReportSummary(
                limit: limit > 0 ? limit : nil, isForLog: flags & PASSWORDRULES_TEXT_LOGGED != 0,
                hasSentences: true))
        return try unsafe handle(decision, DecisionHandle.self).decision.text(form, in: translator)
    }
}

/// Writes the suggestion, and removes it from the decision.
@_cdecl("passwordrules_decision_take_suggestion") @implementation
public func passwordrules_decision_take_suggestion(
    _ decision: OpaquePointer?, _ buffer: UnsafeMutablePointer<CChar>?, _ size: Int,
    _ needed: UnsafeMutablePointer<Int>?
) -> CInt {
    let text = unsafe TextBuffer(buffer, size, needed)
    let status = export(clearing: text) { () throws(Status) in
        try unsafe handle(decision, DecisionHandle.self).decision.withSuggestion(text.write)
    }
    if status == PASSWORDRULES_OK, size > 0 {
        unsafe object(decision, DecisionHandle.self)?.decision.wipeSuggestion()
    }
    return status
}

/// Fills in one line of the log.
@_cdecl("passwordrules_decision_log") @implementation
public func passwordrules_decision_log(
    _ decision: OpaquePointer?, _ index: Int, _ line: UnsafeMutablePointer<passwordrules_log_line>?
) -> CInt {
    exportWithoutAllocation { () throws(Status) in
        let line = try unsafe checkStruct(line)
        let handle = try unsafe handle(decision, DecisionHandle.self)
        guard index >= 0, index < handle.decision.log.count else { throw Status(PASSWORDRULES_ERANGE) }
        let found = handle.decision.log[index]
        unsafe line.pointee.priority = CInt(found.priority.rawValue)
        // SAFETY: the array does not change, so its storage does not move while the log has the line.
        unsafe line.pointee.text = found.textForC.withUnsafeBufferPointer {
            unsafe UnsafeRawPointer($0.baseAddress)?.assumingMemoryBound(to: CChar.self)
        }
    }
}

/// Frees a decision.
@_cdecl("passwordrules_decision_free") @implementation
public func passwordrules_decision_free(_ decision: OpaquePointer?) {
    unsafe release(decision)
}
