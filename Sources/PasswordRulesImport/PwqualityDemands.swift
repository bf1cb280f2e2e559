internal import PasswordRules

/// The demands of rules on a password, as far as pwquality has settings for them.
struct PwqualityDemands: Equatable {
    /// The minimum number of characters.
    var length = 0
    /// The minimum number of characters of each of ``classes``.
    var counts = [0, 0, 0, 0]
    /// The minimum number of classes.
    var minClasses = 0
    /// The longest run of one character.
    var maxRepeating: Int?
    /// The longest run of neighbours.
    var maxSequential: Int?
    /// The rules that pwquality has no setting for.
    private(set) var unsupported: [String] = []

    /// The credits of pwquality, and the classes that they count. "Other" characters are all except letters
    /// and digits.
    static let classes: [(credit: PwqualityOption, characters: CharacterClass?)] = [
        (.dcredit, .digit), (.ucredit, .upper), (.lcredit, .lower), (.ocredit, nil),
    ]

    /// Creates empty demands.
    init() {}

    init(_ rules: PolicyRules) {
        for minimum in rules.requirements {
            require(minimum.count, of: minimum.characters, "required of more than one class")
        }
        for rule in rules.rules { add(rule) }
        for property in rules.properties.all {
            if property.key == .minClasses {
                minClasses = property.number
            } else {
                leaveOut("\(property.key.name)")
            }
        }
    }

    private mutating func add(_ rule: Rule) {
        switch rule {
        case .required: break
        case .allowed: leaveOut("allowed")
        case .maxConsecutive(let number): if number > 0 { leaveOut("max-consecutive") }
        case .maxRepeating(let number): if number > 0 { maxRepeating = min(maxRepeating ?? number, number) }
        case .maxSequential(let number):
            if number > 0 { maxSequential = min(maxSequential ?? number, number) }
        case .minLength(let number): length = max(length, number)
        case .maxLength: leaveOut("maxlength")
        }
    }

    /// Demands a number of characters of a class. pwquality cannot demand a number of several classes
    /// together.
    mutating func require(_ count: Int, of characters: CharacterClass, _ name: String) {
        guard let index = Self.index(of: characters) else { return leaveOut(name) }
        counts[index] = max(counts[index], count)
    }

    private mutating func leaveOut(_ name: String) {
        if !unsupported.contains(name) { unsupported.append(name) }
    }

    /// The class of pwquality that all these characters belong to.
    private static func index(of characters: CharacterClass) -> Int? {
        guard !characters.isEmpty else { return nil }
        let lettersAndDigits = CharacterClass.upper.union(.lower).union(.digit)
        return classes.firstIndex { candidate in
            candidate.characters.map { $0.isSuperset(of: characters) }
                ?? characters.intersection(lettersAndDigits).isEmpty
        }
    }

    /// Merges other demands; the stricter value wins.
    mutating func add(_ other: PwqualityDemands) {
        length = max(length, other.length)
        for index in counts.indices { counts[index] = max(counts[index], other.counts[index]) }
        minClasses = max(minClasses, other.minClasses)
        maxRepeating = [maxRepeating, other.maxRepeating].compactMap { $0 }.min()
        maxSequential = [maxSequential, other.maxSequential].compactMap { $0 }.min()
        for name in other.unsupported { leaveOut(name) }
    }

    /// The demands that both have, and the unsupported rules of either.
    func common(with other: PwqualityDemands) -> PwqualityDemands {
        var common = PwqualityDemands()
        common.length = min(length, other.length)
        for index in counts.indices { common.counts[index] = min(counts[index], other.counts[index]) }
        common.minClasses = min(minClasses, other.minClasses)
        if let maxRepeating, let limit = other.maxRepeating { common.maxRepeating = max(maxRepeating, limit) }
        if let maxSequential, let limit = other.maxSequential {
            common.maxSequential = max(maxSequential, limit)
        }
        common.unsupported = unsupported
        for name in other.unsupported { common.leaveOut(name) }
        return common
    }
}

/// The demands of all rules of a policy together.
struct PwqualityTotal {
    private(set) var demands: PwqualityDemands
    /// The indices of classes that each shorten the required length by one character.
    private(set) var credits: [Int] = []
    /// Whether only the common demands of alternatives are exported.
    private(set) var losesAlternatives = false

    init(_ settings: PolicySettings) {
        demands = PwqualityDemands(settings.rules)
        for minimum in settings.minimums {
            demands.require(minimum.count, of: minimum.characters, "at-least of more than one class")
        }
        for choice in settings.choices { add(choice.map { PwqualityDemands($0) }) }
        demands.minClasses = max(demands.minClasses, settings.properties[.minClasses] ?? 0)
    }

    private mutating func add(_ choice: [PwqualityDemands]) {
        guard let first = choice.first else { return }
        let found = Self.credits(of: choice)
        // A class that is always required gives no password an advantage.
        if !found.isEmpty, credits.isEmpty, first.length > demands.length,
            found.allSatisfy({ demands.counts[$0] == 0 })
        {
            credits = found
            return demands.add(first)
        }
        losesAlternatives = true
        demands.add(choice.dropFirst().reduce(first) { $0.common(with: $1) })
        credits = credits.filter { demands.counts[$0] == 0 }
    }

    /// The classes whose credit of 1 produces these alternatives, as the import of pwquality writes them;
    /// empty if there are none.
    private static func credits(of choice: [PwqualityDemands]) -> [Int] {
        let first = choice[0]
        guard first.unsupported.isEmpty else { return [] }
        let credited = first.counts.indices.filter { index in
            first.counts[index] == 0 && choice.contains { $0.counts[index] == 1 }
        }
        // With a dictionary check, no password is shorter than cracklib's minimum.
        for floor in [1, PwqualityPolicy.cracklibLength] {
            var expected = [first]
            for set in 1..<(1 << credited.count) where first.length - set.nonzeroBitCount >= floor {
                var shorter = first
                shorter.length -= set.nonzeroBitCount
                for (bit, index) in credited.enumerated() where set >> bit & 1 == 1 {
                    shorter.counts[index] = 1
                }
                expected.append(shorter)
            }
            if expected.count == choice.count, expected.allSatisfy({ choice.contains($0) }) {
                return credited
            }
        }
        return []
    }
}
