extension Report {
    /// Looks the password of this report up in a list, and adds the outcome: ``Outcome/Kind/blocklist``, or
    /// if the list cannot be read, ``Outcome/Kind/blocklistUnreadable``, which refuses too. What another list
    /// has said already is not said again. For programs that have rules and a list, and no policy.
    /// - Parameters:
    ///   - password: The password that the rules were checked with.
    ///   - list: The list.
    ///   - match: How it is compared; nil for what the list was built for.
    public mutating func addLookUp(
        of password: Span<UInt8>, in list: Blocklist, by match: BlocklistMatch? = nil
    ) {
        do throws(BlocklistProblem) {
            let way = try list.lookUp(password, by: match ?? list.match)?.rawValue ?? 0
            add(Outcome(.blocklist, isMet: way == 0, limit: 0, actual: way))
        } catch {
            add(Outcome(.blocklistUnreadable, isMet: false, limit: 0, actual: 1))
        }
        settle()
    }
}

extension Outcome.Kind {
    /// `blocklist`
    public static var blocklist: Self {
        Self(
            29, "blocklist", .maximum,
            Description(
                "on no list. actual: how it is listed, PASSWORDRULES_MATCH_*; 0 if it is not",
                .made(tellsWhatWasFound: false) { outcome, wording in
                    switch outcome.actual {
                    case BlocklistMatch.folded.rawValue: wording.text(.isListedInOtherCase)
                    case BlocklistMatch.mangled.rawValue: wording.text(.isListedWithChanges)
                    default: wording.text(.isListed)
                    }
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
                only if a list is damaged or cannot be read; met: all of them are optional. actual: how \
                many are not; if met, how many are
                """,
                .plain(.listUnreadable, met: .listLeftOut), pwquality: .error("PWQ_ERROR_CFGFILE_OPEN")))
    }
}
