/// A descriptor compiled to check passwords in one reading.
///
/// A checker is immutable: any number of threads may share it.
public final class Checker: Sendable {
    /// The reading it applies.
    public let reading: Reading
    /// One class for each `required` property, in source order. A property that is repeated still asks for
    /// one character, and is said once.
    let required: [CharacterClass]
    /// The characters that may be used; nil if they are not restricted.
    let permitted: CharacterClass?
    private let limits: Limits
    /// The largest number of outcomes: one for the encoding, and one for each rule.
    let outcomeCount: Int

    /// A checker of `descriptor`.
    public init(_ descriptor: Descriptor, reading: Reading = .written) {
        var required: [CharacterClass] = []
        required.reserveCapacity(descriptor.rules.count)
        var allowed: CharacterClass?
        var limits = Limits()
        for rule in descriptor.rules {
            switch rule {
            case .required(let characters):
                let members = Self.members(of: characters, in: reading)
                // Looked for among the first only: that is enough for people, and linear.
                if !required.prefix(64).contains(members) { required.append(members) }
            case .allowed(let characters):
                allowed = (allowed ?? .empty).union(Self.members(of: characters, in: reading))
            default: limits.add(rule)
            }
        }
        var unionOfRequired = CharacterClass.empty
        for characters in required { unionOfRequired = unionOfRequired.union(characters) }
        if let allowed {
            permitted = allowed.union(unionOfRequired)
        } else if reading == .written {
            permitted = nil
        } else {
            permitted = required.isEmpty ? .asciiPrintable : unionOfRequired
        }
        self.reading = reading
        self.required = required
        self.limits = limits
        outcomeCount = 1 + required.count + (permitted == nil ? 0 : 1) + limits.count
    }

    /// The limits; nil if not set.
    var minLength: Int? { limits.minLength }
    var maxLength: Int? { limits.maxLength }
    var maxRepeating: Int? { limits.maxRepeating }
    var maxSequential: Int? { limits.maxSequential }
    var maxConsecutive: Int? { limits.maxConsecutive }

    /// The longest permitted run of one character; nil if it is not limited.
    var repeatLimit: Int? { Self.tighter(maxRepeating, maxConsecutive) }

    /// The longest permitted run of neighbours, up or down, in this reading; nil if it is not limited.
    var sequenceLimit: Int? { Self.tighter(maxSequential, reading == .strict ? maxConsecutive : nil) }

    private static func tighter(_ first: Int?, _ second: Int?) -> Int? {
        guard let first, let second else { return first ?? second }
        return min(first, second)
    }

    /// Checks a password, given as UTF-8 bytes. Linear in its length.
    public func check(_ password: Span<UInt8>) -> Report {
        var report = Report()
        check(password, into: &report)
        return report
    }

    /// Checks a password, given as UTF-8 bytes, into the report of an earlier check. Allocates nothing if
    /// that had at least as many outcomes.
    public func check(_ password: Span<UInt8>, into report: inout Report) {
        report.clear(reserving: outcomeCount)
        let facts = PasswordFacts(password, permitted: permitted)
        let length = facts.lengthInScalars
        if facts.illFormedCount > 0 {
            report.add(Outcome(.encoding, isMet: false, limit: 0, actual: facts.illFormedCount))
        }
        if let minLength {
            report.add(Outcome(.minLength, isMet: length >= minLength, limit: minLength, actual: length))
        }
        for characters in required {
            let isMet = facts.contains(anyOf: characters)
            report.add(
                Outcome(.required, isMet: isMet, limit: 1, actual: isMet ? 1 : 0, characters: characters))
        }
        if let permitted {
            let count = facts.forbiddenCount
            report.add(Outcome(.allowed, isMet: count == 0, limit: 0, actual: count, characters: permitted))
        }
        func add(_ kind: Outcome.Kind, _ limit: Int?, _ actual: Int) {
            guard let limit else { return }
            report.add(Outcome(kind, isMet: actual <= limit, limit: limit, actual: actual))
        }
        add(.maxLength, maxLength, length)
        add(.maxRepeating, maxRepeating, facts.longestRepeat)
        add(.maxSequential, maxSequential, facts.longestSequence)
        if reading == .strict {
            add(.maxConsecutiveStrict, maxConsecutive, max(facts.longestRepeat, facts.longestSequence))
        } else {
            add(.maxConsecutive, maxConsecutive, facts.longestRepeat)
        }
    }

    /// Checks a password, given as a string.
    public func check(_ password: String) -> Report {
        let bytes = Array(password.utf8)
        return check(bytes.span)
    }

    /// Whether repetitions or sequences are limited.
    var hasRunLimits: Bool { repeatLimit != nil || sequenceLimit != nil }

    /// Whether a password, or a piece of one, keeps the limits on repetitions and sequences.
    func keepsRunLimits(_ password: Span<UInt8>) -> Bool {
        let facts = PasswordFacts(password, permitted: nil)
        return facts.longestRepeat <= repeatLimit ?? .max && facts.longestSequence <= sequenceLimit ?? .max
    }

    private static func members(of characters: CharacterClass, in reading: Reading) -> CharacterClass {
        reading == .strict && characters.isUnicode ? .asciiPrintable : characters
    }
}
