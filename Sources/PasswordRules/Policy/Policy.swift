/// What an administrator demands of one person's new passwords.
///
/// A policy does not change: any number of threads may use one at once.
public final class Policy: Sendable {
    /// The rules, all `rules` lines together; what `or` lines put in their place is left out.
    public let rules: Descriptor
    /// What these rules demand of the composition, and the other keys.
    let composition: CompositionRules
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
            style: settings.suggestionStyle,
            minimumEntropyBits: Double(settings.suggestionEntropyBits),
            exclusions: settings.suggestionExclusions)
    }
    /// Whether users that are not in the machine's own passwd file are left alone.
    public let isForLocalUsersOnly: Bool
    /// The longest password that is examined, in bytes, 8 to 4,096. A longer one is refused before anything else is done.
    public let maximumPasswordLengthInBytes: Int

    /// Whether a check makes use of the account's full name or home directory.
    public var wantsNames: Bool { ownWantsNames || others.contains { $0.ownWantsNames } }

    private var ownWantsNames: Bool {
        settings.fullName != .permit || settings.homeDirectory != .permit
    }

    /// Rules that satisfy a choice.
    struct Alternative: Sendable {
        let descriptor: Descriptor
        let checker: Checker
        let composition: CompositionRules

        init(_ rules: PolicyRules) {
            descriptor = Policy.effectiveRules(rules.rules)
            checker = Checker(descriptor)
            composition = rules.composition
        }
    }

    /// What must be satisfied: of each choice one alternative. Most policies have one choice with one alternative, their rules.
    let choices: [[Alternative]]
    /// What is set besides.
    let settings: PolicySettings
    /// Where `max-keyboard` is set.
    let keyboard: Keyboard?
    private let blocklists: PolicyBlocklists
    /// Policies that must be satisfied as well: those that apply to a person who may be in some group or not.
    let others: [Policy]
    /// Whether there are lists that passwords are looked for in.
    var comparesWithLists: Bool { !blocklists.isEmpty }

    /// The policy that settings make.
    /// - Parameters:
    ///   - settings: What is set.
    ///   - blocklists: The lists that ``PolicySettings/blocklists`` names, opened; without them passwords are compared with
    ///     none.
    /// - Throws: ``Diagnostic/Code/noRules`` where passwords are to be checked and nothing is demanded of them: an empty file is
    ///   more likely an accident than a policy.
    public init(_ settings: PolicySettings, blocklists: [PolicyBlocklist]) throws(Diagnostic) {
        enforcement = settings.enforcement
        var rules = settings.rules
        for choice in settings.choices { rules.add(choice[0]) }
        self.rules = Descriptor(rules: rules.rules)
        var composition = rules.composition
        composition.add(settings.composition)
        self.composition = composition
        self.settings = settings
        enforcesForRoot = settings.enforcesForRoot
        retryCount = settings.retryCount
        suggests = settings.suggests
        isForLocalUsersOnly = settings.isForLocalUsersOnly
        maximumPasswordLengthInBytes = settings.maxBytes
        choices = Self.choices(settings)
        keyboard = settings.maxKeyboard == nil ? nil : Keyboard()
        self.blocklists = PolicyBlocklists(blocklists)
        others = []
        // Not before all is set: Embedded Swift would not free what was set until then.
        if rules.isEmpty, enforcement != .no {
            throw Diagnostic(.noRules, at: 0)
        }
    }

    private static func choices(_ settings: PolicySettings) -> [[Alternative]] {
        guard let first = settings.choices.first else { return [[Alternative(settings.rules)]] }
        var choices: [[Alternative]] = []
        // What holds in any case stands with each alternative of the first choice, so that all is said together.
        choices.append(
            first.map {
                var rules = settings.rules
                rules.add($0)
                return Alternative(rules)
            })
        for choice in settings.choices.dropFirst() { choices.append(choice.map { Alternative($0) }) }
        return choices
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
        composition = first.composition
        choices = first.choices
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
    ///   - password: The new password, in UTF-8.
    ///   - account: Whose password it is, as far as it is known.
    ///   - old: The password that is replaced; empty where it is not known.
    ///   - reading: How the meaning of the rules is read.
    ///   - report: Receives the outcomes, in place of those that it has.
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

    /// Checks a new password as ``check(_:for:replacing:)`` does, and where it is refused, generates one that this
    /// policy accepts. Both are compared with the lists at the same time, so that it takes hardly longer to refuse a password
    /// than to accept it.
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
        check(choices[0], password, facts, reading: reading, into: &report)
        for choice in choices.dropFirst() {
            var more = Report()
            check(choice, password, facts, reading: reading, into: &more)
            report.add(more)
        }
        let nulCount = Self.nulCount(of: password)
        if nulCount > 0 { report.add(Outcome(.nul, isMet: false, limit: 0, actual: nulCount)) }
        checkBesides(folded, facts, for: account, replacing: old, into: &report)
    }

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

    /// Checks the first alternative of a choice that is met; where none is, the nearest, and adds that there are others.
    private func check(
        _ choice: [Alternative], _ password: Span<UInt8>, _ facts: Composition, reading: Reading,
        into report: inout Report
    ) {
        var nearest = (index: 0, distance: Int.max)
        for index in choice.indices {
            check(choice[index], password, facts, reading: reading, into: &report)
            if report.isAccepted || choice.count == 1 { return }
            let distance = report.distance
            if distance < nearest.distance { nearest = (index, distance) }
        }
        check(choice[nearest.index], password, facts, reading: reading, into: &report)
        // Before what holds whichever alternative is taken.
        report.add(Outcome(.or, isMet: false, limit: 0, actual: choice.count))
    }

    private func check(
        _ alternative: Alternative, _ password: Span<UInt8>, _ facts: Composition, reading: Reading,
        into report: inout Report
    ) {
        // As many more as the usual policy has.
        let otherCount = 6
        switch reading {
        case .written: alternative.checker.check(password, into: &report, beforeOthers: otherCount)
        case .strict:
            Checker(alternative.descriptor, reading: .strict)
                .check(password, into: &report, beforeOthers: otherCount)
        }
        check(facts, alternative.composition, into: &report)
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
