internal import PasswordRules

/// Converts the settings of passwdqc into the keys of a policy file.
///
/// Every setting has its place, those at their defaults too. A setting that demands nothing makes no entry, unless there is a
/// built-in demand to drop.
struct PasswdqcConversion {
    private let settings: PasswdqcSettings
    private let title: [String]

    /// - Parameter files: The names of the files that were read.
    init(_ settings: PasswdqcSettings, files: [String]) {
        self.settings = settings
        let names = files.map { "    " + ConfigurationLine.fitToShow($0.utf8) }
        title = ["The policy of passwdqc, by \"passwordrules import passwdqc\" from"] + names
    }

    private static let generalRemarks = [
        ImportRemark(
            .note,
            "pam_passwdqc reads a file only if its line in /etc/pam.d says config=FILE; other options there override the file, "
                + "and are not known here"),
        ImportRemark(
            .note,
            "passwdqc counts bytes, where here characters are, and rarely takes letters beyond ASCII for a class of their own, "
                + "where here they are of the class of signs"),
        ImportRemark(.note, "a password that is no UTF-8 is refused here whatever the rules"),
    ]

    private func remark(
        _ severity: ImportRemark.Severity, _ option: PasswdqcSettings.Option, _ message: String
    ) -> ImportRemark {
        ImportRemark(severity, at: settings.place(option), message)
    }

    /// The policy.
    /// - Throws: If no password of the user's own choice could be accepted.
    func draft() throws(ImportRemark) -> PolicyDraft {
        var draft = PolicyDraft(title: title, remarks: Self.generalRemarks)
        try addLengths(to: &draft)
        addMaximum(to: &draft)
        addMatching(to: &draft)
        addOldPassword(to: &draft)
        addLists(to: &draft)
        addSuggestions(to: &draft)
        addEnforcement(to: &draft)
        addModuleOptions(to: &draft)
        return draft
    }

    // MARK: - Lengths and classes

    private func addLengths(to draft: inout PolicyDraft) throws(ImportRemark) {
        let alternatives = PasswdqcAlternatives(settings)
        guard let first = alternatives.all.first else {
            throw remark(
                .error, .min, "no password of one's own choice could be accepted; there is no policy for that"
            )
        }
        var remarks: [ImportRemark] = []
        if !settings.isSet(.min) {
            remarks.append(
                remark(.note, .min, "older versions, such as 2.0.2, have 7 in place of the last 8"))
        }
        if alternatives.all.contains(where: { $0.words != nil }) {
            remarks.append(
                remark(
                    .note, .passphrase,
                    "a word is two letters or more here; passwdqc counts one letter as a word, too"))
        }
        draft.add(
            settings.comments(.min) + settings.comments(.passphrase),
            [(.rules, first.text)] + alternatives.all.dropFirst().map { (.or, $0.text) }, remarks: remarks)
        draft.add(
            ["passwdqc counts neither a capital at the start nor a digit at the end as a class"],
            [(.classesInside, "yes")])
    }

    private func addMaximum(to draft: inout PolicyDraft) {
        let most = 4096
        var remarks: [ImportRemark] = []
        var value = "\(min(settings.maximum, most))"
        if settings.maximum == 8 {
            value = "1024"
            remarks.append(
                remark(
                    .warning, .max,
                    "not carried over: passwdqc then looks at the first 8 bytes alone, for passwords that the old DES crypt cuts off; "
                        + "here they are judged as a whole"))
        } else if settings.maximum > most {
            remarks.append(remark(.note, .max, "the number can be \(most) at most here"))
        }
        draft.add(settings.comments(.max), [(.maxBytes, value)], remarks: remarks)
    }

    // MARK: - What a password is based on

    private func addMatching(to draft: inout PolicyDraft) {
        let length = settings.matchLength
        let isUnix = !settings.isSet(.nonUnix)
        var remarks: [ImportRemark] = []
        if length > 0 {
            remarks = [
                remark(
                    .note, .match,
                    "names are refused wherever they stand; passwdqc takes out any \(length) characters or more of them, "
                        + "and asks whether the rest would do, so that long passwords may have names in them, and short ones no parts of names"
                ),
                remark(
                    .note, .match,
                    "runs on the keyboard, and of the alphabet and the digits, are refused; "
                        + "passwdqc counts a run as \(length - 1) characters, and knows some patterns more, such as 1q2w3e"
                ),
                remark(
                    .warning, .match,
                    "not carried over: passwdqc counts some thousand short English words, and the years from 1900 to 2039, as \(length - 1) characters"
                ),
            ]
        }
        if !isUnix {
            remarks.append(remark(.note, .nonUnix, "full names and home directories are not looked for"))
        }
        var entries: [(key: PolicyKey, value: String)] = [(.username, length > 0 ? "reject" : "")]
        if length > 0, isUnix { entries += [(.fullName, "reject"), (.homeDirectory, "reject")] }
        if let run = settings.longestRun { entries.append((.maxKeyboard, "\(min(run, 1024))")) }
        draft.add(
            settings.comments(.match) + (isUnix ? [] : settings.comments(.nonUnix)), entries, remarks: remarks
        )
    }

    private func addOldPassword(to draft: inout PolicyDraft) {
        // Without the search for common parts, the new password only has to differ.
        let isSearched = settings.refusesSimilar && settings.matchLength > 0
        var remarks: [ImportRemark] = []
        if isSearched {
            remarks.append(
                remark(
                    .note, .similar,
                    "passwdqc takes out any \(settings.matchLength) characters or more that both passwords have, and asks whether the rest "
                        + "would do; here the new one must not be the old one over again, whatever else it has"
                ))
        } else if settings.refusesSimilar {
            remarks.append(remark(.note, .similar, "of no effect in passwdqc with match=0"))
        }
        draft.add(
            settings.comments(.similar),
            // The built-in value would demand more.
            isSearched ? [(.oldPassword, "reject")] : [(.oldPassword, ""), (.oldPassword, "same")],
            remarks: remarks)
    }

    private func addLists(to draft: inout PolicyDraft) {
        for option in [PasswdqcSettings.Option.wordlist, .denylist, .filter] where settings.isSet(option) {
            draft.add(
                settings.comments(option), [],
                remarks: [
                    remark(
                        .warning, option,
                        "not carried over: passwords that the file lists are not refused; \"passwordrules blocklist build\" makes a list "
                            + "for the key blocklist from a text of them")
                ])
        }
    }

    // MARK: - Suggestions and enforcement

    private func addSuggestions(to draft: inout PolicyDraft) {
        var remarks: [ImportRemark] = []
        if settings.isRandomOnly {
            remarks.append(
                remark(
                    .warning, .random,
                    "\"only\" is not carried over: passwdqc then accepts no password but the one that it offers"
                ))
        }
        var entries: [(key: PolicyKey, value: String)] = [(.suggest, "no")]
        if settings.randomBits > 0 {
            entries = [
                (.suggest, "yes"), (.suggestStyle, "words"), (.suggestEntropy, "\(settings.randomBits)"),
            ]
        }
        draft.add(settings.comments(.random), entries, remarks: remarks)
    }

    private func addEnforcement(to draft: inout PolicyDraft) {
        var remarks: [ImportRemark] = []
        if settings.enforcement == .users {
            remarks.append(
                remark(
                    .note, .enforce,
                    "root is exempt in newusers too, where passwdqc exempts root in passwd and chpasswd alone; "
                        + "an expired password of root's is refused"))
        }
        draft.add(
            settings.comments(.enforce),
            [
                (.enforce, settings.enforcement == .none ? "warn" : "yes"),
                (.enforceForRoot, settings.enforcement == .everyone ? "yes" : "no"),
            ], remarks: remarks)
        let most = 100
        remarks = []
        if settings.retry < 1 { remarks.append(remark(.note, .retry, "passwdqc takes 0 for 1")) }
        if settings.retry > most {
            remarks.append(remark(.note, .retry, "the number can be \(most) at most here"))
        }
        draft.add(
            settings.comments(.retry), [(.retry, "\(max(1, min(settings.retry, most)))")], remarks: remarks)
    }

    private func addModuleOptions(to draft: inout PolicyDraft) {
        let messages: [(PasswdqcSettings.Option, String)] = [
            (.askOldAuthtok, "not needed: pam_unix asks for the current password"),
            (.checkOldAuthtok, "not needed: pam_unix checks the current password"),
            (.useFirstPass, "give this to pam_passwordrules in the PAM line"),
            (.useAuthtok, "give this to pam_passwordrules in the PAM line"),
            (.noAudit, "not needed: no audit records are written"),
        ]
        for (option, message) in messages where settings.isSet(option) {
            draft.add(settings.comments(option), [], remarks: [remark(.note, option, message)])
        }
    }
}
