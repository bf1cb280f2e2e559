/// A policy for the new passwords of one person.
///
/// It is immutable, so any number of threads may share it.
public final class Policy: Sendable {
    /// The cases, at least one. A password must meet all of them. There are several if the person's groups
    /// are in doubt.
    let cases: [PolicyCase]
    /// The rules of all `rules` lines together, without the alternatives of `or` lines.
    public let rules: Descriptor
    /// The demands of `rules` lines, and of other keys, that a descriptor cannot express.
    let properties: RuleProperties
    /// What happens to a password that the rules refuse.
    public let enforcement: Enforcement
    /// Whether a password that root sets is refused, too, not only warned about.
    public let enforcesForRoot: Bool
    /// The number of times that a person is asked for a new password before the change fails, 1 to 100.
    public let retryCount: Int
    /// Whether a generated password is suggested after a refusal.
    public let suggests: Bool
    /// Whether users who are not in the machine's own passwd file are exempt.
    public let isForLocalUsersOnly: Bool
    /// The maximum length of a password in bytes, 8 to 4,096. Longer ones are refused before anything else is
    /// done.
    public let maximumPasswordLengthInBytes: Int

    /// The options for suggestions.
    public var suggestionOptions: GenerationOptions {
        let settings = cases[0].settings
        return GenerationOptions(
            style: settings.suggestionStyle,
            minimumEntropyBits: max(Double(settings.suggestionEntropyBits), demandedEntropyBits),
            exclusions: settings.suggestionExclusions)
    }

    /// Whether a check uses the account's full name or home directory.
    public var wantsNames: Bool { cases.contains { $0.wantsNames } }

    /// Whether a check uses anything from the account database: the user name as spelled there, or other
    /// names.
    public var wantsAccount: Bool { cases.contains { $0.wantsNames || $0.wantsUserNames } }

    /// Whether passwords are looked up in lists.
    var comparesWithLists: Bool { cases.contains { $0.comparesWithLists } }

    /// Creates a policy from settings.
    /// - Parameters:
    ///   - settings: The settings.
    ///   - blocklists: The open lists that ``PolicySettings/blocklists`` names. Passwords are compared only
    ///     with these.
    ///   - rankedWords: The words for estimates of guesses, which are too high without them.
    /// - Throws: ``Diagnostic/Code/noRules`` if the policy is enforced but demands nothing. An empty file is
    ///   more likely an accident than a policy.
    public convenience init(
        _ settings: PolicySettings, blocklists: [PolicyBlocklist], rankedWords: RankedWords = RankedWords([])
    ) throws(Diagnostic) {
        self.init([try PolicyCase(settings, nil, blocklists: blocklists, rankedWords: rankedWords)])
    }

    /// Creates a policy from the lines that apply. ``origin(of:)`` returns the line of an outcome.
    /// - Throws: As ``init(_:blocklists:rankedWords:)-(PolicySettings,_,_)``.
    public convenience init(
        _ applied: AppliedPolicy, blocklists: [PolicyBlocklist], rankedWords: RankedWords = RankedWords([])
    ) throws(Diagnostic) {
        self.init([
            try PolicyCase(applied.settings, applied, blocklists: blocklists, rankedWords: rankedWords)
        ])
    }

    /// Combines policies, at least one. A password must satisfy all except those with `enforce = no`, and the
    /// strictest enforcement applies.
    public convenience init(all policies: [Policy]) {
        let demanding = policies.filter { $0.enforcement != .no }
        self.init((demanding.isEmpty ? [policies[0]] : demanding).flatMap { $0.cases })
    }

    private init(_ cases: [PolicyCase]) {
        self.cases = cases
        var rules = PolicyRules()
        var enforcement = Enforcement.no
        var (enforcesForRoot, suggests, isForLocalUsersOnly) = (false, true, true)
        var (retryCount, maximumLength) = (Int.max, Int.max)
        for policy in cases {
            let settings = policy.settings
            rules.add(settings.rules)
            for choice in settings.choices { rules.add(choice[0]) }
            rules.add(PolicyRules(rules: [], properties: settings.properties))
            enforcement = max(enforcement, settings.enforcement)
            enforcesForRoot = enforcesForRoot || settings.enforcesForRoot
            suggests = suggests && settings.suggests
            isForLocalUsersOnly = isForLocalUsersOnly && settings.isForLocalUsersOnly
            retryCount = min(retryCount, settings.retryCount)
            maximumLength = min(maximumLength, settings.maxBytes)
        }
        self.rules = Descriptor(rules: rules.rules)
        properties = rules.properties
        self.enforcement = enforcement
        self.enforcesForRoot = enforcesForRoot
        self.suggests = suggests
        self.isForLocalUsersOnly = isForLocalUsersOnly
        self.retryCount = retryCount
        maximumPasswordLengthInBytes = maximumLength
    }

    /// The open list at a path; nil if the policy does not have it.
    package func blocklist(atPath path: [UInt8]) -> Blocklist? {
        for policy in cases {
            if let list = policy.blocklists.list(atPath: path) { return list }
        }
        return nil
    }

    /// The words for its estimates; nil if it does not estimate guesses with these lists, as `ranked-words`
    /// names them.
    package func rankedWords(ofPaths paths: [[UInt8]]) -> RankedWords? {
        for policy in cases where policy.settings.rankedWords == paths {
            if let estimator = policy.estimator { return estimator.words }
        }
        return nil
    }

    /// What happens to a refused password in these circumstances. Root is only warned at the services of
    /// `exempt-services`, unless the policy binds root, the password has expired or the old one is known.
    public func enforcement(in context: PolicyContext) -> Enforcement {
        let isExempt =
            !enforcesForRoot && cases.allSatisfy { context.isRootsOwn(at: $0.settings.exemptServices) }
        return isExempt && enforcement == .yes ? .warn : enforcement
    }

    /// Whether a suggestion may be shown at a service. `suggest-services` decides, or the caller if the
    /// service is empty.
    package func suggests(at service: [UInt8]) -> Bool {
        service.isEmpty || cases.allSatisfy { $0.settings.suggestionServices.contains(service) }
    }

    /// Checks a new password. Password changes use the written reading. A NUL byte is never accepted. The
    /// time is at most quadratic in the lengths of the passwords, which are bounded.
    /// - Parameters:
    ///   - password: The new password, in UTF-8.
    ///   - account: The account, as far as it is known.
    ///   - old: The old password; empty if it is not known.
    ///   - reading: The reading of the rules.
    public func check(
        _ password: Span<UInt8>, for account: Account = Account(), replacing old: Span<UInt8> = Span(),
        reading: Reading = .written
    ) -> Report {
        var report = Report(isAccepted: true)
        if addExcessiveLength(of: password, to: &report) { return report }
        for index in cases.indices {
            let start = report.outcomes.count
            var check = PolicyCheck(
                of: password, by: cases[index], for: account, replacing: old, reading: reading)
            check.addAllButLists(to: &report)
            check.addLists(to: &report)
            numberLines(ofCase: index, from: start, in: &report)
        }
        report.settle()
        return report
    }

    /// Checks a new password as ``check(_:for:replacing:reading:)`` does, and generates another one if it is
    /// refused. Both are compared with the lists at the same time, so refusing takes hardly longer than
    /// accepting.
    /// - Parameters:
    ///   - password: The new password, in UTF-8.
    ///   - account: The account, as far as it is known.
    ///   - old: The old password; empty if it is not known.
    ///   - source: The random bytes for the generated password.
    ///   - report: Receives the report of the check.
    /// - Returns: A password to suggest; nil if the given one is accepted.
    /// - Throws: If no password is found. The report is complete even then.
    public func replacement(
        of password: Span<UInt8>, for account: Account = Account(), replacing old: Span<UInt8> = Span(),
        from source: inout some RandomSource, report: inout Report
    ) throws(GenerationError) -> SecretBytes? {
        // With several cases, each has its own lists, so one pass cannot compare both passwords with all of
        // them.
        if cases.count == 1, comparesWithLists, password.count <= maximumPasswordLengthInBytes {
            let lists = cases[0].blocklists
            report = Report(isAccepted: true)
            var check = PolicyCheck(
                of: password, by: cases[0], for: account, replacing: old, reading: .written)
            check.addAllButLists(to: &report)
            // The password is drawn even if it will not be needed, so that the reading of lists does not
            // reveal why a password is refused.
            let drawn = drawUnlisted(from: &source, for: account, replacing: old)
            let (own, other) = drawn.withSpan { candidate in
                lists.compare(
                    check.listKeys, and: lists.keys(of: FoldedPassword(candidate), typed: candidate))
            }
            wipeDeadStack()
            check.add(own, to: &report)
            report.settle()
            if !report.isAccepted, drawn.count > 0, other.isAccepted { return drawn }
        } else {
            report = check(password, for: account, replacing: old)
        }
        return report.isAccepted ? nil : try suggestion(from: &source, for: account, replacing: old)
    }

    /// Adds an outcome if the password is too long. The caller then adds no others.
    /// - Returns: Whether the password is too long.
    private func addExcessiveLength(of password: Span<UInt8>, to report: inout Report) -> Bool {
        let limit = maximumPasswordLengthInBytes
        if password.count <= limit { return false }
        for index in cases.indices where cases[index].settings.maxBytes == limit {
            report.add(Outcome(.maxBytes, limit: limit, actual: password.count))
            report.setLines(from: 0) { cases[index].line(of: $0) }
            numberLines(ofCase: index, from: 0, in: &report)
            return true
        }
        return true
    }

    /// Turns the line numbers of a case's outcomes into numbers among the lines of all cases.
    func numberLines(ofCase index: Int, from start: Int, in report: inout Report) {
        if index == 0 { return }
        var count = 0
        for policy in cases[..<index] { count += policy.lines.count }
        report.setLines(from: start) { $0.line == 0 ? 0 : $0.line + count }
    }
}
