internal import CPasswordRules

/// Names the version of the library, which a test compares with that of the header.
@_cdecl("passwordrules_version") @implementation
public func passwordrules_version() -> UnsafePointer<CChar>? {
    unsafe cString("0.1.0")
}

/// Puts a status into words.
@_cdecl("passwordrules_status_text") @implementation
public func passwordrules_status_text(_ status: CInt) -> UnsafePointer<CChar>? {
    switch status {
    case PASSWORDRULES_OK: unsafe cString("success")
    case PASSWORDRULES_EINVAL: unsafe cString("an argument is NULL, unknown or out of its range")
    case PASSWORDRULES_ESIZE: unsafe cString("the size in a struct is not one that this library supports")
    case PASSWORDRULES_ERANGE: unsafe cString("a buffer is too small, or an index is past the end")
    case PASSWORDRULES_ENOMEM: unsafe cString("out of memory")
    case PASSWORDRULES_EDESCRIPTOR: unsafe cString("the descriptor has a mistake")
    case PASSWORDRULES_EPOLICY: unsafe cString("the policy has a mistake, or cannot be read")
    case PASSWORDRULES_EBLOCKLIST: unsafe cString("a blocklist cannot be read, or is damaged")
    case PASSWORDRULES_EACCOUNT:
        unsafe cString("the account cannot be looked up, and the policy compares its names")
    case PASSWORDRULES_ERANKS: unsafe cString("a list of ranked words cannot be read, or is damaged")
    case PASSWORDRULES_ECOUNT: unsafe cString("the password change cannot be counted")
    case PASSWORDRULES_EUNSATISFIABLE: unsafe cString("no password can satisfy the rules")
    case PASSWORDRULES_ENOTFOUND:
        unsafe cString("no password that satisfies the rules was found within the time limit")
    case PASSWORDRULES_ELENGTH: unsafe cString("the rules or the library do not allow this length")
    case PASSWORDRULES_EREQUIREMENTS: unsafe cString("too many different requirements to count the passwords")
    case PASSWORDRULES_ETOOFEW: unsafe cString("the rules allow fewer different passwords than requested")
    case PASSWORDRULES_ERANDOM: unsafe cString("the system's random source failed")
    default: unsafe cString("unknown status")
    }
}

/// A literal as a C string that lives for ever.
func cString(_ literal: StaticString) -> UnsafePointer<CChar> {
    // SAFETY: a string literal ends in a NUL and is never freed.
    unsafe UnsafeRawPointer(literal.utf8Start).assumingMemoryBound(to: CChar.self)
}
