extension PolicyKey.Declaration {
    /// `max-repeated-piece`: the longest piece that may occur twice.
    static var maxRepeatedPiece: Self {
        Self(
            word: "max-repeated-piece", position: 165, value: .number(1...1024), combination: .smallest,
            isCompositionRule: true,
            demand: Demand(
                outcomes: [.maxRepeatedPiece], check: .folded(longestRepeatedPiece), explanation: .met,
                // Each character is compared with every other one.
                steps: { $1.length }))
    }

    /// The length of the longest piece that occurs twice without overlap. Quadratic, whatever the characters.
    private static func longestRepeatedPiece(_ text: Span<UInt32>) -> Int {
        // At `other + 1`, how many characters up to `other` equal those up to `end`.
        var same = SecretBuffer<Int32>(count: text.count + 1)
        return same.withMutableSpan { same in
            var longest = 0
            for end in 0..<text.count {
                for other in (0..<end).reversed() {
                    same[other + 1] = text[other] == text[end] ? same[other] + 1 : 0
                    longest = max(longest, min(Int(same[other + 1]), end - other))
                }
            }
            return longest
        }
    }
}

extension Outcome.Kind {
    /// `max-repeated-piece`
    public static var maxRepeatedPiece: Self {
        Self(
            34, "max-repeated-piece", .maximum,
            Description(
                "actual: the length of the longest piece that occurs twice",
                .exceeded(.repeatedPiece, met: .noRepeatedPiece), pattern: .repetition,
                pwquality: .other("a piece of it occurs twice"))
        )
    }
}

// Messages about a piece of a password that occurs twice.
extension Template {
    /// such as xyz in xyz-1-xyz
    static var repeatedPiece: Template {
        Template(
            one: "a piece of {count} character occurs twice (at most {limit})",
            many: "a piece of {count} characters occurs twice (at most {limit})")
    }
    static var noRepeatedPiece: Template {
        Template(
            one: "no piece longer than {count} character repeated (like xyz in xyz-1-xyz)",
            many: "no piece longer than {count} characters repeated (like xyz in xyz-1-xyz)")
    }
}
