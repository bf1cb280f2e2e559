/// A search for a pattern in a text that is read once, by the algorithm of Knuth, Morris and Pratt. Its time is
/// linear in the lengths of both, whatever they consist of.
struct PatternSearch: ~Copyable, ~Escapable {
    private let pattern: Span<UInt32>
    private let first: UInt32
    /// For each beginning of the pattern, the length of the longest shorter beginning that it ends with. Wiped,
    /// because the pattern may be a password.
    private let borders: SecretBuffer<Int>
    /// How much of the pattern the text so far ends with.
    private var matched = 0

    /// - Parameter pattern: At least one character.
    @_lifetime(copy pattern)
    init(for pattern: Span<UInt32>) {
        self.pattern = pattern
        first = pattern[0]
        var borders = SecretBuffer<Int>(count: pattern.count)
        borders.withMutableSpan { borders in
            var matched = 0
            for index in 1..<max(1, pattern.count) {
                while matched > 0, pattern[matched] != pattern[index] { matched = borders[matched - 1] }
                if pattern[matched] == pattern[index] { matched += 1 }
                borders[index] = matched
            }
        }
        self.borders = borders
    }

    /// Reads the next character of the text. Returns whether an occurrence of the pattern ends with it.
    mutating func isFound(endingWith scalar: UInt32) -> Bool {
        // Most characters of most texts begin no occurrence.
        if matched == 0, scalar != first { return false }
        return advance(with: scalar)
    }

    private mutating func advance(with scalar: UInt32) -> Bool {
        let pattern = pattern
        matched = borders.withSpan { borders in
            var matched = matched == pattern.count ? borders[matched - 1] : matched
            while matched > 0, pattern[matched] != scalar { matched = borders[matched - 1] }
            return pattern[matched] == scalar ? matched + 1 : matched
        }
        return matched == pattern.count
    }
}
