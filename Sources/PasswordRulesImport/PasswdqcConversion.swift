internal import PasswordRules

/// Converts the settings of passwdqc into the keys of a policy file. The policy mentions every setting,
/// including defaults. A setting without a demand makes no entry, unless a built-in demand must be dropped.
struct PasswdqcConversion {
    private let settings: PasswdqcSettings
    private let title: [String]
    private let isPart: Bool

    private let generalRemarks: [ImportRemark]

    /// - Parameters:
    ///   - files: The names of the files that were read.
    ///   - line: The PAM line, if known.
    ///   - others: Lines of other services.
    ///   - remarks: More remarks about the whole policy.
    ///   - isPart: Whether it is a part of a larger policy.
    init(
        _ settings: PasswdqcSettings, files: [String], line: PamLine?, others: [PamLine],
        remarks: [ImportRemark], isPart: Bool
    ) {
        self.settings = settings
        self.isPart = isPart
        generalRemarks =
            (line == nil ? [Self.lineRemark] : []) + Self.generalRemarks
            + remarks + PamLine.remarks(on: others, besides: line)
        let names =
            files.map { "    " + ConfigurationLine.fitToShow($0.utf8) } + (line.map { [$0.title] } ?? [])
        title = PolicyDraft.title(ofImportFrom: "passwdqc", names, isPart: isPart)
    }

    private static let lineRemark = ImportRemark(
        .note,
        "pam_passwdqc reads a file only if its line in /etc/pam.d has config=FILE; other options there override the file; none are "
            + "known here: give the line by --pam-line")
    private static let generalRemarks = [
        ImportRemark(
            .note,
            "passwdqc counts bytes; this policy counts characters, and treats non-ASCII letters as symbols, while passwdqc "
                + "rarely counts them as a class of their own"),
        ImportRemark(.note, "a password that is not valid UTF-8 is always refused here"),
    ]

    private func remark(
        _ severity: ImportRemark.Severity, _ option: PasswdqcSettings.Option, _ message: String
    ) -> ImportRemark {
        ImportRemark(severity, at: settings.location(option), message)
    }

    /// The policy.
    /// - Throws: If passwdqc accepts no password chosen by the user.
    func draft() throws(ImportRemark) -> PolicyDraft {
        var draft = PolicyDraft(title: title, remarks: generalRemarks, isPart: isPart)
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
                .error, .min, "this accepts no password chosen by the user; no policy can express that"
            )
        }
        var remarks: [ImportRemark] = []
        if !settings.isSet(.min) {
            remarks.append(
                remark(.note, .min, "older versions, such as 2.0.2, have 7 instead of the last 8"))
        }
        if alternatives.all.contains(where: { $0.words != nil }) {
            remarks.append(
                remark(
                    .note, .passphrase,
                    "here, a word has at least two letters; passwdqc also counts a single letter as a word"))
        }
        draft.add(
            settings.comments(.min) + settings.comments(.passphrase),
            [(.rules, first.text)] + alternatives.all.dropFirst().map { (.or, $0.text) }, remarks: remarks)
        draft.add(
            [
                "passwdqc does not count an upper-case letter at the start or a digit at the end toward a class"
            ],
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
                    "not carried over: passwdqc then checks only the first 8 bytes, because the old DES crypt ignores the rest; "
                        + "here, the whole password is checked"))
        } else if settings.maximum > most {
            remarks.append(remark(.note, .max, "the number can be at most \(most) here"))
        }
        draft.add(settings.comments(.max), [(.maxBytes, value)], remarks: remarks)
    }

    // MARK: - Words and names

    private func addMatching(to draft: inout PolicyDraft) {
        let length = settings.matchLength
        let isUnix = !settings.isSet(.nonUnix)
        var remarks: [ImportRemark] = []
        if length > 0 {
            remarks = [
                remark(
                    .note, .match,
                    "names are refused wherever they occur; passwdqc removes any part of them of at least \(length) characters "
                        + "and checks the rest, so it allows names in long passwords, and refuses parts of names in short ones"
                ),
                remark(
                    .note, .match,
                    "keyboard runs, and runs of the alphabet and the digits, are refused; "
                        + "passwdqc counts a run as \(length - 1) characters, and knows some more patterns, such as 1q2w3e"
                ),
                remark(
                    .warning, .match,
                    "not carried over: passwdqc counts several thousand short English words, and the years from 1900 to 2039, as \(length - 1) characters"
                ),
            ]
        }
        if !isUnix {
            remarks.append(remark(.note, .nonUnix, "full names and home directories are not checked"))
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
                    "passwdqc removes any part of at least \(settings.matchLength) characters that both passwords share, and checks the "
                        + "rest; here, the new password must not be a variation of the old one, whatever else it contains"
                ))
        } else if settings.refusesSimilar {
            remarks.append(remark(.note, .similar, "has no effect in passwdqc with match=0"))
        }
        draft.add(
            settings.comments(.similar),
            // The built-in value is stricter.
            isSearched ? [(.oldPassword, "reject")] : [(.oldPassword, ""), (.oldPassword, "same")],
            remarks: remarks)
    }

    private func addLists(to draft: inout PolicyDraft) {
        for option in [PasswdqcSettings.Option.wordlist, .denylist, .filter]
        where settings.isWritten(option) {
            guard settings.isSet(option) else {
                draft.add(settings.comments(option), [], reason: "names no file")
                continue
            }
            draft.add(
                settings.comments(option), [],
                remarks: [
                    remark(
                        .warning, option,
                        "not carried over: passwords in this file are not refused; to refuse them, build a list for the key blocklist "
                            + "with \"passwordrules blocklist build\"")
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
                    "\"only\" is not carried over: passwdqc then accepts only the password that it offers"
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
                    "root is also exempt in newusers; passwdqc exempts root only in passwd and chpasswd; "
                        + "root is not exempt when replacing an expired password"))
        }
        draft.add(
            settings.comments(.enforce),
            [
                (.enforce, settings.enforcement == .none ? "warn" : "yes"),
                (.enforceForRoot, settings.enforcement == .everyone ? "yes" : "no"),
            ], remarks: remarks)
        let most = 100
        remarks = []
        if settings.retry < 1 { remarks.append(remark(.note, .retry, "passwdqc treats 0 as 1")) }
        if settings.retry > most {
            remarks.append(remark(.note, .retry, "the number can be at most \(most) here"))
        }
        draft.add(
            settings.comments(.retry), [(.retry, "\(max(1, min(settings.retry, most)))")], remarks: remarks)
    }

    private func addModuleOptions(to draft: inout PolicyDraft) {
        let messages: [(PasswdqcSettings.Option, String)] = [
            (.askOldAuthtok, "not carried over: pam_unix asks for the current password"),
            (.checkOldAuthtok, "not carried over: pam_unix checks the current password"),
            (.useFirstPass, "not carried over: give this option to pam_passwordrules in the PAM line"),
            (.useAuthtok, "not carried over: give this option to pam_passwordrules in the PAM line"),
            (.noAudit, "not carried over: no audit records are written"),
        ]
        if settings.isWritten(.config) {
            draft.add(settings.allComments(.config), [], reason: "read, as the first lines here say")
        }
        for (option, message) in messages where settings.isSet(option) {
            draft.add(settings.comments(option), [], remarks: [remark(.note, option, message)])
        }
    }
}
