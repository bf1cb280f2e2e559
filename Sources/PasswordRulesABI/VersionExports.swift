internal import CPasswordRules
internal import PasswordRulesSystem

/// The version of the library.
@_cdecl("passwordrules_version") @implementation
public func passwordrules_version() -> UnsafePointer<CChar>? {
    unsafe cString(Version.text)
}

/// The text of a status.
@_cdecl("passwordrules_status_text") @implementation
public func passwordrules_status_text(_ status: CInt) -> UnsafePointer<CChar>? {
    unsafe cString(LibraryStatus(rawValue: Int(status))?.summary ?? "unknown status")
}

/// A literal as a C string that is valid forever.
func cString(_ literal: StaticString) -> UnsafePointer<CChar> {
    // SAFETY: a string literal ends in a NUL and is never freed.
    unsafe UnsafeRawPointer(literal.utf8Start).assumingMemoryBound(to: CChar.self)
}
