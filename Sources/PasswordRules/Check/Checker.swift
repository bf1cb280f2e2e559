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
    /// The lines that have each of the required classes first.
    private let linesOfRequired: [Int]
    /// The line that permits the fewest characters.
    private let lineOfPermitted: Int
    /// The largest number of outcomes: one for the encoding, and one for each rule.
    let outcomeCount: Int

    /// A checker of `descriptor`.
    public convenience init(_ descriptor: Descriptor, reading: Reading = .written) {
        self.init([NumberedRule](descriptor.rules), reading: reading)
    }

    /// A checker whose outcomes know the lines that they come from.
    init(_ rules: [NumberedRule], reading: Reading = .written) {
        var required: [CharacterClass] = []
        required.reserveCapacity(rules.count)
        var linesOfRequired: [Int] = []
        linesOfRequired.reserveCapacity(rules.count)
        var allowed: CharacterClass?
        var lineOfPermitted = 0
        var limits = Limits()
        for numbered in rules {
            switch numbered.rule {
            case .required(let characters):
                let members = Self.members(of: characters, in: reading)
                // Looked for among the first only: that is enough for people, and linear.
                if required.prefix(64).contains(members) { continue }
                required.append(members)
                linesOfRequired.append(numbered.line)
            case .allowed(let characters):
                allowed = (allowed ?? .empty).union(Self.members(of: characters, in: reading))
                lineOfPermitted = numbered.line
            default: limits.add(numbered.rule, line: numbered.line)
            }
        }
        self.linesOfRequired = linesOfRequired
        self.lineOfPermitted = lineOfPermitted
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
    var minLength: Int? { limits.minLength?.number }
    var maxLength: Int? { limits.maxLength?.number }
    var maxRepeating: Int? { limits.maxRepeating?.number }
    var maxSequential: Int? { limits.maxSequential?.number }
    var maxConsecutive: Int? { limits.maxConsecutive?.number }

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
        addOutcomes(of: password, to: &report)
    }

    /// Adds the outcomes of a check to a report.
    func addOutcomes(of password: Span<UInt8>, to report: inout Report) {
        let facts = PasswordFacts(password, permitted: permitted)
        let length = facts.lengthInScalars
        if facts.illFormedCount > 0 {
            report.add(Outcome(.encoding, isMet: false, limit: 0, actual: facts.illFormedCount))
        }
        func add(_ kind: Outcome.Kind, _ limit: Limits.Limit?, _ actual: Int) {
            guard let limit else { return }
            report.add(Outcome(kind, limit: limit.number, actual: actual, line: limit.line))
        }
        add(.minLength, limits.minLength, length)
        for index in required.indices {
            let isMet = facts.contains(anyOf: required[index])
            report.add(
                Outcome(
                    .required, isMet: isMet, limit: 1, actual: isMet ? 1 : 0, characters: required[index],
                    line: linesOfRequired[index]))
        }
        if let permitted {
            let count = facts.forbiddenCount
            report.add(
                Outcome(
                    .allowed, isMet: count == 0, limit: 0, actual: count, characters: permitted,
                    line: lineOfPermitted))
        }
        add(.maxLength, limits.maxLength, length)
        add(.maxRepeating, limits.maxRepeating, facts.longestRepeat)
        add(.maxSequential, limits.maxSequential, facts.longestSequence)
        if reading == .strict {
            add(
                .maxConsecutiveStrict, limits.maxConsecutive,
                max(facts.longestRepeat, facts.longestSequence))
        } else {
            add(.maxConsecutive, limits.maxConsecutive, facts.longestRepeat)
        }
        report.nameRanges(facts.hasLettersBeyondASCII)
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
