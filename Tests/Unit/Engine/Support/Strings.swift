/// All strings of a length over an alphabet.
func allStrings(over alphabet: String, length: Int) -> [String] {
    (0..<length).reduce([""]) { strings, _ in
        strings.flatMap { string in alphabet.map { string + String($0) } }
    }
}

/// Whether counts of equally likely events are as near to their mean as chance explains: by chi-squared,
/// whose mean is its degrees of freedom, and whose deviation is the square root of twice that.
func isPlausible(_ counts: some Collection<Int>, mean: Double) -> Bool {
    let chiSquared = counts.reduce(0) { $0 + (Double($1) - mean) * (Double($1) - mean) / mean }
    let freedom = Double(counts.count - 1)
    return chiSquared < freedom + 5 * (2 * freedom).squareRoot() + 5
}

/// Random rules over a few characters, so that all passwords can be enumerated.
struct SmallRules {
    let alphabet: String
    private(set) var text: String

    private static let alphabets = [
        "a", "ab", "abc", "ac", "a1", "abd1", "bcd", "-a", "19z", "abcd", " ab", " 9:A", "@AZ[", "abcdef",
        "abc12",
    ]

    /// Rules for characters and runs; lengths up to `length` too, if there is one.
    init(_ source: inout SeededSource, length: Int? = nil) {
        alphabet = source.pick(Self.alphabets.filter { length == nil || $0.count < 5 })
        let members = Array(alphabet)
        text = "allowed: [\(alphabet)]"
        for _ in 0..<source.below(5) {
            let some = Set((0...source.below(2)).map { _ in source.pick(members) }).sorted()
            // Each repetition asks for one more character.
            for _ in 0...(source.below(3) == 0 ? source.below(3) : 0) {
                text += "; required: [\(String(some))]"
            }
        }
        for (name, greatest, odds) in [
            ("max-repeating", 4, 2), ("max-sequential", 4, 2), ("max-consecutive", 3, 5),
            ("minlength", length ?? 0, 2), ("maxlength", length ?? 0, 2),
        ] where greatest > 0 && source.below(odds) == 0 {
            text += "; \(name): \(source.number(1...greatest))"
        }
    }
}
