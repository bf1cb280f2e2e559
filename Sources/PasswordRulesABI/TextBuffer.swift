internal import CPasswordRules
internal import CPasswordRulesSystem

/// The caller's buffer for a text, and its variable for the size that the text needs.
// SAFETY: the caller promises room for `size` bytes at `start`, and for a size at `needed`, unless NULL.
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
    /// negative number.
    var isUsable: Bool { unsafe size == 0 || size > 0 && start != nil }

    /// Sets the out parameters to an empty string and size 0.
    func clear() {
        unsafe needed?.pointee = 0
        if size > 0 { unsafe start?.pointee = 0 }
    }

    /// Wipes the whole buffer, which may hold a password.
    // UNCOVERED: allocations fail only in the shipped library, in Tests/Proof/Faults/test_faults_calls.py.
    func takeBack() {
        if let start = unsafe start, size > 0 { unsafe passwordrules_system_wipe(start, size) }
        clear()
    }

    /// Throws if there is no room for this many bytes, with the NUL. Called before a password is generated,
    /// so that a small buffer costs no randomness.
    func require(_ longest: Int) throws(Status) {
        guard size < longest else { return }
        unsafe needed?.pointee = longest
        throw Status(PASSWORDRULES_ERANGE)
    }

    /// Copies bytes and a NUL into the buffer, and stores the size that they need.
    func write(_ bytes: Span<UInt8>) throws(Status) {
        unsafe needed?.pointee = bytes.count + 1
        guard let start = unsafe start, size > bytes.count else { throw Status(PASSWORDRULES_ERANGE) }
        unsafe bytes.withUnsafeBytes {
            unsafe UnsafeMutableRawBufferPointer(start: start, count: size).copyMemory(from: $0)
        }
        unsafe start[bytes.count] = 0
    }
}

/// Runs the body of an exported function, and writes the text that it returns into the caller's buffer.
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
