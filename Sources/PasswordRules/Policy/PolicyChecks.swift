// How a password is checked: the rules, then each demand, then the lists.
extension Policy {
    /// Checks everything but the lists. Quadratic at most.
    func checkByItself(
        _ password: inout ExaminedPassword, for account: Account, replacing old: Span<UInt8>,
        reading: Reading,
        into report: inout Report
    ) {
        // Made in any case: how long a check takes must not tell which of several sets of rules is met.
        if let estimator { _ = password.estimate(by: estimator, for: account) }
        // In the strict reading, rules that permit no characters permit what they require: those of a choice
        // are read with them.
        if reading == .written || choices.isEmpty {
            check(common, &password, for: account, reading: reading, into: &report)
        } else {
            report = Report(isAccepted: true)
            check(common.properties, &password, for: account, into: &report)
        }
        for index in choices.indices {
            check(choices[index], number: index + 1, &password, for: account, reading: reading, into: &report)
        }
        let nulCount = password.nulCount
        if nulCount > 0 { report.add(Outcome(.nul, limit: 0, actual: nulCount)) }
        for active in demands { check(active, &password, for: account, into: &report) }
        checkNames(password, of: account, into: &report)
        checkOldPassword(password, old, into: &report)
    }

    /// Adds the outcomes of the lists and of the other policies.
    func checkListsAndOthers(
        _ password: inout ExaminedPassword, for account: Account, replacing old: Span<UInt8>,
        reading: Reading,
        into report: inout Report
    ) {
        if !blocklists.isEmpty {
            let keys = blocklists.keys(of: password.folded, typed: password.bytes)
            report.add(blocklists.compare(keys, and: BlocklistKeys()).0)
            wipeDeadStack()
        }
        for index in others.indices {
            var more = Report()
            others[index].check(password.bytes, for: account, replacing: old, reading: reading, into: &more)
            report.add(more)
        }
    }

    /// Adds the outcomes of the first alternative of a choice that is met; where none is, of the nearest, and
    /// that there are others.
    private func check(
        _ choice: [Alternative], number: Int, _ password: inout ExaminedPassword, for account: Account,
        reading: Reading, into report: inout Report
    ) {
        var nearest = Report()
        var shortest = Int64.max
        for alternative in choice {
            var more = Report()
            check(alternative, &password, for: account, reading: reading, into: &more)
            if more.isAccepted { return report.add(more) }
            let distance = more.distance
            if distance < shortest { (nearest, shortest) = (more, distance) }
        }
        nearest.add(Outcome(.or, isMet: false, limit: 0, actual: choice.count))
        report.add(nearest, ofChoice: number)
    }

    private func check(
        _ alternative: Alternative, _ password: inout ExaminedPassword, for account: Account,
        reading: Reading,
        into report: inout Report
    ) {
        switch reading {
        case .written: alternative.checker.check(password.bytes, into: &report)
        case .strict:
            Checker(alternative.descriptor, reading: .strict).check(password.bytes, into: &report)
        }
        check(alternative.properties, &password, for: account, into: &report)
    }

    /// Adds the outcomes of properties.
    private func check(
        _ properties: RuleProperties, _ password: inout ExaminedPassword, for account: Account,
        into report: inout Report
    ) {
        for property in properties.all {
            guard let demand = property.key.declaration.demand else { continue }
            let active = ActiveDemand(demand: demand, value: .number(property.number))
            check(active, &password, for: account, into: &report)
        }
    }

    /// Adds the outcome of a demand, if the password alone decides on it.
    private func check(
        _ active: ActiveDemand, _ password: inout ExaminedPassword, for account: Account,
        into report: inout Report
    ) {
        let limit = active.value.number
        let actual: Int
        switch active.demand.check {
        case .composition(let measure): actual = measure(password.composition(), settings)
        case .typed(let measure): actual = password.folded.withForms { typed, _, _ in measure(typed) }
        case .folded(let measure): actual = password.folded.withForms { _, folded, _ in measure(folded) }
        case .guesses:
            return report.addEstimate(
                estimator.map { password.estimate(by: $0, for: account) }, limit: limit)
        case .characters(let examine):
            return password.folded.withForms { typed, folded, _ in
                examine(active.value, typed, folded, &report)
            }
        // `checkNames` and `checkOldPassword` look at these. No property has one: PolicyKeyTests.
        case .search, .userNames, .account, .oldPassword, .elsewhere: return
        }
        report.addOnce(Outcome(active.demand.outcomes[0], limit: limit, actual: actual))
    }

    private func checkNames(
        _ password: borrowing ExaminedPassword, of account: Account, into report: inout Report
    ) {
        password.folded.withForms { _, lower, plain in
            let asTyped = NameText(lower: lower, plain: plain)
            JoinedPassword(lower: lower, plain: plain).withReadings { withoutSigns, withoutRest in
                let search = NameSearch(asTyped, withoutSigns: withoutSigns, withoutRest: withoutRest)
                let names = account.plainNames
                for active in demands {
                    switch active.demand.check {
                    case .search(let examine): examine(active.value, search, &report)
                    case .userNames(let examine):
                        if !names.isEmpty { examine(active.value, search, names, &report) }
                    case .account(let examine): examine(active.value, search, account, &report)
                    case .composition, .typed, .folded, .guesses, .characters, .oldPassword, .elsewhere: break
                    }
                }
            }
        }
    }

    /// The longest old password that is looked at, in bytes; of a longer one its beginning.
    private static let longestOldPassword = 4096

    private func checkOldPassword(
        _ password: borrowing ExaminedPassword, _ bytes: Span<UInt8>, into report: inout Report
    ) {
        guard bytes.count > 0 else { return }
        var likeness: OldPasswordChecks?
        let old = FoldedPassword(bytes.extracting(0..<min(bytes.count, Self.longestOldPassword)))
        for active in demands {
            guard case .oldPassword(let examine) = active.demand.check else { continue }
            let found =
                likeness ?? OldPassword.likeness(of: password.folded, to: old, among: settings.oldPassword)
            likeness = found
            examine(active.value, password.folded, old, found, &report)
        }
    }
}

extension Report {
    /// Adds the outcome of an estimate. It has the kinds of pieces alone, and a whole power of ten: more
    /// would tell which words they may be.
    fileprivate mutating func addEstimate(_ estimate: StrengthEstimate?, limit: Int) {
        let exponent = min(limit, estimate?.wholeGuessesLog10 ?? 0)
        let outcome = Outcome(
            .minGuesses, isMet: exponent >= limit, limit: limit, actual: exponent,
            pieceKinds: exponent >= limit ? [] : estimate?.kinds ?? [])
        addOnce(outcome)
        if !outcome.isMet { weakPieces = estimate?.places ?? [] }
    }
}
