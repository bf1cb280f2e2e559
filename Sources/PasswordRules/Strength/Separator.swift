/// A sign that was removed from a password, because it may separate words, numbers or characters.
struct Separator {
    /// How often it occurs, and among how many characters.
    private let times: Int
    private let all: Int
    private let isUsual: Bool
    /// How many characters are before it in what is left, as bits of a set: only the first 64 count.
    private var gaps: UInt64 = 0
    /// How many of them are beyond, or behind another one.
    private var more = 0
    /// Whether each has as many characters before it as the one before it has.
    private var isRegular = true
    private var lastIndex = -1
    private var distance = 0

    init(_ sign: UInt32, times: Int, amongCharacters all: Int) {
        self.times = times
        self.all = all
        isUsual = Self.isUsual(sign)
    }

    /// Whether it is a space, a hyphen, a full stop or a low line.
    static func isUsual(_ sign: UInt32) -> Bool {
        sign == 0x20 || sign == 0x2D || sign == 0x2E || sign == 0x5F
    }

    /// Notes where one of them was in the password, and before which of the characters that are left.
    mutating func add(at index: Int, before left: Int) {
        if lastIndex < 0 {
            distance = index + 1
        } else if index - lastIndex != distance {
            isRegular = false
        }
        lastIndex = index
        if left >= 64 || gaps >> UInt64(left) & 1 != 0 { more += 1 } else { gaps |= 1 << UInt64(left) }
    }

    /// What it costs to guess which sign it is and where it stands in what is left, in units of `GuessBits`.
    ///
    /// Signs are taken to be between all pieces, or after so many characters each; those that are within a piece have to be placed.
    /// Of signs other than the usual ones, people choose some places between pieces.
    func cost(between pieces: [StrengthPiece]) -> Int {
        let isPlain = isRegular && (times > 1 || 2 * lastIndex + 1 == all)
        let places = isPlain ? 0 : Self.logOfChoices(countWithin(pieces), of: all)
        if isUsual { return 2 * GuessBits.bit + places }
        let chosen =
            isPlain ? GuessBits.log(all) : Self.logOfChoices(min(times, pieces.count), of: pieces.count + 1)
        return GuessBits.log(33) + places + chosen
    }

    /// How many of the signs are within pieces, and not between them.
    private func countWithin(_ pieces: [StrengthPiece]) -> Int {
        var boundaries: UInt64 = 1
        for piece in pieces {
            if piece.range.lowerBound < 64 { boundaries |= 1 << UInt64(piece.range.lowerBound) }
            if piece.range.upperBound < 64 { boundaries |= 1 << UInt64(piece.range.upperBound) }
        }
        return (gaps & ~boundaries).nonzeroBitCount + more
    }

    /// The logarithm of the number of ways to choose some of so many.
    private static func logOfChoices(_ some: Int, of all: Int) -> Int {
        var sum = 0
        for number in 1..<some + 1 { sum += GuessBits.log(all - number + 1) - GuessBits.log(number) }
        return sum
    }
}
