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
    public var wantsNames: Bool { ownWantsNames || others.contains { $0.ownWantsNames } }

    private var ownWantsNames: Bool {
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
    /// Policies that must be satisfied as well: those that apply to a person who may be in some group or not.
    let others: [Policy]
    /// Whether there are lists that passwords are looked for in.
    var comparesWithLists: Bool { !blocklists.isEmpty }

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
        others = []
        // Not before all is set: Embedded Swift would not free what was set until then.
        if rules.rules.isEmpty, rules.composition.isEmpty, enforcement != .no {
            throw Diagnostic(.noRules, at: 0)
        }
    }

    /// The open list of a path, if it is among the policy's.
    package func blocklist(atPath path: [UInt8]) -> Blocklist? { blocklists.list(atPath: path) }

    /// All of these policies, one at least: a password must satisfy each, and what happens where it does not is what the
    /// strictest says. Those that check nothing demand nothing.
    public init(all policies: [Policy]) {
        var demanding: [Policy] = []
        for policy in policies where policy.enforcement != .no { demanding.append(policy) }
        let first = demanding.first ?? policies[0]
        var enforcement = first.enforcement
        var enforcesForRoot = first.enforcesForRoot
        var retryCount = first.retryCount
        var suggests = first.suggests
        var isForLocalUsersOnly = first.isForLocalUsersOnly
        for policy in demanding {
            if policy.enforcement.rawValue > enforcement.rawValue { enforcement = policy.enforcement }
            if policy.enforcesForRoot { enforcesForRoot = true }
            if policy.retryCount < retryCount { retryCount = policy.retryCount }
            if !policy.suggests { suggests = false }
            if !policy.isForLocalUsersOnly { isForLocalUsersOnly = false }
        }
        self.enforcement = enforcement
        self.enforcesForRoot = enforcesForRoot
        self.retryCount = retryCount
        self.suggests = suggests
        self.isForLocalUsersOnly = isForLocalUsersOnly
        rules = first.rules
        maximumPasswordLengthInBytes = first.maximumPasswordLengthInBytes
        ways = first.ways
        settings = first.settings
        keyboard = first.keyboard
        blocklists = first.blocklists
        others = Array(demanding.dropFirst())
    }

    /// What happens with a refused password in these circumstances: root is only warned at the services that
    /// `exempt-services` names, unless the policy binds root, the password has expired or the old one is known.
    public func enforcement(in context: PolicyContext) -> Enforcement {
        let isExempt =
            !enforcesForRoot && context.isRootsOwn(at: settings.exemptServices)
            && others.allSatisfy { context.isRootsOwn(at: $0.settings.exemptServices) }
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
    /// written reading. Quadratic in the length of the passwords, which is bounded, at most. A NUL byte is never accepted.
    /// - Parameters:
    ///   - account: Whose password it is, as far as it is known.
    ///   - old: The password that is replaced; empty where it is not known.
    public func check(
        _ password: Span<UInt8>, for account: Account = Account(), replacing old: Span<UInt8> = Span(),
        reading: Reading = .written, into report: inout Report
    ) {
        if isTooLong(password, &report) { return }
        let folded = FoldedPassword(password)
        checkByItself(folded, password, for: account, replacing: old, reading: reading, into: &report)
        checkListsAndOthers(folded, password, for: account, replacing: old, reading: reading, into: &report)
        report.putDemandsFirst()
    }

    /// Checks a new password as `check` does, and where it is refused, generates one that this policy accepts. Both are compared
    /// with the lists at the same time, so that it takes hardly longer to refuse a password than to accept it.
    /// - Returns: The suggestion; nil where the password is accepted.
    /// - Throws: That there is no suggestion. The report is complete all the same.
    public func check(
        _ password: Span<UInt8>, for account: Account = Account(), replacing old: Span<UInt8> = Span(),
        into report: inout Report, suggestingFrom source: inout some RandomSource
    ) throws(GenerationError) -> SecretBytes? {
        // Each of several policies has lists of its own.
        if others.isEmpty, !blocklists.isEmpty, password.count <= maximumPasswordLengthInBytes {
            let folded = FoldedPassword(password)
            checkByItself(folded, password, for: account, replacing: old, reading: .written, into: &report)
            // Drawn in any case: that the lists are read, and how often, must not tell what a password was refused for.
            let drawn = drawUnlisted(from: &source, for: account, replacing: old)
            let (own, other) = drawn.withSpan { candidate in
                blocklists.compare(
                    blocklists.keys(of: folded, typed: password),
                    and: blocklists.keys(of: FoldedPassword(candidate), typed: candidate))
            }
            wipeDeadStack()
            report.add(own)
            report.putDemandsFirst()
            if !report.isAccepted, drawn.count > 0, other.isAccepted { return drawn }
        } else {
            check(password, for: account, replacing: old, into: &report)
        }
        return report.isAccepted ? nil : try suggestion(from: &source, for: account, replacing: old)
    }

    /// Whether the password is longer than what is examined, which is then all that the report says.
    @inline(never)
    func isTooLong(_ password: Span<UInt8>, _ report: inout Report) -> Bool {
        let limit = maximumPasswordLengthInBytes
        if password.count <= limit { return false }
        report.fill(1) {
            $0.append(Outcome(.maxBytes, isMet: false, limit: limit, actual: password.count))
            return false
        }
        return true
    }

    /// Checks everything but the lists.
    func checkByItself(
        _ folded: borrowing FoldedPassword, _ password: Span<UInt8>, for account: Account,
        replacing old: Span<UInt8>, reading: Reading, into report: inout Report
    ) {
        let facts = composition(of: folded)
        let isWayMet = checkWays(password, facts, reading: reading, into: &report)
        if !isWayMet, ways.count > 1 {
            // Before what holds whichever way is taken.
            report.add(Outcome(.or, isMet: false, limit: 0, actual: ways.count))
        }
        let nulCount = Self.nulCount(of: password)
        if nulCount > 0 { report.add(Outcome(.nul, isMet: false, limit: 0, actual: nulCount)) }
        checkBesides(folded, facts, for: account, replacing: old, into: &report)
    }

    @inline(never)
    private static func nulCount(of password: Span<UInt8>) -> Int {
        var count = 0
        for index in 0..<password.count { count += password[index] == 0 ? 1 : 0 }
        return count
    }

    /// Adds the outcomes of the lists and of the other policies.
    func checkListsAndOthers(
        _ folded: borrowing FoldedPassword, _ password: Span<UInt8>, for account: Account,
        replacing old: Span<UInt8>, reading: Reading, into report: inout Report
    ) {
        if !blocklists.isEmpty {
            report.add(
                blocklists.compare(blocklists.keys(of: folded, typed: password), and: BlocklistKeys()).0)
            wipeDeadStack()
        }
        for index in others.indices {
            var more = Report()
            others[index].check(password, for: account, replacing: old, reading: reading, into: &more)
            report.add(more)
        }
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
}
