import PasswordRules

/// A random source whose bytes follow from a seed (SplitMix64), so that a failing test can be run again.
struct SeededSource: RandomSource {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    mutating func fill(_ bytes: inout MutableSpan<UInt8>) {
        for index in 0..<bytes.count { bytes[index] = UInt8(truncatingIfNeeded: next() >> 24) }
    }

    /// A number from 0 to `bound - 1`, for tests that make up their own input.
    mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

    /// A number of the range.
    mutating func number(_ range: ClosedRange<Int>) -> Int { range.lowerBound + below(range.count) }

    /// One of some elements.
    mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }
}

/// A random source that repeats the bytes it was made with.
struct ScriptedSource: RandomSource {
    var script: [UInt8]
    private(set) var fills = 0

    init(_ script: [UInt8]) { self.script = script }

    mutating func fill(_ bytes: inout MutableSpan<UInt8>) {
        for index in 0..<bytes.count { bytes[index] = script[(fills * bytes.count + index) % script.count] }
        fills += 1
    }
}

/// A random source that has failed.
struct FailingSource: RandomSource {
    mutating func fill(_ bytes: inout MutableSpan<UInt8>) throws(RandomSourceFailure) {
        throw RandomSourceFailure()
    }
}

extension SecretBytes {
    /// The bytes as text, for comparisons.
    var text: String {
        withSpan { span in String(decoding: (0..<span.count).map { span[$0] }, as: UTF8.self) }
    }
}
