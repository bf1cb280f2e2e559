extension Policy {
    /// How many bytes a password has at most that the policy accepts.
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

    /// How many characters the rules ask of each password.
    package var shortestPasswordInScalars: Int {
        var limit = 0
        for policy in cases {
            for choice in [[policy.common]] + policy.choices.map({ $0.alternatives }) {
                limit = max(limit, choice.map { $0.checker.minLength ?? 0 }.min() ?? 0)
            }
        }
        return limit
    }

    /// How many bytes a password has at most that an alternative accepts; not more than `limit`.
    private static func longestInBytes(_ alternative: PolicyCase.Alternative, _ limit: Int) -> Int {
        // UTF-8 takes up to four bytes for a character.
        let bytesPerCharacter = alternative.checker.permitted.map { $0.isUnicode } ?? true ? 4 : 1
        guard let length = alternative.checker.maxLength, length < limit / bytesPerCharacter else {
            return limit
        }
        return length * bytesPerCharacter
    }
}
