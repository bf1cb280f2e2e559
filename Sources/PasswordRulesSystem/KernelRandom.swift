import CPasswordRulesSystem
public import PasswordRules

/// The kernel's random source. Wraps getrandom(2), which waits until the pool is initialised.
public struct KernelRandom: RandomSource {
    /// Gives the struct an address, which ThreadSanitizer needs when it is passed `inout`.
    private let placeholder: UInt8 = 0

    /// Creates a source.
    public init() {}

    /// Overwrites all of `bytes` with random bytes. A short or interrupted read is continued.
    public mutating func fill(_ bytes: inout MutableSpan<UInt8>) throws(RandomSourceFailure) {
        // SAFETY: the span keeps the buffer valid for the duration of the call.
        let status = unsafe bytes.withUnsafeMutableBytes { buffer in
            unsafe passwordrules_system_random(buffer.baseAddress, buffer.count)
        }
        if status != 0 { throw RandomSourceFailure() }
    }
}
