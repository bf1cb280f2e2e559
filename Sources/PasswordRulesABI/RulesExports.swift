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
    unsafe export(clearing: .object(report)) { () throws(Status) in
        let password = try unsafe borrowText(password, length), checker = try unsafe checker(rules, flags)
        let made = ReportHandle()
        checker.check(password, into: &made.report)
        unsafe store(made, report)
    }
}

/// Checks a password into a report that is there already.
@_cdecl("passwordrules_check_into") @implementation
public func passwordrules_check_into(
    _ rules: OpaquePointer?, _ password: UnsafePointer<CChar>?, _ length: Int, _ flags: CUnsignedInt,
    _ report: OpaquePointer?
) -> CInt {
    guard let reportHandle = unsafe object(report, ReportHandle.self) else { return PASSWORDRULES_EINVAL }
    let status = export { () throws(Status) in
        let password = try unsafe borrowText(password, length), checker = try unsafe checker(rules, flags)
        checker.check(password, into: &reportHandle.report)
    }
    if status == PASSWORDRULES_ENOMEM { reportHandle.report = Report() }
    return status
}

/// The checker of the reading that the flags ask for.
private func checker(_ rules: OpaquePointer?, _ flags: CUnsignedInt) throws(Status) -> Checker {
    try checkFlags(flags, PASSWORDRULES_CHECK_STRICT_READING)
    let rules = try unsafe handle(rules, RulesHandle.self)
    return flags & PASSWORDRULES_CHECK_STRICT_READING != 0 ? rules.strict : rules.written
}
