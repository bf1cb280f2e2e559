public import PasswordRules

/// pwquality's settings that demand the same of a password as a policy, or less. They are for scanners that
/// read pwquality.conf. Comments name the lines of the policy that each setting comes from, and the demands
/// that pwquality has no setting for.
public struct PwqualityExport: Sendable {
    /// A file that libpwquality 1.4.5 reads.
    public let text: String

    /// - Parameters:
    ///   - policy: The policy for a user, or for users without a section.
    ///   - title: The first lines, on the origin of the policy.
    ///   - commonBlocklist: The path of the list of common passwords; nil for its usual path.
    ///   - builtFor: Returns the comparison that the list at a path was built for; nil if it is not known. It
    ///     is used if no line of the policy sets one. The list of common passwords is built for `mangled`.
    public init(
        _ policy: AppliedPolicy, title: [String], commonBlocklist: [UInt8]? = nil,
        builtFor: ([UInt8]) -> BlocklistMatch? = { _ in nil }
    ) {
        var writer = PwqualityWriter(
            policy, title: title, commonBlocklist: commonBlocklist ?? Text(Preset.usualCommonBlocklist).bytes,
            builtFor: builtFor)
        writer.addAll()
        text = writer.draft.text
    }

    /// Whether pam_pwquality has these settings on a machine, and checks the password that an earlier module
    /// asked for. Then its number of attempts does not matter.
    /// - Parameters:
    ///   - files: The files that it reads, in their order.
    ///   - line: Its line.
    public func isInForce(in files: [ImportedFile], line: PamLine) -> Bool {
        var machine = PwqualityReader(of: .pwquality)
        for file in files { machine.read(file) }
        machine.read(line)
        var export = PwqualityReader(of: .pwquality)
        export.read(ImportedFile(name: "", text: Array(text.utf8)))
        return machine.mistakes.isEmpty
            && machine.settings.moduleOptions.contains { $0.option == .useAuthtok }
            && machine.settings.isEqual(to: export.settings, but: .retry)
    }
}

/// Writes the settings one after another.
private struct PwqualityWriter {
    private let policy: AppliedPolicy
    private let settings: PolicySettings
    private let total: PwqualityTotal
    private let commonBlocklist: [UInt8]
    /// The lists that pwquality's dictionary check replaces: those with the same comparison.
    private let dictionaryLists: [BlocklistSetting]
    private(set) var draft: PolicyDraft
    /// The keys that were exported, or left out with a reason.
    private var done: [PolicyKey] = []

    init(
        _ policy: AppliedPolicy, title: [String], commonBlocklist: [UInt8],
        builtFor: ([UInt8]) -> BlocklistMatch?
    ) {
        self.policy = policy
        let settings = policy.settings
        self.settings = settings
        dictionaryLists = settings.blocklists.filter { list in
            let match =
                list.match ?? builtFor(list.path) ?? (list.path == commonBlocklist ? .mangled : .exact)
            return max(match, settings.blocklistMatch ?? .exact) == .mangled
        }
        total = PwqualityTotal(settings)
        self.commonBlocklist = commonBlocklist
        draft = PolicyDraft(
            title: title.map { ConfigurationLine.fitToShow($0.utf8) },
            remarks: Self.generalRemarks(settings, total), isAligned: false)
    }

    private static func note(_ message: String) -> ImportRemark { ImportRemark(.note, message) }

    /// Remarks on pwquality's fixed demands, and on its different ways of counting.
    private static func generalRemarks(_ settings: PolicySettings, _ total: PwqualityTotal) -> [ImportRemark]
    {
        var more: [String] = []
        if !settings.rejectsPalindromes { more.append("refuses palindromes") }
        if total.demands.length - total.credits.count < PwqualityModule.pwquality.minimumLength {
            more.append("demands 6 characters")
        }
        if !settings.oldPassword.contains(.same) { more.append("refuses the old password") }
        return [
            note(
                "pwquality counts bytes, and this policy characters, so it can refuse a password with non-ASCII characters that "
                    + "this policy accepts")
        ]
            + (more.isEmpty
                ? [] : [note("beyond this policy, pwquality always " + more.joined(separator: " and "))])
    }

    mutating func addAll() {
        addRules()
        addNames()
        addWords()
        addOldPassword()
        addDictionary()
        addEnforcement()
        // The dictionary check, if exported, demands at least as many different characters.
        if let different = settings.properties[.minDifferent], hasDictionaryCheck,
            different <= PwqualityPolicy.cracklibDifferent
        {
            add([.minDifferent], [])
        }
        for key in PolicyKey.allCases where !done.contains(key) && key != .preset {
            let lines = origins([key], withBuiltIn: false)
            // pwquality always refuses palindromes.
            let reason =
                key == .palindrome ? "pwquality always does" : "left out: pwquality has no setting for it"
            if !lines.isEmpty { draft.add(lines.map { "\($0) (\(reason))" }, [Setting](), reason: nil) }
        }
    }

    private typealias Setting = (name: String, value: String?)

    private func setting(_ option: PwqualityOption, _ number: Int) -> Setting {
        ("\(option.name.literal)", "\(number)")
    }

    private mutating func add(
        _ keys: [PolicyKey], _ settings: [Setting], remarks: [ImportRemark] = [], withBuiltIn: Bool = true
    ) {
        done += keys
        var lines = origins(keys, withBuiltIn: withBuiltIn)
        if lines.isEmpty, settings.isEmpty { return }
        if lines.isEmpty {
            lines = ["no line of the policy sets " + keys.map { "\($0.name)" }.joined(separator: ", ")]
        }
        draft.add(
            lines, settings, remarks: remarks,
            reason: keys.contains(.preset) ? nil : "pwquality does so without a setting")
    }

    /// The lines of the policy that set the keys, each with its location.
    private func origins(_ keys: [PolicyKey], withBuiltIn: Bool) -> [String] {
        keys.flatMap { key in
            let items = policy.items.filter { $0.key == key }
            let builtIn = "\(key.builtInValue)"
            let isBuiltIn =
                withBuiltIn && !builtIn.isEmpty && policy.hasBuiltInValue(key)
                && (key.isDemand || items.isEmpty)
            return (isBuiltIn ? ["built in: \(key.name) = \(builtIn)"] : []) + items.map(Self.comment)
        }
    }

    private static func comment(_ item: AppliedPolicy.Item) -> String {
        let name = ConfigurationLine.fitToShow(item.file.name)
        let location = item.isFromPreset ? "preset \(name)" : "\(name):\(item.line)"
        let clause = item.clause.map { " (\(ConfigurationLine.fitToShow($0)))" } ?? ""
        return "\(location): \(item.key.name) = \(ConfigurationLine.fitToShow(item.value))\(clause)"
    }

    // MARK: - Rules

    private static let largestNumber = Descriptor.maximumNumber - 1

    private mutating func addRules() {
        let demands = total.demands
        var remarks: [ImportRemark] = []
        if !demands.unsupported.isEmpty {
            remarks.append(
                Self.note(
                    "left out, because pwquality has no setting for it: "
                        + demands.unsupported.joined(separator: ", ")))
        }
        if total.losesAlternatives {
            remarks.append(Self.note("of alternatives (or), only the demands common to all are written"))
        }
        let length = min(
            max(demands.length, PwqualityModule.pwquality.minimumLength), Self.largestNumber)
        var lines = [setting(.minlen, length)]
        for (index, credit) in PwqualityDemands.classes.enumerated() {
            if demands.counts[index] > 0 {
                lines.append(setting(credit.credit, -demands.counts[index]))
            } else if total.credits.contains(index) {
                lines.append(setting(credit.credit, 1))
            }
        }
        if let limit = demands.maxRepeating {
            lines.append(setting(.maxrepeat, min(limit, Self.largestNumber)))
        }
        if let limit = demands.maxSequential {
            lines.append(setting(.maxsequence, min(limit, Self.largestNumber)))
            remarks.append(Self.note("pwquality also refuses runs of adjacent ASCII characters such as ()*+"))
        }
        let hasClassesInRules = demands.minClasses > settings.properties[.minClasses] ?? 0
        if hasClassesInRules { lines.append(setting(.minclass, demands.minClasses)) }
        add([.rules, .or, .atLeast], lines, remarks: remarks)
        add(
            [.minClasses],
            demands.minClasses > 0 && !hasClassesInRules ? [setting(.minclass, demands.minClasses)] : [])
        let run = settings.maxClassRepeating
        add(
            [.maxClassRepeating], run.map { [setting(.maxclassrepeat, $0)] } ?? [],
            remarks: run == 1 ? [Self.note("libpwquality 1.4.5 treats 1 as no limit")] : [])
    }

    // MARK: - Names and words

    private mutating func addNames() {
        let isUser = settings.username == .reject
        let doubled = Self.note("pwquality also refuses a password that is the name with its letters doubled")
        let whole = Self.note("left out: pwquality refuses passwords that contain the name, or none")
        add(
            [.username], [setting(.usercheck, isUser ? 1 : 0)],
            remarks: isUser ? [doubled] : settings.username == .whole ? [whole] : [])
        let part = settings.usernamePartLength
        add(
            [.usernameParts], isUser ? part.map { [setting(.usersubstr, max($0, 4))] } ?? [] : [],
            remarks: part == nil
                ? []
                : !isUser
                    ? [Self.note("left out: pwquality looks for parts only with usercheck")]
                    : part == 3 ? [Self.note("pwquality looks for parts of 4 characters or more")] : [])
        add(
            [.fullName], settings.fullName == .reject ? [setting(.gecoscheck, 1)] : [],
            remarks: settings.fullName == .reject ? [doubled] : settings.fullName == .whole ? [whole] : [])
    }

    /// The longest value of `badwords`, in bytes: libpwquality reads lines of at most 1022.
    private static let maximumWordsLength = 1022 - "badwords = ".utf8.count
    private static let shortestWord = 4

    private mutating func addWords() {
        var line = ""
        var left: [String] = []
        for item in policy.items where item.key == .words {
            for word in item.value.split(separator: 0x2C) {
                let text = String(decoding: word, as: UTF8.self).filter { $0 != " " && $0 != "\t" }
                let isSupported = text.unicodeScalars.count >= Self.shortestWord && !text.utf8.contains(0x23)
                if isSupported, line.utf8.count + 1 + text.utf8.count <= Self.maximumWordsLength {
                    line += (line.isEmpty ? "" : " ") + text
                } else {
                    left.append(ConfigurationLine.fitToShow(text.utf8))
                }
            }
        }
        var remarks: [ImportRemark] = []
        if !left.isEmpty {
            remarks.append(
                Self.note(
                    "left out, because pwquality takes only words of at least 4 characters, without #, in one line of 1022 bytes: "
                        + left.joined(separator: ", ")))
        }
        if !line.isEmpty {
            remarks.append(
                Self.note(
                    "pwquality also refuses a password that is one of these words with its letters doubled"))
        }
        add([.words], line.isEmpty ? [] : [("badwords", line)], remarks: remarks)
    }

    // MARK: - The old password, lists and enforcement

    private mutating func addOldPassword() {
        let changes = settings.minChanges
        var number = 0
        var remarks: [ImportRemark] = []
        // pwquality always refuses these variations if it compares with the old password.
        if settings.oldPassword.isSuperset(of: [.same, .letterCase, .rotated]) {
            number = changes ?? 1
            remarks.append(
                Self.note(
                    "pwquality does not count it as a change if a letter is doubled or one of two equal letters dropped"
                ))
        } else if changes != nil || !settings.oldPassword.isEmpty {
            remarks.append(
                Self.note(
                    "left out: pwquality counts changes only where it also refuses changes of case and rotations"
                ))
        }
        add([.oldPassword, .oldPasswordChanges], [setting(.difok, number)], remarks: remarks)
    }

    /// Whether the dictionary check replaces a list.
    private var hasDictionaryCheck: Bool { !dictionaryLists.isEmpty }

    private mutating func addDictionary() {
        var remarks: [ImportRemark] = []
        if hasDictionaryCheck {
            let isCommonAlone = dictionaryLists.allSatisfy { $0.path == commonBlocklist }
            remarks.append(
                Self.note(
                    "in place of \(isCommonAlone ? "the list of common passwords" : "mangled lists"), pwquality has "
                        + "cracklib's dictionary, which may refuse other passwords, and those with fewer than "
                        + "\(PwqualityPolicy.cracklibDifferent) different characters"
                ))
        }
        if dictionaryLists.count < settings.blocklists.count {
            remarks.append(
                Self.note(
                    "left out: pwquality has only cracklib's dictionaries, and compares with them as \"mangled\" does"
                ))
        }
        if !hasDictionaryCheck {
            remarks.append(
                Self.note(
                    "for a scanner that wants dictcheck = 1, add a mangled list to the policy, such as "
                        + "blocklist = mangled \(ConfigurationLine.fitToShow(commonBlocklist))"
                ))
        }
        add(
            [.blocklist, .blocklistMatch], [setting(.dictcheck, hasDictionaryCheck ? 1 : 0)], remarks: remarks
        )
    }

    private mutating func addEnforcement() {
        add([.enforce], [setting(.enforcing, settings.enforcement == .yes ? 1 : 0)])
        add([.enforceForRoot], settings.enforcesForRoot ? [("enforce_for_root", nil)] : [])
        add([.localUsersOnly], settings.isForLocalUsersOnly ? [("local_users_only", nil)] : [])
        add([.retry], [setting(.retry, settings.retryCount)])
    }
}
