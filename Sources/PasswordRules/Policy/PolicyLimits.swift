extension Policy {
    /// The maximum length of an accepted password, in bytes.
    package var longestPasswordInBytes: Int {
        var limit = maximumPasswordLengthInBytes
        for policy in cases {
            for choice in [[policy.common]] + policy.choices.map({ $0.alternatives }) {
                var longest = 0
                for alternative in choice { longest = max(longest, Self.longestInBytes(alternative, limit)) }
                limit = longest
            }
        }
        return limit
    }

    /// The minimum length of an accepted password, in characters.
    package var shortestPasswordInScalars: Int {
        var limit = 0
        for policy in cases {
            for choice in [[policy.common]] + policy.choices.map({ $0.alternatives }) {
                limit = max(limit, choice.map { $0.checker.minLength ?? 0 }.min() ?? 0)
            }
        }
        return limit
    }

    /// The maximum length of a password that an alternative accepts, in bytes, up to `limit`.
    private static func longestInBytes(_ alternative: PolicyCase.Alternative, _ limit: Int) -> Int {
        // A character has up to four bytes in UTF-8.
        let bytesPerCharacter = alternative.checker.permitted.map { $0.isUnicode } ?? true ? 4 : 1
        guard let length = alternative.checker.maxLength, length < limit / bytesPerCharacter else {
            return limit
        }
        return length * bytesPerCharacter
    }
}
