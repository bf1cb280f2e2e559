/// A source of uniform random bytes.
public protocol RandomSource {
    /// Overwrites all of `bytes` with uniform random bytes.
    /// - Throws: If it cannot fill all of them. The caller then uses none of them.
    mutating func fill(_ bytes: inout MutableSpan<UInt8>) throws(RandomSourceFailure)
}

/// A random source cannot provide bytes.
public struct RandomSourceFailure: Error, Equatable, Sendable {
    /// Creates a failure.
    public init() {}
}
