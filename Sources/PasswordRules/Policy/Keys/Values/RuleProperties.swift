/// The properties that policies add to descriptors: keys with numbers, which `rules` may contain.
public struct RuleProperties: Equatable, Sendable {
    /// A key, and its number.
    package struct Property: Equatable, Sendable {
        package let key: PolicyKey
        package fileprivate(set) var number: Int
        /// The number of the first line that sets it, from 1; 0 if it is not from a line.
        fileprivate(set) var line: Int

        /// Whether both make the same demand, even from different lines.
        package static func == (first: Property, second: Property) -> Bool {
            first.key == second.key && first.number == second.number
        }
    }

    /// The properties, in the order of the keys, each once.
    package private(set) var all: [Property] = []

    /// Creates an empty set.
    init() {}

    /// The number of a key; nil if it is not set.
    package subscript(key: PolicyKey) -> Int? {
        for property in all where property.key == key.target { return property.number }
        return nil
    }

    /// Whether it demands nothing.
    var isEmpty: Bool { all.isEmpty }

    /// Whether it has composition rules, not only a number of guesses.
    var hasCompositionRules: Bool { all.contains { $0.key.isCompositionRule } }

    /// Adds a property. The stricter number counts.
    mutating func add(_ key: PolicyKey, _ number: Int, line: Int = 0) {
        let property = Property(key: key.target, number: number, line: line)
        var index = 0
        while index < all.count, all[index].key.rawValue < property.key.rawValue { index += 1 }
        guard index < all.count, all[index].key == property.key else {
            return all.insert(property, at: index)
        }
        let set = all[index]
        let isStricter = property.key.combination == .smallest ? number < set.number : number > set.number
        // A line of the key may set the same number as a later line of `rules`. The earlier one counts.
        let isEarlier = number == set.number && line > 0 && line < set.line
        if isStricter || isEarlier { all[index] = property }
    }

    /// Merges other properties. The stricter numbers count.
    mutating func add(_ other: RuleProperties) {
        for property in other.all { add(property.key, property.number, line: property.line) }
    }

    /// The same properties, with this line number.
    func numbered(_ line: Int) -> RuleProperties {
        var properties = self
        for index in properties.all.indices { properties.all[index].line = line }
        return properties
    }

    /// The properties that others do not include.
    func without(_ other: RuleProperties) -> RuleProperties {
        var rest = self
        rest.all.removeAll { property in
            guard let number = other[property.key] else { return false }
            return property.key.combination == .smallest
                ? number <= property.number : number >= property.number
        }
        return rest
    }

    /// Removes a key.
    mutating func remove(_ key: PolicyKey) { all.removeAll { $0.key == key } }

    /// Whether it includes all demands of others.
    func includes(_ other: RuleProperties) -> Bool { other.without(self).isEmpty }
}

extension DescriptorParser {
    /// Creates a parser for the rules of a policy, with the properties of descriptors and those that keys
    /// add.
    @_lifetime(copy text)
    init(ofPolicy text: Span<UInt8>, range: Range<Int>, keepsRanges: Bool = false) {
        self.init(
            text, range: range, ignoresNonASCII: false,
            additions: Self.propertyKeys.compactMap { key in
                key.declaration.value.inRules.map { AddedProperty(name: key.word, value: $0) }
            },
            keepsRanges: keepsRanges)
    }

    /// The keys that may be properties, in the order of `addedNumbers`.
    private static var propertyKeys: [PolicyKey] { PolicyKey.allCases.filter { $0.isProperty } }

    /// The added properties, with the strictest number of each. Only for the rules of a policy.
    var properties: RuleProperties {
        var properties = RuleProperties()
        for (key, number) in zip(Self.propertyKeys, addedNumbers) {
            if let number { properties.add(key, number) }
        }
        return properties
    }
}
