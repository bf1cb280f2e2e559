/// The result of one rule in one check.
///
/// It holds only counts, which do not reveal the password.
public struct Outcome: Equatable, Sendable {
    /// The kind of rule.
    public let kind: Kind
    /// Whether the password meets it.
    public let isMet: Bool
    /// The number that the rule sets.
    public let limit: Int
    /// The number that the password has.
    public let actual: Int
    /// The characters of a `required`, `allowed` or `at-least` rule; for `min-classes`, those of the missing
    /// classes; otherwise empty. ``CharacterClass/name`` is their text.
    public let characters: CharacterClass
    /// The kinds of pieces that an estimate found; empty for other kinds of outcome.
    let pieceKinds: StrengthPieceKinds
    /// The number of the policy's line that it comes from, from 1; 0 if it is built in.
    var line: Int
    /// Whether an upper-case letter at the beginning and a digit at the end do not count as classes.
    var countsInside = false
    /// The visible reason why the password is on lists; nil if there is none. `limit` is its number.
    var pattern: ListedPattern?
    /// Whether the password is similar to a listed one, but neither the same nor for a pattern.
    var isSimilarity = false
    /// Whether the outcome, if it is not met, is about the whole password without additions at its ends. Then
    /// it explains why the password is similar to a listed one.
    var isAboutWhole = false
    /// Whether another outcome in the report gives the same reason, or more.
    package internal(set) var isRedundant = false
    /// The number of the choice between sets of rules that it belongs to, from 1, if none of those sets is
    /// met; otherwise 0.
    var choice = 0
    /// Whether the message names the letters and digits that count, such as `A-Z`, because the password has
    /// letters beyond ASCII, which may seem to count. Equality ignores it.
    var namesRanges = false

    init(
        _ kind: Kind, isMet: Bool, limit: Int, actual: Int, characters: CharacterClass = .empty,
        pieceKinds: StrengthPieceKinds = [], line: Int = 0
    ) {
        self.kind = kind
        self.isMet = isMet
        self.limit = limit
        self.actual = actual
        self.characters = characters
        self.pieceKinds = pieceKinds
        self.line = line
    }

    /// The outcome of a rule with a limit, for the password's number.
    init(_ kind: Kind, limit: Int, actual: Int, line: Int = 0) {
        self.init(
            kind, isMet: kind.nature.isDemand ? actual >= limit : actual <= limit, limit: limit,
            actual: actual, line: line)
    }

    /// The outcome of a minimum, for a password with this many characters of the class.
    init(_ kind: Kind, _ minimum: CharacterMinimum, actual: Int, line: Int = 0) {
        self.init(
            kind, isMet: actual >= minimum.count, limit: minimum.count, actual: actual,
            characters: minimum.characters, line: line)
    }

    /// The outcome of a search for what must not be there.
    init(_ kind: Kind, isFound: Bool) {
        self.init(kind, isMet: !isFound, limit: 0, actual: isFound ? 1 : 0)
    }

    /// Whether both give the same reason, even from different lines: a password on two lists is refused for
    /// one reason, not for two.
    public static func == (first: Outcome, second: Outcome) -> Bool {
        first.kind == second.kind && first.isMet == second.isMet && first.limit == second.limit
            && first.actual == second.actual && first.characters == second.characters
            && first.pieceKinds == second.pieceKinds && first.choice == second.choice
            && first.countsInside == second.countsInside
    }

    /// Whether another outcome gives its reason already: `max-consecutive` and `max-repeating` may limit the
    /// same runs, and a password that is a name is on lists for that reason.
    func isRedundant(as other: Outcome) -> Bool {
        if !isMet, !other.isMet {
            if let pattern, other.kind.description.pattern == pattern { return true }
            if isSimilarity, other.isAboutWhole { return true }
        }
        return kind == .maxConsecutive && other.kind == .maxRepeating && limit == other.limit
            && choice == other.choice
    }

    /// Whether the rule demands something, and counts for `Report.progress` if it is met. Other rules forbid
    /// something.
    package var isDemand: Bool { kind.nature.isDemand }

    /// Its position in a report relative to other outcomes.
    var rank: Int { choice * 4 + kind.nature.rank }

    /// How far a demand is met, 0 to 1.
    var fulfilment: Double {
        if isMet { return 1 }
        return limit > 0 ? Double(actual) / Double(limit) : 0
    }

    /// The number of characters that are missing, or by which a limit is exceeded; 0 if the rule is met.
    var distance: Int { isMet ? 0 : isDemand ? limit - actual : max(1, actual - limit) }
}
