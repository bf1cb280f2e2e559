public import CPasswordRules
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

/// Finds mistakes and unwise rules in a descriptor.
@_cdecl("passwordrules_lint") @implementation
public func passwordrules_lint(
    _ text: UnsafePointer<CChar>?, _ length: Int, _ flags: CUnsignedInt,
    _ diagnostics: UnsafeMutablePointer<OpaquePointer?>?
) -> CInt {
    unsafe export(clearing: .object(diagnostics)) { () throws(Status) in
        try checkFlags(flags)
        let text = try unsafe borrowText(text, length)
        let found = Descriptor.lint(text)
        unsafe storeDiagnostics(found, about: text, diagnostics)
        if found.hasErrors { throw Status(PASSWORDRULES_EDESCRIPTOR) }
    }
}

/// Writes the rules as a descriptor.
@_cdecl("passwordrules_format") @implementation
public func passwordrules_format(
    _ rules: OpaquePointer?, _ flags: CUnsignedInt, _ buffer: UnsafeMutablePointer<CChar>?, _ size: Int,
    _ needed: UnsafeMutablePointer<Int>?
) -> CInt {
    unsafe exportText(buffer, size, needed) { () throws(Status) in
        try checkFlags(flags, PASSWORDRULES_FORMAT_MINIFIED)
        let descriptor = try unsafe handle(rules, RulesHandle.self).descriptor
        let isMinified = flags & PASSWORDRULES_FORMAT_MINIFIED != 0
        return isMinified ? descriptor.minifiedBytes : descriptor.canonicalBytes
    }
}

/// Writes the rules in words.
@_cdecl("passwordrules_explain") @implementation
public func passwordrules_explain(
    _ rules: OpaquePointer?, _ language: UnsafePointer<passwordrules_language>?,
    _ buffer: UnsafeMutablePointer<CChar>?, _ size: Int, _ needed: UnsafeMutablePointer<Int>?
) -> CInt {
    unsafe exportText(buffer, size, needed) { () throws(Status) in
        let translator = try unsafe translator(language), rules = try unsafe handle(rules, RulesHandle.self)
        return Explanation(rules.written, strict: rules.strict, in: translator).sentenceBytes
    }
}
