/// A check of a password by one case of a policy: the rules, then each demand, then the lists.
struct PolicyCheck: ~Copyable, ~Escapable {
    private let policy: PolicyCase
    private let account: Account
    private let old: Span<UInt8>
    private let reading: Reading
    private var password: ExaminedPassword

    /// - Parameters:
    ///   - password: The new password, in UTF-8, not longer than `max-bytes`.
    ///   - policy: The case.
    ///   - account: The account, as far as it is known.
    ///   - old: The old password; empty if it is not known.
    ///   - reading: The reading of the rules.
    @_lifetime(copy password, copy old)
    init(
        of password: Span<UInt8>, by policy: PolicyCase, for account: Account, replacing old: Span<UInt8>,
        reading: Reading
    ) {
        self.policy = policy
        self.account = account
        self.old = old
        self.reading = reading
        self.password = ExaminedPassword(password)
    }

    /// Adds all outcomes but those of the lists. Takes at most quadratic time.
    mutating func addAllButLists(to report: inout Report) {
        // The password is estimated even if the estimate is not needed, so that the time does not reveal which of
        // several sets of rules is met.
        if let estimator = policy.estimator { _ = password.estimate(by: estimator, for: account) }
        addRules(to: &report)
        for index in policy.choices.indices { addChoice(index, to: &report) }
        let nulCount = password.nulCount
        if nulCount > 0 { report.add(Outcome(.nul, limit: 0, actual: nulCount)) }
        for active in policy.demands { addDemand(active, to: &report) }
        addNames(to: &report)
        addOldPassword(to: &report)
        report.nameRanges(PasswordFacts(password.bytes, permitted: nil).hasLettersBeyondASCII)
    }

    /// Adds the outcomes of the lists.
    func addLists(to report: inout Report) {
        if policy.blocklists.isEmpty { return }
        add(policy.blocklists.compare(listKeys, and: BlocklistKeys()).0, to: &report)
        wipeDeadStack()
    }

    /// Adds the outcome of a comparison of the password with the lists.
    func add(_ comparison: PolicyBlocklists.Comparison, to report: inout Report) {
        // Both are always computed, so that the time does not reveal whether the password is listed.
        let isNearOldPassword = isNearOldPassword
        let pattern = ListedPattern(password.folded, isRepetition: comparison.isOnlyRepetition)
        policy.blocklists.add(
            comparison, pattern ?? (isNearOldPassword ? .nearOldPassword : nil), to: &report)
    }

    /// The minimum length of a password that can be near the old one. In a shorter one, even a few changed
    /// characters are a large part.
    private static var shortestNear: Int { 6 }

    /// Whether the new password differs from the old one in only a few characters. False if the old one is
    /// not known, or if the policy demands nothing about it.
    private var isNearOldPassword: Bool {
        guard old.count > 0, password.folded.foldedCount >= Self.shortestNear,
            !policy.settings.oldPassword.isEmpty || policy.settings.minChanges != nil
        else { return false }
        let old = FoldedPassword(old.extracting(0..<min(old.count, Self.longestOldPassword)))
        return OldPassword.isNear(password.folded, old)
    }

    /// The keys to look up the password by.
    var listKeys: BlocklistKeys { policy.blocklists.keys(of: password.folded, typed: password.bytes) }

    // MARK: - Rules

    private mutating func addRules(to report: inout Report) {
        // In the strict reading, rules without `allowed` permit only what they require. So the common rules
        // are read together with those of the first choice.
        if reading == .written || policy.choices.isEmpty {
            addAlternative(policy.common, to: &report)
        } else {
            addProperties(of: policy.common, to: &report)
        }
    }

    /// Adds the outcomes of the first alternative that is met. If none is, adds those of the nearest one, and
    /// an outcome of the kind `or`.
    private mutating func addChoice(_ index: Int, to report: inout Report) {
        let choice = policy.choices[index]
        var nearest = Report(isAccepted: true)
        var shortest = Int64.max
        for alternative in choice.alternatives {
            var more = Report(isAccepted: true)
            addAlternative(alternative, to: &more)
            if more.isAccepted { return report.add(more) }
            let distance = more.distance
            if distance < shortest { (nearest, shortest) = (more, distance) }
        }
        nearest.add(
            Outcome(.or, isMet: false, limit: 0, actual: choice.alternatives.count, line: choice.line))
        report.add(nearest, ofChoice: index + 1)
    }

    private mutating func addAlternative(_ alternative: PolicyCase.Alternative, to report: inout Report) {
        switch reading {
        case .written: alternative.checker.addOutcomes(of: password.bytes, to: &report)
        case .strict:
            Checker(alternative.whole, reading: .strict).addOutcomes(of: password.bytes, to: &report)
        }
        addProperties(of: alternative, to: &report)
    }

    private mutating func addProperties(of alternative: PolicyCase.Alternative, to report: inout Report) {
        for property in alternative.properties.all {
            guard let demand = property.key.declaration.demand else { continue }
            if case .classes = demand.check {
                let outcome = classes(minimum: property.number, permitted: alternative.checker.permitted)
                report.addFrom({ _ in property.line }) { $0.add(outcome) }
            } else {
                addValue(.number(property.number), of: demand, to: &report) { _ in property.line }
            }
        }
    }

    /// The outcome of `min-classes`.
    private mutating func classes(minimum: Int, permitted: CharacterClass?) -> Outcome {
        let composition = password.composition()
        let countsInside = policy.settings.countsInnerClasses
        let missing = countsInside ? composition.missingInside : composition.missing
        let count = countsInside ? composition.innerClassCount : composition.classCount
        let isMet = count >= minimum
        let common = policy.common.checker.permitted
        let all = permitted.map { $0.intersection(common ?? $0) } ?? common
        var outcome = Outcome(
            .minClasses, isMet: isMet, limit: minimum, actual: count,
            characters: isMet ? .empty : missing.characters(among: all, minimum: minimum - count))
        outcome.countsInside = countsInside && !isMet
        return outcome
    }

    // MARK: - Demands

    private mutating func addDemand(_ active: PolicyCase.ActiveDemand, to report: inout Report) {
        addValue(active.value, of: active.demand, to: &report) { active.line(of: $0) }
    }

    /// Adds the outcome of a demand that needs neither a search for names nor the old password.
    /// - Parameter line: The line of an outcome.
    private mutating func addValue(
        _ value: PolicyValue, of demand: Demand, to report: inout Report, line: (Outcome) -> Int
    ) {
        let policy = policy
        let limit = value.number
        let actual: Int
        switch demand.check {
        case .composition(let measure): actual = measure(password.composition(), policy.settings)
        case .typed(let measure): actual = password.folded.withForms { typed, _, _ in measure(typed) }
        case .folded(let measure): actual = password.folded.withForms { _, folded, _ in measure(folded) }
        case .guesses:
            let estimate = policy.estimator.map { password.estimate(by: $0, for: account) }
            return report.addEstimate(estimate, limit: limit, line: line)
        case .characters(let examine):
            return report.addFrom(line) { report in
                password.folded.withForms { typed, folded, _ in examine(value, typed, folded, &report) }
            }
        // These are checked by `addProperties`, `addNames` and `addOldPassword`, or elsewhere. PolicyKeyTests
        // tests that a property has none of them but `classes`.
        case .classes, .search, .userNames, .account, .oldPassword, .earlierPasswords, .elsewhere: return
        }
        report.addFrom(line) { $0.add(Outcome(demand.outcomes[0], limit: limit, actual: actual)) }
    }

    private func addNames(to report: inout Report) {
        password.folded.withForms { _, lower, plain in
            let asTyped = NameText(lower: lower, plain: plain)
            JoinedPassword(lower: lower, plain: plain).withReadings { withoutSymbols, withoutRest in
                let search = NameSearch(asTyped, withoutSymbols: withoutSymbols, withoutRest: withoutRest)
                let names = account.plainNames
                for active in policy.demands {
                    report.addFrom({ active.line(of: $0) }) { report in
                        switch active.demand.check {
                        case .search(let examine): examine(active.value, search, &report)
                        case .userNames(let examine):
                            if !names.isEmpty { examine(active.value, search, names, &report) }
                        case .account(let examine): examine(active.value, search, account, &report)
                        case .composition, .classes, .typed, .folded, .guesses, .characters, .oldPassword,
                            .earlierPasswords, .elsewhere:
                            break
                        }
                    }
                }
            }
        }
    }

    /// The maximum number of bytes of the old password that are compared.
    private static var longestOldPassword: Int { 4096 }

    private func addOldPassword(to report: inout Report) {
        guard old.count > 0 else { return }
        var likeness: OldPasswordChecks?
        let old = FoldedPassword(old.extracting(0..<min(old.count, Self.longestOldPassword)))
        for active in policy.demands {
            guard case .oldPassword(let examine) = active.demand.check else { continue }
            let found =
                likeness
                ?? OldPassword.likeness(of: password.folded, to: old, among: policy.settings.oldPassword)
            likeness = found
            report.addFrom({ active.line(of: $0) }) { report in
                examine(active.value, password.folded, old, found, &report)
            }
        }
    }
}

extension Report {
    /// Adds the outcomes that `body` adds, and sets their lines.
    fileprivate mutating func addFrom(_ line: (Outcome) -> Int, _ body: (inout Report) -> Void) {
        let start = outcomes.count
        body(&self)
        setLines(from: start, line)
    }

    /// Adds the outcome of an estimate. It shows only the kinds of pieces and a whole power of ten, because
    /// more would reveal which words the pieces may be.
    fileprivate mutating func addEstimate(
        _ estimate: StrengthEstimate?, limit: Int, line: (Outcome) -> Int
    ) {
        let exponent = min(limit, estimate?.wholeGuessesLog10 ?? 0)
        let outcome = Outcome(
            .minGuesses, isMet: exponent >= limit, limit: limit, actual: exponent,
            pieceKinds: exponent >= limit ? [] : estimate?.kinds ?? [])
        addFrom(line) { $0.add(outcome) }
        if !outcome.isMet { weakPieces = estimate?.weakPieces ?? [] }
    }
}
