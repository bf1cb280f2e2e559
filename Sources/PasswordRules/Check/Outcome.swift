/// What became of one rule in one check.
///
/// It holds counts only, nothing from which the password could be told.
public struct Outcome: Equatable, Sendable {
    /// The kind of rule. The numbers are stable and never used again for something else.
    public enum Kind: Int, Sendable, CaseIterable {
        /// At least so many characters. `actual`: the length.
        case minLength = 1
        /// At least one character of the class. `actual`: 1 where there is one, else 0.
        case required = 2
        /// Only these characters. `actual`: how many others there are; the limit is 0.
        case allowed = 3
        /// At most so many characters. `actual`: the length.
        case maxLength = 4
        /// `actual`: the longest run of one character.
        case maxRepeating = 5
        /// `actual`: the longest run of neighbours inside a-z, A-Z or 0-9.
        case maxSequential = 6
        /// `actual`: the longest run that the reading counts.
        case maxConsecutive = 7
        /// Well-formed UTF-8. Only reported where it is not met. `actual`: how many ill-formed sequences there
        /// are; the limit is 0.
        case encoding = 8
        /// Not longer than a policy examines, in bytes. Only reported where it is not met, and then alone.
        case maxBytes = 9

        /// The name of the property in a descriptor, or the name of ours where there is none.
        public var name: StaticString {
            switch self {
            case .minLength: "minlength"
            case .required: "required"
            case .allowed: "allowed"
            case .maxLength: "maxlength"
            case .maxRepeating: "max-repeating"
            case .maxSequential: "max-sequential"
            case .maxConsecutive: "max-consecutive"
            case .encoding: "encoding"
            case .maxBytes: "max-bytes"
            }
        }
    }

    /// The kind of rule.
    public let kind: Kind
    /// Whether the password meets it.
    public let isMet: Bool
    /// The number the rule sets.
    public let limit: Int
    /// The number the password has.
    public let actual: Int
    /// The characters that a `required` or `allowed` rule names; else empty.
    public let characters: CharacterClass
    /// Whether a `maxConsecutive` limit was read as one on sequences too.
    let countsSequences: Bool

    init(
        _ kind: Kind, isMet: Bool, limit: Int, actual: Int, characters: CharacterClass = .empty,
        countsSequences: Bool = false
    ) {
        self.kind = kind
        self.isMet = isMet
        self.limit = limit
        self.actual = actual
        self.characters = characters
        self.countsSequences = countsSequences
    }

    /// Whether the rule asks for something (and is counted by `Report.progress` while it is met), rather than
    /// forbidding something.
    var isDemand: Bool { kind == .minLength || kind == .required }

    /// How much of a demand is fulfilled, 0 to 1.
    var fulfilment: Double {
        if isMet { return 1 }
        return kind == .minLength && limit > 0 ? Double(actual) / Double(limit) : 0
    }
}
