/// Bytes that must not outlive their use: wiped when the value ends.
///
/// The only owner of its memory; it cannot be copied by accident.
@safe public struct SecretBytes: ~Copyable {
    private let memory: UnsafeMutableBufferPointer<UInt8>
    /// The number of bytes.
    public let count: Int

    /// `count` zero bytes. `count` must not be negative.
    public init(count: Int) {
        self.count = count
        unsafe memory = .allocate(capacity: count)
        unsafe memory.initialize(repeating: 0)
    }

    /// Calls `body` with the bytes.
    public func withSpan<Result, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        // SAFETY: the memory is initialised, and lives as long as self, which is borrowed here.
        try body(unsafe Span(_unsafeElements: UnsafeBufferPointer(memory)))
    }

    /// Calls `body` with the bytes, for writing.
    public mutating func withMutableSpan<Result, Failure: Error>(
        _ body: (inout MutableSpan<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        // SAFETY: as in withSpan; self is accessed exclusively here.
        var span = unsafe MutableSpan(_unsafeElements: memory)
        return try body(&span)
    }

    deinit {
        unsafe wipe(memory)
        unsafe memory.deallocate()
    }
}

/// Overwrites the bytes with zeros. The call is never optimised away, because to the optimiser a store that nobody
/// reads before the memory is freed is a store to leave out.
@_optimize(none)
@inline(never)
private func wipe(_ memory: UnsafeMutableBufferPointer<UInt8>) {
    unsafe memory.update(repeating: 0)
}
