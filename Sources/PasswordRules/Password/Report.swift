/// The outcomes of all rules in a check of a password.
///
/// A report can be reused for the next check, which then allocates nothing.
public struct Report: Sendable {
    /// The outcomes: first the encoding, if it is ill-formed; then what may be missing (the length, then each
    /// requirement in source order); then what may be wrong.
    ///
    /// Each choice between sets of rules that is not met follows: an outcome of the kind `or`, then the
    /// outcomes of the nearest set.
    public private(set) var outcomes: [Outcome] = []
    /// Whether all rules are met.
    public private(set) var isAccepted = false
    /// The pieces that make the password easy to guess, without their ranks; empty if it is not refused as
    /// easy to guess.
    public internal(set) var weakPieces: [WeakPiece] = []

    /// A report before any check, which accepts nothing.
    public init() {}

    /// The report on an empty password. Whatever the rules are, it lacks one character.
    package static var empty: Report {
        var report = Report()
        report.add(Outcome(.minLength, isMet: false, limit: 1, actual: 0))
        return report
    }

    /// A report before any outcome is added.
    init(isAccepted: Bool) { self.isAccepted = isAccepted }

    /// How far the demands are met, from 0 to 1; exactly 1 if the password is accepted.
    ///
    /// It is the mean over the demands and the exceeded limits. A demand counts in proportion to the part
    /// that is met, such as 6 of 12 characters, and an exceeded limit counts 0. Limits that are not exceeded
    /// are left out, so that an empty password starts at 0.
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

    /// The names of the rules that are not met, each once, separated by ", ". They are for logs, because they
    /// reveal little of the password.
    package var unmetRules: [UInt8] {
        var names = Text()
        // One bit for each kind. There are fewer than 64.
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

    /// The distance from an accepted password, in characters: those that are missing, plus those that are
    /// wrong or too many. A character that is missing for the length can also be of a missing class.
    // Not an Int, which may have 32 bits: the sum of two numbers of a descriptor may not fit.
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

    /// Sorts the outcomes and removes duplicates. The order is: the encoding, what may be missing, what may
    /// be wrong, and choices that are not met. Outcomes of equal rank keep their order.
    mutating func settle() {
        // Array.sort is stable.
        outcomes.sort { $0.rank < $1.rank }
        var settled: [Outcome] = []
        settled.reserveCapacity(outcomes.count)
        for var outcome in outcomes {
            // Only the first 64 are searched: a person reads no more, and the time stays linear. No slice
            // outlives its search, so appending never copies the array.
            if settled.prefix(64).contains(outcome) { continue }
            outcome.isRedundant = settled.prefix(64).contains { outcome.isRedundant(as: $0) }
            settled.append(outcome)
        }
        outcomes = settled
    }

    /// Sets the line of each outcome from an index on.
    mutating func setLines(from start: Int, _ line: (Outcome) -> Int) {
        for index in start..<outcomes.count { outcomes[index].line = line(outcomes[index]) }
    }

    /// Removes all outcomes, marks the password as accepted so far, and reserves space for `count` outcomes.
    mutating func clear(reserving count: Int) {
        outcomes.removeAll(keepingCapacity: true)
        outcomes.reserveCapacity(count)
        weakPieces = []
        isAccepted = true
    }

    /// Sets whether messages name the letters and digits that count, such as `A-Z`.
    mutating func nameRanges(_ namesRanges: Bool) {
        for index in outcomes.indices { outcomes[index].namesRanges = namesRanges }
    }

    /// Adds an outcome. If it is not met, the password is refused.
    mutating func add(_ outcome: Outcome) {
        outcomes.append(outcome)
        if !outcome.isMet { isAccepted = false }
    }

    /// Adds the outcomes of another check of the same password.
    /// - Parameter choice: The number of the choice, if the outcomes are those of its nearest set; otherwise
    ///   0.
    mutating func add(_ other: Report, ofChoice choice: Int = 0) {
        if !other.weakPieces.isEmpty { weakPieces = other.weakPieces }
        for var outcome in other.outcomes {
            if choice > 0, outcome.kind != .encoding { outcome.choice = choice }
            outcomes.append(outcome)
        }
        isAccepted = isAccepted && other.isAccepted
    }
}
