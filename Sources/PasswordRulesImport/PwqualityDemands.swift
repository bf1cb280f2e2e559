internal import PasswordRules

/// What rules demand of a password, as far as pwquality can say it.
struct PwqualityDemands: Equatable {
    /// At least so many characters.
    var length = 0
    /// At least so many characters of each of ``classes``.
    var counts = [0, 0, 0, 0]
    /// At least so many classes.
    var minClasses = 0
    /// No more of the same character in a row.
    var maxRepeating: Int?
    /// No longer run of neighbours.
    var maxSequential: Int?
    /// What pwquality has no setting for.
    private(set) var unsaid: [String] = []

    /// The credits of pwquality, by the classes that they count. "Other" characters are all but letters and
    /// digits.
    static let classes: [(credit: PwqualityOption, characters: CharacterClass?)] = [
        (.dcredit, .digit), (.ucredit, .upper), (.lcredit, .lower), (.ocredit, nil),
    ]

    /// Nothing is demanded.
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
                leave("\(property.key.name)")
            }
        }
    }

    private mutating func add(_ rule: Rule) {
        switch rule {
        case .required: break
        case .allowed: leave("allowed")
        case .maxConsecutive(let number): if number > 0 { leave("max-consecutive") }
        case .maxRepeating(let number): if number > 0 { maxRepeating = min(maxRepeating ?? number, number) }
        case .maxSequential(let number):
            if number > 0 { maxSequential = min(maxSequential ?? number, number) }
        case .minLength(let number): length = max(length, number)
        case .maxLength: leave("maxlength")
        }
    }

    /// Demands so many characters of a class; of several classes together, pwquality demands none.
    mutating func require(_ count: Int, of characters: CharacterClass, _ name: String) {
        guard let index = Self.index(of: characters) else { return leave(name) }
        counts[index] = max(counts[index], count)
    }

    private mutating func leave(_ name: String) { if !unsaid.contains(name) { unsaid.append(name) } }

    /// The class of pwquality that all these characters belong to.
    private static func index(of characters: CharacterClass) -> Int? {
        guard !characters.isEmpty else { return nil }
        let lettersAndDigits = CharacterClass.upper.union(.lower).union(.digit)
        return classes.firstIndex { candidate in
            candidate.characters.map { $0.isSuperset(of: characters) }
                ?? characters.intersection(lettersAndDigits).isEmpty
        }
    }

    /// Takes in what is demanded besides.
    mutating func add(_ other: PwqualityDemands) {
        length = max(length, other.length)
        for index in counts.indices { counts[index] = max(counts[index], other.counts[index]) }
        minClasses = max(minClasses, other.minClasses)
        maxRepeating = [maxRepeating, other.maxRepeating].compactMap { $0 }.min()
        maxSequential = [maxSequential, other.maxSequential].compactMap { $0 }.min()
        for name in other.unsaid { leave(name) }
    }

    /// What both demand.
    func common(with other: PwqualityDemands) -> PwqualityDemands {
        var common = PwqualityDemands()
        common.length = min(length, other.length)
        for index in counts.indices { common.counts[index] = min(counts[index], other.counts[index]) }
        common.minClasses = min(minClasses, other.minClasses)
        if let maxRepeating, let limit = other.maxRepeating { common.maxRepeating = max(maxRepeating, limit) }
        if let maxSequential, let limit = other.maxSequential {
            common.maxSequential = max(maxSequential, limit)
        }
        common.unsaid = unsaid
        for name in other.unsaid { common.leave(name) }
        return common
    }
}

/// What all rules of a policy demand together.
struct PwqualityTotal {
    private(set) var demands: PwqualityDemands
    /// The classes for each of which a password may be shorter by one character, by their numbers.
    private(set) var credits: [Int] = []
    /// Whether alternatives are said only as far as all of them demand the same.
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
        // A class that is required anyway makes no password shorter than others.
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

    /// The classes with a credit of 1 that make these alternatives, as the import of pwquality writes them;
    /// empty if none do.
    private static func credits(of choice: [PwqualityDemands]) -> [Int] {
        let first = choice[0]
        guard first.unsaid.isEmpty else { return [] }
        let credited = first.counts.indices.filter { index in
            first.counts[index] == 0 && choice.contains { $0.counts[index] == 1 }
        }
        // With a dictionary check, no password is shorter than cracklib accepts.
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
