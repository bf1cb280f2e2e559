internal import PasswordRules

/// A random source that gives the bytes of the input first. Then it fails, or continues with bytes that a simple generator makes
/// of them.
struct ScriptedRandomness: RandomSource {
    private let script: [UInt8]
    private var used = 0
    private var state: UInt64 = 0x9E37_79B9_7F4A_7C15
    private let failsAtEnd: Bool
    /// Whether it has failed; after that, its bytes must not be used.
    private(set) var hasFailed = false

    init(_ script: [UInt8], failsAtEnd: Bool) {
        self.script = script
        self.failsAtEnd = failsAtEnd
        for byte in script { state = (state ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    }

    mutating func fill(_ bytes: inout MutableSpan<UInt8>) throws(RandomSourceFailure) {
        expect(!hasFailed, "a source that has failed is asked again")
        for index in 0..<bytes.count {
            if used < script.count {
                bytes[index] = script[used]
                used += 1
            } else if failsAtEnd {
                hasFailed = true
                throw RandomSourceFailure()
            } else {
                state ^= state << 13
                state ^= state >> 7
                state ^= state << 17
                bytes[index] = UInt8(truncatingIfNeeded: state >> 24)
            }
        }
    }
}
