/// A sign that was removed from a password, because it may separate words, numbers or characters.
struct Separator {
    /// How often it occurs, and among how many characters.
    private let times: Int
    private let all: Int
    private let isUsual: Bool
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

    /// Notes a character of the password, and whether it is one of them.
    mutating func add(at index: Int, _ isSign: Bool) {
        let isFirst = lastIndex < 0
        let isAtDistance = index - lastIndex == distance
        isRegular = isRegular && (!isSign || isFirst || isAtDistance)
        distance = isSign && isFirst ? index + 1 : distance
        lastIndex = isSign ? index : lastIndex
    }

    /// What it costs to guess which sign it is, and of others than the usual ones also how it separates, in
    /// units of `GuessBits`.
    var cost: Int {
        if isUsual { return 2 * GuessBits.bit }
        return GuessBits.log(33) + (isPlain ? GuessBits.log(all) : (1 + times) * GuessBits.bit)
    }

    /// What it costs to guess the place of each that is within a piece. Signs are taken to be between all
    /// pieces, or after so many characters each.
    var costWithinPieces: Int { isPlain ? 0 : GuessBits.log(all) }

    private var isPlain: Bool { isRegular && (times > 1 || 2 * lastIndex + 1 == all) }
}

/// Where signs were taken out of a password, and what each costs within a piece. Wiped when the value ends.
struct SignPlaces: ~Copyable {
    /// How many signs are before each character that is left, and before each filler.
    private var counts: SecretBuffer<UInt32>
    /// What each costs.
    let cost: Int

    /// No sign was taken out of so many characters.
    init(count: Int) {
        counts = SecretBuffer(count: count)
        cost = 0
    }

    /// The signs before each of the characters that are left.
    init(counts: consuming SecretBuffer<UInt32>, of separator: Separator) {
        self.counts = counts
        cost = separator.costWithinPieces
    }

    /// Calls `body` with the number of signs before each character.
    func withCounts<Result>(_ body: (Span<UInt32>) -> Result) -> Result { counts.withSpan(body) }
}
