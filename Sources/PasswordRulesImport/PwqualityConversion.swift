internal import PasswordRules

/// Converts the settings of libpwquality into the keys of a policy file. The policy mentions every setting,
/// including defaults. A setting without a demand makes no entry, unless a built-in demand must be dropped.
struct PwqualityConversion {
    private let settings: PwqualitySettings
    private let policy: PwqualityPolicy
    private let commonBlocklist: String
    private let isListMissing: Bool
    private(set) var draft: PolicyDraft

    /// - Parameters:
    ///   - files: The names of the files that were read.
    ///   - line: The PAM line, if known.
    ///   - others: Lines of other services.
    ///   - remarks: More remarks about the whole policy.
    ///   - commonBlocklist: The path of the list of common passwords.
    ///   - isListMissing: Whether there is no such file.
    ///   - isPart: Whether it is a part of a larger policy.
    init(
        _ settings: PwqualitySettings, files: [String], line: PamLine?, others: [PamLine],
        remarks more: [ImportRemark], commonBlocklist: String, isListMissing: Bool,
        isPart: Bool
    ) {
        self.settings = settings
        self.commonBlocklist = ConfigurationLine.fitToShow(commonBlocklist.utf8)
        self.isListMissing = isListMissing
        policy = PwqualityPolicy(settings, commonBlocklist: commonBlocklist)
        let names =
            files.map { "    " + ConfigurationLine.fitToShow($0.utf8) } + (line.map { [$0.title] } ?? [])
        var remarks = Self.generalRemarks
        switch (settings.module, line) {
        case (.cracklib, _): remarks.insert(Self.cracklibRemark, at: 0)
        case (.pwquality, nil): remarks.insert(Self.lineRemark, at: 0)
        case (.pwquality, _): break
        }
        remarks += more + PamLine.remarks(on: others, besides: line)
        draft = PolicyDraft(
            title: PolicyDraft.title(ofImportFrom: "pwquality", names, isPart: isPart), remarks: remarks,
            isPart: isPart)
        addRules()
        addClasses()
        addNames()
        addWords()
        addOldPassword()
        addDictionary()
        addEnforcement()
        addModuleOptions()
    }

    private static let lineRemark = ImportRemark(
        .note,
        "options in the PAM line, such as retry=3 on Debian, override pwquality's files; none are known here: give the line by "
            + "--pam-line")
    private static let cracklibRemark = ImportRemark(
        .note, "pam_cracklib reads no files; what is said about pwquality here is also true of pam_cracklib")
    private static let generalRemarks = [
        ImportRemark(
            .note,
            "pwquality counts and compares bytes; this policy counts characters: a password with non-ASCII letters "
                + "must be as long as any other, and its classes, runs and changes are those of its characters"
        ),
        ImportRemark(
            .note,
            "a password of more than 1024 bytes, or that is not valid UTF-8, is always refused here"),
        ImportRemark(
            .note,
            "pwquality does not suggest a password after a refusal; this policy does, unless it has \"suggest = no\""
        ),
    ]

    private func remark(
        _ severity: ImportRemark.Severity, _ option: PwqualityOption, _ message: String
    ) -> ImportRemark {
        ImportRemark(severity, at: settings.location(option), message)
    }

    /// Adds the demands of an option.
    private mutating func add(
        _ option: PwqualityOption, remarks: [ImportRemark] = [], reason: String = "demands nothing"
    ) {
        draft.add(
            settings.comments(option), policy.entries(of: option), remarks: remarks,
            reason: reason)
    }

    // MARK: - Rules

    private mutating func addRules() {
        let differences = PwqualityRuleRemarks(settings)
        for option in [.minlen] + PwqualityPolicy.credits + [.maxrepeat, .maxsequence]
        where !policy.credited.contains(option) {
            add(option, remarks: differences.remarks(on: option))
        }
        var property = ""
        if let (classes, origins) = settings.allowedClasses, let origin = origins.last {
            property = classes.hasAll ? "" : classes.property
            draft.add(
                PwqualitySettings.comments(origins), classes.hasAll ? [] : [(.rules, property)],
                remarks: differences.remarks(on: classes, at: origin))
        }
        guard !policy.credited.isEmpty else { return }
        let alternatives = policy.alternatives(with: property)
        draft.add(
            policy.credited.flatMap { settings.comments($0) }, alternatives,
            remarks: alternatives.isEmpty ? [] : differences.remarks(onAlternativesOf: policy.credited),
            reason: "cracklib refuses shorter passwords")
    }

    private mutating func addClasses() {
        let classes = settings.number(.minclass)
        var remarks: [ImportRemark] = []
        if classes > 4 {
            remarks.append(remark(.note, .minclass, "there are only 4 classes; pwquality treats more as 4"))
        }
        add(.minclass, remarks: remarks)

        let run = settings.number(.maxclassrepeat)
        remarks = []
        if run == 1 {
            remarks.append(
                remark(
                    .warning, .maxclassrepeat,
                    "not carried over: libpwquality 1.4.5 treats 1 as no limit, so none is set here; if you want 1: max-class-repeating = 1"
                ))
        }
        add(
            .maxclassrepeat, remarks: remarks,
            reason: run > PwqualityPolicy.longestRun ? "no password is that long" : "demands nothing")
        draft.add(["pwquality always refuses palindromes"], [(.palindrome, "reject")])
    }

    // MARK: - Names and words

    private mutating func addNames() {
        let isChecked = settings.number(.usercheck) != 0
        let part = settings.number(.usersubstr)
        var remarks: [ImportRemark] = []
        if isChecked {
            remarks.append(
                remark(
                    .note, .usercheck,
                    "the name is also found with leet substitutions, such as 4l1ce, and names of up to 3 letters as words of "
                        + "their own; pwquality does not look for these, but refuses the name with its letters doubled"
                ))
        }
        add(.usercheck, remarks: remarks)

        remarks = []
        if isChecked, part > 0, part < 4 {
            remarks.append(
                remark(
                    .note, .usersubstr,
                    "not carried over: pwquality does not look for parts shorter than 4 characters"))
        } else if isChecked, part < -1 {
            remarks.append(
                remark(
                    .warning, .usersubstr,
                    "not carried over: with a negative number, pwquality refuses every password"))
        }
        add(
            .usersubstr, remarks: remarks,
            reason: part == 0 || part == -1
                ? "demands nothing"
                : isChecked ? "no user name is that long" : "has no effect without usercheck")

        let isFullName = settings.number(.gecoscheck) != 0
        remarks = []
        if isFullName {
            remarks.append(
                remark(
                    .note, .gecoscheck,
                    "commas and hyphens also separate words here; pwquality splits only at spaces, and so looks for \"Smith,,,\"; "
                        + "words are also found with leet substitutions, and those of 2 or 3 letters as words of their own"
                ))
        }
        add(.gecoscheck, remarks: remarks)
    }

    private mutating func addWords() {
        let words = PwqualityWords(Array(settings.text(.badwords)))
        var remarks: [ImportRemark] = []
        for word in words.ignored.map(ConfigurationLine.fitToShow) {
            remarks.append(
                remark(
                    .note, .badwords,
                    "\"\(word)\" is not carried over: pwquality does not look for words shorter than 4 bytes")
            )
        }
        for word in words.impossible.map(ConfigurationLine.fitToShow) {
            remarks.append(
                remark(
                    .warning, .badwords,
                    "\"\(word)\" is not carried over: here, a word has 3 to 64 characters of valid UTF-8, without commas and white space"
                ))
        }
        for word in words.short.map(ConfigurationLine.fitToShow) {
            remarks.append(
                remark(
                    .note, .badwords,
                    "\"\(word)\" is found only as a word of its own: it has 3 characters, although at least 4 bytes"
                ))
        }
        if !words.lines.isEmpty {
            remarks.append(
                remark(
                    .note, .badwords,
                    "the words are also found with leet substitutions, such as fl0w3r; pwquality instead refuses them with their letters doubled"
                ))
        }
        add(.badwords, remarks: remarks)
    }

    // MARK: - The old password

    private mutating func addOldPassword() {
        let changes = settings.number(.difok)
        var remarks: [ImportRemark] = []
        if changes != 0 {
            remarks.append(
                remark(
                    .note, .difok,
                    "pwquality does not count it as a change if a letter is doubled or one of two equal letters dropped"
                        + (changes > 1
                            ? ", and requires none in a password twice as long as the old one; here, every change counts and is required"
                            : "; here, that is a change")))
        }
        let most = PwqualityPolicy.maximumChanges
        if changes > most {
            remarks.append(remark(.warning, .difok, "the number can be at most \(most) here"))
        }
        add(.difok, remarks: remarks)
    }

    private mutating func addDictionary() {
        guard settings.number(.dictcheck) != 0 else {
            add(.dictcheck)
            if settings.isSet(.dictpath) {
                draft.add(settings.comments(.dictpath), [], reason: "has no effect without dictcheck")
            }
            return
        }
        add(
            .dictcheck,
            remarks: [
                remark(
                    .note, .dictcheck,
                    "pwquality refuses what cracklib finds in its dictionary or considers too simple; here, what is on the list of "
                        + "common passwords is refused"
                ),
                remark(
                    .note, .dictcheck,
                    "cracklib also refuses passwords of fewer than \(PwqualityPolicy.cracklibLength) characters or "
                        + "\(PwqualityPolicy.cracklibDifferent) different ones, whatever minlen and the credits are; so does this policy"
                ),
            ] + missingList)
        guard settings.isSet(.dictpath) else { return }
        draft.add(
            settings.comments(.dictpath), [],
            remarks: [
                remark(
                    .warning, .dictpath,
                    "not carried over: cracklib's dictionaries are not read here; to refuse the words of this one, build a list of what "
                        + "cracklib-unpacker prints with \"passwordrules blocklist build\", and name it with the key blocklist"
                )
            ])
    }

    private var missingList: [ImportRemark] {
        isListMissing
            ? [
                remark(
                    .note, .dictcheck,
                    "there is no file \(commonBlocklist): until it is installed, this policy cannot be loaded, and every new password is "
                        + "refused")
            ] : []
    }

    // MARK: - Enforcement

    private mutating func addEnforcement() {
        draft.add(
            settings.comments(.enforcing), [(.enforce, settings.number(.enforcing) != 0 ? "yes" : "warn")])
        addPresence(.enforceForRoot, .enforceForRoot)
        addPresence(.localUsersOnly, .localUsersOnly)
        guard settings.isSet(.retry) else {
            return draft.add(
                settings.comments(.retry), [(.retry, PolicyKey.retry.builtInValueText)],
                remarks: [
                    remark(
                        .note, .retry,
                        "a new password is asked for up to \(PolicyKey.retry.builtInValueText) times here: \(Self.singleAttemptReason); "
                            + "if you want that: retry = 1"
                    )
                ])
        }
        let retry = settings.number(.retry)
        var remarks: [ImportRemark] = []
        if retry < 1 { remarks.append(remark(.note, .retry, "pwquality treats this as 1")) }
        if retry <= 1 {
            remarks.append(
                remark(.warning, .retry, "\(Self.singleAttemptReason); better: retry = 3"))
        }
        if retry > Self.mostRetries {
            remarks.append(remark(.note, .retry, "the number can be at most \(Self.mostRetries) here"))
        }
        draft.add(
            settings.comments(.retry), [(.retry, "\(max(1, min(retry, Self.mostRetries)))")], remarks: remarks
        )
    }

    private static let mostRetries = 100
    /// Why one attempt is too few.
    private static let singleAttemptReason =
        "sshd shows the reasons of a refusal with the next prompt, so users never see them with retry = 1"

    /// Adds a key for a setting that is on if present, whatever its value.
    private mutating func addPresence(_ option: PwqualityOption, _ key: PolicyKey) {
        let isOn = settings.number(option) != 0
        var remarks: [ImportRemark] = []
        if isOn, settings.setting(option).utf8.count > option.name.literal.utf8CodeUnitCount {
            remarks.append(
                remark(
                    .note, option,
                    "pwquality turns this on whatever the value, even 0; if you do not want it: \(Text(key.name).string) = no"
                ))
        }
        draft.add(settings.comments(option), [(key, isOn ? "yes" : "no")], remarks: remarks)
    }

    // MARK: - Options of the PAM line

    private mutating func addModuleOptions() {
        for (option, origin) in settings.moduleOptions {
            draft.add(
                [origin.comment], [], remarks: [ImportRemark(.note, at: origin.location, message(option))])
        }
    }

    private func message(_ option: PwqualityModuleOption) -> String {
        switch option {
        case .debug: "not carried over: give this option to pam_passwordrules in its PAM line"
        case .authtokType, .useAuthtok, .useFirstPass:
            "not carried over: give this option to pam_passwordrules in its PAM line, if you need it"
        case .type: "not carried over: give it to pam_passwordrules in its PAM line, as authtok_type="
        case .difignore: "not carried over: \(settings.module.name) also ignores it"
        case .rejectUsername: "not carried over: pwquality ignores it; usercheck decides on names"
        case .tryFirstPass: "not carried over: a password that is there already is always used"
        }
    }
}

extension PolicyKey {
    /// The value if no line sets the key.
    fileprivate var builtInValueText: String { Text(builtInValue).string }
}

extension PamLine {
    /// The line about it in the title of a policy.
    var title: String {
        "    \(location): \(ConfigurationLine.fitToShow(module.utf8))" + (text.isEmpty ? "" : " " + text)
    }
}
