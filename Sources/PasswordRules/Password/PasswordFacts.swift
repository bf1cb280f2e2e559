/// The facts about a password that a descriptor's rules need.
///
/// They are counts and the set of characters, not their order. Linear in the length of the password, without
/// allocation.
struct PasswordFacts {
    /// The number of Unicode scalar values; an ill-formed sequence counts as one.
    private(set) var lengthInScalars = 0
    /// The length of the longest run of one character.
    private(set) var longestRepeat = 0
    /// The length of the longest run of neighbours, up or down, inside a-z, A-Z or 0-9.
    private(set) var longestSequence = 0
    /// The number of characters that are not permitted.
    private(set) var forbiddenCount = 0
    /// The number of ill-formed UTF-8 sequences.
    private(set) var illFormedCount = 0
    /// Whether a character beyond ASCII occurs that is not a symbol.
    private(set) var hasLettersBeyondASCII = false
    /// The ASCII characters that occur.
    private var ascii = CharacterClass.empty
    /// Whether a character beyond ASCII occurs.
    private var hasNonASCII = false

    /// - Parameter permitted: The permitted characters; nil for all.
    init(_ password: Span<UInt8>, permitted: CharacterClass?) {
        var previous: UInt32?
        var repeatLength = 0
        // The length of the sequence that ends at the previous character, and its last step.
        var (sequenceLength, sequenceStep) = (0, Step.none)
        var offset = 0
        while offset < password.count {
            let decoded = UTF8Decoding.decode(password, at: offset)
            let scalar = decoded.scalar
            offset += decoded.length
            lengthInScalars += 1
            if !decoded.isWellFormed { illFormedCount += 1 }
            if let permitted, !permitted.contains(scalar) { forbiddenCount += 1 }
            if scalar < 0x80 {
                ascii = ascii.union(CharacterClass(UInt8(truncatingIfNeeded: scalar)))
            } else {
                hasNonASCII = true
                if decoded.isWellFormed, !Folding.isSymbol(scalar) { hasLettersBeyondASCII = true }
            }
            repeatLength = scalar == previous ? repeatLength + 1 : 1
            longestRepeat = max(longestRepeat, repeatLength)
            let step = Step(from: previous, to: scalar)
            if step == .none {
                sequenceLength = 1
            } else {
                sequenceLength = step == sequenceStep ? sequenceLength + 1 : 2
            }
            sequenceStep = step
            longestSequence = max(longestSequence, sequenceLength)
            previous = scalar
        }
    }

    /// Whether a character of the class occurs.
    func contains(anyOf characters: CharacterClass) -> Bool {
        !ascii.intersection(characters).isEmpty || hasNonASCII && characters.isUnicode
    }

    /// The step from a character to the next.
    private enum Step {
        /// The next letter or digit.
        case up
        /// The previous letter or digit.
        case down
        /// Not a neighbour, or not a letter or digit.
        case none

        init(from previous: UInt32?, to scalar: UInt32) {
            // If the code points of two letters or digits are neighbours, both are of the same class.
            let members = CharacterClass.alphanumeric
            if let previous, members.contains(previous), members.contains(scalar) {
                self = scalar == previous + 1 ? .up : previous == scalar + 1 ? .down : .none
            } else {
                self = .none
            }
        }
    }
}
