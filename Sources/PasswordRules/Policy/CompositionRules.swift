/// What a policy may demand of the composition of a password, beyond what descriptors can say; nil for no
/// demand.
public struct CompositionRules: Equatable, Sendable {
    /// Minimum number of character classes, of upper-case letters, lower-case letters, digits and all others:
    /// 1 to 4.
    public internal(set) var minClasses: Int?
    /// Minimum number of words: runs of two letters or more.
    public internal(set) var minWords: Int?
    /// Minimum number of different characters.
    public internal(set) var minDifferent: Int?
    /// Minimum number of guesses by the estimate, as an exponent of 10.
    public internal(set) var minGuesses: Int?

    /// Merges other rules; the stricter value wins.
    mutating func add(_ other: CompositionRules) {
        minClasses = Self.larger(minClasses, other.minClasses)
        minWords = Self.larger(minWords, other.minWords)
        minDifferent = Self.larger(minDifferent, other.minDifferent)
        minGuesses = Self.larger(minGuesses, other.minGuesses)
    }

    private static func larger(_ first: Int?, _ second: Int?) -> Int? {
        guard let first, let second else { return first ?? second }
        return max(first, second)
    }

    /// Without what others demand as well.
    func withoutThose(of other: CompositionRules?) -> CompositionRules {
        func rest(_ own: Int?, _ other: Int?) -> Int? { own ?? 0 > other ?? 0 ? own : nil }
        return CompositionRules(
            minClasses: rest(minClasses, other?.minClasses), minWords: rest(minWords, other?.minWords),
            minDifferent: rest(minDifferent, other?.minDifferent),
            minGuesses: rest(minGuesses, other?.minGuesses))
    }

    /// Whether it demands nothing.
    var isEmpty: Bool { !asksForComposition && minGuesses == nil }

    /// Whether it asks for some kinds of characters or words, and not only for a number of guesses.
    var asksForComposition: Bool { minClasses != nil || minWords != nil || minDifferent != nil }
}

// What the rules of a policy file may set in addition to the properties of descriptors.
extension CompositionRules {
    /// The properties, in the order of the initializer's parameters.
    fileprivate static var properties: [AddedProperty] {
        [PolicyKey.minClasses, .minWords, .minDifferent, .minGuesses, .minStrength].compactMap { key in
            key.declaration.value.inRules.map { AddedProperty(name: key.word, value: $0) }
        }
    }
}

extension DescriptorParser {
    /// A reader of a policy's rules: of the properties of descriptors, and those of a composition.
    @_lifetime(copy text)
    init(ofPolicy text: Span<UInt8>, range: Range<Int>, keepsPlaces: Bool = false) {
        self.init(
            text, range: range, leavesOutNonASCII: false, additions: CompositionRules.properties,
            keepsPlaces: keepsPlaces)
    }

    /// What is demanded of the composition: the strictest of each property. Of a policy's rules alone.
    var composition: CompositionRules {
        var composition = CompositionRules(
            minClasses: addedNumbers[0], minWords: addedNumbers[1], minDifferent: addedNumbers[2],
            minGuesses: addedNumbers[3])
        // `min-strength` stands for a number of guesses.
        composition.add(CompositionRules(minGuesses: addedNumbers[4]))
        return composition
    }
}
