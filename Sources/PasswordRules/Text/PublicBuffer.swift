/// Memory for bytes that are not secret, such as those of a list. It is neither zeroed before its use nor wiped
/// after it.
///
/// It owns its memory alone, and cannot be copied by accident. What depends on a password, such as which part of
/// a list is read, belongs into a ``SecretBuffer``.
@safe public struct PublicBuffer: ~Copyable, @unchecked Sendable {
    /// A source of memory.
    @safe public struct Source: Sendable {
        /// Returns uninitialised memory; nil if there is none.
        let allocate: @Sendable (_ size: Int) -> UnsafeMutableRawPointer?
        /// Frees memory that `allocate` returned, of the same size.
        let free: @Sendable (_ memory: UnsafeMutableRawPointer, _ size: Int) -> Void

        /// Creates a source from its two functions.
        public init(
            allocate: @escaping @Sendable (_ size: Int) -> UnsafeMutableRawPointer?,
            free: @escaping @Sendable (_ memory: UnsafeMutableRawPointer, _ size: Int) -> Void
        ) {
            unsafe self.allocate = allocate
            unsafe self.free = free
        }
    }

    private let memory: UnsafeMutableRawBufferPointer
    /// Where the memory is from; nil for Swift's allocator.
    private let source: Source?

    /// `count` bytes of any values. `count` must not be negative.
    /// - Parameter source: Where the memory is from. If it has none, Swift's allocator provides it.
    init(count: Int, from source: Source?) {
        if let source, let start = unsafe source.allocate(count) {
            unsafe memory = UnsafeMutableRawBufferPointer(start: start, count: count)
            self.source = source
        } else {
            unsafe memory = .allocate(byteCount: count, alignment: 16)
            self.source = nil
        }
        // Any bytes are numbers, so they count as initialised.
        _ = unsafe memory.bindMemory(to: UInt8.self)
    }

    fileprivate var elements: UnsafeBufferPointer<UInt8> {
        // SAFETY: the memory was bound to bytes.
        unsafe UnsafeBufferPointer(memory.assumingMemoryBound(to: UInt8.self))
    }

    /// The number of bytes.
    public var count: Int { unsafe memory.count }

    /// The bytes.
    public var span: Span<UInt8> {
        @_lifetime(borrow self)
        get {
            // SAFETY: the memory lives as long as self, which is borrowed.
            unsafe _overrideLifetime(Span(_unsafeElements: elements), borrowing: self)
        }
    }

    /// Calls `body` with the first `count` bytes, for writing.
    mutating func withMutableSpan<Result, Failure: Error>(
        first count: Int, _ body: (inout MutableSpan<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        // SAFETY: as in span; self is accessed exclusively here. The slice is checked.
        var span = unsafe MutableSpan<UInt8>(
            _unsafeElements: UnsafeMutableBufferPointer(
                rebasing: memory.assumingMemoryBound(to: UInt8.self)[..<count]))
        return try body(&span)
    }

    deinit {
        if let source {
            if let start = unsafe memory.baseAddress { unsafe source.free(start, memory.count) }
        } else {
            unsafe memory.deallocate()
        }
    }
}

/// Bytes that are not secret and do not change. Any number of threads may share them, and so may the processes
/// that are forked later.
public struct PublicBytes: Sendable {
    private final class Owner: Sendable {
        let buffer: PublicBuffer

        init(_ buffer: consuming PublicBuffer) { self.buffer = buffer }
    }

    private let owner: Owner

    /// `count` bytes, which `fill` writes. `count` must not be negative.
    /// - Parameter source: As for ``PublicBuffer``.
    public init<Failure: Error>(
        count: Int, from source: PublicBuffer.Source? = nil,
        filledBy fill: (inout MutableSpan<UInt8>) throws(Failure) -> Void
    ) throws(Failure) {
        var buffer = PublicBuffer(count: count, from: source)
        try buffer.withMutableSpan(first: count, fill)
        owner = Owner(buffer)
    }

    /// The elements of an array.
    init(copying bytes: [UInt8]) {
        self.init(count: bytes.count) { copy in
            for index in bytes.indices { copy[index] = bytes[index] }
        }
    }

    /// The bytes.
    public var span: Span<UInt8> {
        @_lifetime(borrow self)
        get {
            // SAFETY: the owner lives as long as self, which is borrowed.
            unsafe _overrideLifetime(Span(_unsafeElements: owner.buffer.elements), borrowing: self)
        }
    }
}
