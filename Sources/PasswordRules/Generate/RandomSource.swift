/// A source of uniform random bytes.
public protocol RandomSource {
    /// Overwrites all of `bytes` with uniform random bytes.
    /// - Throws: Where it cannot fill all of them; none of them is used then.
    mutating func fill(_ bytes: inout MutableSpan<UInt8>) throws(RandomSourceFailure)
}

/// A random source has no bytes to give.
public struct RandomSourceFailure: Error, Equatable, Sendable {
    /// Creates a failure.
    public init() {}
}

/// Hands out uniform numbers below a bound, from random bytes that are fetched in blocks and wiped at the end.
struct RandomNumbers: ~Copyable {
    private var block: SecretBytes
    private var used: Int

    /// - Parameter blockSize: How many bytes to fetch at once; at least 32 and at most 256 are.
    init(blockSize: Int) {
        let count = min(max(blockSize, 32), 256)
        block = SecretBytes(count: count)
        used = count
    }

    /// A number from 0 to `bound - 1`, each equally likely. `bound` is from 1 to 256.
    ///
    /// A byte at or above the largest multiple of the bound is thrown away: taking the remainder of all 256
    /// values would favour the small ones.
    mutating func next(
        below bound: Int, from source: inout some RandomSource
    ) throws(RandomSourceFailure) -> Int {
        let usable = 256 - 256 % bound
        while true {
            if used == block.count {
                try block.withMutableSpan { (bytes) throws(RandomSourceFailure) in try source.fill(&bytes) }
                used = 0
            }
            let byte = block.withSpan { Int($0[used]) }
            used += 1
            if byte < usable { return byte % bound }
        }
    }
}
