/// The result of one rule in one check.
///
/// It holds only counts, nothing that reveals the password.
public struct Outcome: Equatable, Sendable {
    /// The kind of rule.
    public let kind: Kind
    /// Whether the password meets it.
    public let isMet: Bool
    /// The number that the rule sets.
    public let limit: Int
    /// The number that the password has.
    public let actual: Int
    /// The characters that a `required`, `allowed` or `at-least` rule names, and for `min-classes` those of the
    /// missing classes; otherwise empty.
    /// ``CharacterClass/name`` has it as text.
    public let characters: CharacterClass
    /// The kinds of pieces that an estimate found; empty for other kinds of outcome.
    let pieceKinds: StrengthPieceKinds
    /// The number of the policy's line that demands it, from 1; 0 for what is built in, or demanded of every
    /// password.
    var line: Int
    /// Whether an upper-case letter at the beginning and a digit at the end do not count as classes.
    var countsInside = false
    /// Why the password is on lists, where that can be said; otherwise nil. The limit has its number.
    var pattern: ListedPattern?
    /// Whether the password is similar to one on a list, but for no pattern and not the same.
    var isSimilarity = false
    /// Whether the outcome, if it is not met, is about the whole password, but for additions at its ends: then
    /// it says why the password is similar to a listed one.
    var isAboutAll = false
    /// Whether another outcome in the report says the same, or more.
    package internal(set) var isSaid = false
    /// The choice between sets of rules that the outcome belongs to, from 1, if none of its sets is met;
    /// otherwise 0.
    var choice = 0
    /// Whether the message names the letters and digits that count, `A-Z`, since the password has letters
    /// beyond ASCII, which may look as if they did. It is not part of what the outcome says.
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

    /// The outcome for a number that the password has, where the limit of the kind is this one.
    init(_ kind: Kind, limit: Int, actual: Int, line: Int = 0) {
        self.init(
            kind, isMet: kind.nature.isDemand ? actual >= limit : actual <= limit, limit: limit,
            actual: actual, line: line)
    }

    /// The outcome of a minimum, where the password has this many characters of the class.
    init(_ kind: Kind, _ minimum: CharacterMinimum, actual: Int, line: Int = 0) {
        self.init(
            kind, isMet: actual >= minimum.count, limit: minimum.count, actual: actual,
            characters: minimum.characters, line: line)
    }

    /// The outcome of a check that looks for something that must not be there.
    init(_ kind: Kind, isFound: Bool) {
        self.init(kind, isMet: !isFound, limit: 0, actual: isFound ? 1 : 0)
    }

    /// Whether both say the same, whichever lines they come from: a password that is on two lists is
    /// refused for one reason, not for two.
    public static func == (first: Outcome, second: Outcome) -> Bool {
        first.kind == second.kind && first.isMet == second.isMet && first.limit == second.limit
            && first.actual == second.actual && first.characters == second.characters
            && first.pieceKinds == second.pieceKinds && first.choice == second.choice
            && first.countsInside == second.countsInside
    }

    /// Whether its message says no more than that of another one: `max-consecutive` and `max-repeating` may
    /// limit the same runs, and a password that is a name is on lists for that reason.
    func saysTheSame(as other: Outcome) -> Bool {
        if !isMet, !other.isMet {
            if let pattern, other.kind.description.pattern == pattern { return true }
            if isSimilarity, other.isAboutAll { return true }
        }
        return kind == .maxConsecutive && other.kind == .maxRepeating && limit == other.limit
            && choice == other.choice
    }

    /// Whether the rule demands something, and counts for `Report.progress` when it is met, rather than
    /// forbids something.
    package var isDemand: Bool { kind.nature.isDemand }

    /// Its position in a report, relative to other outcomes.
    var rank: Int { choice * 4 + kind.nature.rank }

    /// How far a demand is met, 0 to 1.
    var fulfilment: Double {
        if isMet { return 1 }
        return limit > 0 ? Double(actual) / Double(limit) : 0
    }

    /// How many characters are missing, or by how much a limit is exceeded; 0 if the rule is met.
    var distance: Int { isMet ? 0 : isDemand ? limit - actual : max(1, actual - limit) }
}
