/// Which passwords to generate. The plan includes all decisions that need no randomness.
///
/// A plan is immutable, so any number of threads may share it.
public struct GenerationPlan: Sendable {
    /// The passwords of one style.
    // Indirect, because each sampler has a copy of the plan.
    indirect enum Form: Sendable {
        /// The passwords, and their number if it is already known.
        case random(PasswordLanguage, BigUInt? = nil)
        case readable(ReadableForm)
        case words(WordsForm)
    }

    /// The requested style.
    public let requestedStyle: PasswordStyle

    /// How the passwords are composed: in the requested style, if the rules permit it. Otherwise words,
    /// readable and random are tried in this order; words and readable must also reach the minimum entropy.
    public var style: PasswordStyle {
        switch form {
        case .random: .random
        case .readable: .readable
        case .words: .words
        }
    }

    /// The length of the passwords, in characters; for passphrases, the longest.
    public var length: Int {
        switch form {
        case .random(let language, _): language.positions.count
        case .readable(let form): form.length
        case .words(let form): form.lengths.upperBound
        }
    }

    /// Whether the passwords avoid all excluded characters. If not, the rules require some of them.
    public let leavesOutAll: Bool

    /// The requested entropy, in bits.
    let minimumEntropyBits: Double
    let checker: Checker
    let form: Form

    /// Generates a password: ASCII bytes, one for each character.
    /// - Parameter source: The random source.
    public func password(from source: inout some RandomSource) throws(GenerationError) -> SecretBytes {
        var sampler = PasswordSampler(self)
        return try sampler.next(from: &source)
    }

    /// Generates several passwords, each different from all others.
    /// - Parameters:
    ///   - count: How many, 1 to ``Generator/maximumCount``.
    ///   - source: The random source.
    ///   - isAccepted: Decides which passwords to keep; nil for all. The plan's entropy includes the others.
    public func passwords(
        _ count: Int, from source: inout some RandomSource, where isAccepted: ((Span<UInt8>) -> Bool)? = nil
    ) throws(GenerationError) -> PasswordList {
        try PasswordList.drawn(count: count, self, from: &source, where: isAccepted)
    }

    /// The exact number of different passwords, all equally likely. Takes some hundredths of a second at
    /// most. If counting would take longer, this is an error; ``Generator/count(length:)`` may take longer.
    public func count() throws(CountError) -> BigUInt {
        switch form {
        case .random(_, let count?): count
        case .random(let language, nil): try language.count(work: PasswordLanguage.quickWork)
        case .readable(let form): form.count
        case .words(let form): form.count
        }
    }

    /// The entropy of a password in bits: the binary logarithm of their number.
    public func entropyBits() throws(CountError) -> Double { try count().log2 }

    /// Whether passwords have less entropy than requested, because the requested length or the rules allow no
    /// more.
    /// - Parameter entropyBits: The result of `entropyBits()`, which may take long; nil if it failed.
    public func fallsShort(entropyBits: Double?) -> Bool {
        (entropyBits ?? certainEntropyBits) < minimumEntropyBits
    }

    /// A lower bound of the entropy, not much below the exact value and faster to compute. Minus infinity if
    /// there is none.
    var certainEntropyBits: Double {
        switch form {
        case .random(let language, _): language.certainEntropyBits
        case .readable(let form): form.count.log2
        case .words(let form): form.count.log2
        }
    }
}

extension Generator {
    /// Decides what passwords to generate.
    public func plan(
        _ options: GenerationOptions = GenerationOptions()
    ) throws(GenerationError) -> GenerationPlan {
        try plan(options, after: nil)
    }

    /// Decides what passwords to generate.
    /// - Parameter refused: The style of the previous plan, if all of its passwords were refused.
    package func plan(
        _ options: GenerationOptions, after refused: PasswordStyle?
    ) throws(GenerationError) -> GenerationPlan {
        guard options.minimumEntropyBits >= 0,
            options.minimumEntropyBits <= GenerationOptions.maximumEntropyBits
        else { throw .entropyOutOfRange }
        let length = try satisfiableLength(options.length)
        let exclusions = options.exclusions
        let alphabet = alphabet(excluding: exclusions.characters, length: length, options)
        let keepsSpaceAtEnds =
            exclusions.spaceAtEnds && !canAvoidSpaceAtEnds(alphabet, length: length)
        let spaceAtEnds = keepsSpaceAtEnds || !exclusions.spaceAtEnds
        let leavesOutAll =
            alphabet.intersection(exclusions.characters).isEmpty && !keepsSpaceAtEnds
        var isRefused = refused != nil
        for style in options.style.order {
            if isRefused {
                isRefused = style != refused
                continue
            }
            let form: GenerationPlan.Form? =
                switch style {
                case .words: WordsForm.form(checker, shape, options, alphabet: alphabet).map { .words($0) }
                case .readable:
                    ReadableForm(checker, shape, options, alphabet: alphabet).map { .readable($0) }
                case .random:
                    randomForm(options, length: length, alphabet: alphabet, spaceAtEnds: spaceAtEnds)
                }
            guard let form else { continue }
            let plan = GenerationPlan(
                requestedStyle: options.style, leavesOutAll: leavesOutAll,
                minimumEntropyBits: options.minimumEntropyBits, checker: checker, form: form)
            // With a fixed length, a style may have less entropy than requested. It is then used only if it
            // is the requested style or random.
            if style == options.style || style == .random { return plan }
            if !plan.fallsShort(entropyBits: try? plan.entropyBits()) { return plan }
        }
        throw .notFound(tries: 0)
    }

    private func randomForm(
        _ options: GenerationOptions, length: Int, alphabet: CharacterClass, spaceAtEnds: Bool
    ) -> GenerationPlan.Form {
        let search = LengthSearch(checker, alphabet: alphabet, spaceAtEnds: spaceAtEnds)
        if options.length != nil { return .random(search.language(length: length)) }
        let found = search.sufficient(entropyBits: options.minimumEntropyBits, from: length)
        return .random(found.language, found.count)
    }

    /// The requested length, or the usual one if none is requested. If no password has that length, another
    /// length that some passwords have.
    private func satisfiableLength(_ wanted: Int?) throws(GenerationError) -> Int {
        let minimum = max(1, checker.minLength ?? 1)
        let maximum = checker.maxLength
        if let maximum, maximum < minimum { throw .limitsContradict(minimum: minimum, maximum: maximum) }
        let length = wanted ?? min(max(Self.defaultLength, minimum), maximum ?? .max)
        guard length >= minimum, length <= maximum ?? .max else {
            throw .lengthNotAllowed(length: length, minimum: minimum, maximum: maximum)
        }
        guard length <= Self.maximumLength else { throw .tooLong(length: length) }
        switch Satisfiability(checker, alphabet: permitted, length: length) {
        case .satisfiable, .tooManyRequirements: return length
        case .limitsContradict(let minimum, let maximum):
            // UNCOVERED: limits that contradict each other were found above, and a single length has none.
            throw .limitsContradict(minimum: minimum, maximum: maximum)
        case .requirementsNeed(let needed, _):
            let limit = wanted ?? maximum ?? Self.maximumLength
            guard needed <= limit else { throw .requirementsNeed(length: needed, maximum: limit) }
            return try satisfiableLength(needed)
        case .limitsLeaveNone:
            // If shorter passwords exist, each is one repeated character, no longer than the limit on
            // repetitions.
            if wanted == nil, let limit = checker.repeatLimit, limit < length,
                let shorter = try? satisfiableLength(limit)
            {
                return shorter
            }
            throw .limitsLeaveNone(length: length)
        }
    }

    /// The permitted characters without the excluded ones, unless that leaves no passwords or too little
    /// entropy.
    private func alphabet(
        excluding excluded: CharacterClass, length: Int, _ options: GenerationOptions
    ) -> CharacterClass {
        var alphabet = permitted.asciiSubtracting(excluded)
        if alphabet == permitted { return permitted }
        // If all characters of a requirement are excluded, all of them are kept.
        for requirement in checker.required where requirement.characters.intersection(alphabet).isEmpty {
            alphabet = alphabet.union(requirement.characters)
        }
        if Satisfiability(checker, alphabet: alphabet, length: length).isProvedEmpty { return permitted }
        if options.length == nil, !isEnough(alphabet, length, options), isEnough(permitted, length, options) {
            return permitted
        }
        return alphabet
    }

    /// Whether random passwords of an alphabet can reach the requested entropy, at whatever length they need.
    private func isEnough(_ alphabet: CharacterClass, _ length: Int, _ options: GenerationOptions) -> Bool {
        let bits = options.minimumEntropyBits
        let search = LengthSearch(checker, alphabet: alphabet)
        let (language, known) = search.sufficient(entropyBits: bits, from: length)
        if known == nil, language.certainEntropyBits >= bits { return true }
        let count = known ?? (try? language.count(work: PasswordLanguage.quickWork)) ?? .zero
        return count.log2 >= bits
    }

    /// Whether there are passwords that neither begin nor end with a space.
    private func canAvoidSpaceAtEnds(_ alphabet: CharacterClass, length: Int) -> Bool {
        let visible = alphabet.asciiSubtracting(.space)
        if visible == alphabet { return true }
        if visible.isEmpty { return false }
        // Passwords without any space are enough, unless a requirement needs one.
        let needsSpace = checker.required.contains { $0.characters.intersection(visible).isEmpty }
        if !needsSpace, !Satisfiability(checker, alphabet: visible, length: length).isProvedEmpty {
            return true
        }
        let language = PasswordLanguage(checker, alphabet: alphabet, length: length, spaceAtEnds: false)
        if language.certainEntropyBits > -.infinity { return true }
        return (try? language.count(work: PasswordLanguage.quickWork).isZero) == false
    }
}
