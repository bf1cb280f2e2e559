/// What kind of password to generate.
public struct GenerationOptions: Equatable, Sendable {
    /// The floor of entropy where none is asked for, in bits. That is what Apple's suggested passwords have.
    public static let defaultEntropyBits = 71.0
    /// The highest floor of entropy, in bits.
    public static let maximumEntropyBits = 1024.0

    /// How the password is made up.
    public var style: PasswordStyle
    /// The length in characters; nil for one that follows from the rules and the entropy.
    public var length: Int?
    /// How many bits of entropy to have at least: where the usual length has fewer, the password becomes longer, within
    /// the rules. Of no effect together with a length.
    public var minimumEntropyBits: Double
    /// Characters to do without.
    public var exclusions: Exclusions

    /// Creates options; by default for a random password of at least 71 bits.
    public init(
        style: PasswordStyle = .random, length: Int? = nil,
        minimumEntropyBits: Double = GenerationOptions.defaultEntropyBits, exclusions: Exclusions = .none
    ) {
        self.style = style
        self.length = length
        self.minimumEntropyBits = minimumEntropyBits
        self.exclusions = exclusions
    }
}

extension GenerationOptions {
    /// The lengths that a password may have, in characters: the wanted one, or all that the rules permit.
    func lengths(permittedBy checker: Checker) -> ClosedRange<Int> {
        if let length { return length...length }
        return max(1, checker.minLength ?? 1)...min(checker.maxLength ?? .max, Generator.maximumLength)
    }
}
