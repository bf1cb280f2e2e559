/// What a policy demands beyond rules: of the composition, and of the likeness to what others know.
struct PolicyChecks: Sendable {
    private let composition: CompositionRules
    private let countsInnerClasses: Bool
    private let minimums: [CharacterMinimum]
    private let maxClassRepeating: Int?
    private let keyboard: Keyboard?
    private let maxKeyboard: Int
    private let rejectsPalindromes: Bool
    private let username: NameMatch
    private let usernamePartLength: Int?
    private let fullName: NameMatch
    private let homeDirectory: NameMatch
    private let words: WordSet
    private let oldPassword: OldPasswordChecks
    private let minChanges: Int?

    init(_ settings: PolicySettings) {
        composition = settings.composition
        countsInnerClasses = settings.countsInnerClasses ?? false
        minimums = settings.minimums ?? []
        maxClassRepeating = settings.maxClassRepeating
        keyboard = settings.maxKeyboard == nil ? nil : Keyboard()
        maxKeyboard = settings.maxKeyboard ?? 0
        rejectsPalindromes = settings.rejectsPalindromes ?? false
        username = settings.username ?? .reject
        usernamePartLength = settings.usernamePartLength
        fullName = settings.fullName ?? .permit
        homeDirectory = settings.homeDirectory ?? .permit
        words = settings.words ?? WordSet()
        oldPassword = settings.oldPassword ?? .all
        minChanges = settings.minChanges
    }

    /// Adds the outcomes of rules on the composition.
    func check(_ facts: Composition, _ rules: CompositionRules, into report: inout Report) {
        if let limit = rules.minClasses {
            let count = countsInnerClasses ? facts.innerClassCount : facts.classCount
            report.add(Outcome(.minClasses, isMet: count >= limit, limit: limit, actual: count))
        }
        if let limit = rules.minDifferent {
            let count = facts.differentCount
            report.add(Outcome(.minDifferent, isMet: count >= limit, limit: limit, actual: count))
        }
        if let limit = rules.minWords {
            let count = facts.wordCount
            report.add(Outcome(.minWords, isMet: count >= limit, limit: limit, actual: count))
        }
    }

    /// Adds the outcomes of everything else. Quadratic at most.
    func check(
        _ password: borrowing FoldedPassword, _ facts: Composition, for account: Account,
        replacing old: Span<UInt8>, into report: inout Report
    ) {
        check(facts, composition, into: &report)
        password.withForms { typed, lower, plain in
            for minimum in minimums {
                let count = minimum.characters.count(in: typed)
                report.add(
                    Outcome(
                        .atLeast, isMet: count >= minimum.count, limit: minimum.count, actual: count,
                        characters: minimum.characters))
            }
            if let limit = maxClassRepeating {
                let run = facts.longestClassRun
                report.add(Outcome(.maxClassRepeating, isMet: run <= limit, limit: limit, actual: run))
            }
            if let keyboard {
                let run = keyboard.longestRun(in: lower)
                report.add(Outcome(.maxKeyboard, isMet: run <= maxKeyboard, limit: maxKeyboard, actual: run))
            }
            if rejectsPalindromes {
                report.add(Outcome(.palindrome, isFound: OldPassword.isPalindrome(lower)))
            }
            checkNames(NameSearch(typed: typed, plain: plain), of: account, into: &report)
            if words.count > 0 { report.add(Outcome(.words, isFound: words.occurs(in: plain, typed: typed))) }
        }
        checkOldPassword(password, old, into: &report)
    }

    private func checkNames(_ search: borrowing NameSearch, of account: Account, into report: inout Report) {
        if username != .permit, !account.name.isEmpty {
            report.add(Outcome(.username, isFound: search.finds(account.plainName, username)))
        }
        if let length = usernamePartLength, !account.name.isEmpty {
            let isFound = search.findsPart(of: account.plainName, length: length)
            report.add(
                Outcome(.usernameParts, isMet: !isFound, limit: length, actual: 0))
        }
        if fullName != .permit, !account.fullName.isEmpty {
            report.add(Outcome(.fullName, isFound: account.fullNameIsFound(by: search, fullName)))
        }
        if homeDirectory != .permit, !account.homeDirectory.isEmpty {
            let isFound = account.homeDirectoryIsFound(by: search, homeDirectory)
            report.add(Outcome(.homeDirectory, isFound: isFound))
        }
    }

    /// The longest old password that is looked at, in bytes; of a longer one its beginning.
    private static let longestOldPassword = 4096

    private func checkOldPassword(
        _ new: borrowing FoldedPassword, _ bytes: Span<UInt8>, into report: inout Report
    ) {
        guard bytes.count > 0, !oldPassword.isEmpty || minChanges != nil else { return }
        let old = FoldedPassword(bytes.extracting(0..<min(bytes.count, Self.longestOldPassword)))
        let likeness = OldPassword.likeness(of: new, to: old, among: oldPassword)
        switch likeness {
        case .same: report.add(Outcome(.oldPasswordSame, isFound: true))
        case .letterCase: report.add(Outcome(.oldPasswordCase, isFound: true))
        case .reversed: report.add(Outcome(.oldPasswordReversed, isFound: true))
        case .rotated: report.add(Outcome(.oldPasswordRotated, isFound: true))
        case .contained: report.add(Outcome(.oldPasswordContained, isFound: true))
        default:
            // What is not the old one in any way needs saying once.
            if !oldPassword.isEmpty { report.add(Outcome(.oldPasswordSame, isFound: false)) }
        }
        if let limit = minChanges, likeness.isEmpty {
            let changes = OldPassword.changes(from: old, to: new, limit: limit)
            report.add(
                Outcome(.oldPasswordChanges, isMet: changes >= limit, limit: limit, actual: changes))
        }
    }
}

extension Outcome {
    /// The outcome of a check that looks for something that must not be there.
    fileprivate init(_ kind: Kind, isFound: Bool) {
        self.init(kind, isMet: !isFound, limit: 0, actual: isFound ? 1 : 0)
    }
}
