/// What an administrator demands of one person's new passwords.
///
/// A policy does not change: any number of threads may use one at once.
public final class Policy: Sendable {
    /// What is demanded in each case, one at least: all of it holds. There are several where it is in doubt
    /// which groups the person is in.
    let cases: [PolicyCase]
    /// The rules, all `rules` lines together; what `or` lines put in their place is left out.
    public let rules: Descriptor
    /// What these rules, and keys, demand in addition to what descriptors can say.
    let properties: RuleProperties
    /// What happens with a password that the rules refuse.
    public let enforcement: Enforcement
    /// Whether root is refused too, and not only warned.
    public let enforcesForRoot: Bool
    /// How often a person is asked for a new password before the change fails, 1 to 100.
    public let retryCount: Int
    /// Whether a generated password is suggested after a refusal.
    public let suggests: Bool
    /// Whether users that are not in the machine's own passwd file are left alone.
    public let isForLocalUsersOnly: Bool
    /// The longest password that is examined, in bytes, 8 to 4,096. A longer one is refused before anything
    /// else is done.
    public let maximumPasswordLengthInBytes: Int

    /// What is suggested.
    public var suggestionOptions: GenerationOptions {
        let settings = cases[0].settings
        return GenerationOptions(
            style: settings.suggestionStyle,
            minimumEntropyBits: max(Double(settings.suggestionEntropyBits), demandedEntropyBits),
            exclusions: settings.suggestionExclusions)
    }

    /// Whether a check makes use of the account's full name or home directory.
    public var wantsNames: Bool { cases.contains { $0.wantsNames } }

    /// Whether a check makes use of anything that the account database has: of the user name's own spelling
    /// there, or of the other names.
    public var wantsAccount: Bool { cases.contains { $0.wantsNames || $0.wantsUserNames } }

    /// Whether there are lists that passwords are looked for in.
    var comparesWithLists: Bool { cases.contains { $0.comparesWithLists } }

    /// The policy that settings make.
    /// - Parameters:
    ///   - settings: What is set.
    ///   - blocklists: The lists that ``PolicySettings/blocklists`` names, opened; without them passwords are
    ///     compared with none.
    ///   - rankedWords: The words that estimates of guesses know; without them they are too high.
    /// - Throws: ``Diagnostic/Code/noRules`` where passwords are to be checked and nothing is demanded of
    ///   them: an empty file is more likely an accident than a policy.
    public convenience init(
        _ settings: PolicySettings, blocklists: [PolicyBlocklist], rankedWords: RankedWords = RankedWords([])
    ) throws(Diagnostic) {
        self.init([try PolicyCase(settings, nil, blocklists: blocklists, rankedWords: rankedWords)])
    }

    /// The policy that the lines make which apply, and which knows of each outcome the line that it comes
    /// from: ``origin(of:)``.
    /// - Throws: As ``init(_:blocklists:rankedWords:)-(PolicySettings,_,_)``.
    public convenience init(
        _ applied: AppliedPolicy, blocklists: [PolicyBlocklist], rankedWords: RankedWords = RankedWords([])
    ) throws(Diagnostic) {
        self.init([
            try PolicyCase(applied.settings, applied, blocklists: blocklists, rankedWords: rankedWords)
        ])
    }

    /// All of these policies, one at least: a password must satisfy each, and what happens where it does not
    /// is what the strictest says. Those that check nothing demand nothing.
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

    /// The open list of a path, if it is among the policy's.
    package func blocklist(atPath path: [UInt8]) -> Blocklist? {
        for policy in cases {
            if let list = policy.blocklists.list(atPath: path) { return list }
        }
        return nil
    }

    /// The words that its estimates know, if it makes some and knows the words of these lists.
    package func rankedWords(ofPaths paths: [[UInt8]]) -> RankedWords? {
        for policy in cases where policy.settings.rankedWords == paths {
            if let estimator = policy.estimator { return estimator.words }
        }
        return nil
    }

    /// What happens with a refused password in these circumstances: root is only warned at the services that
    /// `exempt-services` names, unless the policy binds root, the password has expired or the old one is
    /// known.
    public func enforcement(in context: PolicyContext) -> Enforcement {
        let isExempt =
            !enforcesForRoot && cases.allSatisfy { context.isRootsOwn(at: $0.settings.exemptServices) }
        return isExempt && enforcement == .yes ? .warn : enforcement
    }

    /// Whether a suggestion may be shown at a service: `suggest-services` names it, or it is empty, since the
    /// caller then decides.
    package func suggests(at service: [UInt8]) -> Bool {
        service.isEmpty || cases.allSatisfy { $0.settings.suggestionServices.contains(service) }
    }

    /// Checks a new password, given as bytes. A password change applies the written reading. Quadratic in the
    /// length of the passwords, which is bounded, at most. A NUL byte is never accepted.
    /// - Parameters:
    ///   - password: The new password, in UTF-8.
    ///   - account: Whose password it is, as far as it is known.
    ///   - old: The password that is replaced; empty where it is not known.
    ///   - reading: How the meaning of the rules is read.
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

    /// Checks a new password as ``check(_:for:replacing:reading:)`` does, and where it is refused, generates
    /// one that this policy accepts. Both are compared with the lists at the same time, so that it takes
    /// hardly longer to refuse a password than to accept it.
    /// - Parameters:
    ///   - password: The new password, in UTF-8.
    ///   - account: Whose password it is, as far as it is known.
    ///   - old: The password that is replaced; empty where it is not known.
    ///   - source: The random bytes that the generated password is drawn by.
    ///   - report: Receives what the check reports.
    /// - Returns: What can be suggested in its place; nil where the password is accepted.
    /// - Throws: If no password is found. The report is still complete.
    public func replacement(
        of password: Span<UInt8>, for account: Account = Account(), replacing old: Span<UInt8> = Span(),
        from source: inout some RandomSource, report: inout Report
    ) throws(GenerationError) -> SecretBytes? {
        // Each of several cases has lists of its own.
        if cases.count == 1, comparesWithLists, password.count <= maximumPasswordLengthInBytes {
            let lists = cases[0].blocklists
            report = Report(isAccepted: true)
            var check = PolicyCheck(
                of: password, by: cases[0], for: account, replacing: old, reading: .written)
            check.addAllButLists(to: &report)
            // Drawn in any case: that the lists are read, and how often, must not tell what a password was
            // refused for.
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

    /// Adds that the password is longer than what is examined, if it is, which is then all that is reported.
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

    /// Makes the lines of a case's outcomes those of all cases, which are numbered one after the other.
    private func numberLines(ofCase index: Int, from start: Int, in report: inout Report) {
        if index == 0 { return }
        var count = 0
        for policy in cases[..<index] { count += policy.lines.count }
        report.setLines(from: start) { $0.line == 0 ? 0 : $0.line + count }
    }
}
