internal import CPasswordRules
internal import PasswordRules
internal import PasswordRulesSystem

/// Throws PASSWORDRULES_EINVAL for unknown flags.
func checkFlags(_ flags: CUnsignedInt, _ known: CUnsignedInt = 0) throws(Status) {
    guard flags & ~known == 0 else { throw Status(PASSWORDRULES_EINVAL) }
}

/// The bytes of a text from the caller, given as pointer and length.
@_lifetime(borrow text)
func borrowText(_ text: UnsafePointer<CChar>?, _ length: Int) throws(Status) -> Span<UInt8> {
    if length == 0 { return Span() }
    // A length above Int.max arrives as a negative number.
    guard let start = unsafe text, length > 0 else { throw Status(PASSWORDRULES_EINVAL) }
    // SAFETY: the caller promises `length` bytes at `text`, unchanged during this call.
    let bytes = unsafe UnsafeRawPointer(start).assumingMemoryBound(to: UInt8.self)
    return unsafe _overrideLifetime(Span(_unsafeStart: bytes, count: length), borrowing: text)
}

/// The C strings of an array from the caller.
func readStrings(
    _ strings: UnsafePointer<UnsafePointer<CChar>?>?, _ count: Int
) throws(Status) -> [[UInt8]] {
    var texts: [[UInt8]] = []
    guard count >= 0 else { throw Status(PASSWORDRULES_EINVAL) }
    for index in 0..<count {
        // SAFETY: the caller promises `count` C strings.
        guard let string = unsafe strings?[index] else { throw Status(PASSWORDRULES_EINVAL) }
        texts.append(unsafe bytes(of: string))
    }
    return texts
}

/// A struct from the caller, after a check of its size.
func checkStruct<Struct>(_ pointer: UnsafePointer<Struct>?) throws(Status) -> UnsafePointer<Struct> {
    guard let pointer = unsafe pointer else { throw Status(PASSWORDRULES_EINVAL) }
    // SAFETY: every struct of this interface begins with its size; the rest is read only if the size fits.
    guard unsafe UnsafeRawPointer(pointer).load(as: Int.self) == MemoryLayout<Struct>.size else {
        throw Status(PASSWORDRULES_ESIZE)
    }
    return unsafe pointer
}

/// A struct for the function to fill in, after a check of its size.
func checkStruct<Struct>(
    _ pointer: UnsafeMutablePointer<Struct>?
) throws(Status) -> UnsafeMutablePointer<Struct> {
    unsafe UnsafeMutablePointer(mutating: try checkStruct(UnsafePointer(pointer)))
}
