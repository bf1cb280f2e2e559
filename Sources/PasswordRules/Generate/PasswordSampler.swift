/// Draws passwords of a plan, each time each of them equally likely.
///
/// A candidate is drawn from a larger language than the rules permit, each of its words equally likely, and thrown away whole
/// if the checker refuses it: what is left is uniform. Candidates are at first drawn place by place. Where none of many is
/// accepted, they are drawn with all limits on runs kept from then on, by a walk; or where requirements are hard to meet by
/// chance, by exact counts of the very words that the rules permit, or if that takes too much memory, of those without a limit
/// on sequences. The passwords do not tell how they were drawn.
struct PasswordSampler: ~Copyable {
    let plan: GenerationPlan
    private var numbers: RandomNumbers
    private var report = Report()
    /// How much has been done so far, in steps of about two nanoseconds.
    private(set) var steps = 0
    private var method: Method? = .uncounted
    /// The characters of a random password: at the first and the last place, and at the others.
    private let ends: [UInt8]
    private let middle: [UInt8]

    // Indirect, since hardly any password needs what is known of a language.
    private indirect enum Method {
        /// Place by place, or by the pattern of the style.
        case uncounted
        /// By a walk, which knows the limits on runs.
        case walked(WalkSampler)
        /// By exact counts of what the rules permit.
        case counted(ExactSampler)
        /// By exact counts of what they would permit without a limit on sequences.
        case countedWithoutSequences(ExactSampler)
    }

    /// How many characters are drawn at most, place by place, before passwords are counted.
    static let maximumUncountedWork = 1 << 17
    /// How many candidates of a style are drawn at most. Styles are used only where one in 1,024 is accepted, so that none
    /// of so many is no outcome that anybody will see.
    private static let maximumStyleTries = 1 << 15
    /// How many characters are looked at most for candidates by walks, and how many limbs for candidates by counts; and how
    /// many candidates that may be.
    private static let maximumWalkedWork = 1 << 21
    private static let maximumCountedWork = 1 << 24
    private static let maximumTriesByKnowledge = 512

    /// How many steps one password takes at most, but for the last try: some hundredths of a second.
    private static let maximumSteps = 1 << 24
    /// What a character takes that is drawn; and one of a candidate that is checked.
    private static let stepsPerCharacter = 4
    private static let stepsPerCheckedCharacter = 4

    /// - Parameter count: How many passwords will be drawn.
    init(_ plan: GenerationPlan, count: Int = 1) {
        // Some bytes are thrown away; a few more than the length are enough most of the time.
        self.init(plan, blockSize: count > 1 ? .max : max(32, plan.length + plan.length / 2))
    }

    /// - Parameter blockSize: How many random bytes to fetch at once.
    @inline(never)
    init(_ plan: GenerationPlan, blockSize: Int) {
        self.plan = plan
        numbers = RandomNumbers(blockSize: blockSize)
        if case .random(let language, _) = plan.form {
            let (end, inner) = (language.places[0], language.places[language.places.count / 2])
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
                // What is known of the language stays for the next password.
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
            takeNextMethod()
        }
        throw .notFound(tries: tries)
    }

    /// Draws a candidate; false where it came to nothing.
    private mutating func draw(
        into password: inout SecretBytes, from source: inout some RandomSource
    ) throws(RandomSourceFailure) -> Bool {
        guard case .uncounted? = method else {
            return try password.withMutableSpan { (bytes) throws(RandomSourceFailure) in
                try drawByKnowledge(into: &bytes, from: &source)
            }
        }
        // Asked before the form is looked into, which copies it.
        if !middle.isEmpty {
            try password.withMutableSpan { (bytes) throws(RandomSourceFailure) in
                let last = bytes.count - 1
                for index in 0...last {
                    // The number before the array: what lies between the two would be a copy of the array.
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
        // Styles draw pieces of several characters. Most passwords of words have another length than the one asked for, and
        // come to nothing before they are checked.
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
    private mutating func takeNextMethod() {
        let wasUncounted = if case .uncounted? = method { true } else { false }
        let wasWalked = if case .walked? = method { true } else { false }
        // What the last one knows first: it may be large.
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
