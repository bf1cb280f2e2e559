/// Why no password was generated.
public enum GenerationError: Error, Equatable, Sendable {
    /// The wanted length is not within the descriptor's `minlength` and `maxlength`.
    case lengthNotAllowed(length: Int, minimum: Int, maximum: Int?)
    /// The wanted length, or the descriptor's `minlength`, is above `Generator.maximumLength`.
    case tooLong(length: Int)
    /// `minlength` is above `maxlength`: no password can satisfy both.
    case limitsContradict(minimum: Int, maximum: Int)
    /// Meeting all requirements takes more characters than the length has.
    case requirementsNeed(length: Int, maximum: Int)
    /// The limits on repeats and sequences leave no password of this length.
    case limitsLeaveNone(length: Int)
    /// None was found in the bounded number of tries: there are none, or they are very rare.
    case notFound(tries: Int)
    /// The random source failed.
    case noRandomness
}

/// Generates passwords from a descriptor, in the strict reading.
///
/// Every password of the length that satisfies the descriptor is equally likely: characters are drawn
/// uniformly and independently, and what the checker refuses is thrown away whole.
public struct Generator: Sendable {
    /// The length that is generated where the descriptor allows it, in characters.
    public static let defaultLength = 20
    /// The longest password that is generated, in characters.
    public static let maximumLength = 1024
    /// How many characters are drawn at most before generation gives up.
    static let maximumWork = 1 << 20

    private let checker: Checker

    /// A generator for `descriptor`.
    public init(_ descriptor: Descriptor) {
        self.init(Checker(descriptor, reading: .strict))
    }

    /// A generator of what a checker in the strict reading accepts.
    package init(_ checker: Checker) {
        self.checker = checker
    }

    /// Generates one password: ASCII bytes, one for each character.
    ///
    /// - Parameters:
    ///   - length: The length in characters; nil for 20, or the nearest length the descriptor allows.
    ///   - excluded: Characters to do without, as long as there are passwords without them; else none is excluded.
    ///   - source: The random source.
    public func generate(
        length wanted: Int? = nil, excluding excluded: CharacterClass = .empty,
        from source: inout some RandomSource
    ) throws(GenerationError) -> SecretBytes {
        let length = try self.length(wanted)
        let members = alphabet(excluding: excluded, length: length).asciiMembers
        var password = SecretBytes(count: length)
        // Some bytes are thrown away; a few more than the length are enough most of the time.
        var numbers = RandomNumbers(blockSize: length + length / 2)
        var report = Report()
        let tries = max(1, Self.maximumWork / length)
        for _ in 0..<tries {
            do {
                try password.withMutableSpan { (bytes) throws(RandomSourceFailure) in
                    for index in 0..<bytes.count {
                        bytes[index] = members[try numbers.next(below: members.count, from: &source)]
                    }
                }
            } catch {
                throw .noRandomness
            }
            password.withSpan { checker.check($0, into: &report) }
            if report.isAccepted { return password }
        }
        throw .notFound(tries: tries)
    }

    /// The length that `generate` would give a password, in characters. Throws where there is none of that length.
    public func length(_ wanted: Int? = nil) throws(GenerationError) -> Int {
        let minimum = max(1, checker.minLength ?? 1)
        let maximum = checker.maxLength
        if let maximum, maximum < minimum { throw .limitsContradict(minimum: minimum, maximum: maximum) }
        let length = wanted ?? min(max(Self.defaultLength, minimum), maximum ?? .max)
        guard length >= minimum, length <= maximum ?? .max else {
            throw .lengthNotAllowed(length: length, minimum: minimum, maximum: maximum)
        }
        guard length <= Self.maximumLength else { throw .tooLong(length: length) }
        switch satisfiability(length: length, alphabet: permitted) {
        case .satisfiable, .tooManyRequirements: return length
        case .limitsContradict(let minimum, let maximum):
            throw .limitsContradict(minimum: minimum, maximum: maximum)
        case .requirementsNeed(let needed, let maximum):
            throw .requirementsNeed(length: needed, maximum: maximum)
        case .limitsLeaveNone: throw .limitsLeaveNone(length: length)
        }
    }

    private var permitted: CharacterClass { checker.permitted ?? .asciiPrintable }

    private func alphabet(excluding excluded: CharacterClass, length: Int) -> CharacterClass {
        let reduced = permitted.asciiSubtracting(excluded)
        guard reduced != permitted else { return permitted }
        for characters in checker.required where characters.intersection(reduced).isEmpty { return permitted }
        return satisfiability(length: length, alphabet: reduced).isProvedEmpty ? permitted : reduced
    }

    /// Whether there is any password of the length, of these characters; by a glance, where that is enough.
    private func satisfiability(length: Int, alphabet: CharacterClass) -> Satisfiability {
        if Satisfiability.isObvious(checker, alphabet: alphabet, length: length) {
            return .satisfiable(shortest: length)
        }
        return Satisfiability(checker, alphabet: alphabet, length: length)
    }
}
