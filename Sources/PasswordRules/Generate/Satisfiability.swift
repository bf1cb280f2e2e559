/// Whether any password satisfies some rules: decided exactly, not tried.
///
/// What decides is how few characters can meet all requirements. Limits on runs matter only where the alphabet is
/// tiny or `max-sequential` is 1; everywhere else a password can be made longer at will:
///
/// - With two characters or more and sequences of two permitted, distinct characters can be put in an order without a
///   run of three (take the smaller and the larger half in turns), and any password can be continued by its last
///   character but one. So every length from the fewest characters up is possible.
/// - With `max-sequential: 1` neighbours such as a and b may not touch. Characters are then the places of a walk, and
///   the shortest walk that meets all requirements is found by a search in breadth. From a character that touches any
///   other the walk goes on for ever, to and fro; one that touches none makes passwords of itself alone.
enum Satisfiability: Equatable {
    /// There are passwords of every length from `shortest` to the longest that is allowed.
    case satisfiable(shortest: Int)
    /// `minlength` is above `maxlength`.
    case limitsContradict(minimum: Int, maximum: Int)
    /// Meeting all requirements takes more characters than are allowed.
    case requirementsNeed(length: Int, maximum: Int)
    /// The limits on runs leave no password that is long enough, or none that meets all requirements.
    case limitsLeaveNone
    /// There are more than `maximumRequirements` requirements, and it was not found out.
    case tooManyRequirements

    /// Whether it is certain that no password satisfies the rules.
    var isProvedEmpty: Bool {
        switch self {
        case .satisfiable, .tooManyRequirements: false
        case .limitsContradict, .requirementsNeed, .limitsLeaveNone: true
        }
    }

    /// How many different requirements are looked at together.
    static let maximumRequirements = 10

    /// Decides for a checker's rules, over its own alphabet or a smaller one, with its own lengths or one length.
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
            // One character, over and over; from two characters on, the walk goes further.
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

    /// Whether there is a password of this length for certain, by a glance: a character for each requirement, in any
    /// order; or, where neighbours may not touch, with one between each two, of seven or more of which one is no
    /// neighbour of either.
    static func isObvious(_ checker: Checker, alphabet: CharacterClass, length: Int) -> Bool {
        if checker.sequenceLimit ?? .max > 1 {
            return alphabet.asciiCount > 1 && checker.required.count <= length
        }
        return alphabet.asciiCount >= 7 && checker.required.count <= length / 2
    }

    /// How many of the requirements have no character in common, at least: each of these takes one of its own.
    private static func disjointCount(_ requirements: [CharacterClass]) -> Int {
        var taken = CharacterClass.empty
        var count = 0
        // The smaller a class, the fewer others it is in the way of.
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
            // There are no more that are disjoint, and the work stays bounded.
            if kept.count > 128 { return kept }
        }
        return kept
    }
}

/// The search for the fewest characters that meet all requirements.
private struct Walk {
    /// The fewest characters in a password that can be continued; nil where none can be.
    private(set) var fewest: Int?
    /// Whether a character that touches no other meets all requirements alone.
    private(set) var oneIsEnough = false

    /// Stands for all characters beyond ASCII, which are nobody's neighbours.
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

        // In breadth over (requirements met, last character), one character more each time. Where any character may
        // follow any other, the last one makes no difference.
        let places = neighboursMayTouch ? 1 : characters.count
        var isSeen = [Bool](repeating: false, count: (all + 1) * places)
        var frontier: [(met: Int, last: Int)] = []
        func visit(_ now: Int, _ index: Int, _ states: inout [(met: Int, last: Int)]) {
            let key = now * places + index % places
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
