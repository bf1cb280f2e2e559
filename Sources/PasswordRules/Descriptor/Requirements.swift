/// The minimum number of characters of each class that `required` properties ask for.
///
/// Within one descriptor they add up: two properties with the same class ask for two of its characters.
/// Across several descriptors they do not: the larger number counts. Classes with the same members are the
/// same class. One character may meet several classes.
struct Requirements: Sendable {
    /// The minimums, in the order in which their classes first occur.
    private(set) var minimums: [CharacterMinimum] = []
    /// For each minimum, the line that last raised it.
    private(set) var lines: [Int] = []
    /// The indices of the minimums, sorted by class for a binary search among thousands.
    private var order: [Int] = []

    /// No requirements.
    init() {}

    /// The requirements of one descriptor.
    init(of rules: [Rule]) { self.init([NumberedRule](rules)) }

    /// The requirements of one descriptor, with their lines.
    init(_ rules: [NumberedRule]) {
        for numbered in rules {
            if case .required(let characters) = numbered.rule { add(characters, line: numbered.line) }
        }
    }

    /// The requirements of several descriptors, or of other demands, together.
    init(largestOf minimums: [CharacterMinimum]) {
        for minimum in minimums { merge(minimum) }
    }

    /// The minimum number of characters of a class; 0 if there is none.
    func count(of characters: CharacterClass) -> Int {
        let position = position(of: characters)
        return position.isKnown ? minimums[order[position.index]].count : 0
    }

    /// Adds another property of the descriptor, which asks for one more character of a class.
    mutating func add(_ characters: CharacterClass, line: Int = 0) {
        set(characters, line: line) { $0 + 1 }
    }

    /// Adds a minimum of another descriptor.
    mutating func merge(_ minimum: CharacterMinimum, line: Int = 0) {
        set(minimum.characters, line: line) { max($0, minimum.count) }
    }

    private mutating func set(_ characters: CharacterClass, line: Int, _ change: (Int) -> Int) {
        let position = position(of: characters)
        if position.isKnown {
            let index = order[position.index]
            let count = change(minimums[index].count)
            if count == minimums[index].count { return }
            minimums[index] = CharacterMinimum(count: count, characters: characters)
            lines[index] = line
        } else {
            order.insert(minimums.count, at: position.index)
            minimums.append(CharacterMinimum(count: change(0), characters: characters))
            lines.append(line)
        }
    }

    /// The position of a class in `order`, or the one to insert it at.
    private func position(of characters: CharacterClass) -> (index: Int, isKnown: Bool) {
        var (low, high) = (0, order.count)
        while low < high {
            let middle = (low + high) / 2
            let other = minimums[order[middle]].characters
            if other == characters { return (middle, true) }
            if other.precedes(characters) { low = middle + 1 } else { high = middle }
        }
        return (low, false)
    }

    /// The `required` rules, one for each character that is asked for.
    var rules: [Rule] {
        minimums.flatMap { [Rule](repeating: .required($0.characters), count: $0.count) }
    }
}

extension CharacterClass {
    /// An arbitrary total order.
    fileprivate func precedes(_ other: CharacterClass) -> Bool {
        if low != other.low { return low < other.low }
        if high != other.high { return high < other.high }
        return !isUnicode && other.isUnicode
    }
}

extension Descriptor {
    /// The minimum for each class that `required` properties ask for: the number of those properties.
    public var requirements: [CharacterMinimum] { Requirements(of: rules).minimums }
}
