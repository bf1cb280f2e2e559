package import PasswordRules

/// A random source whose bytes follow from a seed (SplitMix64), so that a failing test can be run again.
package struct SeededSource: RandomSource {
    private var state: UInt64

    package init(seed: UInt64) { state = seed }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    package mutating func fill(_ bytes: inout MutableSpan<UInt8>) {
        for index in 0..<bytes.count { bytes[index] = UInt8(truncatingIfNeeded: next() >> 24) }
    }

    /// A number from 0 to `bound - 1`, for tests that make up their own input.
    package mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

    /// A number of the range.
    package mutating func number(_ range: ClosedRange<Int>) -> Int { range.lowerBound + below(range.count) }

    /// One of some elements.
    package mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }
}

/// A random source that repeats the bytes it was made with.
package struct ScriptedSource: RandomSource {
    package var script: [UInt8]
    package private(set) var fills = 0

    package init(_ script: [UInt8]) { self.script = script }

    package mutating func fill(_ bytes: inout MutableSpan<UInt8>) {
        for index in 0..<bytes.count { bytes[index] = script[(fills * bytes.count + index) % script.count] }
        fills += 1
    }
}

/// A random source that has failed.
package struct FailingSource: RandomSource {
    package init() {}

    package mutating func fill(_ bytes: inout MutableSpan<UInt8>) throws(RandomSourceFailure) {
        throw RandomSourceFailure()
    }
}

extension SecretBytes {
    /// The bytes as text, for comparisons.
    package var text: String {
        withSpan { span in String(decoding: (0..<span.count).map { span[$0] }, as: UTF8.self) }
    }
}

/// The service at which root changes passwords.
package let passwd = Array("passwd".utf8)
