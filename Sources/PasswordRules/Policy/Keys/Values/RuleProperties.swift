/// What `rules` demand in addition to the properties of descriptors: numbers of keys that are properties as
/// well.
public struct RuleProperties: Equatable, Sendable {
    /// A key, and the number that it is set to.
    package struct Property: Equatable, Sendable {
        package let key: PolicyKey
        package fileprivate(set) var number: Int
        /// The number of the first line that sets it, from 1; 0 for what no line says.
        fileprivate(set) var line: Int

        /// Whether both demand the same, whichever lines say so.
        package static func == (first: Property, second: Property) -> Bool {
            first.key == second.key && first.number == second.number
        }
    }

    /// In the order of the keys, each once.
    package private(set) var all: [Property] = []

    /// Nothing is demanded.
    init() {}

    /// The number of a key; nil where it is not set.
    package subscript(key: PolicyKey) -> Int? {
        for property in all where property.key == key.target { return property.number }
        return nil
    }

    /// Whether it demands nothing.
    var isEmpty: Bool { all.isEmpty }

    /// Whether it asks for a composition, and not only for a number of guesses.
    var hasCompositionRules: Bool { all.contains { $0.key.isCompositionRule } }

    /// Adds what a key demands; the stricter number holds.
    mutating func add(_ key: PolicyKey, _ number: Int, line: Int = 0) {
        let property = Property(key: key.target, number: number, line: line)
        var index = 0
        while index < all.count, all[index].key.rawValue < property.key.rawValue { index += 1 }
        guard index < all.count, all[index].key == property.key else {
            return all.insert(property, at: index)
        }
        let set = all[index]
        let isStricter = property.key.combination == .smallest ? number < set.number : number > set.number
        // A key may set in an earlier line what `rules` set in a later one.
        let isEarlier = number == set.number && line > 0 && line < set.line
        if isStricter || isEarlier { all[index] = property }
    }

    /// Merges other rules; the stricter number holds.
    mutating func add(_ other: RuleProperties) {
        for property in other.all { add(property.key, property.number, line: property.line) }
    }

    /// The same, as those of the line with this number.
    func numbered(_ line: Int) -> RuleProperties {
        var properties = self
        for index in properties.all.indices { properties.all[index].line = line }
        return properties
    }

    /// Without what others demand as well.
    func without(_ other: RuleProperties) -> RuleProperties {
        var rest = self
        rest.all.removeAll { property in
            guard let number = other[property.key] else { return false }
            return property.key.combination == .smallest
                ? number <= property.number : number >= property.number
        }
        return rest
    }

    /// Without one key.
    mutating func remove(_ key: PolicyKey) { all.removeAll { $0.key == key } }

    /// Whether it demands what others do.
    func includes(_ other: RuleProperties) -> Bool { other.without(self).isEmpty }
}

extension DescriptorParser {
    /// A reader of a policy's rules: of the properties of descriptors, and those that keys add.
    @_lifetime(copy text)
    init(ofPolicy text: Span<UInt8>, range: Range<Int>, keepsRanges: Bool = false) {
        self.init(
            text, range: range, leavesOutNonASCII: false,
            additions: Self.propertyKeys.compactMap { key in
                key.declaration.value.inRules.map { AddedProperty(name: key.word, value: $0) }
            },
            keepsRanges: keepsRanges)
    }

    /// The keys that are properties as well, in the order of `addedNumbers`.
    private static var propertyKeys: [PolicyKey] { PolicyKey.allCases.filter { $0.isProperty } }

    /// What is demanded by added properties: the strictest of each. Of a policy's rules alone.
    var properties: RuleProperties {
        var properties = RuleProperties()
        for (key, number) in zip(Self.propertyKeys, addedNumbers) {
            if let number { properties.add(key, number) }
        }
        return properties
    }
}
