internal import PasswordRules

/// A random source that gives the bytes of the input first. Then it fails, or continues with bytes that
/// follow from them.
struct ScriptedRandomness: RandomSource {
    private var script: ArraySlice<UInt8>
    private var rest: SeededSource
    private let failsAtEnd: Bool
    /// Whether it has failed; after that, its bytes must not be used.
    private(set) var hasFailed = false

    init(_ script: [UInt8], failsAtEnd: Bool) {
        self.script = script[...]
        self.failsAtEnd = failsAtEnd
        rest = SeededSource(seed: BlocklistImage.fnv(script))
    }

    mutating func fill(_ bytes: inout MutableSpan<UInt8>) throws(RandomSourceFailure) {
        expect(!hasFailed, "a source that has failed is asked again")
        for index in 0..<bytes.count {
            if let byte = script.popFirst() {
                bytes[index] = byte
            } else if failsAtEnd {
                hasFailed = true
                throw RandomSourceFailure()
            } else {
                bytes[index] = UInt8(truncatingIfNeeded: rest.next() >> 24)
            }
        }
    }
}
