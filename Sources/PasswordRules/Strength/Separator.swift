/// A sign that was removed from a password, because it may separate words, numbers or characters.
struct Separator {
    /// How often it occurs, and among how many characters.
    private let times: Int
    private let all: Int
    /// Space, hyphen, full stop or low line.
    private let isUsual: Bool
    /// How many characters are before it in what is left, as bits of a set: only the first 64 count.
    private var gaps: UInt64 = 0
    private var isBeyond = false
    /// Whether each has as many characters before it as the one before it has.
    private var isRegular = true
    private var lastIndex = -1
    private var distance = 0

    init(_ sign: UInt32, times: Int, amongCharacters all: Int) {
        self.times = times
        self.all = all
        isUsual = sign == 0x20 || sign == 0x2D || sign == 0x2E || sign == 0x5F
    }

    /// Notes where one of them was in the password, and before which of the characters that are left.
    mutating func add(at index: Int, before left: Int) {
        if lastIndex < 0 {
            distance = index + 1
        } else if index - lastIndex != distance {
            isRegular = false
        }
        lastIndex = index
        if left >= 64 || gaps >> UInt64(left) & 1 != 0 { isBeyond = true } else { gaps |= 1 << UInt64(left) }
    }

    /// What it costs to guess which sign it is and where it stands between pieces of what is left, in units of `GuessBits`.
    ///
    /// The usual signs are taken to be between all words, or all characters; one alone, between two. Others have to be placed: between
    /// some of the pieces, after so many characters each, or else anywhere.
    func cost(between pieces: [StrengthPiece]) -> Int {
        if isUsual { return (times > 1 || isInTheMiddle ? 2 : 4) * GuessBits.bit }
        var places = Self.logOfChoices(times, of: all)
        if isRegular, times > 1 { places = min(places, GuessBits.log(all)) }
        if isBetween(pieces) { places = min(places, Self.logOfChoices(times, of: pieces.count + 1)) }
        return GuessBits.log(33) + places
    }

    private var isInTheMiddle: Bool { 2 * lastIndex + 1 == all }

    private func isBetween(_ pieces: [StrengthPiece]) -> Bool {
        guard !isBeyond, let last = pieces.last, last.range.upperBound < 64 else { return false }
        var boundaries = UInt64(1) << UInt64(last.range.upperBound)
        for piece in pieces { boundaries |= UInt64(1) << UInt64(piece.range.lowerBound) }
        return gaps & ~boundaries == 0
    }

    /// The logarithm of the number of ways to choose some of so many.
    private static func logOfChoices(_ some: Int, of all: Int) -> Int {
        var sum = 0
        for number in 1...some { sum += GuessBits.log(all - number + 1) - GuessBits.log(number) }
        return sum
    }
}
