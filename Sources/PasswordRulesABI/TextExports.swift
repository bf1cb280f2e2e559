internal import CPasswordRules
internal import PasswordRules

/// Looks for mistakes and for what is unwise.
@_cdecl("passwordrules_lint") @implementation
public func passwordrules_lint(
    _ text: UnsafePointer<CChar>?, _ length: Int, _ flags: CUnsignedInt,
    _ diagnostics: UnsafeMutablePointer<OpaquePointer?>?
) -> CInt {
    guard let diagnostics = unsafe diagnostics else { return PASSWORDRULES_EINVAL }
    unsafe diagnostics.pointee = nil
    guard flags == 0 else { return PASSWORDRULES_EINVAL }
    return unsafe with(text: text, length: length) { text in
        let found = Descriptor.lint(text)
        unsafe hand(out: diagnostics, found, text: text)
        return found.hasErrors ? PASSWORDRULES_EDESCRIPTOR : PASSWORDRULES_OK
    } ?? PASSWORDRULES_EINVAL
}

/// Writes the rules as a descriptor.
@_cdecl("passwordrules_format") @implementation
public func passwordrules_format(
    _ rules: OpaquePointer?, _ flags: CUnsignedInt, _ buffer: UnsafeMutablePointer<CChar>?, _ size: Int,
    _ needed: UnsafeMutablePointer<Int>?
) -> CInt {
    unsafe clear(buffer, size: size, needed: needed)
    guard flags & ~PASSWORDRULES_MINIFIED == 0 else { return PASSWORDRULES_EINVAL }
    return unsafe with(rules, RulesHandle.self) { rules in
        let isMinified = flags & PASSWORDRULES_MINIFIED != 0
        let text = isMinified ? rules.descriptor.minifiedBytes : rules.descriptor.canonicalBytes
        return unsafe write(text.span, to: buffer, size: size, needed: needed)
    } ?? PASSWORDRULES_EINVAL
}

/// Writes the rules in words.
@_cdecl("passwordrules_explain") @implementation
public func passwordrules_explain(
    _ rules: OpaquePointer?, _ buffer: UnsafeMutablePointer<CChar>?, _ size: Int,
    _ needed: UnsafeMutablePointer<Int>?
) -> CInt {
    unsafe clear(buffer, size: size, needed: needed)
    return unsafe with(rules, RulesHandle.self) { rules in
        let text = Explanation(rules.written, strict: rules.strict).sentenceBytes
        return unsafe write(text.span, to: buffer, size: size, needed: needed)
    } ?? PASSWORDRULES_EINVAL
}
