internal import PasswordRules

extension PwqualityPolicy {
    /// What these settings demand.
    init(_ settings: PwqualitySettings, commonBlocklist: String) {
        self.init(
            isAddition: false, leastLength: settings.module.leastLength,
            commonBlocklist: Array(commonBlocklist.utf8))
        for option in PwqualityOption.allCases { set(option, settings.number(option)) }
        set(badWords: Array(settings.text(.badwords)))
    }

    /// The entries that an option makes, for a draft.
    func entries(of option: PwqualityOption) -> [(name: String, value: String?)] {
        var text = Text()
        write(option, to: &text)
        return Self.entries(text)
    }

    /// The entries that positive credits make.
    var alternatives: [(name: String, value: String?)] {
        var text = Text()
        writeAlternatives(to: &text)
        return Self.entries(text)
    }

    private static func entries(_ text: Text) -> [(name: String, value: String?)] {
        text.string.split(separator: "\n").map { line in
            let parts = line.split(separator: " ", maxSplits: 2)
            return (String(parts[0]), parts.count > 2 ? String(parts[2]) : "")
        }
    }
}

/// How the rules for length, credits and runs differ from the settings of libpwquality that they come from.
struct PwqualityRuleRemarks {
    private let settings: PwqualitySettings

    init(_ settings: PwqualitySettings) { self.settings = settings }

    private func remark(
        _ severity: ImportRemark.Severity, _ option: PwqualityOption, _ message: String
    ) -> ImportRemark {
        ImportRemark(severity, at: settings.place(option), message)
    }

    /// The remarks on the entries of an option.
    func remarks(on option: PwqualityOption) -> [ImportRemark] {
        let number = settings.number(option)
        let least = settings.module.leastLength
        switch option {
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
            let most = PwqualityPolicy.mostOfClass
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
