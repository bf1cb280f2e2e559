// What a policy demands beyond rules: of the composition, and of the likeness to what others know.
extension Policy {
    /// What is asked of a password, if anything is.
    func facts(
        of folded: borrowing FoldedPassword, _ password: Span<UInt8>, for account: Account
    ) -> PolicyFacts {
        PolicyFacts(
            composition: asksForComposition
                ? folded.withForms { typed, _, _ in Composition(typed) } : Composition(),
            estimate: estimator?.estimate(password, knowing: PersonalWords(of: account)))
    }

    private var asksForComposition: Bool {
        if settings.maxClassRepeating != nil || common.composition.asksForComposition { return true }
        return choices.contains { $0.contains { $0.composition.asksForComposition } }
    }

    /// Adds the outcomes of rules on the composition, except those that are there: a key may demand what
    /// `rules` demand.
    func check(
        _ facts: PolicyFacts, _ rules: CompositionRules, into report: inout Report
    ) {
        let composition = facts.composition
        if let limit = rules.minClasses {
            let count = settings.countsInnerClasses ? composition.innerClassCount : composition.classCount
            report.addOnce(Outcome(.minClasses, isMet: count >= limit, limit: limit, actual: count))
        }
        if let limit = rules.minDifferent {
            let count = composition.differentCount
            report.addOnce(Outcome(.minDifferent, isMet: count >= limit, limit: limit, actual: count))
        }
        if let limit = rules.minWords {
            let count = composition.wordCount
            report.addOnce(Outcome(.minWords, isMet: count >= limit, limit: limit, actual: count))
        }
        if let limit = rules.minGuesses {
            let outcome = Outcome(minGuesses: limit, facts.estimate)
            report.addOnce(outcome)
            if !outcome.isMet { report.weakPieces = facts.estimate?.places ?? [] }
        }
    }

    /// Adds the outcomes of everything else. Quadratic at most.
    func checkBesides(
        _ password: borrowing FoldedPassword, _ facts: PolicyFacts, for account: Account,
        replacing old: Span<UInt8>, into report: inout Report
    ) {
        password.withForms { typed, lower, plain in
            for minimum in settings.minimums {
                let count = minimum.characters.count(in: typed)
                report.add(
                    Outcome(
                        .atLeast, isMet: count >= minimum.count, limit: minimum.count, actual: count,
                        characters: minimum.characters))
            }
            if let limit = settings.maxClassRepeating {
                let run = facts.composition.longestClassRun
                report.add(Outcome(.maxClassRepeating, isMet: run <= limit, limit: limit, actual: run))
            }
            if let limit = settings.maxKeyboard, let keyboard {
                let run = keyboard.longestRun(in: typed)
                report.add(Outcome(.maxKeyboard, isMet: run <= limit, limit: limit, actual: run))
            }
            if settings.rejectsPalindromes {
                report.add(Outcome(.palindrome, isFound: OldPassword.isPalindrome(lower)))
            }
            let asTyped = NameText(lower: lower, plain: plain)
            JoinedPassword(lower: lower, plain: plain).withReadings { withoutSigns, withoutRest in
                let search = NameSearch(asTyped, withoutSigns: withoutSigns, withoutRest: withoutRest)
                checkNames(search, of: account, into: &report)
                let words = settings.words
                if words.count > 0 {
                    let isFound =
                        words.occurs(in: asTyped) || words.occurs(in: withoutSigns)
                        || words.occurs(in: withoutRest)
                    report.add(Outcome(.words, isFound: isFound))
                }
            }
        }
        checkOldPassword(password, old, into: &report)
    }

    private func checkNames(_ search: borrowing NameSearch, of account: Account, into report: inout Report) {
        checkUserNames(search, account.plainNames, into: &report)
        let fullName = settings.fullName
        if fullName != .permit, !account.fullName.isEmpty {
            report.add(Outcome(.fullName, isFound: account.fullNameIsFound(by: search, fullName)))
        }
        let homeDirectory = settings.homeDirectory
        if homeDirectory != .permit, !account.homeDirectory.isEmpty {
            let isFound = account.homeDirectoryIsFound(by: search, homeDirectory)
            report.add(Outcome(.homeDirectory, isFound: isFound))
        }
    }

    /// Adds one outcome for all names of the user: which of them it is about would tell more of the password.
    private func checkUserNames(
        _ search: borrowing NameSearch, _ names: [[UInt32]], into report: inout Report
    ) {
        guard !names.isEmpty else { return }
        let username = settings.username
        if username != .permit {
            var isFound = false
            for name in names where search.finds(name, username) { isFound = true }
            report.add(Outcome(.username, isFound: isFound))
        }
        if let length = settings.usernamePartLength {
            var isFound = false
            for name in names where search.findsPart(of: name, length: length) { isFound = true }
            report.add(Outcome(.usernameParts, isMet: !isFound, limit: length, actual: 0))
        }
    }

    /// The longest old password that is looked at, in bytes; of a longer one its beginning.
    private static let longestOldPassword = 4096

    private func checkOldPassword(
        _ new: borrowing FoldedPassword, _ bytes: Span<UInt8>, into report: inout Report
    ) {
        let kinds = settings.oldPassword
        guard bytes.count > 0, !kinds.isEmpty || settings.minChanges != nil else { return }
        let old = FoldedPassword(bytes.extracting(0..<min(bytes.count, Self.longestOldPassword)))
        let likeness = OldPassword.likeness(of: new, to: old, among: kinds)
        switch likeness {
        case .same: report.add(Outcome(.oldPasswordSame, isFound: true))
        case .letterCase: report.add(Outcome(.oldPasswordCase, isFound: true))
        case .reversed: report.add(Outcome(.oldPasswordReversed, isFound: true))
        case .rotated: report.add(Outcome(.oldPasswordRotated, isFound: true))
        case .contained: report.add(Outcome(.oldPasswordContained, isFound: true))
        default:
            // What is not the old one in any way needs saying once.
            if !kinds.isEmpty { report.add(Outcome(.oldPasswordSame, isFound: false)) }
        }
        if let limit = settings.minChanges, likeness.isEmpty {
            let changes = OldPassword.changes(from: old, to: new, limit: limit)
            report.add(
                Outcome(.oldPasswordChanges, isMet: changes >= limit, limit: limit, actual: changes))
        }
    }
}

extension Outcome {
    /// The outcome of an estimate. It has the kinds of pieces alone, and a whole power of ten: more would
    /// tell which words they may be.
    fileprivate init(minGuesses limit: Int, _ estimate: StrengthEstimate?) {
        let exponent = min(limit, estimate?.wholeGuessesLog10 ?? 0)
        self.init(
            .minGuesses, isMet: exponent >= limit, limit: limit, actual: exponent,
            pieceKinds: exponent >= limit ? [] : estimate?.kinds ?? [])
    }

    /// The outcome of a check that looks for something that must not be there.
    fileprivate init(_ kind: Kind, isFound: Bool) {
        self.init(kind, isMet: !isFound, limit: 0, actual: isFound ? 1 : 0)
    }
}
