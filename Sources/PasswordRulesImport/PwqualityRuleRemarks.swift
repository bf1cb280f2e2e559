internal import PasswordRules

extension PwqualityPolicy {
    /// The demands of these settings.
    init(_ settings: PwqualitySettings, commonBlocklist: String) {
        self.init(
            isAddition: false, minimumLength: settings.module.minimumLength,
            commonBlocklist: Array(commonBlocklist.utf8))
        for option in PwqualityOption.allCases { set(option, settings.number(option)) }
        if let allowed = settings.allowedClasses?.classes {
            // No password has a character of the class, so a credit is useless.
            for credit in Self.credits where settings.number(credit) > 0 && !allowed.credits.contains(credit)
            {
                set(credit, 0)
            }
        }
        set(badWords: Array(settings.text(.badwords)))
    }

    /// The entries of an option, for a draft.
    func entries(of option: PwqualityOption) -> [(name: String, value: String?)] {
        var text = Text()
        write(option, to: &text)
        return Self.entries(text)
    }

    /// The entries of positive credits.
    /// - Parameter property: A property to add to each; empty for none.
    func alternatives(with property: String) -> [(name: String, value: String?)] {
        var text = Text()
        writeAlternatives(to: &text)
        return Self.entries(text).map { name, value in
            (name, value.map { property.isEmpty ? $0 : $0 + " " + property })
        }
    }

    private static func entries(_ text: Text) -> [(name: String, value: String?)] {
        text.string.split(separator: "\n").map { line in
            let parts = line.split(separator: " ", maxSplits: 2)
            return (String(parts[0]), parts.count > 2 ? String(parts[2]) : "")
        }
    }
}

/// Remarks on differences between the rules for length, credits and runs, and their settings in libpwquality.
struct PwqualityRuleRemarks {
    private let settings: PwqualitySettings

    init(_ settings: PwqualitySettings) { self.settings = settings }

    private func remark(
        _ severity: ImportRemark.Severity, _ option: PwqualityOption, _ message: String
    ) -> ImportRemark {
        ImportRemark(severity, at: settings.location(option), message)
    }

    /// The remarks on `allowclasses`.
    func remarks(on classes: PwqualityAllowedClasses, at origin: SettingOrigin) -> [ImportRemark] {
        var messages = [
            "libpwquality 1.4.5 does not know this setting, and ignores it and all that follows in its file; later versions know it"
        ]
        for option in PwqualityPolicy.credits
        where settings.number(option) < 0 && !classes.credits.contains(option) {
            messages.append(
                "here, what \(Text(option.name.literal).string) demands is also allowed; pwquality refuses every password"
            )
        }
        return messages.map { ImportRemark(.note, at: origin.location, $0) }
            + (classes.credits.contains(.ocredit) && !classes.hasAll ? [others] : [])
    }

    /// The remarks on the entries of an option.
    func remarks(on option: PwqualityOption) -> [ImportRemark] {
        let number = settings.number(option)
        let least = settings.module.minimumLength
        switch option {
        case .minlen where settings.module == .cracklib && number < PwqualityPolicy.cracklibLength:
            return [
                remark(
                    .note, option,
                    "cracklib refuses passwords of fewer than \(PwqualityPolicy.cracklibLength) characters, whatever minlen is"
                )
            ]
        case .minlen where number < least:
            return [remark(.note, option, "\(settings.module.name) raises this to \(least)")]
        case .maxsequence where number != 0:
            return [
                remark(
                    .note, option,
                    "only runs of letters and digits are refused here; pwquality also refuses runs of adjacent ASCII characters such as ()*+"
                )
            ]
        case .dcredit, .ucredit, .lcredit, .ocredit:
            let most = PwqualityPolicy.maximumOfClass
            return (number < 0 && option == .ocredit ? [others] : [])
                + (number < -most ? [remark(.warning, option, "the number can be at most \(most) here")] : [])
        default:
            return []
        }
    }

    private var others: ImportRemark {
        remark(
            .note, .ocredit,
            "here, \"special\" means ASCII punctuation or a space; pwquality also counts control characters and everything outside ASCII"
        )
    }

    /// The remarks on the alternatives, which come from these settings.
    func remarks(onAlternativesOf credited: [PwqualityOption]) -> [ImportRemark] {
        credited.filter { settings.number($0) > 1 }.map { option in
            remark(.note, option, "here, only the first character of the class counts as two")
        } + (credited.contains(.ocredit) ? [others] : [])
    }
}
