/// For each character at each position of a language, the number of continuations without a run that is too
/// long. The words use only the characters of one remainder of `InclusionExclusion`, which handles the
/// excluded requirements.
///
/// Let A(c) be the number of ways to fill the positions after a character c that begins a run, and T the sum
/// of A over all characters at the next position. A(c) is less than T: a run of at most L characters has at
/// most L - 1 equal steps s. A way in T may begin with that many, and if the step from c to it is also s, the
/// run has L steps, one too many. So:
///
///     A(c)    = T - F(s, c after L steps), for each kind of step s
///     F(s, c) = A(c) - (A(c after one step) - F(s, c after L steps))
///
/// where F(s, c) is the number of the ways in A(c) that do not begin with the step s. A character that is not
/// permitted at its position has A = F = 0. The numbers of a position are computed from those of later ones.
/// At the last position there is one way: to end.
///
/// A and F also depend on the state after c, and T on the state before its character (see
/// `CountedRequirements`). Each step leads to the state after its character. A way counts only if nothing is
/// missing at its end.
///
/// The characters of one row (see `SharedRows`) have the same numbers.
struct SuffixCounts: Sendable {
    /// For each position and state, a row for each of `rows`, with A, and F for each limit. One more row has T
    /// in place of A.
    private(set) var table: NumberTable
    private let recurrence: Recurrence
    /// For each row and limit, the number of steps that are possible from the position filled last.
    private var reaches: [Int]

    /// Creates a table that is not filled in.
    init(
        of language: PasswordLanguage, _ classes: EquivalenceClasses, _ rows: SharedRows, _ steps: RowSteps,
        _ requirements: CountedRequirements, _ layout: Layout
    ) {
        recurrence = Recurrence(language, classes, rows, steps, requirements, layout)
        table = NumberTable(limbCount: layout.limbCount)
        reaches = [Int](repeating: 0, count: rows.count * recurrence.limits.count)
    }

    /// Fills in the numbers of a position, after those of the next one.
    mutating func fill(_ position: Int) {
        let recurrence = recurrence
        let isPermitted = recurrence.permittedRows(at: position)
        if !reaches.isEmpty { reaches = recurrence.reaches(position, isPermitted, following: reaches) }
        let reaches = reaches
        table.withLimbs { limbs in
            for state in 0..<recurrence.states.count {
                recurrence.fill(position, state, isPermitted, reaches, &limbs)
            }
            for state in 0..<recurrence.states.count {
                recurrence.addUp(position, state, isPermitted, &limbs)
            }
        }
    }

    // MARK: - Answers

    /// The number of words that fill the positions from `position` to the last, which are the words of a
    /// shorter length. Their first character must also be permitted at position 0.
    func total(from position: Int) -> BigUInt {
        let (rows, states) = (recurrence.rows, recurrence.states)
        let initial = states.requirements.initial
        var total = table[recurrence.number(position, initial, rows.count)]
        let (isPermitted, isFirst) = (recurrence.permittedRows(at: position), recurrence.permittedRows(at: 0))
        for row in 0..<rows.count where isPermitted[row] && !isFirst[row] {
            let number = recurrence.number(position, states.after(row, initial), row)
            total -= table[number] * rows.weights[row]
        }
        return total
    }

    /// Calls `body` with numbers from which the number of continuations of a character is computed. The
    /// character ends a run of `count` equal steps, and must be in the remainder.
    ///
    /// A includes ways that begin with up to L - 1 further steps. For each number m of steps that makes the
    /// run too long, the ways that begin with exactly m are subtracted: F(s, c after m steps).
    /// - Parameters:
    ///   - state: The state after the character.
    ///   - body: Called with the slot of each number, and whether to subtract it rather than add it.
    func forEachPart(
        at position: Int, _ byte: UInt8, run: (step: RunStep, count: Int)?, _ state: Int,
        _ body: (NumberTable.Slot, Bool) -> Void
    ) {
        let (limits, steps) = (recurrence.limits, recurrence.steps)
        guard let row = recurrence.permittedRow(of: byte, at: position) else { return }
        body(recurrence.number(position, state, row.index), false)
        guard let run, let limitIndex = limits.firstIndex(where: { $0.step == run.step }) else { return }
        let limit = limits[limitIndex].characters
        var (byte, state) = (byte, state)
        for count in 1..<max(1, limit) {
            guard position + count < recurrence.positionCount, let next = run.step.next(byte),
                let row = recurrence.permittedRow(of: next, at: position + count)
            else { return }
            byte = next
            state = recurrence.states.requirements.state(after: byte, state, by: run.step)
            if run.count + count >= limit {
                let plane = 1 + steps.limitIndex(limitIndex, in: row)
                body(recurrence.number(position + count, state, row.index, plane), true)
            }
        }
    }

    /// Whether a run of `count` equal steps is too long.
    func forbids(_ run: (step: RunStep, count: Int)) -> Bool {
        recurrence.limits.contains { $0.step == run.step && run.count >= $0.characters }
    }
}

/// Computes the numbers of `SuffixCounts` for a position from those of later ones.
private struct Recurrence: Sendable {
    let rows: SharedRows
    let steps: RowSteps
    let states: RequirementStates
    let limits: [RunLimit]
    private let language: PasswordLanguage
    private let classes: EquivalenceClasses
    private let layout: SuffixCounts.Layout
    /// One character of each row.
    private let bytes: [UInt8]
    /// For each alphabet of the language, whether it permits each row.
    private let permitted: [[Bool]]

    init(
        _ language: PasswordLanguage, _ classes: EquivalenceClasses, _ rows: SharedRows, _ steps: RowSteps,
        _ requirements: CountedRequirements, _ layout: SuffixCounts.Layout
    ) {
        self.language = language
        self.classes = classes
        self.rows = rows
        self.steps = steps
        self.layout = layout
        limits = RunLimit.limits(of: language)
        let bytes = rows.representatives.map { classes.representatives[$0] }
        self.bytes = bytes
        permitted = language.alphabets.map { alphabet in bytes.map { alphabet.contains(UInt32($0)) } }
        states = RequirementStates(language, bytes, requirements)
    }

    var positionCount: Int { language.positions.count }

    func isPermitted(_ row: Int, at position: Int) -> Bool {
        language.positions[position].contains(UInt32(bytes[row]))
    }

    /// Whether a position permits each row.
    func permittedRows(at position: Int) -> [Bool] {
        let alphabet = language.positions[position]
        // Each position has one of the alphabets.
        return permitted[language.alphabets.firstIndex(of: alphabet) ?? 0]
    }

    /// The row of a character; nil if the position does not permit it.
    func permittedRow(of byte: UInt8, at position: Int) -> SharedRows.Row? {
        classes.index(of: byte).flatMap(rows.row).flatMap { isPermitted($0.index, at: position) ? $0 : nil }
    }

    /// The slot of A (plane 0), or of F for a limit (1 + its index). Plane 0 of the last row has T.
    func number(_ position: Int, _ state: Int, _ row: Int, _ plane: Int = 0) -> NumberTable.Slot {
        layout.slot(position, (state * (rows.count + 1) + row) * (1 + limits.count) + plane)
    }

    /// The number of steps that are possible from a position, for each row and limit.
    func reaches(_ position: Int, _ isPermitted: [Bool], following: [Int]) -> [Int] {
        var reaches = [Int](repeating: 0, count: following.count)
        if position + 1 == positionCount { return reaches }
        let isNextPermitted = permittedRows(at: position + 1)
        for row in 0..<rows.count where isPermitted[row] {
            for limitIndex in limits.indices {
                guard let next = steps.afterStep(row, limitIndex),
                    isNextPermitted[next.index]
                else { continue }
                let nextLimit = steps.limitIndex(limitIndex, in: next)
                reaches[row * limits.count + limitIndex] =
                    1 + following[next.index * limits.count + nextLimit]
            }
        }
        return reaches
    }

    /// Fills in A and F of a position and a state.
    func fill(
        _ position: Int, _ state: Int, _ isPermitted: [Bool], _ reaches: [Int],
        _ limbs: inout MutableSpan<UInt64>
    ) {
        for row in 0..<rows.count {
            let all = number(position, state, row)
            guard isPermitted[row], position + 1 < positionCount else {
                // Nothing may be missing at the end.
                let value: UInt64 = isPermitted[row] && state == 0 ? 1 : 0
                for plane in 0...limits.count {
                    limbs.setNumber(number(position, state, row, plane), to: value)
                }
                continue
            }
            var source = number(position + 1, state, rows.count)
            for limitIndex in limits.indices {
                if let excess = self.excess(position, state, row, limitIndex, reaches) {
                    limbs.setDifference(of: source, and: excess, in: all)
                    source = all
                }
            }
            if source.offset != all.offset { limbs.copyNumber(source, to: all) }
            for limitIndex in limits.indices where steps.isNeeded(row, limitIndex) {
                let others = number(position, state, row, 1 + limitIndex)
                guard reaches[row * limits.count + limitIndex] > 0,
                    let next = steps.afterStep(row, limitIndex)
                else {
                    limbs.copyNumber(all, to: others)
                    continue
                }
                let after = states.afterStep(row, limitIndex, state)
                limbs.setDifference(of: all, and: number(position + 1, after, next.index), in: others)
                if let excess = self.excess(position, state, row, limitIndex, reaches) {
                    limbs.addNumber(excess, to: others)
                }
            }
        }
    }

    /// Adds up T of a position, for the state before its character.
    func addUp(
        _ position: Int, _ state: Int, _ isPermitted: [Bool], _ limbs: inout MutableSpan<UInt64>
    ) {
        let total = number(position, state, rows.count)
        limbs.setNumber(total, to: 0)
        for row in 0..<rows.count where isPermitted[row] {
            var count = rows.weights[row]
            if states.count > 1, let alike = states.requirements.alike(bytes[row], state) {
                // A character of a requirement that is already met leaves the state as it is.
                let size = count / UInt64(alike.count)
                count = size * UInt64(alike.missing)
                limbs.addNumber(
                    number(position, state, row), times: size * UInt64(alike.count) - count, to: total)
            }
            limbs.addNumber(number(position, states.after(row, state), row), times: count, to: total)
        }
    }

    /// The slot of F(s, c after L steps); nil if that many steps are not possible.
    private func excess(
        _ position: Int, _ state: Int, _ row: Int, _ limitIndex: Int, _ reaches: [Int]
    ) -> NumberTable.Slot? {
        let characters = limits[limitIndex].characters
        guard reaches[row * limits.count + limitIndex] >= characters,
            let last = steps.afterRun(row, limitIndex)
        else { return nil }
        let after = states.afterRun(row, limitIndex, state)
        return number(
            position + characters, after, last.index, 1 + steps.limitIndex(limitIndex, in: last))
    }
}
