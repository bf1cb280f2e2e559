// A block may throw any error, which Embedded Swift does not support.
#if !hasFeature(Embedded)
extension Descriptor {
    /// A descriptor of the rules in a block, such as `Descriptor { required(.upper); minLength(12) }`.
    /// - Throws: ``InvalidRule`` if a rule's value cannot be written as text, and any error of the block.
    public init(@DescriptorBuilder _ rules: () throws -> [Rule]) throws {
        try self.init(try rules())
    }
}

/// Collects the rules in a block.
@resultBuilder
public enum DescriptorBuilder {
    /// One rule.
    public static func buildExpression(_ rule: Rule) -> [Rule] { [rule] }
    /// Several rules.
    public static func buildExpression(_ rules: [Rule]) -> [Rule] { rules }
    /// The rules one after the other.
    public static func buildBlock(_ rules: [Rule]...) -> [Rule] { rules.flatMap { $0 } }
    /// The rules under a condition.
    public static func buildOptional(_ rules: [Rule]?) -> [Rule] { rules ?? [] }
    /// The rules of the first branch.
    public static func buildEither(first rules: [Rule]) -> [Rule] { rules }
    /// The rules of the second branch.
    public static func buildEither(second rules: [Rule]) -> [Rule] { rules }
    /// The rules of each round of a loop.
    public static func buildArray(_ rules: [[Rule]]) -> [Rule] { rules.flatMap { $0 } }
}

/// At least one character of these classes. Rules with the same classes add up.
public func required(_ classes: CharacterClass...) -> Rule { .required(union(classes)) }
/// These characters may be used in addition to the required ones.
public func allowed(_ classes: CharacterClass...) -> Rule { .allowed(union(classes)) }
/// The older form of ``maxRepeating(_:)`` and ``maxSequential(_:)``.
public func maxConsecutive(_ limit: Int) -> Rule { .maxConsecutive(limit) }
/// No character more than this many times in a row.
public func maxRepeating(_ limit: Int) -> Rule { .maxRepeating(limit) }
/// No run of neighbours inside a-z, A-Z or 0-9 longer than this.
public func maxSequential(_ limit: Int) -> Rule { .maxSequential(limit) }
/// At least this many Unicode scalar values.
public func minLength(_ limit: Int) -> Rule { .minLength(limit) }
/// At most this many Unicode scalar values.
public func maxLength(_ limit: Int) -> Rule { .maxLength(limit) }

private func union(_ classes: [CharacterClass]) -> CharacterClass {
    classes.reduce(CharacterClass.empty) { $0.union($1) }
}
#endif
