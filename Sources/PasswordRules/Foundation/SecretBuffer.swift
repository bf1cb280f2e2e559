/// Memory for what must not outlive its use: wiped when the value ends.
///
/// The only owner of its memory; it cannot be copied by accident.
@safe public struct SecretBuffer<Element: BitwiseCopyable>: ~Copyable {
    private let memory: UnsafeMutableBufferPointer<Element>
    /// The number of elements.
    public let count: Int

    /// `count` times an element. `count` must not be negative.
    public init(repeating element: Element, count: Int) {
        self.count = count
        unsafe memory = .allocate(capacity: count)
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

    /// Calls `body` with the first elements, at most all, for writing.
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

/// Bytes that must not outlive their use, a password for instance.
public typealias SecretBytes = SecretBuffer<UInt8>

/// Overwrites the bytes with zeros. The call is never optimised away, because to the optimiser a store that nobody reads before
/// the memory is freed is a store to leave out: it may not look into this function, and this function not into the other.
@_optimize(none)
@inline(never)
private func wipe(_ memory: UnsafeMutableRawBufferPointer) {
    unsafe fillWithZeros(memory)
}

@inline(never)
private func fillWithZeros(_ memory: UnsafeMutableRawBufferPointer) {
    unsafe memory.initializeMemory(as: UInt8.self, repeating: 0)
}

/// Overwrites what functions that have returned left on the stack: what the compiler kept there when it ran out of registers.
/// To be called from a function whose own frame holds nothing secret. 4 KiB, below which nothing here reaches.
@inline(never)
func wipeDeadStack() {
    // What is larger is not on the stack.
    wipeDeadStack(pieces: 4)
}

private func wipeDeadStack(pieces: Int) {
    // SAFETY: the bytes live as long as the call, and nobody reads them before they are written.
    unsafe withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 16) { piece in
        if pieces > 1 { wipeDeadStack(pieces: pieces - 1) }
        unsafe wipe(piece)
    }
}
