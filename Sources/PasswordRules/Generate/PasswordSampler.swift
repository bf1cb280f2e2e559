/// Draws passwords of a plan, each equally likely.
///
/// A candidate is drawn uniformly from a larger language than the rules permit, and discarded as a whole if the checker refuses
/// it: what remains is uniform. At first, candidates are drawn position by position. If none of many is accepted, the sampler
/// changes its method for good: a walk keeps all limits on runs; for requirements that random words rarely meet, exact counts
/// give the very words that the rules permit, or if that takes too much memory, those without a limit on sequences. The method
/// cannot be told from the passwords.
struct PasswordSampler: ~Copyable {
    let plan: GenerationPlan
    private var numbers: RandomNumbers
    private var report = Report()
    /// The work so far, in steps of about two nanoseconds.
    private(set) var steps = 0
    private var method: Method? = .uncounted
    /// The characters of a random password: at the first and the last position, and at the others.
    private let ends: [UInt8]
    private let middle: [UInt8]

    // Indirect, because few passwords need the tables of a language.
    private indirect enum Method {
        /// Position by position, or by the pattern of the style.
        case uncounted
        /// By a walk, which keeps the limits on runs.
        case walked(WalkSampler)
        /// By exact counts of the words that the rules permit.
        case counted(ExactSampler)
        /// By exact counts of the words without a limit on sequences.
        case countedWithoutSequences(ExactSampler)
    }

    /// The maximum number of characters to draw position by position before passwords are counted.
    static let maximumUncountedWork = 1 << 17
    /// The maximum number of candidates of a style. A style is used only if at least one in 1,024 is accepted, so that this many
    /// failures do not occur in practice.
    private static let maximumStyleTries = 1 << 15
    /// The maximum number of characters that walks visit for candidates, and of limbs that counts compare; and the maximum number
    /// of such candidates.
    private static let maximumWalkedWork = 1 << 21
    private static let maximumCountedWork = 1 << 24
    private static let maximumTriesByKnowledge = 512

    /// The maximum number of steps of one password, except for the last try: some hundredths of a second.
    private static let maximumSteps = 1 << 24
    /// The steps to draw a character, and to check one.
    private static let stepsPerCharacter = 4
    private static let stepsPerCheckedCharacter = 4

    /// - Parameter count: How many passwords will be drawn.
    init(_ plan: GenerationPlan, count: Int = 1) {
        // Some bytes are discarded; a few more than the length are usually enough.
        self.init(plan, blockSize: count > 1 ? .max : max(32, plan.length + plan.length / 2))
    }

    /// - Parameter blockSize: How many random bytes to fetch at once.
    @inline(never)
    init(_ plan: GenerationPlan, blockSize: Int) {
        self.plan = plan
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
    @inline(never)
    mutating func next(from source: inout some RandomSource) throws(GenerationError) -> SecretBytes {
        var password = SecretBytes(count: plan.length)
        var tries = 0
        let limit = steps + Self.maximumSteps
        while method != nil {
            let stepsPerCandidate = stepsPerCandidate
            for _ in 0..<maximumTries {
                // The tables of the language stay for the next password.
                if steps > limit { throw .notFound(tries: tries) }
                steps += stepsPerCandidate
                tries += 1
                let isComplete: Bool
                do {
                    isComplete = try draw(into: &password, from: &source)
                } catch {
                    throw .noRandomness
                }
                guard isComplete else { continue }
                steps += Self.stepsPerCheckedCharacter * plan.length
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
        guard case .uncounted? = method else {
            return try password.withMutableSpan { (bytes) throws(RandomSourceFailure) in
                try drawByKnowledge(into: &bytes, from: &source)
            }
        }
        // Checked first: switching on plan.form copies it.
        if !middle.isEmpty {
            try password.withMutableSpan { (bytes) throws(RandomSourceFailure) in
                let last = bytes.count - 1
                for index in 0...last {
                    // Draw before indexing, or the optimizer copies the array.
                    if index == 0 || index == last {
                        let number = try numbers.next(below: ends.count, from: &source)
                        bytes[index] = ends[number]
                    } else {
                        let number = try numbers.next(below: middle.count, from: &source)
                        bytes[index] = middle[number]
                    }
                }
            }
            return true
        }
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

    @inline(never)
    private mutating func drawByKnowledge(
        into bytes: inout MutableSpan<UInt8>, from source: inout some RandomSource
    ) throws(RandomSourceFailure) -> Bool {
        switch method {
        case nil, .uncounted?: return false
        case .walked(let sampler)?: return try sampler.draw(into: &bytes, &numbers, from: &source)
        case .counted(let sampler)?, .countedWithoutSequences(let sampler)?:
            try sampler.draw(into: &bytes, &numbers, from: &source)
            return true
        }
    }

    private var stepsPerCandidate: Int {
        // Styles draw pieces of several characters. Most passphrases do not have the requested length, and are discarded
        // before they are checked.
        if middle.isEmpty { return plan.length }
        let forCharacters = Self.stepsPerCharacter * plan.length
        switch method {
        case nil, .uncounted?: return forCharacters
        case .walked(let sampler)?: return forCharacters + sampler.work
        case .counted(let sampler)?, .countedWithoutSequences(let sampler)?:
            return forCharacters + sampler.stepsOfDraw
        }
    }

    private var maximumTries: Int {
        if middle.isEmpty { return Self.maximumStyleTries }
        switch method {
        case nil, .uncounted?: return max(1, Self.maximumUncountedWork / plan.length)
        case .walked(let sampler)?:
            return min(max(16, Self.maximumWalkedWork / sampler.work), Self.maximumTriesByKnowledge)
        case .counted(let sampler)?, .countedWithoutSequences(let sampler)?:
            return min(max(1, Self.maximumCountedWork / sampler.work), Self.maximumTriesByKnowledge)
        }
    }

    @inline(never)
    private mutating func switchToNextMethod() {
        let wasUncounted = if case .uncounted? = method { true } else { false }
        let wasWalked = if case .walked? = method { true } else { false }
        // Release the tables of the last method first: they may be large.
        method = nil
        guard wasUncounted || wasWalked, case .random(let language, _) = plan.form else { return }
        if wasUncounted { method = WalkSampler(language).map { .walked($0) } }
        if method == nil { method = ExactSampler(language).map { .counted($0) } }
        if method == nil {
            method = ExactSampler(language.withoutSequenceLimit).map { .countedWithoutSequences($0) }
        }
        switch method {
        case .walked?: steps += WalkSampler.stepsOfWeights
        case .counted(let sampler)?, .countedWithoutSequences(let sampler)?: steps += sampler.stepsOfTables
        case nil, .uncounted?: break
        }
    }

    private mutating func accepts(_ password: borrowing SecretBytes) -> Bool {
        password.withSpan { plan.checker.check($0, into: &report) }
        return report.isAccepted
    }
}
