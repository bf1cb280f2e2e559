internal import Glibc

/// Memory for keys. Only parts that were written to use physical memory.
@safe struct KeyBuffer: ~Copyable {
    private let memory: UnsafeMutableBufferPointer<UInt64>
    /// The maximum number of keys.
    let capacity: Int

    /// Allocates memory for `capacity` keys, at least one. All are 0.
    init(capacity: Int) throws(OutputProblem) {
        self.capacity = max(1, capacity)
        // Not malloc: the size may exceed the machine's memory as long as it is not used.
        let flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE
        let length = self.capacity * MemoryLayout<UInt64>.stride
        // SAFETY: the kernel chooses an unused address.
        let start = unsafe mmap(nil, length, PROT_READ | PROT_WRITE, flags, -1, 0)
        guard unsafe start != MAP_FAILED, let start = unsafe start else {
            throw .noMemory(mebibytes: (length >> 20) + 1)
        }
        // SAFETY: the kernel has mapped this many bytes, all 0, at the start of a page.
        unsafe memory = UnsafeMutableBufferPointer(
            start: start.bindMemory(to: UInt64.self, capacity: self.capacity), count: self.capacity)
    }

    deinit {
        // SAFETY: unmaps the whole mapping of init; no span of it outlives self.
        unsafe munmap(memory.baseAddress, capacity * MemoryLayout<UInt64>.stride)
    }

    subscript(index: Int) -> UInt64 {
        get {
            precondition(index >= 0 && index < capacity)
            // SAFETY: the index was checked.
            return unsafe memory[index]
        }
        set {
            precondition(index >= 0 && index < capacity)
            // SAFETY: as above; integers need no initialisation.
            unsafe memory[index] = newValue
        }
    }

    /// Calls `body` with a range of the keys.
    func withSpan<Result: ~Copyable, Failure: Error>(
        _ range: Range<Int>, _ body: (Span<UInt64>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        precondition(range.lowerBound >= 0 && range.upperBound <= capacity)
        // SAFETY: the range is inside the memory, which lives as long as self, which is borrowed here.
        return try body(unsafe Span(_unsafeElements: UnsafeBufferPointer(rebasing: memory[range])))
    }

    /// Calls `body` with a range of the keys, for writing.
    mutating func withMutableSpan<Result: ~Copyable, Failure: Error>(
        _ range: Range<Int>, _ body: (inout MutableSpan<UInt64>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        precondition(range.lowerBound >= 0 && range.upperBound <= capacity)
        // SAFETY: as in withSpan; self is accessed exclusively here.
        var span = unsafe MutableSpan(
            _unsafeElements: UnsafeMutableBufferPointer(rebasing: memory[range]))
        return try body(&span)
    }

    /// Removes duplicates from the first `count` keys, which must be sorted. Returns the number of keys that
    /// are left.
    mutating func removeDuplicates(count: Int) -> Int {
        guard count > 0 else { return 0 }
        return withMutableSpan(0..<count) { keys in
            var last = keys[0]
            var kept = 1
            for index in 1..<count {
                let key = keys[index]
                keys[kept] = key
                kept += key == last ? 0 : 1
                last = key
            }
            return kept
        }
    }
}
