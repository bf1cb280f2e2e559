/// A descriptor made ready to check passwords in one reading.
///
/// A checker does not change: any number of threads may use one at once.
public struct Checker: Sendable {
    /// The reading it applies.
    public let reading: Reading
    /// One class for each `required` property, in source order.
    let required: [CharacterClass]
    /// The characters that may be used; nil where they are not restricted.
    let permitted: CharacterClass?
    private let limits: Limits
    /// How many outcomes there can be, the one on the encoding not counted: one a requirement and one a limit.
    private let outcomeCount: Int

    /// A checker of `descriptor`.
    public init(_ descriptor: Descriptor, reading: Reading = .written) {
        var required: [CharacterClass] = []
        required.reserveCapacity(descriptor.rules.count)
        var allowed: CharacterClass?
        var limits = Limits()
        for rule in descriptor.rules {
            switch rule {
            case .required(let characters): required.append(Self.members(of: characters, in: reading))
            case .allowed(let characters):
                allowed = (allowed ?? .empty).union(Self.members(of: characters, in: reading))
            default: limits.add(rule)
            }
        }
        let unionOfRequired = required.reduce(CharacterClass.empty) { $0.union($1) }
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
        outcomeCount = required.count + 6
    }

    /// The limits; nil where none is set.
    var minLength: Int? { limits.minLength }
    var maxLength: Int? { limits.maxLength }
    var maxRepeating: Int? { limits.maxRepeating }
    var maxSequential: Int? { limits.maxSequential }
    var maxConsecutive: Int? { limits.maxConsecutive }

    /// The longest run of one character; nil where that is not limited.
    var repeatLimit: Int? { Self.tighter(maxRepeating, maxConsecutive) }

    /// The longest run of neighbours, up or down, in this reading; nil where that is not limited.
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

    /// Checks a password, given as UTF-8 bytes, into a report of an earlier check, and allocates nothing if
    /// that had at least as many outcomes.
    @_optimize(speed)
    public func check(_ password: Span<UInt8>, into report: inout Report) {
        let countsSequences = maxSequential != nil || reading == .strict && maxConsecutive != nil
        let facts = PasswordFacts(password, permitted: permitted, countsSequences: countsSequences)
        report.begin(expecting: outcomeCount)
        if facts.illFormedCount > 0 {
            report.add(Outcome(.encoding, isMet: false, limit: 0, actual: facts.illFormedCount))
        }
        if let minLength {
            let length = facts.lengthInScalars
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
        addLimit(.maxLength, maxLength, facts.lengthInScalars, to: &report)
        addLimit(.maxRepeating, maxRepeating, facts.longestRepeat, to: &report)
        addLimit(.maxSequential, maxSequential, facts.longestSequence, to: &report)
        if let maxConsecutive {
            let countsSequences = reading == .strict
            let longest =
                countsSequences ? max(facts.longestRepeat, facts.longestSequence) : facts.longestRepeat
            report.add(
                Outcome(
                    .maxConsecutive, isMet: longest <= maxConsecutive, limit: maxConsecutive, actual: longest,
                    countsSequences: countsSequences))
        }
    }

    /// Checks a password. See `check(_:)` for bytes.
    public func check(_ password: String) -> Report {
        let bytes = Array(password.utf8)
        return check(bytes.span)
    }

    private func addLimit(_ kind: Outcome.Kind, _ limit: Int?, _ actual: Int, to report: inout Report) {
        guard let limit else { return }
        report.add(Outcome(kind, isMet: actual <= limit, limit: limit, actual: actual))
    }

    private static func members(of characters: CharacterClass, in reading: Reading) -> CharacterClass {
        reading == .strict && characters.isUnicode ? .asciiPrintable : characters
    }
}
