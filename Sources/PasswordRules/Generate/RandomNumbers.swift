/// Draws uniform numbers below a bound, from random bytes that are fetched in blocks and wiped at the end.
struct RandomNumbers: ~Copyable {
    private var block: SecretBytes
    private var used: Int

    /// - Parameter blockSize: The number of bytes to fetch at once, limited to 1 to 256.
    init(blockSize: Int) {
        let count = min(max(blockSize, 1), 256)
        block = SecretBytes(count: count)
        used = count
    }

    /// Draws a uniform number from 0 to `bound - 1`. `bound` is from 1 to 2^62.
    ///
    /// A value at or above the largest multiple of the bound is discarded, because the remainders of all
    /// values would favour the small ones. If every value has to be discarded, the source is not random, and
    /// counts as failed.
    mutating func next(
        below bound: Int, from source: inout some RandomSource
    ) throws(RandomSourceFailure) -> Int {
        if bound <= 256 {
            let usable = 256 - 256 % bound
            for _ in 0..<Self.maximumTries {
                let byte = Int(try nextByte(from: &source))
                if byte < usable { return byte % bound }
            }
            throw RandomSourceFailure()
        }
        // Always 64 bits, because four bytes do not fit into an Int of 32 bits.
        let bound = UInt64(bound)
        let byteCount = bound <= 1 << 31 ? 4 : 8
        let highest: UInt64 = bound <= 1 << 31 ? 1 << 32 - 1 : 1 << 63 - 1
        // The number of the highest values that are unusable.
        let unusable = (highest + 1) % bound
        for _ in 0..<Self.maximumTries {
            var value: UInt64 = 0
            for _ in 0..<byteCount { value = value << 8 | UInt64(try nextByte(from: &source)) }
            value &= highest
            if value <= highest - unusable { return Int(value % bound) }
        }
        throw RandomSourceFailure()
    }

    /// The maximum number of values to discard. Fewer than half are unusable, so this many in a row do not
    /// occur in practice.
    static let maximumTries = 1000

    /// A uniform byte.
    mutating func nextByte(from source: inout some RandomSource) throws(RandomSourceFailure) -> UInt8 {
        if used == block.count {
            try block.withMutableSpan { (bytes) throws(RandomSourceFailure) in try source.fill(&bytes) }
            used = 0
        }
        defer { used += 1 }
        return block.withSpan { $0[used] }
    }
}
