/// A symbol that is removed from a password because it may separate words, numbers or characters.
struct Separator {
    /// The number of its occurrences, and of all characters.
    private let times: Int
    private let all: Int
    private let isUsual: Bool
    /// Whether all occurrences are at the same distance.
    private var isRegular = true
    private var lastIndex = -1
    private var distance = 0

    init(_ symbol: UInt32, times: Int, amongCharacters all: Int) {
        self.times = times
        self.all = all
        isUsual = Self.isUsual(symbol)
    }

    /// Whether the symbol is a space, a hyphen, a full stop or an underscore.
    static func isUsual(_ symbol: UInt32) -> Bool {
        symbol == 0x20 || symbol == 0x2D || symbol == 0x2E || symbol == 0x5F
    }

    /// Takes note of a character of the password, and of whether it is the separator.
    mutating func add(at index: Int, _ isSeparator: Bool) {
        let isFirst = lastIndex < 0
        let isAtDistance = index - lastIndex == distance
        isRegular = isRegular && (!isSeparator || isFirst || isAtDistance)
        distance = isSeparator && isFirst ? index + 1 : distance
        lastIndex = isSeparator ? index : lastIndex
    }

    /// The cost of guessing which symbol it is; and, for an unusual one, how it separates, in units of
    /// `GuessBits`.
    var cost: Int {
        if isUsual { return 2 * GuessBits.bit }
        return GuessBits.log(33) + (isPlain ? GuessBits.log(all) : (1 + times) * GuessBits.bit)
    }

    /// The cost of guessing the position of each separator within a piece. An attacker tries separators
    /// between all pieces, or at equal distances, first.
    var costWithinPieces: Int { isPlain ? 0 : GuessBits.log(all) }

    /// Whether the separators are at equal distances, or a single one is in the middle.
    private var isPlain: Bool { isRegular && (times > 1 || 2 * lastIndex + 1 == all) }
}

/// The separators that were removed from a password. Wiped when the value ends.
struct SeparatorCounts: ~Copyable {
    /// The number of separators before each character that is left, and before each filler of
    /// ``PasswordCharacters``.
    private var counts: SecretBuffer<UInt32>
    /// The cost of each separator within a piece.
    let cost: Int

    /// Creates counts of 0 for `count` characters.
    init(count: Int) {
        counts = SecretBuffer(count: count)
        cost = 0
    }

    /// Creates counts from the number of separators before each character that is left.
    init(counts: consuming SecretBuffer<UInt32>, of separator: Separator) {
        self.counts = counts
        cost = separator.costWithinPieces
    }

    /// Calls `body` with the number of separators before each character.
    func withCounts<Result>(_ body: (Span<UInt32>) -> Result) -> Result { counts.withSpan(body) }
}
