/// Whether any password satisfies some rules. The answer is exact, and found without trying passwords.
///
/// The answer depends on the minimum number of characters that meets all requirements. Limits on runs matter
/// only in three cases: the alphabet is tiny, `max-sequential` is 1, or a requirement needs more characters
/// than may be repeated.
///
/// - In all other cases, distinct characters can be arranged without a run of three (by taking the smaller
///   and the larger half in turns), with equal ones next to each other. Any password can be extended by its
///   last character but one, or if that is the same, by any other. So every length from the minimum on is
///   possible.
/// - In the three cases, a password is a walk over characters and the runs that they end, and breadth-first
///   search finds the shortest walk that meets all requirements. With `max-sequential: 1`, neighbours such as
///   a and b may not touch. If two characters may touch, the walk can alternate between them without end. A
///   character that may not touch any other makes only passwords of itself.
enum Satisfiability: Equatable {
    /// There are passwords of every length from `shortest` to the longest that is allowed.
    case satisfiable(shortest: Int)
    /// `minlength` is above `maxlength`.
    case limitsContradict(minimum: Int, maximum: Int)
    /// Meeting all requirements takes more characters than the length allows.
    case requirementsNeed(length: Int, maximum: Int)
    /// The limits on runs allow no password that is long enough, or none that meets all requirements.
    case limitsLeaveNone
    /// There are more than `maximumRequirements` requirements, so the answer is unknown.
    case tooManyRequirements

    /// Whether certainly no password satisfies the rules.
    var isProvedEmpty: Bool {
        switch self {
        case .satisfiable, .tooManyRequirements: false
        case .limitsContradict, .requirementsNeed, .limitsLeaveNone: true
        }
    }

    /// The maximum number of different requirements for a decision.
    static let maximumRequirements = 10

    /// Decides for a checker's rules, over its own alphabet or a smaller one, and with its own lengths or a
    /// single length.
    init(_ checker: Checker, alphabet: CharacterClass? = nil, length: Int? = nil) {
        let minimum = max(1, length ?? checker.minLength ?? 1)
        let maximum = length ?? checker.maxLength ?? .max
        guard minimum <= maximum else {
            self = .limitsContradict(minimum: minimum, maximum: maximum)
            return
        }
        let alphabet = alphabet ?? checker.permitted ?? .unicode
        let requirements = Self.independent(checker.required)
        let limits = (repeats: checker.repeatLimit ?? .max, sequences: checker.sequenceLimit ?? .max)
        guard let walk = Walk(alphabet: alphabet, requirements, limits) else {
            self = Self.bounded(requirements, alphabet, limits, minimum: minimum, maximum: maximum)
            return
        }
        if let one = walk.oneIsEnough, max(minimum, one) <= min(limits.repeats, maximum) {
            // One character is repeated. With two or more, the walk can be longer.
            self = .satisfiable(shortest: max(minimum, one))
        } else if let fewest = walk.fewest ?? walk.oneIsEnough.flatMap({ $0 > maximum ? $0 : nil }) {
            self =
                fewest <= maximum
                ? .satisfiable(shortest: max(fewest, minimum))
                : .requirementsNeed(length: fewest, maximum: maximum)
        } else {
            self = .limitsLeaveNone
        }
    }

    /// The answer for more requirements than a search can handle, as far as it is known.
    private static func bounded(
        _ requirements: [CharacterMinimum], _ alphabet: CharacterClass,
        _ limits: (repeats: Int, sequences: Int), minimum: Int, maximum: Int
    ) -> Satisfiability {
        let disjoint = disjointCount(requirements)
        if disjoint.characters > maximum {
            return .requirementsNeed(length: disjoint.characters, maximum: maximum)
        }
        // If this holds, no limit on runs matters, and no character meets two requirements.
        let isDecided =
            disjoint.classes == requirements.count && limits.sequences > 1
            && requirements.allSatisfy {
                $0.count <= limits.repeats && !$0.characters.intersection(alphabet).isEmpty
            } && (alphabet.isUnicode || alphabet.asciiCount > 1)
        return isDecided ? .satisfiable(shortest: max(disjoint.characters, minimum)) : .tooManyRequirements
    }

    /// Lower bounds of the number of requirements that have no character in common, and of the characters
    /// that they need together.
    private static func disjointCount(
        _ requirements: [CharacterMinimum]
    ) -> (classes: Int, characters: Int) {
        var taken = CharacterClass.empty
        var (classes, characters) = (0, 0)
        // The smaller a class, the fewer others it overlaps.
        for size in 1...128 {
            for requirement in requirements
            where requirement.characters.asciiCount == size
                && requirement.characters.intersection(taken).isEmpty
            {
                taken = taken.union(requirement.characters)
                classes += 1
                characters += requirement.count
            }
        }
        return (classes, characters)
    }

    /// The requirements that no other one implies, each once.
    static func independent(_ requirements: [CharacterMinimum]) -> [CharacterMinimum] {
        func implies(_ first: CharacterMinimum, _ second: CharacterMinimum) -> Bool {
            first.count >= second.count && second.characters.isSuperset(of: first.characters)
        }
        var kept: [CharacterMinimum] = []
        kept.reserveCapacity(min(requirements.count, 129))
        for requirement in requirements where !kept.contains(where: { implies($0, requirement) }) {
            kept.removeAll { implies(requirement, $0) }
            kept.append(requirement)
            // There cannot be more disjoint classes, and the limit bounds the work.
            if kept.count > 128 { return kept }
        }
        return kept
    }
}

/// The search for the minimum number of characters that meets all requirements.
private struct Walk {
    /// The length of the shortest password that can be extended; nil if none can be.
    private(set) var fewest: Int?
    /// The number of repetitions of a single character that may not touch any other, if it meets all
    /// requirements alone.
    private(set) var oneIsEnough: Int?

    /// One character, or a group of characters that meet the same requirements.
    private struct Step {
        /// A character; nil for a group of at least seven. At least one of the seven never continues a run: at
        /// most three are the previous character or its neighbours, and at most three the next character or its
        /// neighbours. Characters beyond ASCII are such a group.
        let byte: UInt8?
        /// The requirements that it meets; bit n is requirement n.
        let met: Int
        /// The first of its slots among the states of the last character.
        let slot: Int
    }

    private static let enoughCharacters = 7
    /// The maximum number of states, and of steps between them.
    private static let maximumStates = 1 << 16
    private static let maximumWork = 1 << 22

    /// Searches; nil if there are too many requirements or states.
    init?(
        alphabet: CharacterClass, _ requirements: [CharacterMinimum],
        _ limits: (repeats: Int, sequences: Int)
    ) {
        guard requirements.count <= Satisfiability.maximumRequirements else { return nil }
        var missing = Missing()
        for requirement in requirements { guard missing.add(requirement.count) else { return nil } }
        let most = requirements.reduce(1) { max($0, $1.count) }
        // A shortest walk never has a character more than `most` times in a row.
        let repeats = limits.repeats < most ? limits.repeats : nil
        let sequences =
            limits.sequences == 1 || repeats != nil && limits.sequences < 26 ? limits.sequences : nil
        let hasLimits = repeats != nil || sequences != nil

        // The characters, by the requirements that they meet.
        var groups: [(met: Int, members: CharacterClass)] = []
        func met(_ isMember: (CharacterClass) -> Bool) -> Int {
            requirements.indices.reduce(0) { isMember(requirements[$1].characters) ? $0 | 1 << $1 : $0 }
        }
        for byte in alphabet.asciiMembers {
            let met = met { $0.contains(UInt32(byte)) }
            if let index = groups.firstIndex(where: { $0.met == met }) {
                groups[index].members = groups[index].members.union(CharacterClass(byte))
            } else {
                groups.append((met, CharacterClass(byte)))
            }
        }
        var steps: [Step] = []
        var slots = 0
        if alphabet.isUnicode {
            steps.append(Step(byte: nil, met: met { $0.isUnicode }, slot: 0))
            slots = 1
        }
        // A character has slot 0 for no run, and a slot for each possible length of a run of equal steps that
        // ends with it.
        let slotsOfCharacter = 1 + (repeats.map { $0 - 1 } ?? 0) + 2 * (sequences.map { $0 - 1 } ?? 0)
        for group in groups {
            if !hasLimits || group.members.asciiCount >= Self.enoughCharacters {
                steps.append(Step(byte: nil, met: group.met, slot: slots))
                slots += 1
            } else {
                for byte in group.members.asciiMembers {
                    steps.append(Step(byte: byte, met: group.met, slot: slots))
                    slots += slotsOfCharacter
                }
            }
        }
        let all = (1 << requirements.count) - 1
        let bytes = alphabet.asciiMembers
        for byte in bytes where !alphabet.isUnicode && met({ $0.contains(UInt32(byte)) }) == all {
            let isLonely = bytes.allSatisfy {
                $0 == byte || limits.sequences == 1 && CharacterClass.areNeighbours($0, byte)
            }
            if isLonely { oneIsEnough = most }
        }
        guard slots <= Self.maximumStates / missing.stateCount else { return nil }
        let stateCount = missing.stateCount * slots
        guard stateCount * steps.count <= Self.maximumWork else { return nil }

        /// The slot of a step after the previous one, which has the slot `last`; nil if it may not follow.
        func slot(_ step: Step, after previous: Step, _ last: Int) -> Int? {
            guard let byte = step.byte, let before = previous.byte,
                let kind = RunStep(from: before, to: byte),
                let limit = kind == .same ? repeats : sequences
            else { return step.slot }
            if limit == 1 { return nil }
            let sequenceSlots = (sequences ?? 1) - 1
            let base =
                switch kind {
                case .up: 1
                case .down: 1 + sequenceSlots
                case .same: 1 + 2 * sequenceSlots
                }
            let run = last - previous.slot - base
            // The last run was of another kind, or there was none, so a run of one step begins.
            if run < 0 || run >= limit - 1 { return step.slot + base }
            return run + 1 < limit - 1 ? step.slot + base + run + 1 : nil
        }
        func isLonely(_ step: Step) -> Bool {
            guard let byte = step.byte else { return steps.count == 1 && bytes.count == 1 }
            return steps.allSatisfy { other in
                other.byte.map {
                    $0 == byte || limits.sequences == 1 && CharacterClass.areNeighbours($0, byte)
                } ?? false
            }
        }

        // Each round, the walks become one character longer.
        var isSeen = [Bool](repeating: false, count: stateCount)
        var frontier: [(missing: Int, step: Int, slot: Int)] = []
        func visit(
            _ now: Int, _ step: Int, _ slot: Int, _ states: inout [(missing: Int, step: Int, slot: Int)]
        ) {
            let key = now * slots + slot
            if isSeen[key] { return }
            isSeen[key] = true
            states.append((now, step, slot))
        }
        for (index, step) in steps.enumerated() where !isLonely(step) {
            visit(missing.after(step.met, missing.initial), index, step.slot, &frontier)
        }
        var length = 1
        while !frontier.isEmpty {
            if frontier.contains(where: { $0.missing == 0 }) {
                fewest = length
                return
            }
            var next: [(missing: Int, step: Int, slot: Int)] = []
            for state in frontier {
                for (index, step) in steps.enumerated() {
                    guard let slot = slot(step, after: steps[state.step], state.slot) else { continue }
                    visit(missing.after(step.met, state.missing), index, slot, &next)
                }
            }
            frontier = next
            length += 1
        }
    }

    /// The number of missing characters of each requirement, as one number; 0 if none is missing.
    private struct Missing {
        private var counters: [(count: Int, stride: Int)] = []
        private(set) var stateCount = 1

        /// The state in which all are missing.
        var initial: Int { stateCount - 1 }

        /// Adds a requirement; false if there are too many states.
        mutating func add(_ count: Int) -> Bool {
            guard count < Walk.maximumStates / stateCount else { return false }
            counters.append((count, stateCount))
            stateCount *= count + 1
            return true
        }

        /// The state after a character that meets some of the requirements.
        func after(_ met: Int, _ state: Int) -> Int {
            var next = state
            for (index, counter) in counters.enumerated()
            where met >> index & 1 == 1 && state / counter.stride % (counter.count + 1) > 0 {
                next -= counter.stride
            }
            return next
        }
    }
}
