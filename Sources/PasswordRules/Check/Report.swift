/// The outcome of every rule in one check of one password.
///
/// A report can be used again for the next check, which then allocates nothing.
public struct Report: Sendable {
    /// The outcomes: what may be missing first (length, then each requirement in the order in which it was
    /// written), then what may be wrong.
    public private(set) var outcomes: [Outcome] = []
    /// Whether every rule is met.
    public private(set) var isAccepted = false

    /// A report of no check yet. It accepts nothing.
    public init() {}

    /// How much of what is asked for is there, from 0 to 1; 1 exactly where the password is accepted.
    ///
    /// The mean over the demands (`minlength`, by the part that is reached, and each `required`) and over the
    /// limits that are broken, which count 0. Limits that are kept do not count, so that an empty password
    /// begins at 0.
    public var progress: Double { isAccepted ? 1 : Self.progress(of: outcomes.span) }

    /// How much of what is asked for is there, where not every rule is met.
    package static func progress(of outcomes: Span<Outcome>) -> Double {
        var fulfilled = 0.0
        var counted = 0.0
        for index in 0..<outcomes.count {
            let outcome = outcomes[index]
            if outcome.kind != .or, outcome.isDemand || !outcome.isMet {
                fulfilled += outcome.isDemand ? outcome.fulfilment : 0
                counted += 1
            }
        }
        return counted == 0 ? 0 : fulfilled / counted
    }

    /// How much is missing, in characters: what is too short may gain the classes that are missing at the same time. What
    /// is wrong comes on top.
    var distance: Int {
        var (missing, classes, wrong) = (0, 0, 0)
        for outcome in outcomes where !outcome.isMet {
            switch outcome.kind {
            case .required, .atLeast, .minClasses: classes += outcome.distance
            case .minLength, .minDifferent, .minWords: missing = max(missing, outcome.distance)
            default: wrong += outcome.distance
            }
        }
        return max(missing, classes) + wrong
    }

    /// Puts what may be missing before what may be wrong, each in the order in which it was added; ill-formed text stays
    /// first.
    mutating func putDemandsFirst() {
        if isInOrder { return }
        var sorted: [Outcome] = []
        sorted.reserveCapacity(outcomes.count)
        for outcome in outcomes where outcome.kind == .encoding { sorted.append(outcome) }
        for outcome in outcomes where outcome.isDemand { sorted.append(outcome) }
        for outcome in outcomes where !outcome.isDemand && outcome.kind != .encoding {
            sorted.append(outcome)
        }
        outcomes = sorted
    }

    private var isInOrder: Bool {
        var hasOthers = false
        for index in outcomes.indices {
            let outcome = outcomes[index]
            if outcome.kind == .encoding {
                if index > 0 { return false }
            } else if outcome.isDemand {
                if hasOthers { return false }
            } else {
                hasOthers = true
            }
        }
        return true
    }

    /// Begins again, with up to `count` outcomes that `write` writes, which says whether every rule is met. There is room for
    /// so many others then, which may be added.
    mutating func fill(
        _ count: Int, beforeOthers otherCount: Int = 0, _ write: (inout OutputSpan<Outcome>) -> Bool
    ) {
        outcomes.removeAll(keepingCapacity: true)
        outcomes.reserveCapacity(count + otherCount)
        outcomes.append(addingCapacity: count) { isAccepted = write(&$0) }
    }

    mutating func add(_ outcome: Outcome) {
        outcomes.append(outcome)
        if !outcome.isMet { isAccepted = false }
    }
    /// Adds what another check of the same password came to; what is there already stays there once.
    mutating func add(_ other: Report) {
        for index in other.outcomes.indices where !outcomes.contains(other.outcomes[index]) {
            outcomes.append(other.outcomes[index])
        }
        isAccepted = isAccepted && other.isAccepted
    }
}
