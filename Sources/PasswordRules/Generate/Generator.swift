/// Generates passwords from a descriptor, in the strict reading, and counts them.
///
/// A generator is immutable, so any number of threads may share it.
public struct Generator: Sendable {
    /// The default length in characters, used if the descriptor allows it and it has enough entropy.
    public static let defaultLength = 20
    /// The longest password that can be generated, in characters.
    public static let maximumLength = 1024
    /// The maximum number of passwords in one call.
    public static let maximumCount = 1_000_000

    let checker: Checker
    let shape: PasswordShape

    /// Creates a generator for `descriptor`.
    public init(_ descriptor: Descriptor) {
        self.init(Checker(descriptor, reading: .strict))
    }

    /// Creates a generator of passwords that a checker in the strict reading accepts.
    package init(_ checker: Checker) {
        self.init(checker, PasswordShape())
    }

    /// Creates a generator whose styles also meet this shape.
    init(_ checker: Checker, _ shape: PasswordShape) {
        self.checker = checker
        self.shape = shape
    }

    /// The permitted characters in the strict reading.
    var permitted: CharacterClass { checker.permitted ?? .asciiPrintable }

    // MARK: - Generate

    /// Generates one password: ASCII bytes, one for each character.
    /// - Parameters:
    ///   - options: What kind of password.
    ///   - source: The random source.
    public func generate(
        _ options: GenerationOptions = GenerationOptions(), from source: inout some RandomSource
    ) throws(GenerationError) -> SecretBytes {
        try plan(options).password(from: &source)
    }

    /// Generates several passwords, each different from all others.
    /// - Parameters:
    ///   - count: How many, 1 to ``maximumCount``.
    ///   - options: What kind of passwords.
    ///   - source: The random source.
    public func generate(
        count: Int, _ options: GenerationOptions = GenerationOptions(), from source: inout some RandomSource
    ) throws(GenerationError) -> PasswordList {
        try plan(options).passwords(count, from: &source)
    }

    // MARK: - Count

    /// The exact number of passwords of a length; 0 if the rules permit none.
    ///
    /// Takes at most 300 ms. If counting would take longer, this is
    /// ``CountError/tooLong(length:)``.
    /// - Parameter length: The length in characters, up to ``maximumLength``.
    public func count(length: Int) throws(CountError) -> BigUInt {
        guard length <= Self.maximumLength else { throw .tooLong(length: length) }
        guard length >= checker.minLength ?? 1, length >= 1, length <= checker.maxLength ?? .max else {
            return .zero
        }
        return try PasswordLanguage(checker, alphabet: permitted, length: length).count()
    }

    /// The shortest length, in characters, whose passwords have at least this entropy; nil if there is none
    /// up to ``maximumLength``.
    public func shortestLength(entropyBits: Double) throws(CountError) -> Int? {
        let search = LengthSearch(checker, alphabet: permitted)
        let minimum = max(1, checker.minLength ?? 1)
        if minimum > search.maximum { return nil }
        let found = try search.shortest(entropyBits: entropyBits, from: minimum)
        return found.count.log2 >= entropyBits ? found.length : nil
    }
}
