internal import CPasswordRules
internal import PasswordRules

/// Reads a descriptor.
@_cdecl("passwordrules_parse") @implementation
public func passwordrules_parse(
    _ text: UnsafePointer<CChar>?, _ length: Int, _ flags: CUnsignedInt,
    _ rules: UnsafeMutablePointer<OpaquePointer?>?, _ diagnostics: UnsafeMutablePointer<OpaquePointer?>?
) -> CInt {
    unsafe diagnostics?.pointee = nil
    guard let rules = unsafe rules else { return PASSWORDRULES_EINVAL }
    unsafe rules.pointee = nil
    guard flags & ~PASSWORDRULES_PARSE_LENIENT == 0 else { return PASSWORDRULES_EINVAL }
    return call {
        unsafe with(text: text, length: length) { text in
            var found = Diagnostics()
            let mode: ParsingMode = flags & PASSWORDRULES_PARSE_LENIENT != 0 ? .lenient : .exact
            let descriptor = Descriptor.parse(text, mode: mode, diagnostics: &found)
            // Format messages only if the caller asked for diagnostics.
            if unsafe diagnostics != nil {
                unsafe hand(out: diagnostics, found, text: text)
            }
            guard let descriptor else { return PASSWORDRULES_EDESCRIPTOR }
            unsafe rules.pointee = retain(RulesHandle(descriptor))
            return PASSWORDRULES_OK
        } ?? PASSWORDRULES_EINVAL
    } undo: {
        unsafe takeBack(rules, RulesHandle.self)
        unsafe takeBack(diagnostics, DiagnosticsHandle.self)
    }
}

/// Frees rules.
@_cdecl("passwordrules_rules_free") @implementation
public func passwordrules_rules_free(_ rules: OpaquePointer?) {
    unsafe release(rules, RulesHandle.self)
}

/// Checks a password into a new report.
@_cdecl("passwordrules_check") @implementation
public func passwordrules_check(
    _ rules: OpaquePointer?, _ password: UnsafePointer<CChar>?, _ length: Int, _ flags: CUnsignedInt,
    _ report: UnsafeMutablePointer<OpaquePointer?>?
) -> CInt {
    guard let report = unsafe report else { return PASSWORDRULES_EINVAL }
    unsafe report.pointee = nil
    return call {
        unsafe check(rules, password, length, flags) { checker, password in
            let handle = ReportHandle.ofCheck(of: password, by: checker)
            unsafe report.pointee = handle.pointer
        }
    } undo: {
        unsafe ReportHandle.takeBack(report)
    }
}

/// Checks a password into a report that is there already.
@_cdecl("passwordrules_check_into") @implementation
public func passwordrules_check_into(
    _ rules: OpaquePointer?, _ password: UnsafePointer<CChar>?, _ length: Int, _ flags: CUnsignedInt,
    _ report: OpaquePointer?
) -> CInt {
    guard let handle = unsafe ReportHandle(report) else { return PASSWORDRULES_EINVAL }
    return call {
        unsafe check(rules, password, length, flags) { checker, password in
            handle.check(password, by: checker)
        }
    } undo: {
        handle.clear()
    }
}

/// Calls `body` with the checker of the reading that the flags ask for.
private func check(
    _ rules: OpaquePointer?, _ password: UnsafePointer<CChar>?, _ length: Int, _ flags: CUnsignedInt,
    _ body: (Checker, Span<UInt8>) -> Void
) -> CInt {
    guard flags & ~PASSWORDRULES_CHECK_STRICT_READING == 0 else { return PASSWORDRULES_EINVAL }
    let isStrict = flags & PASSWORDRULES_CHECK_STRICT_READING != 0
    let status = unsafe with(rules, RulesHandle.self) { rules in
        unsafe with(text: password, length: length) { password in
            // Not `isStrict ? a : b`: that would count a reference to the checker, and threads would contend for it.
            if isStrict {
                body(rules.strict, password)
            } else {
                body(rules.written, password)
            }
            return PASSWORDRULES_OK
        } ?? PASSWORDRULES_EINVAL
    }
    return status ?? PASSWORDRULES_EINVAL
}
