/// The outcome of every rule in one check of one password.
///
/// A report can be reused for the next check, which then allocates nothing.
public struct Report: Sendable {
    /// The outcomes: first what may be missing (length, then each requirement in source order), then what may be wrong.
    public private(set) var outcomes: [Outcome] = []
    /// Whether every rule is met.
    public private(set) var isAccepted = false

    /// A report before any check. It accepts nothing.
    public init() {}

    /// How much of what is demanded is there, from 0 to 1; exactly 1 if the password is accepted.
    ///
    /// The mean over the demands (`minlength`, in proportion to the length, and each `required`) and over the limits that are
    /// broken, which count 0. Limits that are kept do not count, so that an empty password starts at 0.
    public var progress: Double { isAccepted ? 1 : Self.progress(of: outcomes.span) }

    /// How much of what is demanded is there, if not every rule is met.
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

    /// How much is missing, in characters. The characters that a short password needs can also be of the missing classes. What is
    /// wrong is added.
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

    /// Moves what may be missing before what may be wrong, each in the order in which it was added; an outcome on the encoding
    /// stays first.
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

    /// Starts again with up to `count` outcomes from `write`, which returns whether every rule is met. Makes room for
    /// `otherCount` more outcomes.
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
    /// Adds the outcomes of another check of the same password, except those that are there already.
    mutating func add(_ other: Report) {
        for index in other.outcomes.indices where !outcomes.contains(other.outcomes[index]) {
            outcomes.append(other.outcomes[index])
        }
        isAccepted = isAccepted && other.isAccepted
    }
}
