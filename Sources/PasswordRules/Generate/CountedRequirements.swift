/// How words that meet the requirements of a language are counted: by inclusion and exclusion, or by counting
/// the characters that a word still lacks.
///
/// `InclusionExclusion`, which needs little memory, handles requirements of one character. Each requirement
/// of several characters has a counter of its missing characters. All counters together are the state, and a
/// word meets the requirements if nothing is missing at its end. If there are too many requirements of one
/// character, those that are alike share a counter: they are interchangeable, so only the number that is not
/// met yet matters.
struct CountedRequirements: Sendable {
    /// The classes that require one character each, for inclusion and exclusion.
    let excluded: [CharacterClass]
    /// The number of states. In state 0 nothing is missing, and in the last one everything.
    let stateCount: Int
    private let counters: [Counter]

    /// The maximum number of requirements that are excluded, and of counters.
    static let maximum = Satisfiability.maximumRequirements
    private static let maximumStates = 1 << 16

    /// One requirement of several characters, or several requirements of one character.
    private struct Counter {
        let requirements: [CharacterClass]
        /// The characters of all these requirements.
        let characters: CharacterClass
        /// The number that is missing at first.
        let count: Int
        /// The difference that one missing character or requirement makes to a state.
        let stride: Int

        func missing(in state: Int) -> Int { state / stride % (count + 1) }
    }

    init(_ language: PasswordLanguage) throws(CountError) {
        var excluded: [CharacterClass] = []
        var groups: [(requirements: [CharacterClass], count: Int)] = []
        for requirement in language.requirements {
            if requirement.count == 1 {
                excluded.append(requirement.characters)
            } else {
                groups.append(([requirement.characters], requirement.count))
            }
        }
        while excluded.count > Self.maximum,
            let alike = Self.largestGroup(of: excluded.filter { Self.isAlone($0, in: language) }),
            alike.count > 1
        {
            excluded.removeAll { alike.contains($0) }
            groups.append((alike, alike.count))
        }
        let count = max(excluded.count, groups.count)
        guard count <= Self.maximum else {
            throw .tooManyRequirements(count: language.requirements.count, maximum: Self.maximum)
        }
        var counters: [Counter] = []
        var stateCount = 1
        for group in groups {
            counters.append(
                Counter(
                    requirements: group.requirements,
                    characters: group.requirements.reduce(CharacterClass.empty) { $0.union($1) },
                    count: group.count, stride: stateCount))
            guard group.count < Self.maximumStates / stateCount else {
                throw .tooLong(length: language.positions.count)
            }
            stateCount *= group.count + 1
        }
        self.excluded = excluded
        self.counters = counters
        self.stateCount = stateCount
    }

    /// The largest group of classes of the same size; nil if there are no classes.
    private static func largestGroup(of classes: [CharacterClass]) -> [CharacterClass]? {
        var largest: [CharacterClass] = []
        for size in 1...128 {
            let group = classes.filter { $0.asciiCount == size }
            if group.count > largest.count { largest = group }
        }
        return largest.isEmpty ? nil : largest
    }

    /// Whether a class shares no character with another requirement, and neither a position nor the limit on
    /// sequences treats its characters differently from those of another such class.
    private static func isAlone(_ characters: CharacterClass, in language: PasswordLanguage) -> Bool {
        language.alphabets.allSatisfy { $0.isSuperset(of: characters) }
            && (language.sequenceLimit == nil || characters.intersection(.alphanumeric).isEmpty)
            && language.requirements.allSatisfy {
                $0.characters == characters || $0.characters.intersection(characters).isEmpty
            }
    }

    var counterCount: Int { counters.count }

    /// The state in which everything is missing.
    var initial: Int { stateCount - 1 }

    /// The counters that count a character; bit n is counter n.
    func signature(of byte: UInt8) -> Int {
        var signature = 0
        for index in counters.indices where counters[index].characters.contains(UInt32(byte)) {
            signature |= 1 << index
        }
        return signature
    }

    /// The state after a character that the word did not have before, `count` times in a row.
    func state(after byte: UInt8, _ state: Int, count: Int = 1) -> Int {
        var next = state
        for counter in counters where counter.characters.contains(UInt32(byte)) {
            next -= counter.stride * min(counter.missing(in: state), count)
        }
        return next
    }

    /// The state after a character that continues a run by `step`.
    func state(after byte: UInt8, _ state: Int, by step: RunStep, count: Int = 1) -> Int {
        // If requirements share a counter, repeating a character does not meet another one of them. The steps
        // up and down never reach a character with a shared counter, because `isAlone` is false for its
        // class.
        step == .same && sharedCounter(of: byte) != nil
            ? state : self.state(after: byte, state, count: count)
    }

    /// The state after a character, if the word already has `characters`.
    func state(after byte: UInt8, _ state: Int, with characters: CharacterClass) -> Int {
        isMet(by: byte, characters) ? state : self.state(after: byte, state)
    }

    /// Whether a character's requirement shares a counter with others, and is already met.
    private func isMet(by byte: UInt8, _ characters: CharacterClass) -> Bool {
        guard let counter = sharedCounter(of: byte) else { return false }
        return counter.requirements.contains {
            $0.contains(UInt32(byte)) && !$0.intersection(characters).isEmpty
        }
    }

    /// The number of requirements that share the character's counter, and how many of them are unmet in a
    /// state; nil if its counter is not shared.
    func alike(_ byte: UInt8, _ state: Int) -> (count: Int, missing: Int)? {
        sharedCounter(of: byte).map { ($0.count, $0.missing(in: state)) }
    }

    /// The counter of a character, if several requirements share it.
    private func sharedCounter(of byte: UInt8) -> Counter? {
        counters.first { $0.requirements.count > 1 && $0.characters.contains(UInt32(byte)) }
    }
}

/// The states after characters of some rows, as tables, because each position looks them up.
struct RequirementStates: Sendable {
    let requirements: CountedRequirements
    private let limits: [RunLimit]
    /// For each row and state, the state after one of its characters that occurs for the first time.
    private let first: [Int32]
    /// For each row, limit and state, the state after one step from the row, and after as many steps as the
    /// limit has characters.
    private let steps: [Int32]
    private let runs: [Int32]

    /// - Parameter bytes: One character of each row.
    init(_ language: PasswordLanguage, _ bytes: [UInt8], _ requirements: CountedRequirements) {
        self.requirements = requirements
        limits = RunLimit.limits(of: language)
        let states = 0..<requirements.stateCount
        var (first, steps, runs): ([Int32], [Int32], [Int32]) = ([], [], [])
        // A single state needs no tables.
        for byte in bytes where states.count > 1 {
            for state in states {
                first.append(Int32(truncatingIfNeeded: requirements.state(after: byte, state)))
            }
            for limit in limits {
                for state in states {
                    let next = limit.step.next(byte) ?? byte
                    let step = requirements.state(after: next, state, by: limit.step)
                    steps.append(Int32(truncatingIfNeeded: step))
                    var run = state
                    if limit.step == .same {
                        run = requirements.state(after: byte, state, by: .same, count: limit.characters)
                    } else {
                        var last = byte
                        for _ in 0..<limit.characters {
                            guard let next = limit.step.next(last) else { break }
                            last = next
                            run = requirements.state(after: last, run, by: limit.step)
                        }
                    }
                    runs.append(Int32(truncatingIfNeeded: run))
                }
            }
        }
        self.first = first
        self.steps = steps
        self.runs = runs
    }

    /// The approximate number of steps to prepare the tables, as for `PasswordLanguage.maximumWork`.
    static func steps(
        toPrepare requirements: CountedRequirements, rowCount: Int, _ limits: [RunLimit]
    ) -> Int64 {
        if requirements.stateCount == 1 { return 0 }
        let lookups = limits.reduce(1) { $0 + 1 + ($1.step == .same ? 1 : min($1.characters, 26)) }
        return Int64(requirements.stateCount * rowCount) * Int64(lookups * requirements.counterCount)
    }

    var count: Int { requirements.stateCount }

    /// The state after a character of a row that occurs for the first time.
    func after(_ row: Int, _ state: Int) -> Int {
        count == 1 ? 0 : Int(first[row * count + state])
    }

    /// The state after one step from a row.
    func afterStep(_ row: Int, _ limitIndex: Int, _ state: Int) -> Int {
        count == 1 ? 0 : Int(steps[(row * limits.count + limitIndex) * count + state])
    }

    /// The state after as many steps from a row as its limit has characters; the characters must exist.
    func afterRun(_ row: Int, _ limitIndex: Int, _ state: Int) -> Int {
        count == 1 ? 0 : Int(runs[(row * limits.count + limitIndex) * count + state])
    }
}
