/// What one pass over a password finds out: everything that any rule asks about.
///
/// It holds counts and the set of characters, never their order. The pass is linear in the length of the
/// password and allocates nothing.
struct PasswordFacts {
    /// The number of Unicode scalar values; an ill-formed sequence counts as one.
    private(set) var lengthInScalars = 0
    /// The length of the longest run of one character.
    private(set) var longestRepeat = 0
    /// The length of the longest run of neighbours, up or down, inside a-z, A-Z or 0-9.
    private(set) var longestSequence = 0
    /// How many characters are not permitted.
    private(set) var forbiddenCount = 0
    /// How many ill-formed UTF-8 sequences there are.
    private(set) var illFormedCount = 0
    /// The ASCII characters that occur.
    private var low: UInt64 = 0
    private var high: UInt64 = 0
    /// Whether a character beyond ASCII occurs.
    private var hasNonASCII = false

    init(_ password: Span<UInt8>, permitted: CharacterClass) {
        var repeating = 0
        var ascending = 0
        var descending = 0
        // No scalar value, and no neighbour of one.
        var previous: UInt32 = 0xFFFF_FFF0
        var wasAlphanumeric = false
        var offset = 0
        while offset < password.count {
            let byte = password[offset]
            let scalar: UInt32
            if byte < 0x80 {
                scalar = UInt32(byte)
                offset &+= 1
                if byte < 64 { low |= 1 &<< UInt64(byte) } else { high |= 1 &<< UInt64(byte &- 64) }
            } else {
                let decoded = UTF8Decoding.decode(password, at: offset)
                scalar = decoded.scalar
                offset += decoded.length
                hasNonASCII = true
                if !decoded.isWellFormed { illFormedCount += 1 }
            }
            lengthInScalars &+= 1
            if !permitted.contains(scalar) { forbiddenCount &+= 1 }

            repeating = scalar == previous ? repeating &+ 1 : 1
            if repeating > longestRepeat { longestRepeat = repeating }

            // Two neighbouring code points that are both letters or digits are of one class.
            let isAlphanumeric = CharacterClass.alphanumeric.contains(scalar)
            let canContinue = isAlphanumeric && wasAlphanumeric
            ascending = canContinue && scalar == previous &+ 1 ? ascending &+ 1 : 1
            descending = canContinue && scalar &+ 1 == previous ? descending &+ 1 : 1
            if ascending > longestSequence { longestSequence = ascending }
            if descending > longestSequence { longestSequence = descending }
            previous = scalar
            wasAlphanumeric = isAlphanumeric
        }
    }

    /// Whether a character of the class occurs.
    @inline(__always)
    func contains(anyOf characters: CharacterClass) -> Bool {
        low & characters.low | high & characters.high != 0 || hasNonASCII && characters.isUnicode
    }
}
