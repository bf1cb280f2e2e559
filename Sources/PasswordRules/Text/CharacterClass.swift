/// A set of characters: one class of the descriptor language, or the union of several.
///
/// ASCII members are kept one by one. Characters beyond ASCII are either all members (``unicode``) or none,
/// because the language cannot name them one by one.
public struct CharacterClass: Equatable, Hashable, Sendable {
    /// Members U+0000 to U+003F, bit n for code point n.
    let low: UInt64
    /// Members U+0040 to U+007F, bit n for code point 64 + n.
    let high: UInt64
    /// Whether every Unicode scalar value is a member.
    public let isUnicode: Bool

    init(low: UInt64, high: UInt64) {
        self.low = low
        self.high = high
        isUnicode = false
    }

    private init(everyScalar: Void) {
        low = .max
        high = .max
        isUnicode = true
    }

    /// No character at all.
    public static let empty = CharacterClass(low: 0, high: 0)
    /// The letters A-Z.
    public static let upper = CharacterClass(low: 0, high: 0x0000_0000_07FF_FFFE)
    /// The letters a-z.
    public static let lower = CharacterClass(low: 0, high: 0x07FF_FFFE_0000_0000)
    /// The digits 0-9.
    public static let digit = CharacterClass(low: 0x03FF_0000_0000_0000, high: 0)
    /// The 33 other characters from U+0020 to U+007E: space and the ASCII punctuation.
    public static let special = CharacterClass(low: 0xFC00_FFFF_0000_0000, high: 0x7800_0001_F800_0001)
    /// The 95 characters U+0020 to U+007E.
    public static let asciiPrintable = CharacterClass(low: 0xFFFF_FFFF_0000_0000, high: 0x7FFF_FFFF_FFFF_FFFF)
    /// Every Unicode scalar value.
    public static let unicode = CharacterClass(everyScalar: ())

    /// The characters A-Z, a-z and 0-9, in which `max-sequential` looks for runs.
    static let alphanumeric = upper.union(lower).union(digit)

    /// The class that holds one ASCII character; `empty` for a byte above 0x7F.
    init(_ byte: UInt8) {
        self.init(
            low: byte < 64 ? 1 << UInt64(byte) : 0,
            high: byte >= 64 && byte < 128 ? 1 << UInt64(byte - 64) : 0)
    }

    /// Whether the class has no member.
    public var isEmpty: Bool { low | high == 0 }

    /// The number of ASCII members, 0 to 128.
    public var asciiCount: Int { low.nonzeroBitCount + high.nonzeroBitCount }

    /// Whether the Unicode scalar value is a member.
    public func contains(_ scalar: UInt32) -> Bool {
        if scalar < 64 { return low &>> UInt64(scalar) & 1 != 0 }
        if scalar < 128 { return high &>> UInt64(scalar &- 64) & 1 != 0 }
        return isUnicode
    }

    /// The members of either class.
    public func union(_ other: CharacterClass) -> CharacterClass {
        isUnicode || other.isUnicode
            ? .unicode : CharacterClass(low: low | other.low, high: high | other.high)
    }

    /// The members of both classes.
    public func intersection(_ other: CharacterClass) -> CharacterClass {
        if isUnicode { return other }
        if other.isUnicode { return self }
        return CharacterClass(low: low & other.low, high: high & other.high)
    }

    /// The ASCII members that are not members of `other`.
    public func asciiSubtracting(_ other: CharacterClass) -> CharacterClass {
        CharacterClass(low: low & ~other.low, high: high & ~other.high)
    }

    /// Whether every member of `other` is a member.
    public func isSuperset(of other: CharacterClass) -> Bool { union(other) == self }

    /// The ASCII member at an index in code point order, from 0 to `asciiCount - 1`. The time is the same for
    /// every index.
    func asciiMember(_ index: Int) -> UInt8 {
        let lowCount = low.nonzeroBitCount
        // All ones if the member is in `high`.
        let isHigh = UInt64(bitPattern: Int64(~(index &- lowCount) >> 63))
        var rest = low & ~isHigh | high & isHigh
        // Minus the number of members still to skip.
        var remaining = lowCount & Int(truncatingIfNeeded: isHigh) &- index
        for _ in 1..<max(lowCount, high.nonzeroBitCount, 1) {
            rest &= rest &- 1 | ~UInt64(bitPattern: Int64(remaining >> 63))
            remaining &+= 1
        }
        return UInt8(truncatingIfNeeded: rest.trailingZeroBitCount) | UInt8(truncatingIfNeeded: isHigh & 64)
    }

    /// The ASCII members in code point order.
    var asciiMembers: [UInt8] {
        var members: [UInt8] = []
        members.reserveCapacity(asciiCount)
        for (bits, first) in [(low, 0), (high, 64)] as [(UInt64, UInt8)] {
            var rest = bits
            while rest != 0 {
                members.append(first + UInt8(truncatingIfNeeded: rest.trailingZeroBitCount))
                rest &= rest - 1
            }
        }
        return members
    }
}
