/// A descriptor compiled to check passwords in one reading.
///
/// A checker is immutable: any number of threads may share it.
public final class Checker: Sendable {
    /// The reading it applies.
    public let reading: Reading
    /// What the `required` properties ask for, each class once, in source order.
    let required: [CharacterMinimum]
    /// The characters that may be used; nil if they are not restricted.
    let permitted: CharacterClass?
    private let limits: Limits
    /// The lines that ask for the last character of each.
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
        var allowed: CharacterClass?
        var lineOfPermitted = 0
        var limits = Limits()
        for numbered in rules {
            switch numbered.rule {
            case .required: break
            case .allowed(let characters):
                allowed = (allowed ?? .empty).union(Self.members(of: characters, in: reading))
                lineOfPermitted = numbered.line
            default: limits.add(numbered.rule, line: numbered.line)
            }
        }
        var requirements = Requirements(rules)
        if reading == .strict {
            // Classes that differ only beyond ASCII may be met by one character in either reading.
            let written = requirements
            requirements = Requirements()
            for (minimum, line) in zip(written.minimums, written.lines) {
                let members = Self.members(of: minimum.characters, in: reading)
                requirements.merge(CharacterMinimum(count: minimum.count, characters: members), line: line)
            }
        }
        let required = requirements.minimums
        linesOfRequired = requirements.lines
        self.lineOfPermitted = lineOfPermitted
        var unionOfRequired = CharacterClass.empty
        for minimum in required { unionOfRequired = unionOfRequired.union(minimum.characters) }
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
        let facts = addOutcomes(of: password, to: &report)
        report.nameRanges(facts.hasLettersBeyondASCII)
    }

    /// Adds the outcomes of a check to a report.
    /// - Returns: The facts that they are made of.
    @discardableResult
    func addOutcomes(of password: Span<UInt8>, to report: inout Report) -> PasswordFacts {
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
        for (minimum, line) in zip(required, linesOfRequired) {
            // Most ask for one character, which the set of all of them tells.
            let count =
                minimum.count == 1
                ? facts.contains(anyOf: minimum.characters) ? 1 : 0 : minimum.characters.count(in: password)
            report.add(Outcome(.required, minimum, actual: min(count, minimum.count), line: line))
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
        return facts
    }

    /// How long a check of a password of a length takes, in steps of about two nanoseconds: it reads the
    /// password once, and again for each class of which it counts the characters.
    func steps(forLength length: Int) -> Int {
        let counted = required.reduce(0) { $1.count > 1 ? $0 + 1 : $0 }
        return length * (4 + 2 * counted) + 8 * required.count
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
