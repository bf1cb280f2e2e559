/// How a generated password is made up. The numbers are stable.
public enum PasswordStyle: Int, Sendable, CaseIterable {
    /// Any password that the rules permit, each equally likely.
    case random = 1
    /// Pronounceable groups, such as `vubkem-roxPit-4cazud`.
    case readable = 2
    /// Short English words, such as `lemon-orbit-tulip-cedar-mango-fiddle`.
    case words = 3

    /// The style's name.
    public var name: StaticString {
        switch self {
        case .random: "random"
        case .readable: "readable"
        case .words: "words"
        }
    }

    /// The styles to try in turn: this one, and where the rules do not permit it, the next.
    var fallbacks: [PasswordStyle] {
        switch self {
        case .random: [.random]
        case .readable: [.readable, .random]
        case .words: [.words, .readable, .random]
        }
    }
}

/// Characters that a generated password is to do without, as long as the rules allow it.
public struct Exclusions: Equatable, Sendable {
    /// Characters that are not to occur at all.
    public var characters: CharacterClass
    /// Whether a space is not to be the first or the last character: it is easily lost.
    public var spaceAtEnds: Bool

    /// Characters that look alike: `0O1lI|`.
    public static let ambiguous = CharacterClass(low: 0x0003_0000_0000_0000, high: 0x1000_1000_0000_8200)

    /// Creates exclusions; by default none.
    public init(characters: CharacterClass = .empty, spaceAtEnds: Bool = false) {
        self.characters = characters
        self.spaceAtEnds = spaceAtEnds
    }

    /// No exclusion.
    public static let none = Exclusions()

    /// Reads exclusions such as `ambiguous, space-at-ends, [aeiou]`: classes as in a descriptor, `ambiguous` and
    /// `space-at-ends`, separated by commas; or `none`.
    /// - Throws: The first mistake.
    public init(parsing text: Span<UInt8>) throws(Diagnostic) {
        var parser = DescriptorParser(text, range: 0..<text.count, leavesOutNonASCII: false)
        self = try parser.parseExclusions()
    }
}

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
