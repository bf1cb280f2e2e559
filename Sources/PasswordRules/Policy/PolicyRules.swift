/// What a policy may demand of the composition of a password, beyond what descriptors can say; nil for nothing.
public struct CompositionRules: Equatable, Sendable {
    /// At least so many of four classes: upper-case letters, lower-case letters, digits, all others. 1 to 4.
    public internal(set) var minClasses: Int?
    /// At least so many words: runs of two letters or more.
    public internal(set) var minWords: Int?
    /// At least so many different characters.
    public internal(set) var minDifferent: Int?

    /// Whether it demands nothing.
    var isEmpty: Bool { minClasses == nil && minWords == nil && minDifferent == nil }
}

/// At least so many characters of a class.
public struct CharacterMinimum: Equatable, Sendable {
    /// From 1.
    public let count: Int
    /// The class.
    public let characters: CharacterClass
}

/// One way to satisfy a policy: its `rules`, or one `or` line.
public struct PolicyRules: Equatable, Sendable {
    /// The rules that descriptors know.
    public internal(set) var rules: [Rule] = []
    /// What policies know besides.
    public internal(set) var composition = CompositionRules()
}
