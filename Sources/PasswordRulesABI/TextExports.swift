public import CPasswordRules
internal import PasswordRules

/// Finds mistakes in a descriptor, and what is unwise.
@_cdecl("passwordrules_lint") @implementation
public func passwordrules_lint(
    _ text: UnsafePointer<CChar>?, _ length: Int, _ flags: CUnsignedInt,
    _ diagnostics: UnsafeMutablePointer<OpaquePointer?>?
) -> CInt {
    guard let diagnostics = unsafe diagnostics else { return PASSWORDRULES_EINVAL }
    unsafe diagnostics.pointee = nil
    guard flags == 0 else { return PASSWORDRULES_EINVAL }
    return call {
        unsafe with(text: text, length: length) { text in
            let found = Descriptor.lint(text)
            unsafe hand(out: diagnostics, found, text: text)
            return found.hasErrors ? PASSWORDRULES_EDESCRIPTOR : PASSWORDRULES_OK
        } ?? PASSWORDRULES_EINVAL
    } undo: {
        unsafe takeBack(diagnostics, DiagnosticsHandle.self)
    }
}

/// Writes the rules as a descriptor.
@_cdecl("passwordrules_format") @implementation
public func passwordrules_format(
    _ rules: OpaquePointer?, _ flags: CUnsignedInt, _ buffer: UnsafeMutablePointer<CChar>?, _ size: Int,
    _ needed: UnsafeMutablePointer<Int>?
) -> CInt {
    guard flags & ~PASSWORDRULES_FORMAT_MINIFIED == 0 else {
        unsafe clear(buffer, size: size, needed: needed)
        return PASSWORDRULES_EINVAL
    }
    return unsafe write(rules, RulesHandle.self, to: buffer, size: size, needed: needed) { rules in
        let isMinified = flags & PASSWORDRULES_FORMAT_MINIFIED != 0
        return isMinified ? rules.descriptor.minifiedBytes : rules.descriptor.canonicalBytes
    }
}

/// Writes the rules in words.
@_cdecl("passwordrules_explain") @implementation
public func passwordrules_explain(
    _ rules: OpaquePointer?, _ buffer: UnsafeMutablePointer<CChar>?, _ size: Int,
    _ needed: UnsafeMutablePointer<Int>?
) -> CInt {
    unsafe passwordrules_explain_in(rules, nil, buffer, size, needed)
}

/// Writes the rules in words of another language.
@_cdecl("passwordrules_explain_in") @implementation
public func passwordrules_explain_in(
    _ rules: OpaquePointer?, _ language: UnsafePointer<passwordrules_language>?,
    _ buffer: UnsafeMutablePointer<CChar>?, _ size: Int, _ needed: UnsafeMutablePointer<Int>?
) -> CInt {
    unsafe write(rules, RulesHandle.self, in: language, to: buffer, size: size, needed: needed) {
        rules, translator in
        Explanation(rules.written, strict: rules.strict, in: translator).sentenceBytes
    }
}
