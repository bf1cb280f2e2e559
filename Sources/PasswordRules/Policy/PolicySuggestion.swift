extension Policy {
    /// The rules for generated passwords. Their strict reading accepts only passwords that ``rules`` accepts.
    /// They include the other demands, as far as rules can express them, and permit letters, digits and the
    /// hyphen if the rules have no `allowed`.
    public var generationRules: Descriptor {
        var together = PolicyRules()
        for policy in cases {
            together.add(PolicyRules(rules: policy.generationRules(excluding: suggestionOptions.exclusions)))
        }
        var rules = together.rules
        rules.addTypeableCharacters()
        return Descriptor(rules: rules)
    }

    /// The demands on generated passwords that descriptors cannot express.
    private var shape: PasswordShape {
        var shape = PasswordShape()
        for policy in cases { shape.add(policy.shape) }
        return shape
    }

    /// A generator for the ``generationRules``, whose styles also meet the policy's demands on composition.
    public var generator: Generator { Generator(Checker(generationRules, reading: .strict), shape) }

    /// The entropy in bits that generated passwords need for the demanded number of guesses; 0 if none is
    /// demanded. Adds two powers of ten, because an estimate may be a hundredth of the true number.
    var demandedEntropyBits: Double { shape.guessesLog10.map { Double($0 + 2) * 3.322 } ?? 0 }

    /// Whether the policy demands a number of guesses.
    package var demandsGuesses: Bool { shape.guessesLog10 != nil }

    /// The line that sets the entropy of suggestions, if it has no effect because the demanded guesses need
    /// more.
    package var lineOfLowSuggestEntropy: AppliedPolicy.Item? {
        guard suggests, enforcement != .no else { return nil }
        for policy in cases where Double(policy.settings.suggestionEntropyBits) < demandedEntropyBits {
            if let line = policy.lines.last(where: { $0.key == .suggestEntropy && $0.fate == .applies }) {
                return line
            }
        }
        return nil
    }

    /// Generates a password that this policy accepts, by its `suggest` keys.
    public func suggestion(
        from source: inout some RandomSource, for account: Account = Account(),
        replacing old: Span<UInt8> = Span()
    ) throws(GenerationError) -> SecretBytes {
        var plans = try suggestionPlans()
        return try suggestion(by: &plans, from: &source, for: account, replacing: old)
    }

    /// The plans for a suggestion: first by the policy's `suggest` keys, then in other styles if no such
    /// password is accepted.
    public struct SuggestionPlans: Sendable {
        /// The plan of the suggestion, once there is one; before that, the first plan.
        public private(set) var plan: GenerationPlan
        private let policy: Policy

        fileprivate init(_ policy: Policy) throws(GenerationError) {
            self.policy = policy
            plan = try policy.generator.plan(policy.suggestionOptions)
        }

        /// Goes on to the next style, which is rarely needed. If there is none, keeps the last plan.
        /// - Throws: ``GenerationError/notFound(tries:)`` if there is no other style.
        mutating func advance() throws(GenerationError) {
            plan = try policy.generator.plan(policy.suggestionOptions, after: plan.style)
        }

        /// The maximum length of a password of any plan, in characters; at most `Generator.maximumLength`.
        package var length: Int {
            var plans = self
            var length = plan.length
            while (try? plans.advance()) != nil { length = max(length, plans.plan.length) }
            return length
        }
    }

    /// The plans for a suggestion, by the `generator`.
    public func suggestionPlans() throws(GenerationError) -> SuggestionPlans {
        try SuggestionPlans(self)
    }

    /// Generates a password that this policy accepts, by the first plan that yields one.
    /// ``SuggestionPlans/plan`` is then that plan.
    public func suggestion(
        by plans: inout SuggestionPlans, from source: inout some RandomSource,
        for account: Account = Account(),
        replacing old: Span<UInt8> = Span()
    ) throws(GenerationError) -> SecretBytes {
        while true {
            do throws(GenerationError) {
                return try acceptedPassword(by: plans.plan, from: &source, for: account, replacing: old)
            } catch {
                guard case .notFound = error, (try? plans.advance()) != nil else { throw error }
            }
        }
    }

    /// Generates a password that this policy accepts, by one plan. The work is bounded.
    package func acceptedPassword(
        by plan: GenerationPlan, from source: inout some RandomSource, for account: Account = Account(),
        replacing old: Span<UInt8> = Span()
    ) throws(GenerationError) -> SecretBytes {
        let tries = plan.style == .random ? Self.maximumRandomTries : Self.maximumStyledTries
        var sampler = PasswordSampler(plan)
        var (count, steps) = (0, 0)
        // Ends if the steps are used up, but makes at least one try.
        while count < tries, count == 0 || sampler.steps + steps < Self.maximumSteps {
            let password = try sampler.next(from: &source)
            count += 1
            // The policy may demand more than its rules, so its check decides.
            if password.withSpan({ accepts($0, for: account, replacing: old, steps: &steps) }) {
                return password
            }
        }
        throw .notFound(tries: count)
    }

    /// The first password of the plan, if the policy accepts it apart from the lists; otherwise an empty one.
    func drawUnlisted(
        from source: inout some RandomSource, for account: Account, replacing old: Span<UInt8>
    ) -> SecretBytes {
        do throws(GenerationError) {
            var sampler = PasswordSampler(try generator.plan(suggestionOptions))
            let password = try sampler.next(from: &source)
            var report = Report(isAccepted: true)
            password.withSpan {
                for policy in cases {
                    var check = PolicyCheck(
                        of: $0, by: policy, for: account, replacing: old, reading: .written)
                    check.addAllButLists(to: &report)
                }
            }
            if report.isAccepted { return password }
        } catch {}
        return SecretBytes(count: 0)
    }

    /// Whether the check accepts a password. Lists are read only if everything else is met.
    /// - Parameter steps: Is increased by the steps of the check.
    private func accepts(
        _ password: Span<UInt8>, for account: Account, replacing old: Span<UInt8>, steps: inout Int
    ) -> Bool {
        if password.count > maximumPasswordLengthInBytes { return false }
        let circumstances = CheckCircumstances(
            length: password.count, account: account, oldLength: old.count)
        for policy in cases {
            var report = Report(isAccepted: true)
            var check = PolicyCheck(
                of: password, by: policy, for: account, replacing: old, reading: .written)
            steps += policy.steps(in: circumstances)
            check.addAllButLists(to: &report)
            guard report.isAccepted else { return false }
            if policy.comparesWithLists { steps += Self.stepsOfLists }
            check.addLists(to: &report)
            guard report.isAccepted else { return false }
        }
        return true
    }

    /// The number of steps, some hundredths of a second, after which no other password is tried for a plan.
    static var maximumSteps: Int { 1 << 23 }
    /// The steps of checking a password again and looking it up in the lists.
    private static var stepsOfLists: Int { 1 << 16 }
    /// The maximum number of passwords of a style that are tried.
    private static var maximumStyledTries: Int { 100 }
    /// The maximum number of random passwords that are tried. This number is higher, because random passwords
    /// may have a run of one class or many digits, which the policy may forbid.
    private static var maximumRandomTries: Int { 1000 }
}

// The demands of one case of a policy on generated passwords.
extension PolicyCase {
    /// The rules, with the other demands as far as rules can express them. Does not add `allowed`.
    /// - Parameter exclusions: The characters that suggestions avoid.
    fileprivate func generationRules(excluding exclusions: Exclusions) -> [Rule] {
        var all = settings.rules
        for choice in settings.choices { all.add(choice[0]) }
        // Demands do not add up: of several for the same class, the larger number counts.
        var required = Requirements(all.numberedRules)
        var rules = all.rules.filter { if case .required = $0 { false } else { true } }
        let permitted = (Checker(all.numberedRules).permitted ?? .asciiPrintable).intersection(
            .asciiPrintable)
        let shape = shape
        var length = shape.minLength
        for minimum in shape.minimums {
            let characters = minimum.characters.intersection(permitted)
            if !characters.isEmpty {
                required.merge(CharacterMinimum(count: minimum.count, characters: characters))
            }
            length = max(length, minimum.count)
        }
        if length > 0 { rules.append(.minLength(length)) }
        if settings.maxBytes < Generator.maximumLength { rules.append(.maxLength(settings.maxBytes)) }
        var rest = shape.minClasses
        func demand(_ characters: CharacterClass) {
            if rest == 0 || characters.isEmpty { return }
            required.merge(CharacterMinimum(count: 1, characters: characters))
            rest -= 1
        }
        demand(permitted.intersection(.lower))
        demand(permitted.intersection(.upper))
        demand(permitted.intersection(.digit))
        // The hyphen if possible, or else any symbol that is not excluded, or else any symbol.
        let symbols = permitted.intersection(.special)
        let wanted = symbols.asciiSubtracting(exclusions.characters)
        let hyphen = wanted.intersection(.hyphen)
        demand(!hyphen.isEmpty ? hyphen : !wanted.isEmpty ? wanted : symbols)
        return required.rules + rules
    }

    /// The demands that descriptors cannot express.
    fileprivate var shape: PasswordShape {
        var shape = PasswordShape()
        var properties = settings.rules.properties
        for choice in settings.choices { properties.add(choice[0].properties) }
        properties.add(settings.properties)
        for property in properties.all {
            property.key.declaration.demand?.shape(.number(property.number), &shape)
        }
        for active in demands { active.demand.shape(active.value, &shape) }
        return shape
    }

    /// The maximum time of a check of a generated password, in steps of about two nanoseconds.
    fileprivate func steps(in circumstances: CheckCircumstances) -> Int {
        var steps = 56
        for choice in choices { steps += 8 * choice.alternatives.count }
        for active in demands { steps += active.demand.steps(active.value, circumstances) }
        let length = circumstances.length
        var ofRules = common.checker.steps(forLength: length)
        for choice in choices {
            for alternative in choice.alternatives { ofRules += alternative.checker.steps(forLength: length) }
        }
        return ofRules + length * steps + (estimator == nil ? 0 : StrengthEstimator.steps(forLength: length))
    }
}

extension CharacterClass {
    fileprivate static var hyphen: CharacterClass { CharacterClass(0x2D) }
}

extension Descriptor {
    /// These rules, with `allowed` if they have none: letters, digits and the hyphen, which can be typed on
    /// any keyboard.
    var withTypeableCharacters: Descriptor {
        var rules = rules
        rules.addTypeableCharacters()
        return Descriptor(rules: rules)
    }
}

extension [Rule] {
    fileprivate mutating func addTypeableCharacters() {
        for rule in self {
            if case .allowed = rule { return }
        }
        append(.allowed(.alphanumeric.union(.hyphen)))
    }
}
