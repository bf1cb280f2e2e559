/// The characters of a language, in classes whose members are interchangeable for the count: they are
/// permitted at the same positions, count for the same requirements, and if sequences are limited, have no
/// neighbours.
struct EquivalenceClasses: Sendable {
    /// The characters of each class.
    let members: [CharacterClass]
    /// One character of each class.
    let representatives: [UInt8]
    /// A number for each class: two classes with the same one differ only in their neighbours.
    let kinds: [UInt8]
    private let indexOfByte: [UInt8]
    private static let none: UInt8 = 0xFF

    init(_ language: PasswordLanguage, _ requirements: CountedRequirements) {
        let characters = language.alphabets.reduce(CharacterClass.empty) { $0.union($1) }
        var members: [CharacterClass] = []
        var representatives: [UInt8] = []
        var indexOfByte = [UInt8](repeating: Self.none, count: 128)
        var kinds: [UInt8] = []
        /// One character of each kind.
        var examples: [UInt8] = []
        for byte in characters.asciiMembers {
            let kind =
                examples.firstIndex { other in
                    language.alphabets.allSatisfy {
                        $0.contains(UInt32(byte)) == $0.contains(UInt32(other))
                    } && requirements.signature(of: byte) == requirements.signature(of: other)
                } ?? examples.count
            if kind == examples.count { examples.append(byte) }
            let isAlone = language.sequenceLimit != nil && Self.hasNeighbour(byte, in: characters)
            var classIndex = members.count
            if !isAlone {
                classIndex =
                    members.indices.first { index in
                        kinds[index] == kind
                            && !(language.sequenceLimit != nil
                                && Self.hasNeighbour(representatives[index], in: characters))
                    } ?? classIndex
            }
            if classIndex == members.count {
                members.append(.empty)
                representatives.append(byte)
                kinds.append(UInt8(truncatingIfNeeded: kind))
            }
            members[classIndex] = members[classIndex].union(CharacterClass(byte))
            indexOfByte[Int(byte)] = UInt8(classIndex)
        }
        self.members = members
        self.representatives = representatives
        self.kinds = kinds
        self.indexOfByte = indexOfByte
    }

    var count: Int { members.count }

    /// The index of the class of an ASCII character; nil if the language does not have it.
    func index(of byte: UInt8) -> Int? {
        guard byte < 128, indexOfByte[Int(byte)] != Self.none else { return nil }
        return Int(indexOfByte[Int(byte)])
    }

    private static func hasNeighbour(_ byte: UInt8, in characters: CharacterClass) -> Bool {
        func has(_ neighbour: UInt8) -> Bool {
            CharacterClass.areNeighbours(byte, neighbour) && characters.contains(UInt32(neighbour))
        }
        return has(byte &- 1) || has(byte &+ 1)
    }
}
