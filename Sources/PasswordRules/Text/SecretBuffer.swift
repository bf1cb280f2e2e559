/// Memory for secrets, wiped at the end of the value's life.
///
/// It owns its memory alone, and cannot be copied by accident.
@safe public struct SecretBuffer<Element: BitwiseCopyable>: ~Copyable {
    private let memory: UnsafeMutableBufferPointer<Element>
    /// The number of elements.
    public let count: Int

    /// `count` copies of an element. `count` must not be negative.
    public init(repeating element: Element, count: Int) {
        self.count = count
        unsafe memory = .allocate(capacity: count)
        unsafe memory.initialize(repeating: element)
    }

    /// `count` copies of an element; nil if the allocation fails. `count` must not be negative.
    init?(repeating element: Element, ifMemoryLasts count: Int) {
        let (size, overflow) = count.multipliedReportingOverflow(by: MemoryLayout<Element>.stride)
        if overflow { return nil }
        // The alignment tells the library's allocator that this call handles NULL. If other calls fail, the
        // allocator serves them from its emergency pool.
        let bytes = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 32)
        if UInt(bitPattern: bytes) == 0 { return nil }
        self.count = count
        // SAFETY: the memory has room for `count` elements, and is initialised before it is read.
        unsafe memory = UnsafeMutableBufferPointer(
            start: bytes.bindMemory(to: Element.self, capacity: count), count: count)
        unsafe memory.initialize(repeating: element)
    }

    /// Calls `body` with the elements.
    public func withSpan<Result, Failure: Error>(
        _ body: (Span<Element>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        // SAFETY: the memory is initialised, and lives as long as self, which is borrowed here.
        try body(unsafe Span(_unsafeElements: UnsafeBufferPointer(memory)))
    }

    /// Calls `body` with the elements, for writing.
    public mutating func withMutableSpan<Result, Failure: Error>(
        _ body: (inout MutableSpan<Element>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        // SAFETY: as in withSpan; self is accessed exclusively here.
        var span = unsafe MutableSpan(_unsafeElements: memory)
        return try body(&span)
    }

    /// Calls `body` with the first `count` elements, for writing.
    mutating func withMutableSpan<Result>(
        first count: Int, _ body: (inout MutableSpan<Element>) -> Result
    ) -> Result {
        // SAFETY: as in withSpan; self is accessed exclusively here. The slice is checked.
        var span = unsafe MutableSpan(_unsafeElements: UnsafeMutableBufferPointer(rebasing: memory[..<count]))
        return body(&span)
    }

    deinit {
        unsafe wipe(UnsafeMutableRawBufferPointer(memory))
        unsafe memory.deallocate()
    }
}

extension SecretBuffer where Element: FixedWidthInteger {
    /// `count` zeros. `count` must not be negative.
    public init(count: Int) { self.init(repeating: 0, count: count) }

    /// The elements of a span.
    public init(copying elements: Span<Element>) {
        self.init(count: elements.count)
        withMutableSpan { copy in
            for index in 0..<elements.count { copy[index] = elements[index] }
        }
    }
}

/// Bytes that must not outlive their use, such as a password.
public typealias SecretBytes = SecretBuffer<UInt8>

/// Overwrites the bytes with zeros. It is not optimized, because the optimizer would remove stores to memory
/// that is freed without being read.
@_optimize(none)
@inline(never)
private func wipe(_ memory: UnsafeMutableRawBufferPointer) {
    unsafe fillWithZeros(memory)
}

// This is not part of `wipe`, which is not optimized: it would be slow there.
@inline(never)
private func fillWithZeros(_ memory: UnsafeMutableRawBufferPointer) {
    unsafe memory.initializeMemory(as: UInt8.self, repeating: 0)
}

/// Overwrites what functions that have returned left on the stack, such as spilled registers. Call it from a
/// function whose own frame holds no secret. It covers 4 KiB; no function here uses more stack than that.
// Not inlined, because the memory that it wipes would then be in its caller's frame.
@inline(never)
func wipeDeadStack() {
    // Larger secrets are not on the stack.
    wipeDeadStack(pieces: 4)
}

// In pieces, because only temporary allocations of up to 1,024 bytes are certain to be on the stack.
private func wipeDeadStack(pieces: Int) {
    // SAFETY: the bytes live as long as the call, and are written before they are read.
    unsafe withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 16) { piece in
        if pieces > 1 { wipeDeadStack(pieces: pieces - 1) }
        unsafe wipe(piece)
    }
}
