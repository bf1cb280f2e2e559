internal import CPasswordRules
internal import PasswordRules

/// Reads a descriptor.
@_cdecl("passwordrules_parse") @implementation
public func passwordrules_parse(
    _ text: UnsafePointer<CChar>?, _ length: Int, _ flags: CUnsignedInt,
    _ rules: UnsafeMutablePointer<OpaquePointer?>?, _ diagnostics: UnsafeMutablePointer<OpaquePointer?>?
) -> CInt {
    unsafe export(clearing: .object(rules), .optionalObject(diagnostics)) { () throws(Status) in
        try checkFlags(flags, PASSWORDRULES_PARSE_LENIENT)
        let text = try unsafe borrowText(text, length)
        var found = Diagnostics()
        let mode: ParsingMode = flags & PASSWORDRULES_PARSE_LENIENT != 0 ? .lenient : .exact
        let descriptor = Descriptor.parse(text, mode: mode, diagnostics: &found)
        unsafe storeDiagnostics(found, about: text, diagnostics)
        guard let descriptor else { throw Status(PASSWORDRULES_EDESCRIPTOR) }
        unsafe store(RulesHandle(descriptor), rules)
    }
}

/// Frees rules.
@_cdecl("passwordrules_rules_free") @implementation
public func passwordrules_rules_free(_ rules: OpaquePointer?) {
    unsafe release(rules)
}

/// Checks a password into a new report.
@_cdecl("passwordrules_check") @implementation
public func passwordrules_check(
    _ rules: OpaquePointer?, _ password: UnsafePointer<CChar>?, _ length: Int, _ flags: CUnsignedInt,
    _ report: UnsafeMutablePointer<OpaquePointer?>?
) -> CInt {
    unsafe exportInlined(clearing: .report(report)) { () throws(Status) in
        let password = try unsafe borrowText(password, length)
        try unsafe withChecker(rules, flags) { checker in
            unsafe report?.pointee = ReportHandle.ofCheck(of: password, by: checker).pointer
        }
    }
}

/// Checks a password into a report that is there already.
@_cdecl("passwordrules_check_into") @implementation
public func passwordrules_check_into(
    _ rules: OpaquePointer?, _ password: UnsafePointer<CChar>?, _ length: Int, _ flags: CUnsignedInt,
    _ report: OpaquePointer?
) -> CInt {
    guard let report = unsafe ReportHandle(report) else { return PASSWORDRULES_EINVAL }
    let status = exportInlined { () throws(Status) in
        let password = try unsafe borrowText(password, length)
        try unsafe withChecker(rules, flags) { checker in report.check(password, by: checker) }
    }
    if status == PASSWORDRULES_ENOMEM { report.clear() }
    return status
}

/// Calls `body` with the checker of the reading that the flags ask for.
///
/// The checker is borrowed, not retained as by `handle`: that is 15 % of "Check 16 bytes" in the bench, and threads that share
/// the rules would contend for the count.
@inline(__always)
private func withChecker(
    _ rules: OpaquePointer?, _ flags: CUnsignedInt, _ body: (Checker) -> Void
) throws(Status) {
    try checkFlags(flags, PASSWORDRULES_CHECK_STRICT_READING)
    guard let rules = unsafe rules else { throw Status(PASSWORDRULES_EINVAL) }
    // SAFETY: the pointer came from `store` with this type and was not released; the caller keeps its reference during this call.
    unsafe Unmanaged<RulesHandle>.fromOpaque(UnsafeRawPointer(rules))._withUnsafeGuaranteedRef { rules in
        // Not `isStrict ? a : b`, which would retain the checker.
        if flags & PASSWORDRULES_CHECK_STRICT_READING != 0 {
            body(rules.strict)
        } else {
            body(rules.written)
        }
    }
}
