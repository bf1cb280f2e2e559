/// A minimum number of characters of a class.
public struct CharacterMinimum: Equatable, Sendable {
    /// The minimum, at least 1.
    public let count: Int
    /// The class.
    public let characters: CharacterClass
}

extension DescriptorParser {
    /// Parses the whole range as `number 1*ws class *( ws "," ws class )`.
    mutating func parseAtLeast() throws(Diagnostic) -> CharacterMinimum {
        skipWhitespace()
        let number = try parseNumber(in: 1...1024)
        skipWhitespace()
        let characters = try parseClasses()
        try finishRange()
        return CharacterMinimum(count: number, characters: characters)
    }
}
