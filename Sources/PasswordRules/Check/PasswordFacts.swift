/// The facts about a password that rules ask for.
///
/// It holds counts and the set of characters, never their order. Linear in the length of the password, without allocation.
struct PasswordFacts {
    /// The number of Unicode scalar values; an ill-formed sequence counts as one.
    private(set) var lengthInScalars: Int
    /// The length of the longest run of one character.
    private(set) var longestRepeat: Int
    /// The length of the longest run of neighbours, up or down, inside a-z, A-Z or 0-9.
    private(set) var longestSequence: Int
    /// How many characters are not permitted.
    private(set) var forbiddenCount = 0
    /// How many ill-formed UTF-8 sequences there are.
    private(set) var illFormedCount = 0
    /// The ASCII characters that occur.
    private var low: UInt64 = 0
    private var high: UInt64 = 0
    /// Whether a character beyond ASCII occurs.
    private var hasNonASCII = false
    /// The last run of two or more characters: the step from each to the next, its length, and the offset after it.
    private var runStep: UInt32 = 0
    private var runLength = 0
    private var runEnd = 0

    /// - Parameter permitted: The characters that are not counted as forbidden; nil for all.
    @inline(__always)
    init(_ password: Span<UInt8>, permitted: CharacterClass?) {
        lengthInScalars = password.count
        longestRepeat = min(password.count, 1)
        longestSequence = longestRepeat
        read(password)
        if let permitted { forbiddenCount = count(of: password, outside: permitted) }
    }

    // Optimized for speed, as what it calls: 17 % of the row "Check 512 bytes, strong", 3 % of "Check 16 bytes, strong". Not in
    // the initializer: the optimizer specializes that, and drops the attribute.
    @inline(never) @_optimize(speed)
    private mutating func read(_ password: Span<UInt8>) {
        // Local variables stay in registers.
        var (low, high): (UInt64, UInt64) = (0, 0)
        // Neither a scalar value nor the neighbour of one.
        var previous: UInt64 = 0xFFFF_FFF0
        var offset = 0
        while password.indices.contains(offset) {
            let scalar = UInt64(password[offset])
            // Most characters are neither equal to the one before nor its neighbour.
            if scalar < 0x80, scalar &- previous &+ 1 > 2 {
                let isHigh = scalar &>> 6
                low |= (isHigh ^ 1) &<< scalar
                high |= isHigh &<< scalar
                previous = scalar
                offset &+= 1
            } else {
                let other = addOther(password, at: offset, after: UInt32(truncatingIfNeeded: previous))
                (previous, offset) = (UInt64(other.scalar), other.end)
            }
        }
        self.low |= low
        self.high |= high
    }

    /// Adds a character that equals the one before or is its neighbour, or is beyond ASCII.
    /// - Returns: The character, and the offset after it.
    // Not in the loop, from which it would take registers: see `read`.
    @inline(never) @_optimize(speed)
    private mutating func addOther(
        _ password: Span<UInt8>, at offset: Int, after previous: UInt32
    ) -> (scalar: UInt32, end: Int) {
        let byte = password[offset]
        if byte >= 0x80 { return addNonASCII(password, at: offset, after: previous) }
        let scalar = UInt32(byte)
        low |= byte < 64 ? 1 &<< UInt64(byte) : 0
        high |= byte < 64 ? 0 : 1 &<< UInt64(byte)
        // Neighbouring code points that are both letters or digits belong to one class.
        let alphanumeric = CharacterClass.alphanumeric
        if scalar == previous || alphanumeric.contains(scalar) && alphanumeric.contains(previous) {
            addStep(scalar &- previous, from: offset, to: offset &+ 1)
        }
        return (scalar, offset &+ 1)
    }

    @inline(never)
    private mutating func addNonASCII(
        _ password: Span<UInt8>, at offset: Int, after previous: UInt32
    ) -> (scalar: UInt32, end: Int) {
        let decoded = UTF8Decoding.decode(password, at: offset)
        let end = offset &+ decoded.length
        hasNonASCII = true
        lengthInScalars &-= decoded.length &- 1
        if !decoded.isWellFormed { illFormedCount &+= 1 }
        if decoded.scalar == previous { addStep(0, from: offset, to: end) }
        return (decoded.scalar, end)
    }

    /// Adds a character to the runs.
    /// - Parameter step: The difference from the character before it.
    @inline(__always)
    private mutating func addStep(_ step: UInt32, from start: Int, to end: Int) {
        runLength = start == runEnd && step == runStep ? runLength &+ 1 : 2
        runEnd = end
        runStep = step
        if step == 0 {
            longestRepeat = max(longestRepeat, runLength)
        } else {
            longestSequence = max(longestSequence, runLength)
        }
    }

    private func count(of password: Span<UInt8>, outside permitted: CharacterClass) -> Int {
        // Most passwords have only permitted characters, which the set of characters shows.
        if low & ~permitted.low | high & ~permitted.high == 0, permitted.isUnicode || !hasNonASCII {
            return 0
        }
        var (count, offset) = (0, 0)
        while offset < password.count {
            let decoded = UTF8Decoding.decode(password, at: offset)
            if !permitted.contains(decoded.scalar) { count &+= 1 }
            offset &+= decoded.length
        }
        return count
    }

    /// Whether a character of the class occurs.
    @inline(__always)
    func contains(anyOf characters: CharacterClass) -> Bool {
        low & characters.low | high & characters.high != 0 || hasNonASCII && characters.isUnicode
    }
}
