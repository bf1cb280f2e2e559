/// Whether any password satisfies some rules, decided exactly and not by trying.
///
/// The answer depends on the fewest characters that can meet all requirements. Limits on runs matter only if
/// the alphabet is tiny or `max-sequential` is 1; otherwise every password can be extended:
///
/// - With two or more characters, and sequences of two permitted, distinct characters can be arranged without
///   a run of three (take the smaller and the larger half in turns), and any password can be extended by its
///   last character but one. So every length from the fewest characters up is possible.
/// - With `max-sequential: 1` neighbours such as a and b may not touch. A password is then a walk over
///   characters, and the shortest walk that meets all requirements is found by breadth-first search. If two
///   characters may touch, the walk can go to and fro between them without end; a character that may touch no
///   other makes passwords of itself alone.
enum Satisfiability: Equatable {
    /// There are passwords of every length from `shortest` to the longest that is allowed.
    case satisfiable(shortest: Int)
    /// `minlength` is above `maxlength`.
    case limitsContradict(minimum: Int, maximum: Int)
    /// Meeting all requirements takes more characters than the length allows.
    case requirementsNeed(length: Int, maximum: Int)
    /// The limits on runs allow no password that is long enough, or none that meets all requirements.
    case limitsLeaveNone
    /// There are more than `maximumRequirements` requirements, and the answer is unknown.
    case tooManyRequirements

    /// Whether it is proved that no password satisfies the rules.
    var isProvedEmpty: Bool {
        switch self {
        case .satisfiable, .tooManyRequirements: false
        case .limitsContradict, .requirementsNeed, .limitsLeaveNone: true
        }
    }

    /// The maximum number of different requirements for a decision.
    static let maximumRequirements = 10

    /// Decides for a checker's rules, over its own alphabet or a smaller one, with its own lengths or one
    /// length.
    init(_ checker: Checker, alphabet: CharacterClass? = nil, length: Int? = nil) {
        let minimum = max(1, length ?? checker.minLength ?? 1)
        let maximum = length ?? checker.maxLength ?? .max
        guard minimum <= maximum else {
            self = .limitsContradict(minimum: minimum, maximum: maximum)
            return
        }
        let alphabet = alphabet ?? checker.permitted ?? .unicode
        let requirements = Self.independent(checker.required)
        guard requirements.count <= Self.maximumRequirements else {
            let needed = Self.disjointCount(requirements)
            self =
                needed > maximum ? .requirementsNeed(length: needed, maximum: maximum) : .tooManyRequirements
            return
        }
        let sequenceLimit = checker.sequenceLimit ?? .max
        let repeatLimit = checker.repeatLimit ?? .max
        let walk = Walk(alphabet: alphabet, requirements: requirements, neighboursMayTouch: sequenceLimit > 1)
        if walk.oneIsEnough, minimum <= min(repeatLimit, maximum) {
            // One character is repeated; with two or more, the walk can be longer.
            self = .satisfiable(shortest: minimum)
        } else if let fewest = walk.fewest {
            self =
                fewest <= maximum
                ? .satisfiable(shortest: max(fewest, minimum))
                : .requirementsNeed(length: fewest, maximum: maximum)
        } else {
            self = .limitsLeaveNone
        }
    }

    /// A lower bound of the number of requirements that have no character in common, each of which takes a
    /// character of its own.
    private static func disjointCount(_ requirements: [CharacterClass]) -> Int {
        var taken = CharacterClass.empty
        var count = 0
        // The smaller a class, the fewer others it overlaps.
        for size in 1...128 {
            for requirement in requirements
            where requirement.asciiCount == size && requirement.intersection(taken).isEmpty {
                taken = taken.union(requirement)
                count += 1
            }
        }
        return count
    }

    /// The requirements that no other one implies, each once.
    static func independent(_ requirements: [CharacterClass]) -> [CharacterClass] {
        var kept: [CharacterClass] = []
        kept.reserveCapacity(min(requirements.count, 129))
        for requirement in requirements where !kept.contains(where: { requirement.isSuperset(of: $0) }) {
            kept.removeAll { $0.isSuperset(of: requirement) }
            kept.append(requirement)
            // There are not that many disjoint classes, and the limit bounds the work.
            if kept.count > 128 { return kept }
        }
        return kept
    }
}

/// The search for the fewest characters that meet all requirements.
private struct Walk {
    /// The fewest characters in a password that can be extended; nil if none can be.
    private(set) var fewest: Int?
    /// Whether a single character that touches no other meets all requirements.
    private(set) var oneIsEnough = false

    /// Stands for all characters beyond ASCII, which have no neighbours.
    private static let beyondASCII: UInt8 = 0x80

    init(alphabet: CharacterClass, requirements: [CharacterClass], neighboursMayTouch: Bool) {
        var characters = alphabet.asciiMembers
        if alphabet.isUnicode { characters.append(Self.beyondASCII) }
        let met = characters.map { character in
            requirements.indices.reduce(0) {
                requirements[$1].contains(UInt32(character)) ? $0 | 1 << $1 : $0
            }
        }
        let all = (1 << requirements.count) - 1

        func mayTouch(_ a: Int, _ b: Int) -> Bool {
            if a == b { return characters[a] == Self.beyondASCII }
            return neighboursMayTouch || !CharacterClass.areNeighbours(characters[a], characters[b])
        }
        let isLonely = characters.indices.map { a in !characters.indices.contains { b in mayTouch(a, b) } }
        oneIsEnough = characters.indices.contains { isLonely[$0] && met[$0] == all }

        // Breadth-first search over (requirements met, last character), one character longer each time. If
        // any character may follow any other, the last one makes no difference.
        let lastCount = neighboursMayTouch ? 1 : characters.count
        var isSeen = [Bool](repeating: false, count: (all + 1) * lastCount)
        var frontier: [(met: Int, last: Int)] = []
        func visit(_ now: Int, _ index: Int, _ states: inout [(met: Int, last: Int)]) {
            let key = now * lastCount + index % lastCount
            if isSeen[key] { return }
            isSeen[key] = true
            states.append((now, index))
        }
        for index in characters.indices where !isLonely[index] { visit(met[index], index, &frontier) }
        var length = 1
        while !frontier.isEmpty {
            if frontier.contains(where: { $0.met == all }) {
                fewest = length
                return
            }
            var next: [(met: Int, last: Int)] = []
            for state in frontier {
                for index in characters.indices where neighboursMayTouch || mayTouch(state.last, index) {
                    visit(state.met | met[index], index, &next)
                }
            }
            frontier = next
            length += 1
        }
    }
}
