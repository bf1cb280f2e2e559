internal import PasswordRules

/// Converts the settings of libpwquality into the keys of a policy file.
///
/// Every setting has its place, those at their defaults too. A setting that demands nothing makes no entry, unless there is a
/// built-in demand to drop.
struct PwqualityConversion {
    private let settings: PwqualitySettings
    private let commonBlocklist: String
    private(set) var draft: PolicyDraft

    /// - Parameters:
    ///   - files: The names of the files that were read.
    ///   - commonBlocklist: The path of the list of common passwords.
    init(_ settings: PwqualitySettings, files: [String], commonBlocklist: String) {
        self.settings = settings
        self.commonBlocklist = commonBlocklist
        let names = files.map { "    " + ConfigurationLine.fitToShow($0.utf8) }
        draft = PolicyDraft(
            title: ["The policy of pwquality, by \"passwordrules import pwquality\" from"] + names,
            remarks: Self.generalRemarks)
        addRules()
        addClasses()
        addNames()
        addWords()
        addOldPassword()
        addDictionary()
        addEnforcement()
    }

    private static let generalRemarks = [
        ImportRemark(
            .note,
            "options in the PAM line, such as the retry=3 of Debian's, override pwquality's files; they are not known here"
        ),
        ImportRemark(
            .note,
            "pwquality counts and compares bytes, where here characters are: a password with letters beyond ASCII "
                + "must be as long as others, and its classes, runs and changes are those that people see"),
        ImportRemark(
            .note,
            "a password of more than 1024 bytes, or that is no UTF-8, is refused here whatever the rules"),
        ImportRemark(
            .note,
            "pwquality suggests no password after a refusal; with \"suggest = no\" neither does this policy"),
    ]

    private func remark(
        _ severity: ImportRemark.Severity, _ option: PwqualityOption, _ message: String
    ) -> ImportRemark {
        ImportRemark(severity, at: settings.place(option), message)
    }

    // MARK: - Rules

    private mutating func addRules() {
        let lines = PwqualityRules(settings)
        for part in lines.parts {
            draft.add(settings.comments(part.option), part.entries, remarks: part.remarks)
        }
        if !lines.alternatives.isEmpty {
            draft.add(
                lines.credited.flatMap { settings.comments($0) },
                lines.alternatives.map { (.or, $0) }, remarks: lines.creditRemarks)
        }
    }

    private mutating func addClasses() {
        let classes = settings.number(.minclass)
        var remarks: [ImportRemark] = []
        if classes > 4 {
            remarks.append(remark(.note, .minclass, "there are 4 classes; pwquality takes more for 4"))
        }
        draft.add(
            settings.comments(.minclass), classes > 0 ? [(.minClasses, "\(min(classes, 4))")] : [],
            remarks: remarks)

        let run = settings.number(.maxclassrepeat)
        remarks = []
        if run == 1 {
            remarks.append(
                remark(
                    .warning, .maxclassrepeat,
                    "libpwquality 1.4.5 takes 1 for no limit, so that there is none here; if 1 is meant: max-class-repeating = 1"
                ))
        }
        draft.add(
            settings.comments(.maxclassrepeat),
            run > 1 && run <= Self.longestRun ? [(.maxClassRepeating, "\(run)")] : [], remarks: remarks)
        draft.add(
            ["pwquality always refuses what reads the same backwards"], [(.palindrome, "reject")])
    }

    /// No password is longer than this, so a higher limit has no effect.
    private static let longestRun = 1024

    // MARK: - Names and words

    private mutating func addNames() {
        let isChecked = settings.number(.usercheck) != 0
        let part = settings.number(.usersubstr)
        var remarks: [ImportRemark] = []
        if isChecked {
            remarks.append(
                remark(
                    .note, .usercheck,
                    "the name is found in disguise too, such as 4l1ce, and names of up to 3 letters where they stand alone; "
                        + "pwquality does not look for these, but refuses the name with its letters doubled"))
        }
        draft.add(
            settings.comments(.usercheck), [(.username, isChecked ? "reject" : "")], remarks: remarks)

        remarks = []
        if isChecked, part > 0, part < 4 {
            remarks.append(
                remark(.note, .usersubstr, "pwquality looks for no parts of less than 4 characters"))
        } else if isChecked, part < -1 {
            remarks.append(
                remark(
                    .warning, .usersubstr,
                    "with a negative number pwquality refuses every password; not carried over"))
        }
        draft.add(
            settings.comments(.usersubstr),
            isChecked && part >= 4 && part <= Self.longestNamePart ? [(.usernameParts, "\(part)")] : [],
            remarks: remarks)

        let isFullName = settings.number(.gecoscheck) != 0
        remarks = []
        if isFullName {
            remarks.append(
                remark(
                    .note, .gecoscheck,
                    "words end at commas and hyphens too, where pwquality knows spaces alone, so that it looks for \"Smith,,,\"; "
                        + "they are found in disguise, and those of 2 and 3 letters where they stand alone"))
        }
        draft.add(
            settings.comments(.gecoscheck), isFullName ? [(.fullName, "reject")] : [], remarks: remarks)
    }

    /// No user name is longer on Linux, so longer parts do not exist.
    private static let longestNamePart = 64

    private mutating func addWords() {
        let words = PwqualityWords(settings.text(.badwords))
        var remarks: [ImportRemark] = []
        for word in words.ignored {
            remarks.append(
                remark(
                    .note, .badwords,
                    "pwquality looks for no words of less than 4 bytes; \"\(word)\" is left out"))
        }
        for word in words.impossible {
            remarks.append(
                remark(
                    .warning, .badwords,
                    "\"\(word)\" is left out: a word is UTF-8 of 3 to 64 characters without commas and white space here"
                ))
        }
        for word in words.short {
            remarks.append(
                remark(
                    .note, .badwords,
                    "\"\(word)\" is looked for where it stands alone: it has 3 characters, although 4 bytes or more"
                ))
        }
        if !words.lines.isEmpty {
            remarks.append(
                remark(
                    .note, .badwords,
                    "the words are found in disguise too, such as fl0w3r; pwquality refuses them with their letters doubled instead"
                ))
        }
        draft.add(
            settings.comments(.badwords), words.lines.map { (.words, $0) }, remarks: remarks)
    }

    // MARK: - The old password

    private mutating func addOldPassword() {
        let changes = settings.number(.difok)
        var remarks: [ImportRemark] = []
        if changes != 0 {
            remarks.append(
                remark(
                    .note, .difok,
                    "pwquality counts no change where a letter is doubled or one of two equal letters dropped"
                        + (changes > 1
                            ? ", and asks for none in a password twice as long as the old one; here every one counts, and is asked for"
                            : "; here that is a change")))
        }
        if changes > Self.mostChanges {
            remarks.append(remark(.warning, .difok, "the number can be \(Self.mostChanges) at most here"))
        }
        var entries: [(key: PolicyKey, value: String)] = [
            // The built-in value would demand more.
            (.oldPassword, ""), (.oldPassword, changes == 0 ? "same" : "same, case, rotated"),
        ]
        // One change is what "case" asks for.
        if changes > 1 { entries.append((.oldPasswordChanges, "\(min(changes, Self.mostChanges))")) }
        draft.add(settings.comments(.difok), entries, remarks: remarks)
    }

    private static let mostChanges = 1024

    private mutating func addDictionary() {
        guard settings.number(.dictcheck) != 0 else {
            return draft.add(settings.comments(.dictcheck) + pathComments, [])
        }
        draft.add(
            settings.comments(.dictcheck) + pathComments, [(.blocklist, "mangled " + commonBlocklist)],
            remarks: [
                remark(
                    .note, .dictcheck,
                    "pwquality refuses what cracklib finds in its dictionary or too simple; here it is what the list of common passwords "
                        + "holds"
                )
            ])
    }

    private var pathComments: [String] { settings.isSet(.dictpath) ? settings.comments(.dictpath) : [] }

    // MARK: - Enforcement

    private mutating func addEnforcement() {
        draft.add(
            settings.comments(.enforcing), [(.enforce, settings.number(.enforcing) != 0 ? "yes" : "warn")])
        addPresence(.enforceForRoot, .enforceForRoot)
        addPresence(.localUsersOnly, .localUsersOnly)
        let retry = settings.number(.retry)
        var remarks: [ImportRemark] = []
        if retry < 1 { remarks.append(remark(.note, .retry, "pwquality takes this for 1")) }
        if retry > Self.mostRetries {
            remarks.append(remark(.note, .retry, "the number can be \(Self.mostRetries) at most here"))
        }
        draft.add(
            settings.comments(.retry), [(.retry, "\(max(1, min(retry, Self.mostRetries)))")], remarks: remarks
        )
    }

    private static let mostRetries = 100

    /// Adds a key for a setting that is on when it is present, whatever its value.
    private mutating func addPresence(_ option: PwqualityOption, _ key: PolicyKey) {
        let isOn = settings.number(option) != 0
        var remarks: [ImportRemark] = []
        if isOn, settings.setting(option).utf8.count > option.name.literal.utf8CodeUnitCount {
            remarks.append(
                remark(
                    .note, option,
                    "this is on in pwquality whatever its value, even 0; if it is not meant: \(Text(key.name).string) = no"
                ))
        }
        draft.add(settings.comments(option), [(key, isOn ? "yes" : "no")], remarks: remarks)
    }
}
