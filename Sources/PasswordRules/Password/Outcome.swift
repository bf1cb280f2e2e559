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
    /// The line of the policy that sets the rule, counted from 1; 0 if the rule is built in.
    var line: Int
    /// Whether an upper-case letter at the beginning and a digit at the end do not count as classes.
    var countsInside = false
    /// The visible reason why the password is on lists; nil if there is none. `limit` is its number.
    var pattern: ListedPattern?
    /// Whether the password is refused only because it is similar to a listed one: it is not itself listed,
    /// and it has no pattern other than `nearOldPassword`.
    var isSimilarity = false
    /// Whether the reason concerns the whole password, apart from additions at its ends, and not only a part of
    /// it. If so, it also explains why the password is similar to a listed one.
    var isAboutWhole = false
    /// Whether another outcome in the report gives the same reason, or a fuller one.
    package internal(set) var isRedundant = false
    /// The choice between sets of rules that it belongs to, counted from 1, if none of the sets is met;
    /// otherwise 0.
    var choice = 0
    /// Whether the message names the letters and digits that count, such as `A-Z`. It does if the password
    /// has letters beyond ASCII, which may seem to count. Equality ignores it.
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

    /// The outcome of a rule with this limit, for a password with this number.
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

    /// Whether both give the same reason. Their lines may differ: a password on two lists is refused for one
    /// reason, not for two.
    public static func == (first: Outcome, second: Outcome) -> Bool {
        first.kind == second.kind && first.isMet == second.isMet && first.limit == second.limit
            && first.actual == second.actual && first.characters == second.characters
            && first.pieceKinds == second.pieceKinds && first.choice == second.choice
            && first.countsInside == second.countsInside
    }

    /// Whether another outcome already gives its reason. `max-consecutive` and `max-repeating` may limit the
    /// same runs. A password that is a name, or has a pattern, is on lists for that reason.
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

    /// Its place in the order of a report. Lower ranks come first.
    var rank: Int { choice * 4 + kind.nature.rank }

    /// How far a demand is met, from 0 to 1.
    var fulfilment: Double {
        if isMet { return 1 }
        return limit > 0 ? Double(actual) / Double(limit) : 0
    }

    /// The number of characters that are missing, or by which a limit is exceeded; 0 if the rule is met.
    var distance: Int { isMet ? 0 : isDemand ? limit - actual : max(1, actual - limit) }
}
