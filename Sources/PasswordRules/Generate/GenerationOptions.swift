/// What kind of password to generate.
public struct GenerationOptions: Equatable, Sendable {
    /// The default minimum entropy, in bits, the same as for Apple's suggested passwords.
    public static let defaultEntropyBits = 71.0
    /// The highest minimum entropy, in bits.
    public static let maximumEntropyBits = 1024.0

    /// How the password is composed.
    public var style: PasswordStyle
    /// The length in characters; nil if the rules and the entropy determine it.
    public var length: Int?
    /// The minimum entropy in bits. If the usual length has less, the password becomes longer, within the
    /// rules. Ignored if a length is set.
    public var minimumEntropyBits: Double
    /// Characters to avoid; ``Exclusions/none`` also permits a space at the ends.
    public var exclusions: Exclusions

    /// Creates options; by default for a random password of at least 71 bits.
    public init(
        style: PasswordStyle = .random, length: Int? = nil,
        minimumEntropyBits: Double = GenerationOptions.defaultEntropyBits,
        exclusions: Exclusions = Exclusions()
    ) {
        self.style = style
        self.length = length
        self.minimumEntropyBits = minimumEntropyBits
        self.exclusions = exclusions
    }
}

extension GenerationOptions {
    /// The possible lengths of a password, in characters: the requested one, or all that the rules permit.
    func lengths(permittedBy checker: Checker) -> ClosedRange<Int> {
        if let length { return length...length }
        return max(1, checker.minLength ?? 1)...min(checker.maxLength ?? .max, Generator.maximumLength)
    }
}
