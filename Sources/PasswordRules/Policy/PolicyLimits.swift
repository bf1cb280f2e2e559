extension Policy {
    /// How many bytes a password has at most that the policy accepts.
    package var longestPasswordInBytes: Int {
        var longest = 0
        for way in ways {
            var limit = maximumPasswordLengthInBytes
            // UTF-8 takes up to four bytes for a character.
            let bytesPerCharacter = way.checker.permitted.map { $0.isUnicode } ?? true ? 4 : 1
            for rule in way.descriptor.rules {
                if case .maxLength(let length) = rule, length < limit / bytesPerCharacter {
                    limit = length * bytesPerCharacter
                }
            }
            longest = max(longest, limit)
        }
        return longest
    }
}
