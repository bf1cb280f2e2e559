/// A descriptor, compiled to check passwords in one ``Reading``.
///
/// It is immutable, so any number of threads may share it.
public final class Checker: Sendable {
    /// The reading it applies.
    public let reading: Reading
    /// The minimums of the `required` properties, each class once, in source order.
    let required: [CharacterMinimum]
    /// The permitted characters; nil if they are not restricted.
    let permitted: CharacterClass?
    private let limits: Limits
    /// The line of each minimum in `required`.
    private let linesOfRequired: [Int]
    /// The line of `permitted`.
    private let lineOfPermitted: Int
    /// The maximum number of outcomes: one for the encoding, and one for each rule.
    let outcomeCount: Int

    /// Compiles a descriptor.
    public convenience init(_ descriptor: Descriptor, reading: Reading = .written) {
        self.init([NumberedRule](descriptor.rules), reading: reading)
    }

    /// Compiles rules. The outcomes have the lines of their rules.
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
            // `unicode` becomes `ascii-printable` here. If both are required, their minimums do not add up:
            // one character may meet both, as in the written reading.
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

    // The limits; nil if not set.
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

    /// Checks a password in UTF-8. Linear in its length.
    public func check(_ password: Span<UInt8>) -> Report {
        var report = Report()
        check(password, into: &report)
        return report
    }

    /// Checks a password in UTF-8, and reuses the report of an earlier check. Allocates nothing if that
    /// report had at least as many outcomes.
    public func check(_ password: Span<UInt8>, into report: inout Report) {
        report.clear(reserving: outcomeCount)
        let facts = addOutcomes(of: password, to: &report)
        report.nameRanges(facts.hasLettersBeyondASCII)
    }

    /// Adds the outcomes of a check to a report.
    /// - Returns: The facts about the password.
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
            // Most minimums are 1, for which the set of the characters that occur is enough.
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

    /// The time to check a password of this length, in steps of about two nanoseconds. A check reads the
    /// password once, and once more for each class whose characters it counts.
    func steps(forLength length: Int) -> Int {
        let counted = required.reduce(0) { $1.count > 1 ? $0 + 1 : $0 }
        return length * (4 + 2 * counted) + 8 * required.count
    }

    /// Checks a password.
    public func check(_ password: String) -> Report {
        let bytes = Array(password.utf8)
        return check(bytes.span)
    }

    /// Whether repeats or sequences are limited.
    var hasRunLimits: Bool { repeatLimit != nil || sequenceLimit != nil }

    /// Whether a password, or a part of one, meets the limits on repeats and sequences.
    func keepsRunLimits(_ password: Span<UInt8>) -> Bool {
        let facts = PasswordFacts(password, permitted: nil)
        return facts.longestRepeat <= repeatLimit ?? .max && facts.longestSequence <= sequenceLimit ?? .max
    }

    private static func members(of characters: CharacterClass, in reading: Reading) -> CharacterClass {
        reading == .strict && characters.isUnicode ? .asciiPrintable : characters
    }
}
