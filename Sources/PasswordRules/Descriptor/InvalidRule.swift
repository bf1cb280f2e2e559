/// The reason why rules are not a valid descriptor.
public enum InvalidRule: Error, Equatable, Sendable {
    /// A number that is negative or above ``Descriptor/maximumNumber``.
    case numberOutOfRange(Int)
    /// A class without characters. No password could satisfy it, and it cannot be written.
    case emptyClass
    /// A character that cannot be written in brackets, because it is not printable ASCII.
    case characterNotPrintableASCII(Unicode.Scalar)
}

extension CharacterClass {
    /// The class of these characters, which must be printable ASCII, in any order.
    public static func custom(_ members: String) throws(InvalidRule) -> CharacterClass {
        var characters = CharacterClass.empty
        for scalar in members.unicodeScalars {
            guard scalar.value >= 0x20, scalar.value < 0x7F else {
                throw .characterNotPrintableASCII(scalar)
            }
            characters = characters.union(CharacterClass(UInt8(scalar.value)))
        }
        guard !characters.isEmpty else { throw .emptyClass }
        return characters
    }
}

extension Descriptor {
    /// A descriptor of these rules, in this order.
    /// - Throws: If a rule's value cannot be written as text.
    public init(_ rules: [Rule]) throws(InvalidRule) {
        for rule in rules {
            switch rule {
            case .required(let characters), .allowed(let characters):
                guard !characters.isEmpty else { throw .emptyClass }
            case .maxConsecutive(let number), .maxRepeating(let number), .maxSequential(let number),
                .minLength(let number), .maxLength(let number):
                guard (0...Self.maximumNumber).contains(number) else { throw .numberOutOfRange(number) }
            }
        }
        self.init(rules: rules)
    }
}
