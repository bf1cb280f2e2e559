internal import PasswordRules

/// Converts the length, the credits and the limits on runs of libpwquality into rules.
struct PwqualityRules {
    /// The entries of one setting.
    struct Part {
        let option: PwqualityOption
        let entries: [(key: PolicyKey, value: String)]
        let remarks: [ImportRemark]
    }

    /// In the order of the file.
    private(set) var parts: [Part] = []
    /// The values of `or`: shorter passwords that have characters of classes with a credit.
    private(set) var alternatives: [String] = []
    /// The settings that the alternatives come from.
    private(set) var credited: [PwqualityOption] = []
    private(set) var creditRemarks: [ImportRemark] = []

    private static let mostOfClass = 1024
    private static let classes: [(option: PwqualityOption, name: String)] = [
        (.dcredit, "digit"), (.ucredit, "upper"), (.lcredit, "lower"), (.ocredit, "special"),
    ]

    private let settings: PwqualitySettings
    /// The rules of every alternative besides its length and classes.
    private var common = ""

    init(_ settings: PwqualitySettings) {
        self.settings = settings
        addLength()
        for (option, name) in Self.classes { addClass(option, name) }
        addRuns()
        addAlternatives()
    }

    private var length: Int { max(settings.number(.minlen), settings.module.leastLength) }

    private func remark(
        _ severity: ImportRemark.Severity, _ option: PwqualityOption, _ message: String
    ) -> ImportRemark {
        ImportRemark(severity, at: settings.place(option), message)
    }

    private mutating func addLength() {
        let least = settings.module.leastLength
        let isRaised = settings.number(.minlen) < least
        parts.append(
            Part(
                option: .minlen, entries: [(.rules, "minlength: \(length);")],
                remarks: isRaised
                    ? [remark(.note, .minlen, "\(settings.module.name) raises this to \(least)")] : []))
    }

    /// A negative credit: the minimum number of characters of the class.
    private mutating func addClass(_ option: PwqualityOption, _ name: String) {
        let credit = settings.number(option)
        guard credit <= 0 else { return credited.append(option) }
        var remarks: [ImportRemark] = []
        if credit < 0, option == .ocredit { remarks.append(others) }
        if credit < -Self.mostOfClass {
            remarks.append(remark(.warning, option, "the number can be at most \(Self.mostOfClass) here"))
        }
        var entries: [(key: PolicyKey, value: String)] = []
        if credit == -1 {
            common += " required: \(name);"
            entries = [(.rules, "required: \(name);")]
        } else if credit < -1 {
            entries = [(.atLeast, "\(min(-credit, Self.mostOfClass)) \(name)")]
        }
        parts.append(Part(option: option, entries: entries, remarks: remarks))
    }

    private var others: ImportRemark {
        remark(
            .note, .ocredit,
            "here, \"special\" means ASCII punctuation or a space; pwquality also counts control characters and everything outside ASCII"
        )
    }

    private mutating func addRuns() {
        // A negative limit makes libpwquality refuse every pair, as 1 does.
        let repeating = settings.number(.maxrepeat)
        var entries: [(key: PolicyKey, value: String)] = []
        if repeating != 0 {
            let rule = "max-repeating: \(max(repeating, 1));"
            common += " " + rule
            entries = [(.rules, rule)]
        }
        parts.append(Part(option: .maxrepeat, entries: entries, remarks: []))

        let sequential = settings.number(.maxsequence)
        var remarks: [ImportRemark] = []
        entries = []
        if sequential != 0 {
            let rule = "max-sequential: \(max(sequential, 1));"
            common += " " + rule
            entries = [(.rules, rule)]
            remarks = [
                remark(
                    .note, .maxsequence,
                    "only runs of letters and digits are refused here; pwquality also refuses runs of adjacent ASCII characters such as ()*+"
                )
            ]
        }
        parts.append(Part(option: .maxsequence, entries: entries, remarks: remarks))
    }

    /// Positive credits: each character of the class, up to the credit, counts for two. The conversion is exact for one
    /// character: a password with characters of several such classes may be shorter by one character for each of them.
    private mutating func addAlternatives() {
        guard !credited.isEmpty else { return }
        for set in 1..<(1 << credited.count) {
            var names = ""
            var count = 0
            for (index, option) in credited.enumerated() where set >> index & 1 == 1 {
                for (candidate, name) in Self.classes where candidate == option {
                    names += " required: \(name);"
                }
                count += 1
            }
            alternatives.append("minlength: \(max(length - count, 1));\(names)\(common)")
        }
        for option in credited where settings.number(option) > 1 {
            creditRemarks.append(
                remark(
                    .note, option,
                    "here, only the first character of the class counts as two"))
        }
        if credited.contains(.ocredit) { creditRemarks.append(others) }
    }
}

/// The words of `badwords`, which are separated by spaces.
struct PwqualityWords {
    /// The values of `words`.
    private(set) var lines: [String] = []
    /// Words that libpwquality does not look for.
    private(set) var ignored: [String] = []
    /// Words that a policy file cannot contain.
    private(set) var impossible: [String] = []
    /// Short words among the lines, which count only if no letter is beside them.
    private(set) var short: [String] = []

    private static let maximumLineLength = 80

    init(_ text: ArraySlice<UInt8>) {
        var words: [String] = []
        for word in text.split(separator: 0x20) {
            let shown = ConfigurationLine.fitToShow(word)
            if word.count < 4 {
                ignored.append(shown)
            } else if let length = Self.length(Array(word).span), (3...64).contains(length) {
                words.append(String(decoding: word, as: UTF8.self))
                if length == 3 { short.append(shown) }
            } else {
                impossible.append(shown)
            }
        }
        // Alone it would be refused, as a value that demands nothing.
        if words == ["none"] { words.append("none") }
        for word in words {
            if let last = lines.last, last.utf8.count + 2 + word.utf8.count <= Self.maximumLineLength {
                lines[lines.count - 1] = last + ", " + word
            } else {
                lines.append(word)
            }
        }
    }

    /// The number of characters of a word; nil if a policy file cannot contain it.
    private static func length(_ word: Span<UInt8>) -> Int? {
        guard UTF8Decoding.firstIllFormed(in: word) == nil else { return nil }
        var length = 0
        for index in 0..<word.count {
            if word[index] <= 0x20 || word[index] == 0x2C || word[index] == 0x7F { return nil }
            if word[index] & 0xC0 != 0x80 { length += 1 }
        }
        return length
    }
}
