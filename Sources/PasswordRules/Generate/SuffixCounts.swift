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
/// The characters of one class (see `EquivalenceClasses`) have the same numbers.
struct SuffixCounts: Sendable {
    private let language: PasswordLanguage
    private let classes: EquivalenceClasses
    private let states: RequirementStates
    private let multiplicities: [UInt8]
    private let limits: [RunLimit]
    private let layout: Layout
    /// For each position and state, a row for each class, with A, and F for each limit. One more row has T
    /// in place of A.
    private(set) var table: NumberTable

    /// The layout of the table.
    struct Layout: Sendable {
        /// The number of limbs in each number of a position: enough for any number of ways, and for the
        /// intermediate result of a subtraction, which may need one bit more.
        fileprivate let widths: [Int]
        fileprivate let offsets: [Int]
        /// The total number of limbs.
        let limbCount: Int

        /// A larger `limbCount` is limited to this, so that it cannot overflow.
        private static let manyLimbs = 1 << 28

        init(
            _ language: PasswordLanguage, _ classes: EquivalenceClasses, _ requirements: CountedRequirements
        ) {
            let numbers =
                requirements.stateCount * (classes.count + 1) * (1 + RunLimit.limits(of: language).count)
            var widths = [Int](repeating: 0, count: language.positions.count)
            var offsets = widths
            var limbCount = 0
            var bits = 0.0
            var (previous, logarithm) = (CharacterClass.empty, 0.0)
            for position in language.positions.indices.reversed() {
                if language.positions[position] != previous {
                    previous = language.positions[position]
                    logarithm = binaryLogarithm(Double(previous.asciiCount))
                }
                bits += logarithm
                widths[position] = Int(bits + 2) / 64 + 1
                offsets[position] = limbCount
                limbCount = min(limbCount + numbers * widths[position], Self.manyLimbs)
            }
            self.widths = widths
            self.offsets = offsets
            self.limbCount = limbCount
        }
    }

    /// The number of limbs for the number of all words, and for any sum of terms of `InclusionExclusion`.
    static func width(of language: PasswordLanguage) -> Int {
        (Int(language.freeEntropyBits) + 2 + CountedRequirements.maximum) / 64 + 1
    }

    /// - Parameter multiplicities: The remainder: the number of characters of each class.
    init(
        of language: PasswordLanguage, _ classes: EquivalenceClasses, _ states: RequirementStates,
        _ layout: Layout, _ multiplicities: [UInt8]
    ) {
        self.states = states
        self.language = language
        self.classes = classes
        self.multiplicities = multiplicities
        self.layout = layout
        limits = RunLimit.limits(of: language)
        table = NumberTable(limbCount: layout.limbCount)
        // For each class and limit, the number of steps that are possible from the position filled last.
        var reaches = [Int](repeating: 0, count: classes.count * limits.count)
        for position in language.positions.indices.reversed() {
            let following = reaches
            reaches = self.reaches(position, following: following)
            for state in 0..<states.count { fill(position, state, reaches) }
            for state in 0..<states.count { addUp(position, state) }
        }
    }

    /// The number of steps that are possible from a position, for each class and limit.
    private func reaches(_ position: Int, following: [Int]) -> [Int] {
        var reaches = [Int](repeating: 0, count: following.count)
        if position + 1 == language.positions.count { return reaches }
        for classIndex in classes.members.indices where isPermitted(classIndex, at: position) {
            for limitIndex in limits.indices {
                guard let next = self.next(classIndex, limitIndex), isPermitted(next, at: position + 1) else {
                    continue
                }
                reaches[classIndex * limits.count + limitIndex] =
                    1 + following[next * limits.count + limitIndex]
            }
        }
        return reaches
    }

    /// The class one step after a class; nil if there is none.
    private func next(_ classIndex: Int, _ limitIndex: Int) -> Int? {
        limits[limitIndex].step.next(classes.representatives[classIndex]).flatMap(classes.index)
    }

    /// Fills in the numbers of a position and a state.
    private mutating func fill(_ position: Int, _ state: Int, _ reaches: [Int]) {
        for classIndex in classes.members.indices where isPermitted(classIndex, at: position) {
            guard position + 1 < language.positions.count else {
                // Nothing may be missing at the end.
                for plane in 0...limits.count where state == 0 {
                    table.set(number(position, state, classIndex, plane), to: 1)
                }
                continue
            }
            let all = number(position, state, classIndex)
            table.copy(number(position + 1, state, classes.count), to: all)
            for limitIndex in limits.indices {
                if let excess = self.excess(position, state, classIndex, limitIndex, reaches) {
                    table.subtract(excess, from: all)
                }
            }
            for limitIndex in limits.indices {
                let others = number(position, state, classIndex, 1 + limitIndex)
                table.copy(all, to: others)
                guard reaches[classIndex * limits.count + limitIndex] > 0,
                    let next = self.next(classIndex, limitIndex)
                else { continue }
                if let excess = self.excess(position, state, classIndex, limitIndex, reaches) {
                    table.add(excess, to: others)
                }
                let after = states.afterStep(classIndex, limitIndex, state)
                table.subtract(number(position + 1, after, next), from: others)
            }
        }
    }

    /// Adds up T at a position, for the state before its character.
    private mutating func addUp(_ position: Int, _ state: Int) {
        for classIndex in classes.members.indices where isPermitted(classIndex, at: position) {
            let total = number(position, state, classes.count)
            var count = UInt64(multiplicities[classIndex])
            let byte = classes.representatives[classIndex]
            if states.count > 1, let alike = states.requirements.alike(byte, state) {
                // A character of a requirement that is already met leaves the state as it is.
                let size = count / UInt64(alike.count)
                count = size * UInt64(alike.missing)
                table.add(
                    number(position, state, classIndex), times: size * UInt64(alike.count) - count, to: total)
            }
            let after = states.after(classIndex, state)
            table.add(number(position, after, classIndex), times: count, to: total)
        }
    }

    /// The slot of F(s, c after L steps); nil if that many steps are not possible.
    private func excess(
        _ position: Int, _ state: Int, _ classIndex: Int, _ limitIndex: Int, _ reaches: [Int]
    ) -> NumberTable.Slot? {
        let limit = limits[limitIndex]
        guard reaches[classIndex * limits.count + limitIndex] >= limit.characters,
            let last = classes.index(
                of: limit.step.character(limit.characters, after: classes.representatives[classIndex]))
        else { return nil }
        let after = states.afterRun(classIndex, limitIndex, state)
        return number(position + limit.characters, after, last, 1 + limitIndex)
    }

    /// The slot of A (plane 0), or of F for a limit (1 + its index). Plane 0 of the last row has T.
    private func number(_ position: Int, _ state: Int, _ classIndex: Int, _ plane: Int = 0)
        -> NumberTable.Slot
    {
        let width = layout.widths[position]
        let index = (state * (classes.count + 1) + classIndex) * (1 + limits.count) + plane
        return NumberTable.Slot(offset: layout.offsets[position] + index * width, width: width)
    }

    private func isPermitted(_ classIndex: Int, at position: Int) -> Bool {
        multiplicities[classIndex] > 0
            && language.positions[position].contains(UInt32(classes.representatives[classIndex]))
    }

    // MARK: - Answers

    /// The number of words that fill the positions from `position` to the last, which are the words of a
    /// shorter length. Their first character must also be permitted at position 0.
    func total(from position: Int) -> BigUInt {
        let initial = states.requirements.initial
        if position == 0 { return table[number(0, initial, classes.count)] }
        var total = BigUInt.zero
        for classIndex in classes.members.indices
        where isPermitted(classIndex, at: position) && isPermitted(classIndex, at: 0) {
            let state = states.after(classIndex, initial)
            total += table[number(position, state, classIndex)] * UInt64(multiplicities[classIndex])
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
        guard let classIndex = permittedIndex(of: byte, at: position) else { return }
        body(number(position, state, classIndex), false)
        guard let run, let limitIndex = limits.firstIndex(where: { $0.step == run.step }) else { return }
        let limit = limits[limitIndex].characters
        var (byte, state) = (byte, state)
        for count in 1..<max(1, limit) {
            guard position + count < language.positions.count, let next = run.step.next(byte),
                let classIndex = permittedIndex(of: next, at: position + count)
            else { return }
            byte = next
            state = states.requirements.state(after: byte, state, by: run.step)
            if run.count + count >= limit {
                body(number(position + count, state, classIndex, 1 + limitIndex), true)
            }
        }
    }

    /// Whether a run of `count` equal steps is too long.
    func forbids(_ run: (step: RunStep, count: Int)) -> Bool {
        limits.contains { $0.step == run.step && run.count >= $0.characters }
    }

    private func permittedIndex(of byte: UInt8, at position: Int) -> Int? {
        classes.index(of: byte).flatMap { isPermitted($0, at: position) ? $0 : nil }
    }
}
