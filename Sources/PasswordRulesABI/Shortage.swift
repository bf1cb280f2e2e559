internal import CPasswordRules
internal import CPasswordRulesSystem

/// Calls `body`, and where memory ran out meanwhile, `undo`: then its status is PASSWORDRULES_ENOMEM.
///
/// An allocation that fails is served from a reserve, so the call ends in order; what it has made is taken back, since
/// it stands in that reserve. A shortage in another thread counts too: who asks again may have better luck.
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

/// Leaves a text's out parameters as an error demands where the text was a password.
func wipe(_ buffer: UnsafeMutablePointer<CChar>?, size: Int, needed: UnsafeMutablePointer<Int>?) {
    if let buffer = unsafe buffer, size > 0 { unsafe passwordrules_system_wipe(buffer, size) }
    unsafe clear(buffer, size: size, needed: needed)
}

/// Releases what a call gave to C, and leaves the out parameter as an error demands.
func takeBack<Handle: AnyObject>(_ out: UnsafeMutablePointer<OpaquePointer?>?, _: Handle.Type) {
    guard let out = unsafe out else { return }
    unsafe release(out.pointee, Handle.self)
    unsafe out.pointee = nil
}
