/// One way to satisfy a policy: its `rules`, or one `or` line.
public struct PolicyRules: Equatable, Sendable {
    /// The rules that descriptors know.
    public internal(set) var rules: [Rule] = []
    /// What policies know besides.
    public internal(set) var composition = CompositionRules()
}

extension PolicyRules {
    /// Takes in what another line demands besides.
    mutating func add(_ other: PolicyRules) {
        rules.append(contentsOf: other.rules)
        composition.minClasses = Self.larger(composition.minClasses, other.composition.minClasses)
        composition.minWords = Self.larger(composition.minWords, other.composition.minWords)
        composition.minDifferent = Self.larger(composition.minDifferent, other.composition.minDifferent)
    }

    private static func larger(_ first: Int?, _ second: Int?) -> Int? {
        guard let first, let second else { return first ?? second }
        return max(first, second)
    }
}
