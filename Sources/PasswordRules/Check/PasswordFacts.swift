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

    /// - Parameters:
    ///   - permitted: The characters that are not counted as forbidden; nil for all.
    ///   - countsSequences: Whether `longestSequence` is wanted; else it may be 0.
    @_optimize(speed)
    init(_ password: Span<UInt8>, permitted: CharacterClass?, countsSequences: Bool) {
        // Most rules ask for neither, and the shorter loop takes half the time.
        if permitted == nil, !countsSequences {
            scan(password, permitted: .unicode, asksForAll: false)
        } else {
            scan(password, permitted: permitted ?? .unicode, asksForAll: true)
        }
    }

    @inline(__always)
    private mutating func scan(_ password: Span<UInt8>, permitted: CharacterClass, asksForAll: Bool) {
        var repeating = 0
        var ascending = 0
        var descending = 0
        // No scalar value, and no neighbour of one.
        var previous: UInt32 = 0xFFFF_FFF0
        var wasAlphanumeric = false
        var (low, high) = (self.low, self.high)
        var (length, longestRepeat, longestSequence) = (0, 0, 0)
        var offset = 0
        while offset < password.count {
            let byte = password[offset]
            let scalar: UInt32
            if byte < 0x80 {
                scalar = UInt32(byte)
                offset &+= 1
                let bit: UInt64 = 1 &<< UInt64(byte & 63)
                low |= byte < 64 ? bit : 0
                high |= byte < 64 ? 0 : bit
            } else {
                let decoded = UTF8Decoding.decode(password, at: offset)
                scalar = decoded.scalar
                offset += decoded.length
                hasNonASCII = true
                if !decoded.isWellFormed { illFormedCount += 1 }
            }
            length &+= 1
            repeating = scalar == previous ? repeating &+ 1 : 1
            longestRepeat = max(longestRepeat, repeating)
            if asksForAll {
                if !permitted.contains(scalar) { forbiddenCount &+= 1 }
                // Two neighbouring code points that are both letters or digits are of one class.
                let isAlphanumeric = CharacterClass.alphanumeric.contains(scalar)
                let canContinue = isAlphanumeric && wasAlphanumeric
                ascending = canContinue && scalar == previous &+ 1 ? ascending &+ 1 : 1
                descending = canContinue && scalar &+ 1 == previous ? descending &+ 1 : 1
                longestSequence = max(longestSequence, ascending, descending)
                wasAlphanumeric = isAlphanumeric
            }
            previous = scalar
        }
        (self.low, self.high) = (low, high)
        (lengthInScalars, self.longestRepeat, self.longestSequence) = (length, longestRepeat, longestSequence)
    }

    /// Whether a character of the class occurs.
    @inline(__always)
    func contains(anyOf characters: CharacterClass) -> Bool {
        low & characters.low | high & characters.high != 0 || hasNonASCII && characters.isUnicode
    }
}
