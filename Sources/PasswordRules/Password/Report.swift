/// The outcome of every rule in one check of one password.
///
/// A report can be reused for the next check, which then allocates nothing.
public struct Report: Sendable {
    /// The outcomes: first what may be missing (length, then each requirement in source order), then what may
    /// be wrong.
    ///
    /// Of a choice between sets of rules of which none is met, an outcome of the kind `or` and those of the
    /// set that is nearest come after everything that holds in any case, up to the next such choice.
    public private(set) var outcomes: [Outcome] = []
    /// Whether every rule is met.
    public private(set) var isAccepted = false
    /// Where the pieces are that make a password easy to guess, where it is refused for that; without their
    /// ranks.
    public internal(set) var weakPieces: [WeakPiece] = []

    /// A report before any check. It accepts nothing.
    public init() {}

    /// The report on an empty password, which lacks one character, whatever the rules are.
    package static var empty: Report {
        var report = Report()
        report.add(Outcome(.minLength, isMet: false, limit: 1, actual: 0))
        return report
    }

    /// A report of no rules.
    init(isAccepted: Bool) { self.isAccepted = isAccepted }

    /// How much of what is demanded is there, from 0 to 1; exactly 1 if the password is accepted.
    ///
    /// The mean over the demands (`minlength`, in proportion to the length, and each `required`) and over the
    /// limits that are broken, which count 0. Limits that are kept do not count, so that an empty password
    /// starts at 0.
    public var progress: Double {
        if isAccepted { return 1 }
        var fulfilled = 0.0
        var counted = 0.0
        for outcome in outcomes where outcome.isDemand || !outcome.isMet && outcome.kind.nature != .choice {
            fulfilled += outcome.isDemand ? outcome.fulfilment : 0
            counted += 1
        }
        return counted == 0 ? 0 : fulfilled / counted
    }

    /// The names of the rules that are not met, each once, separated by ", ": for logs, since they tell
    /// little of the password.
    package var unmetRules: [UInt8] {
        var names = Text()
        // A bit for each kind; there are fewer than 64.
        var named: UInt64 = 0
        for outcome in outcomes where !outcome.isMet {
            let bit: UInt64 = 1 << UInt64(outcome.kind.rawValue)
            if named & bit != 0 { continue }
            named |= bit
            if !names.bytes.isEmpty { names.append(", ") }
            names.append(outcome.kind.name)
        }
        return names.bytes
    }

    /// How much is missing, in characters. The characters that a short password needs can also be of the
    /// missing classes. What is wrong is added.
    // Not an Int: two numbers of a descriptor have a sum that does not fit into 32 bits.
    var distance: Int64 {
        var (missing, classes, wrong): (Int64, Int64, Int64) = (0, 0, 0)
        for outcome in outcomes where !outcome.isMet {
            switch outcome.kind.nature {
            case .minimumOfClass: classes += Int64(outcome.distance)
            case .minimumLength, .minimum: missing = max(missing, Int64(outcome.distance))
            case .encoding, .choice, .maximum: wrong += Int64(outcome.distance)
            }
        }
        return max(missing, classes) + wrong
    }

    /// Settles the order, and that each outcome is there and said once: moves what may be missing before what
    /// may be wrong, and both before the choices of which nothing is met, each in the order in which it was
    /// added; an outcome on the encoding stays first.
    mutating func settle() {
        // Array.sort is stable.
        outcomes.sort { $0.rank < $1.rank }
        var settled: [Outcome] = []
        settled.reserveCapacity(outcomes.count)
        for var outcome in outcomes {
            // Looked for among the first only: that is enough for people, and linear. The array has one owner
            // while it grows.
            if settled.prefix(64).contains(outcome) { continue }
            outcome.isSaid = settled.prefix(64).contains { outcome.saysTheSame(as: $0) }
            settled.append(outcome)
        }
        outcomes = settled
    }

    /// Sets the lines that the outcomes from a number on come from.
    mutating func setLines(from start: Int, _ line: (Outcome) -> Int) {
        for index in start..<outcomes.count { outcomes[index].line = line(outcomes[index]) }
    }

    /// Becomes a report of no rules, which accepts, with room for `count` outcomes.
    mutating func clear(reserving count: Int) {
        outcomes.removeAll(keepingCapacity: true)
        outcomes.reserveCapacity(count)
        weakPieces = []
        isAccepted = true
    }

    /// Has all messages name the letters and digits that count, or none.
    mutating func nameRanges(_ namesRanges: Bool) {
        for index in outcomes.indices { outcomes[index].namesRanges = namesRanges }
    }

    /// Adds an outcome. If it is not met, the password is refused.
    mutating func add(_ outcome: Outcome) {
        outcomes.append(outcome)
        if !outcome.isMet { isAccepted = false }
    }

    /// Adds the outcomes of another check of the same password.
    /// - Parameter choice: The number of the choice of which none is met, if they are those of its nearest
    ///   set of rules.
    mutating func add(_ other: Report, ofChoice choice: Int = 0) {
        if !other.weakPieces.isEmpty { weakPieces = other.weakPieces }
        for var outcome in other.outcomes {
            if choice > 0, outcome.kind != .encoding { outcome.choice = choice }
            outcomes.append(outcome)
        }
        isAccepted = isAccepted && other.isAccepted
    }
}
