internal import CPasswordRules
internal import PasswordRules
internal import PasswordRulesSystem

// The objects behind the opaque pointers of C. Rules and policies do not change; reports do, see ReportHandle.swift.

final class RulesHandle: Sendable {
    let descriptor: Descriptor
    let written: Checker
    let strict: Checker

    init(_ descriptor: Descriptor) {
        self.descriptor = descriptor
        written = Checker(descriptor, reading: .written)
        strict = Checker(descriptor, reading: .strict)
    }
}

final class PolicyHandle: Sendable {
    /// All layers and sections that were loaded.
    let loaded: LoadedPolicy
    /// What they resolve to, for everybody or for one user.
    let policy: Policy

    init(_ loaded: LoadedPolicy, _ policy: Policy) {
        self.loaded = loaded
        self.policy = policy
    }
}

/// Makes a new reference for the caller, which `release` takes back.
func retain(_ object: some AnyObject) -> OpaquePointer {
    unsafe OpaquePointer(Unmanaged.passRetained(object).toOpaque())
}

/// Ends the caller's reference; does nothing for NULL.
func release<Handle: AnyObject>(_ pointer: OpaquePointer?, _: Handle.Type) {
    guard let pointer = unsafe pointer else { return }
    // SAFETY: the pointer came from `retain` with the same type, and the caller gives up its only reference.
    unsafe Unmanaged<Handle>.fromOpaque(UnsafeRawPointer(pointer)).release()
}

/// Calls `body` with the object of a pointer that is not NULL; nil for NULL.
func with<Handle: AnyObject, Result>(
    _ pointer: OpaquePointer?, _: Handle.Type, _ body: (Handle) -> Result
) -> Result? {
    guard let pointer = unsafe pointer else { return nil }
    // SAFETY: the pointer came from `retain` with the same type and was not released; the caller keeps its reference
    // during this call, so no other retain and release is needed, for which threads would contend.
    return unsafe Unmanaged<Handle>.fromOpaque(UnsafeRawPointer(pointer))._withUnsafeGuaranteedRef(body)
}

/// Calls `body` with the bytes of a text that the caller passed as pointer and length; nil where there is no such text.
func with<Result>(
    text: UnsafePointer<CChar>?, length: Int, _ body: (Span<UInt8>) -> Result
) -> Result? {
    if length == 0 { return body(Span()) }
    // A length above Int.max arrives as a negative one.
    guard let text = unsafe text, length > 0 else { return nil }
    // SAFETY: the caller promises `length` bytes at `text`, unchanged during this call.
    let bytes = unsafe UnsafeRawPointer(text).assumingMemoryBound(to: UInt8.self)
    return body(unsafe Span(_unsafeStart: bytes, count: length))
}

/// Copies bytes and a NUL into the caller's buffer, and tells how much room they need.
func write(
    _ bytes: Span<UInt8>, to buffer: UnsafeMutablePointer<CChar>?, size: Int,
    needed: UnsafeMutablePointer<Int>?
) -> CInt {
    // SAFETY: the caller promises room for `size` bytes at `buffer`, and for a size at `needed`, where not NULL.
    guard unsafe isUsable(buffer, size: size) else { return PASSWORDRULES_EINVAL }
    unsafe needed?.pointee = bytes.count + 1
    guard let buffer = unsafe buffer, size > bytes.count else { return PASSWORDRULES_ERANGE }
    unsafe bytes.withUnsafeBytes {
        unsafe UnsafeMutableRawBufferPointer(start: buffer, count: size).copyMemory(from: $0)
    }
    unsafe buffer[bytes.count] = 0
    return PASSWORDRULES_OK
}

/// Writes the text of an object into the caller's buffer.
func write<Handle: AnyObject>(
    _ object: OpaquePointer?, _: Handle.Type, to buffer: UnsafeMutablePointer<CChar>?, size: Int,
    needed: UnsafeMutablePointer<Int>?, _ text: (Handle) -> [UInt8]
) -> CInt {
    unsafe clear(buffer, size: size, needed: needed)
    return call {
        unsafe with(object, Handle.self) { handle in
            let bytes = text(handle)
            return unsafe write(bytes.span, to: buffer, size: size, needed: needed)
        } ?? PASSWORDRULES_EINVAL
    } undo: {
        unsafe clear(buffer, size: size, needed: needed)
    }
}

/// Whether a buffer can have its size. A size above PTRDIFF_MAX, which no object has, arrives as a negative one.
func isUsable(_ buffer: UnsafeMutablePointer<CChar>?, size: Int) -> Bool {
    unsafe size == 0 || size > 0 && buffer != nil
}

/// Sets the out parameters of a text as after an error: an empty string, and size 0.
func clear(_ buffer: UnsafeMutablePointer<CChar>?, size: Int, needed: UnsafeMutablePointer<Int>?) {
    // SAFETY: as for `write`.
    unsafe needed?.pointee = 0
    if size > 0 { unsafe buffer?.pointee = 0 }
}
