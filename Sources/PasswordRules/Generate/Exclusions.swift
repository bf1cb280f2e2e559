/// Characters that generated passwords should avoid, if the rules allow it.
public struct Exclusions: Equatable, Sendable {
    /// Characters to avoid entirely.
    public var characters: CharacterClass
    /// Whether to avoid a space as the first or last character, where it is easily lost and many forms refuse
    /// it.
    public var spaceAtEnds: Bool

    /// Characters that look alike: `0O1lI|`.
    public static let ambiguous = CharacterClass(low: 0x0003_0000_0000_0000, high: 0x1000_1000_0000_8200)

    /// Creates exclusions; by default, only a space at the ends is excluded.
    public init(characters: CharacterClass = .empty, spaceAtEnds: Bool = true) {
        self.characters = characters
        self.spaceAtEnds = spaceAtEnds
    }

    /// No exclusions, not even a space at the ends.
    public static let none = Exclusions(spaceAtEnds: false)

    /// Parses exclusions such as `ambiguous, [aeiou]`: classes as in a descriptor, `ambiguous` and
    /// `space-at-ends`, separated by commas; or `none`. Unless it is `none`, a space at the ends is always
    /// excluded.
    /// - Throws: The first mistake.
    public init(parsing text: Span<UInt8>) throws(Diagnostic) {
        var parser = DescriptorParser(text, range: 0..<text.count, ignoresNonASCII: false)
        self = try parser.parseExclusions()
    }
}

extension DescriptorParser {
    /// Parses the whole range: `"none"`, or `exclusion *( ws "," ws exclusion )`, where an exclusion is a
    /// class, `"ambiguous"` or `"space-at-ends"`.
    mutating func parseExclusions() throws(Diagnostic) -> Exclusions {
        var exclusions = Exclusions()
        var count = 0
        skipWhitespace()
        while true {
            let start = offset
            if skip(word: "none") {
                let end = offset
                skipWhitespace()
                if count > 0 || !isAtEnd {
                    throw Diagnostic(.noneBesideOthers, at: start, length: end - start)
                }
                return .none
            } else if skip(word: "ambiguous") {
                exclusions.characters = exclusions.characters.union(Exclusions.ambiguous)
            } else if skip(word: "space-at-ends") {
                exclusions.spaceAtEnds = true
            } else {
                let characters = try parseClass(orWords: ["ambiguous", "space-at-ends", "none"])
                if characters.isEmpty { throw Diagnostic(.emptyClass, at: start, length: offset - start) }
                exclusions.characters = exclusions.characters.union(characters)
            }
            count += 1
            guard skipComma() else { break }
        }
        try finishRange()
        return exclusions
    }
}
