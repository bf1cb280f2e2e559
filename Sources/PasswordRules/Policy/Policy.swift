/// What happens with a password that the rules refuse. The numbers are stable.
public enum Enforcement: Int, Sendable {
    /// Nothing is checked.
    case no = 0
    /// The change passes; the log says what would have been refused.
    case audit = 1
    /// The change passes; the person is told, and the log too.
    case warn = 2
    /// The change is refused.
    case yes = 3
}

/// The circumstances of a password change.
public struct PolicyContext: Sendable {
    /// Whether root makes the change: the real user id is 0.
    public var isByRoot: Bool
    /// Whether the password has expired and must be changed. Such a change is the user's own, although sshd and
    /// login run it as root.
    public var isExpired: Bool

    /// Creates a context; by default of an ordinary user who changes a valid password.
    public init(isByRoot: Bool = false, isExpired: Bool = false) {
        self.isByRoot = isByRoot
        self.isExpired = isExpired
    }
}

/// What an administrator demands of new passwords.
///
/// A policy does not change: any number of threads may use one at once.
public struct Policy: Sendable {
    /// The longest password that is examined, in bytes. A longer one is refused before anything else is done.
    public static let maximumPasswordLengthInBytes = 1024

    /// The rules, all `rules` lines together.
    public let rules: Descriptor
    /// What happens with a password that the rules refuse.
    public let enforcement: Enforcement
    /// Whether root is refused too, and not only warned.
    public let enforcesForRoot: Bool
    /// How often a person is asked for a new password before the change fails, 1 to 100.
    public let retryCount: Int
    /// Whether a generated password is suggested after a refusal.
    public let suggests: Bool
    /// What is suggested.
    public let suggestionOptions: GenerationOptions
    /// Whether users that are not in the machine's own passwd file are left alone.
    public let isForLocalUsersOnly: Bool

    private let checker: Checker

    /// The policy that `settings` make, with the defaults for what they leave open.
    /// - Throws: `noRules` where passwords are to be checked and nothing is demanded of them: an empty file is
    ///   more likely an accident than a policy.
    public init(_ settings: PolicySettings) throws(Diagnostic) {
        enforcement = settings.enforcement ?? .yes
        let rules = settings.rules ?? []
        if rules.isEmpty, enforcement != .no { throw Diagnostic(.noRules, at: 0) }
        self.rules = Descriptor(rules: rules)
        enforcesForRoot = settings.enforcesForRoot ?? false
        retryCount = settings.retryCount ?? 3
        suggests = settings.suggests ?? true
        suggestionOptions = GenerationOptions(
            style: settings.suggestionStyle ?? .readable,
            minimumEntropyBits: settings.suggestionEntropyBits.map { Double($0) }
                ?? GenerationOptions.defaultEntropyBits,
            exclusions: settings.suggestionExclusions ?? Self.hardToType)
        isForLocalUsersOnly = settings.isForLocalUsersOnly ?? false
        checker = Checker(Self.effectiveRules(rules))
    }

    /// What happens with a refused password in these circumstances: root is only warned, unless the policy says
    /// otherwise or the password has expired.
    public func enforcement(in context: PolicyContext) -> Enforcement {
        let isExempt = context.isByRoot && !context.isExpired && !enforcesForRoot
        return isExempt && enforcement == .yes ? .warn : enforcement
    }

    /// Checks a new password, given as bytes. Linear in its length.
    public func check(_ password: Span<UInt8>) -> Report {
        var report = Report()
        check(password, into: &report)
        return report
    }

    /// Checks a new password, given as bytes, into a report of an earlier check. A password change applies the
    /// written reading.
    public func check(_ password: Span<UInt8>, reading: Reading = .written, into report: inout Report) {
        let limit = Self.maximumPasswordLengthInBytes
        if password.count > limit {
            report.begin()
            report.add(Outcome(.maxBytes, isMet: false, limit: limit, actual: password.count))
            return
        }
        switch reading {
        case .written: checker.check(password, into: &report)
        case .strict:
            Checker(Self.effectiveRules(rules.rules), reading: .strict).check(password, into: &report)
        }
    }

    /// The rules, and what every policy demands besides: the empty password is never accepted.
    private static func effectiveRules(_ rules: [Rule]) -> Descriptor {
        var kept: [Rule] = []
        for rule in rules {
            // One that is repeated still asks for one character, and nobody need be told of it twice. Looked for among
            // the first only: that is enough for people, and linear.
            if case .required = rule, kept.prefix(64).contains(rule) { continue }
            kept.append(rule)
        }
        return Descriptor(rules: kept + [.minLength(1)])
    }

    /// The rules that passwords are generated by, whose strict reading is a part of what this policy accepts.
    public var generationRules: Descriptor { rules.withTypeableCharacters }

    /// Generates a password that this policy accepts, as its `suggest` keys have it.
    public func suggestion(from source: inout some RandomSource) throws(GenerationError) -> SecretBytes {
        try suggestion(by: try Generator(generationRules).plan(suggestionOptions), from: &source)
    }

    /// Generates a password that this policy accepts, by a plan for its `generationRules`.
    package func suggestion(
        by plan: GenerationPlan, from source: inout some RandomSource
    ) throws(GenerationError) -> SecretBytes {
        var sampler = PasswordSampler(plan)
        for _ in 0..<Self.maximumSuggestionTries {
            let password = try sampler.next(from: &source)
            // Shown only when the policy's own check, which may ask for more than the rules, was seen to accept it.
            if password.withSpan({ check($0).isAccepted }) { return password }
        }
        throw .notFound(tries: Self.maximumSuggestionTries)
    }

    /// How many passwords are tried at most to find one that the policy accepts.
    private static let maximumSuggestionTries = 100

    /// Characters that look alike, space, quotes and the backslash.
    private static let hardToType = Exclusions(
        characters: Exclusions.ambiguous.union(CharacterClass(members: " \"'`\\")))

    /// The rules in words for the person who is about to choose a password: lines of at most 78 columns where
    /// the words allow it, separated by line feeds. Empty where nothing is demanded.
    public var explanation: String { explanationText.string }

    /// The UTF-8 bytes of `explanation`.
    public var explanationBytes: [UInt8] { explanationText.bytes }

    private var explanationText: Text {
        // Not "New password: ...": whatever answers prompts by their words would take this for one.
        Explanation(checker).summary(beginning: "Password rules: ").wrapped(toColumns: 78)
    }
}

extension Descriptor {
    /// These rules with characters to generate passwords from, where they leave those open: letters, digits and the hyphen,
    /// which can be typed on any keyboard, and what is required.
    var withTypeableCharacters: Descriptor {
        for rule in rules {
            if case .allowed = rule { return self }
        }
        let characters = CharacterClass.alphanumeric.union(CharacterClass(members: "-"))
        return Descriptor(rules: rules + [.allowed(characters)])
    }
}
