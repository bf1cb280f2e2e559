internal import CPasswordRules
internal import CPasswordRulesSystem

/// Calls `body`; after an allocation failure, calls `undo` and returns PASSWORDRULES_ENOMEM.
///
/// The emergency pool serves an allocation that fails, so that the call ends in order. What the call has made is in that pool,
/// and `undo` must free it. An allocation failure in another thread counts too: the caller may try again.
@inline(never)
func call(_ body: () -> CInt, undo: () -> Void) -> CInt {
    let before = passwordrules_system_shortages()
    let status = body()
    guard passwordrules_system_shortages() == before else {
        undo()
        return PASSWORDRULES_ENOMEM
    }
    return status
}

/// Sets the out parameters of a text as after an error, and wipes the buffer, which may hold a password.
func wipe(_ buffer: UnsafeMutablePointer<CChar>?, size: Int, needed: UnsafeMutablePointer<Int>?) {
    if let buffer = unsafe buffer, size > 0 { unsafe passwordrules_system_wipe(buffer, size) }
    unsafe clear(buffer, size: size, needed: needed)
}

/// Releases the object that a call made, and sets the out parameter as after an error.
func takeBack<Handle: AnyObject>(_ out: UnsafeMutablePointer<OpaquePointer?>?, _: Handle.Type) {
    guard let out = unsafe out else { return }
    unsafe release(out.pointee, Handle.self)
    unsafe out.pointee = nil
}
