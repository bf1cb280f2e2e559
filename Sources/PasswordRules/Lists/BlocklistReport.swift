extension Report {
    /// Looks up this report's password in a list, and adds the outcome: ``Outcome/Kind/blocklist``, or
    /// ``Outcome/Kind/blocklistUnreadable`` if the list cannot be read, which refuses, too. An outcome that
    /// another list gave is not repeated. For programs that have rules and a list, but no policy.
    /// - Parameters:
    ///   - password: The password that the rules were checked with.
    ///   - list: The list.
    ///   - match: The comparison; nil for the one that the list was built for.
    public mutating func addLookUp(
        of password: Span<UInt8>, in list: Blocklist, by match: BlocklistMatch? = nil
    ) {
        do throws(BlocklistProblem) {
            let found = try list.find(password, by: match ?? list.match)
            add(Outcome(listedBy: found.match?.rawValue ?? 0, found.pattern))
        } catch {
            add(Outcome(.blocklistUnreadable, isMet: false, limit: 0, actual: 1))
        }
        settle()
    }
}

extension Outcome {
    /// The outcome of a lookup in lists.
    /// - Parameters:
    ///   - match: The raw value of the match by which the password is listed; 0 if it is not.
    ///   - pattern: Why it is listed, if that is evident from the password.
    ///   - line: The line that names the list.
    init(listedBy match: Int, _ pattern: ListedPattern?, line: Int = 0) {
        // A password that is listed exactly is refused for that, even if it is also close to the old
        // password.
        let isExact = match == BlocklistMatch.exact.rawValue
        let reason = match == 0 || isExact && pattern == .nearOldPassword ? nil : pattern
        self.init(.blocklist, isMet: match == 0, limit: reason?.rawValue ?? 0, actual: match, line: line)
        self.pattern = reason
        isSimilarity = match != 0 && !isExact && (reason == nil || reason == .nearOldPassword)
    }
}

extension ListedPattern {
    /// The words for the pattern.
    fileprivate var template: Template {
        switch self {
        case .oneCharacter: .isOneCharacter
        case .repetition: .isRepetition
        case .sequence: .isSequence
        case .keyboardWalk: .isKeyboardWalk
        case .nearOldPassword: .isNearOldPassword
        }
    }
}

extension Outcome.Kind {
    /// `blocklist`
    public static var blocklist: Self {
        Self(
            29, "blocklist", .maximum,
            Description(
                """
                on no list. actual: how it is listed, PASSWORDRULES_MATCH_*; 0 if it is not. limit: why, if \
                the password shows it: 1 the same character over and over, 2 a repetition, 3 characters in \
                sequence, 4 adjacent keys, 5 also hardly different from the old one
                """,
                .made(revealsDetails: false, isPredicate: true) { outcome, wording in
                    if let pattern = outcome.pattern { return wording.text(pattern.template) }
                    return switch outcome.actual {
                    case BlocklistMatch.folded.rawValue: wording.text(.isListedRecased)
                    case BlocklistMatch.mangled.rawValue: wording.text(.isListedWithChanges)
                    default: wording.text(.isListed)
                    }
                } sentence: { outcome, wording in
                    let isExact = outcome.actual == BlocklistMatch.exact.rawValue && outcome.pattern == nil
                    return isExact
                        ? (wording.text(.thePasswordIsListed), wording.text(.itIsListed)) : nil
                } met: { _, wording in
                    wording.text(.notListed)
                },
                pwquality: .other("it is a common or leaked password")))
    }

    /// A list that cannot be read.
    public static var blocklistUnreadable: Self {
        Self(
            30, "blocklist-unreadable", .maximum,
            Description(
                """
                only if a list is damaged or cannot be read; met if all such lists are optional. actual: the \
                number of such lists; if not met, without the optional ones
                """,
                .plain(.listUnreadable, met: .listLeftOut), pwquality: .error("PWQ_ERROR_CFGFILE_OPEN")))
    }
}
