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

/// What an administrator demands of one person's new passwords.
///
/// A policy does not change: any number of threads may use one at once.
public final class Policy: Sendable {
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
    public var suggestionOptions: GenerationOptions {
        GenerationOptions(
            style: settings.suggestionStyle ?? .readable,
            minimumEntropyBits: settings.suggestionEntropyBits.map { Double($0) }
                ?? GenerationOptions.defaultEntropyBits,
            exclusions: settings.suggestionExclusions ?? Self.hardToType)
    }
    /// Whether users that are not in the machine's own passwd file are left alone.
    public let isForLocalUsersOnly: Bool
    /// The longest password that is examined, in bytes, 8 to 4,096. A longer one is refused before anything else is done.
    public let maximumPasswordLengthInBytes: Int

    /// Whether a check makes use of the account's full name or home directory.
    public var wantsNames: Bool {
        settings.fullName ?? .permit != .permit || settings.homeDirectory ?? .permit != .permit
    }

    /// One way to satisfy the policy.
    struct Way: Sendable {
        let descriptor: Descriptor
        let checker: Checker
        let composition: CompositionRules

        init(_ rules: PolicyRules) {
            descriptor = Policy.effectiveRules(rules.rules)
            checker = Checker(descriptor)
            composition = rules.composition
        }
    }

    /// The rules, then the alternatives.
    let ways: [Way]
    /// What is set besides.
    let settings: PolicySettings
    /// Where `max-keyboard` is set.
    let keyboard: Keyboard?
    private let blocklists: PolicyBlocklists

    /// The policy that `settings` make, with the defaults for what they leave open.
    /// - Parameter blocklists: The lists that `settings.blocklists` names, opened; without them passwords are compared with
    ///   none.
    /// - Throws: `noRules` where passwords are to be checked and nothing is demanded of them: an empty file is
    ///   more likely an accident than a policy.
    @inline(never)
    public init(_ settings: PolicySettings, blocklists: [PolicyBlocklist]) throws(Diagnostic) {
        enforcement = settings.enforcement ?? .yes
        let rules = settings.rules ?? PolicyRules()
        self.rules = Descriptor(rules: rules.rules)
        self.settings = settings
        enforcesForRoot = settings.enforcesForRoot ?? false
        retryCount = settings.retryCount ?? 3
        suggests = settings.suggests ?? true
        isForLocalUsersOnly = settings.isForLocalUsersOnly ?? false
        maximumPasswordLengthInBytes = settings.maxBytes ?? 1024
        var ways = [Way(rules)]
        for alternative in settings.alternatives ?? [] { ways.append(Way(alternative)) }
        self.ways = ways
        keyboard = settings.maxKeyboard == nil ? nil : Keyboard()
        self.blocklists = PolicyBlocklists(blocklists)
        // Not before all is set: Embedded Swift would not free what was set until then.
        if rules.rules.isEmpty, rules.composition.isEmpty, enforcement != .no {
            throw Diagnostic(.noRules, at: 0)
        }
    }

    /// What happens with a refused password in these circumstances: root is only warned, unless the policy says
    /// otherwise or the password has expired.
    public func enforcement(in context: PolicyContext) -> Enforcement {
        let isExempt = context.isByRoot && !context.isExpired && !enforcesForRoot
        return isExempt && enforcement == .yes ? .warn : enforcement
    }

    /// Checks a new password, given as bytes.
    public func check(
        _ password: Span<UInt8>, for account: Account = Account(), replacing old: Span<UInt8> = Span()
    ) -> Report {
        var report = Report()
        check(password, for: account, replacing: old, into: &report)
        return report
    }

    /// Checks a new password, given as bytes, into a report of an earlier check. A password change applies the
    /// written reading. Quadratic in the length of the passwords, which is bounded, at most.
    /// - Parameters:
    ///   - account: Whose password it is, as far as it is known.
    ///   - old: The password that is replaced; empty where it is not known.
    public func check(
        _ password: Span<UInt8>, for account: Account = Account(), replacing old: Span<UInt8> = Span(),
        reading: Reading = .written, into report: inout Report
    ) {
        let limit = maximumPasswordLengthInBytes
        if password.count > limit {
            report.fill(1) {
                $0.append(Outcome(.maxBytes, isMet: false, limit: limit, actual: password.count))
                return false
            }
            return
        }
        let folded = FoldedPassword(password)
        let facts = composition(of: folded)
        let isWayMet = checkWays(password, facts, reading: reading, into: &report)
        if !isWayMet, ways.count > 1 {
            // Before what holds whichever way is taken.
            report.add(Outcome(.or, isMet: false, limit: 0, actual: ways.count))
        }
        checkBesides(folded, facts, for: account, replacing: old, into: &report)
        if !blocklists.isEmpty {
            blocklists.check(folded, typed: password, into: &report)
            wipeDeadStack()
        }
        report.putDemandsFirst()
    }

    /// Checks the rules, or of the alternatives the first that is met; where none is, the nearest.
    /// - Returns: Whether one is met.
    private func checkWays(
        _ password: Span<UInt8>, _ facts: Composition, reading: Reading, into report: inout Report
    ) -> Bool {
        var nearest = (way: 0, distance: Int.max)
        for index in ways.indices {
            check(password, facts, way: index, reading: reading, into: &report)
            if report.isAccepted || ways.count == 1 { return report.isAccepted }
            let distance = report.distance
            if distance < nearest.distance { nearest = (index, distance) }
        }
        check(password, facts, way: nearest.way, reading: reading, into: &report)
        return false
    }

    private func check(
        _ password: Span<UInt8>, _ facts: Composition, way index: Int, reading: Reading,
        into report: inout Report
    ) {
        // As many more as the usual policy has.
        let otherCount = 6
        switch reading {
        case .written: ways[index].checker.check(password, into: &report, beforeOthers: otherCount)
        case .strict:
            Checker(ways[index].descriptor, reading: .strict)
                .check(password, into: &report, beforeOthers: otherCount)
        }
        check(facts, ways[index].composition, into: &report)
    }

    /// The rules, and what every policy demands besides: the empty password is never accepted.
    fileprivate static func effectiveRules(_ rules: [Rule]) -> Descriptor {
        var kept: [Rule] = []
        kept.reserveCapacity(rules.count + 1)
        for rule in rules {
            // One that is repeated still asks for one character, and nobody need be told of it twice. Looked for among
            // the first only: that is enough for people, and linear.
            if case .required = rule, kept.prefix(64).contains(rule) { continue }
            kept.append(rule)
        }
        kept.append(.minLength(1))
        return Descriptor(rules: kept)
    }

    /// The rules in words for the person who is about to choose a password: lines of at most 78 columns where
    /// the words allow it, separated by line feeds. Empty where nothing is demanded.
    public var explanation: String { Explanation.summary(of: self, in: Translator()).string }

    /// The UTF-8 bytes of `explanation`, in a person's language.
    public func explanationBytes(in translator: Translator = Translator()) -> [UInt8] {
        Explanation.summary(of: self, in: translator).bytes
    }
}
