/// What `required` lines ask for: a minimum number of characters of each class, each class once.
///
/// The lines of one descriptor add up: two lines of one class ask for two characters of it. Those of several
/// descriptors do not: the larger number counts. Classes with the same members are the same; one character
/// may meet several different classes.
struct Requirements: Sendable {
    /// In the order in which the classes are first asked for.
    private(set) var minimums: [CharacterMinimum] = []
    /// For each minimum, the number of the line that asks for its last character.
    private(set) var lines: [Int] = []
    /// The indices of the minimums, by their classes, so that thousands of them are soon found.
    private var order: [Int] = []

    /// Nothing is required.
    init() {}

    /// What one descriptor asks for.
    init(of rules: [Rule]) { self.init([NumberedRule](rules)) }

    /// What one descriptor asks for, and the lines that do.
    init(_ rules: [NumberedRule]) {
        for numbered in rules {
            if case .required(let characters) = numbered.rule { add(characters, line: numbered.line) }
        }
    }

    /// What several descriptors, or other demands, ask for together.
    init(largestOf minimums: [CharacterMinimum]) {
        for minimum in minimums { merge(minimum) }
    }

    /// How many characters of a class are asked for; 0 if none are.
    func count(of characters: CharacterClass) -> Int {
        let position = position(of: characters)
        return position.isKnown ? minimums[order[position.index]].count : 0
    }

    /// Asks for one more character of a class, as another line of the descriptor.
    mutating func add(_ characters: CharacterClass, line: Int = 0) {
        set(characters, line: line) { $0 + 1 }
    }

    /// Asks for what another descriptor does.
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

    /// Where a class is in the order, or belongs.
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

    /// The descriptor's lines: each class as often as characters of it are asked for.
    var rules: [Rule] {
        minimums.flatMap { [Rule](repeating: .required($0.characters), count: $0.count) }
    }
}

extension CharacterClass {
    /// Any order in which each class has a position.
    fileprivate func precedes(_ other: CharacterClass) -> Bool {
        if low != other.low { return low < other.low }
        if high != other.high { return high < other.high }
        return !isUnicode && other.isUnicode
    }
}

extension Descriptor {
    /// What the `required` properties ask for, each class once: a class that several properties name is asked
    /// for as many times.
    public var requirements: [CharacterMinimum] { Requirements(of: rules).minimums }
}
