/// Draws passwords of a plan, each equally likely.
///
/// A candidate is drawn uniformly from a larger language than the rules permit, and discarded as a whole if
/// the checker refuses it; the remaining ones are uniform. At first, candidates are drawn position by
/// position. If none of many is accepted, the sampler changes its method for good: by exact counts, it draws
/// only words that the rules permit or, if that takes too much memory, that they would permit without a limit
/// on sequences. The passwords do not reveal the method.
struct PasswordSampler: ~Copyable {
    let plan: GenerationPlan
    private var numbers: RandomNumbers
    private var report = Report()
    /// The work so far, in steps of about two nanoseconds.
    private(set) var steps = 0
    private var method: Method? = .uncounted
    /// The number of characters that may still be drawn position by position for this password.
    private var charactersLeft = 0
    /// The characters of a random password: at the first and the last position, and at the others.
    private let ends: [UInt8]
    private let middle: [UInt8]

    // Indirect, because few passwords need the tables of a language.
    private indirect enum Method {
        /// Candidates are drawn position by position, or by the pattern of the style.
        case uncounted
        /// Candidates are drawn by exact counts of the permitted words, or of those without a limit on
        /// sequences.
        case counted(ExactSampler)
    }

    /// The maximum number of characters to draw position by position before passwords are counted.
    static let maximumUncountedWork = 1 << 17
    /// The longest piece to draw position by position, in characters.
    private static let shortPiece = 8
    /// The maximum number of candidates of a style. A style is used only if at least one in 1,024 is
    /// accepted, so that this many failures do not occur in practice.
    private static let maximumStyleTries = 1 << 15
    /// For candidates that are drawn by exact counts, the maximum number of limbs to compare, and the maximum
    /// number of candidates.
    private static let maximumCountedWork = 1 << 24
    private static let maximumCountedTries = 512

    /// The maximum number of steps for one password, except for the last try: a few hundredths of a second.
    private static let maximumSteps = 1 << 24
    /// The steps to draw a character.
    private static let stepsPerCharacter = 4
    /// The steps to check a password.
    private let stepsOfCheck: Int

    /// - Parameter count: The number of passwords that will be drawn.
    init(_ plan: GenerationPlan, count: Int = 1) {
        // Some bytes are discarded; a few more than the length are usually enough.
        self.init(plan, blockSize: count > 1 ? .max : max(32, plan.length + plan.length / 2))
    }

    /// - Parameter blockSize: The number of random bytes to fetch at once.
    init(_ plan: GenerationPlan, blockSize: Int) {
        self.plan = plan
        stepsOfCheck = plan.checker.steps(forLength: plan.length)
        numbers = RandomNumbers(blockSize: blockSize)
        if case .random(let language, _) = plan.form {
            let (end, inner) = (language.positions[0], language.positions[language.positions.count / 2])
            middle = inner.asciiMembers
            ends = end == inner ? middle : end.asciiMembers
        } else {
            middle = []
            ends = []
        }
    }

    /// Draws a password: ASCII bytes, one for each character.
    mutating func next(from source: inout some RandomSource) throws(GenerationError) -> SecretBytes {
        var password = SecretBytes(count: plan.length)
        var tries = 0
        let limit = steps + Self.maximumSteps
        while method != nil {
            charactersLeft = Self.maximumUncountedWork
            for _ in 0..<maximumTries {
                if charactersLeft <= 0 { break }
                // The tables of the language stay for the next password.
                if steps > limit { throw .notFound(tries: tries) }
                tries += 1
                let isComplete: Bool
                do {
                    isComplete = try draw(into: &password, from: &source)
                } catch {
                    throw .noRandomness
                }
                guard isComplete else { continue }
                steps += stepsOfCheck
                if accepts(password) { return password }
            }
            switchToNextMethod()
        }
        throw .notFound(tries: tries)
    }

    /// Draws a candidate; false if the draw failed.
    private mutating func draw(
        into password: inout SecretBytes, from source: inout some RandomSource
    ) throws(RandomSourceFailure) -> Bool {
        if case .counted(let sampler)? = method {
            steps += Self.stepsPerCharacter * plan.length + sampler.stepsOfDraw
            try password.withMutableSpan { (bytes) throws(RandomSourceFailure) in
                try sampler.draw(into: &bytes, &numbers, from: &source)
            }
            return true
        }
        // Checked first: switching on plan.form copies it.
        if !middle.isEmpty {
            return try password.withMutableSpan { (bytes) throws(RandomSourceFailure) in
                try drawPiece(0..<bytes.count, into: &bytes, from: &source)
            }
        }
        // One step for each character, because styles draw several at once. If a length is requested, most
        // passphrases have another one and are discarded before they are checked.
        steps += plan.length
        switch plan.form {
        case .random: return false
        case .readable(let form):
            try password.withMutableSpan { (bytes) throws(RandomSourceFailure) in
                try form.draw(into: &bytes, &numbers, from: &source)
            }
        case .words(let form):
            guard let words = try form.draw(&numbers, from: &source) else { return false }
            password = words
        }
        return true
    }

    /// Draws a piece of a random password uniformly from those that respect the limits on runs; false if no
    /// characters may be drawn any more. A short piece is drawn position by position. A long one is drawn as
    /// two halves, and both again if a run across them is too long: almost no long piece drawn at once would
    /// respect a narrow limit.
    private mutating func drawPiece(
        _ piece: Range<Int>, into bytes: inout MutableSpan<UInt8>, from source: inout some RandomSource
    ) throws(RandomSourceFailure) -> Bool {
        repeat {
            if plan.checker.hasRunLimits, piece.count > Self.shortPiece {
                let middle = piece.lowerBound + piece.count / 2
                guard try drawPiece(piece.lowerBound..<middle, into: &bytes, from: &source),
                    try drawPiece(middle..<piece.upperBound, into: &bytes, from: &source)
                else { return false }
            } else {
                guard charactersLeft > 0 else { return false }
                charactersLeft -= piece.count
                steps += Self.stepsPerCharacter * piece.count
                for index in piece {
                    // Draw before indexing, or the optimizer copies the array.
                    if index == 0 || index == bytes.count - 1 {
                        let number = try numbers.next(below: ends.count, from: &source)
                        bytes[index] = ends[number]
                    } else {
                        let number = try numbers.next(below: middle.count, from: &source)
                        bytes[index] = middle[number]
                    }
                }
            }
            // The checker checks the whole password.
        } while piece.count < bytes.count && !plan.checker.keepsRunLimits(bytes.span.extracting(piece))
        return true
    }

    private var maximumTries: Int {
        if middle.isEmpty { return Self.maximumStyleTries }
        guard case .counted(let sampler)? = method else { return Self.maximumUncountedWork }
        return min(max(1, Self.maximumCountedWork / sampler.work), Self.maximumCountedTries)
    }

    /// Changes from drawing position by position to exact counts, and from these to no method.
    private mutating func switchToNextMethod() {
        guard case .uncounted? = method, case .random(let language, _) = plan.form,
            let sampler = ExactSampler(language) ?? ExactSampler(language.withoutSequenceLimit)
        else {
            method = nil
            return
        }
        method = .counted(sampler)
        steps += sampler.stepsOfTables
    }

    private mutating func accepts(_ password: borrowing SecretBytes) -> Bool {
        password.withSpan { plan.checker.check($0, into: &report) }
        return report.isAccepted
    }
}
