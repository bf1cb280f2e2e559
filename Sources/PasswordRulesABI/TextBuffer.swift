internal import CPasswordRules
internal import CPasswordRulesSystem

/// The buffer in which a caller wants a text, and where it wants to know how much room the text needs.
// SAFETY: the caller promises room for `size` bytes at `start`, and for a size at `needed`, where not NULL.
@safe struct TextBuffer: Output {
    private let start: UnsafeMutablePointer<CChar>?
    let size: Int
    private let needed: UnsafeMutablePointer<Int>?

    init(_ start: UnsafeMutablePointer<CChar>?, _ size: Int, _ needed: UnsafeMutablePointer<Int>?) {
        unsafe self.start = start
        self.size = size
        unsafe self.needed = needed
    }

    /// Whether a buffer can have this size. A size above PTRDIFF_MAX, which no object has, arrives as a
    /// negative one.
    var isUsable: Bool { unsafe size == 0 || size > 0 && start != nil }

    /// Sets the out parameters as after an error: an empty string, and size 0.
    func clear() {
        unsafe needed?.pointee = 0
        if size > 0 { unsafe start?.pointee = 0 }
    }

    /// Wipes the whole buffer, which may hold a password.
    // UNCOVERED: allocations fail only in the library as it is shipped; Tests/Proof/Faults/test_faults_calls.py
    // makes them fail.
    func takeBack() {
        if let start = unsafe start, size > 0 { unsafe passwordrules_system_wipe(start, size) }
        clear()
    }

    /// Makes sure that there is room for so many bytes, with the NUL: a buffer that is too small costs no
    /// randomness.
    func require(_ longest: Int) throws(Status) {
        guard size < longest else { return }
        unsafe needed?.pointee = longest
        throw Status(PASSWORDRULES_ERANGE)
    }

    /// Copies bytes and a NUL into the buffer, and tells how much room they need.
    func write(_ bytes: Span<UInt8>) throws(Status) {
        unsafe needed?.pointee = bytes.count + 1
        guard let start = unsafe start, size > bytes.count else { throw Status(PASSWORDRULES_ERANGE) }
        unsafe bytes.withUnsafeBytes {
            unsafe UnsafeMutableRawBufferPointer(start: start, count: size).copyMemory(from: $0)
        }
        unsafe start[bytes.count] = 0
    }
}

/// Runs the body of an exported function that writes the text which the body returns into the caller's
/// buffer.
func exportText(
    _ buffer: UnsafeMutablePointer<CChar>?, _ size: Int, _ needed: UnsafeMutablePointer<Int>?,
    _ body: () throws(Status) -> [UInt8]
) -> CInt {
    let text = unsafe TextBuffer(buffer, size, needed)
    return export(clearing: text) { () throws(Status) in
        let bytes = try body()
        try text.write(bytes.span)
    }
}
