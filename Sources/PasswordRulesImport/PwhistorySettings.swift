internal import PasswordRules

/// The settings of pam_pwhistory, as Linux-PAM 1.7 reads them.
struct PwhistorySettings {
    /// A setting whose positions are recorded.
    enum Option: Int, CaseIterable {
        case remember, enforceForRoot, retry, file

        var name: Word {
            switch self {
            case .remember: "remember"
            case .enforceForRoot: "enforce_for_root"
            case .retry: "retry"
            case .file: "file"
            }
        }

        fileprivate var isNumber: Bool { self == .remember || self == .retry }
        fileprivate var defaultSetting: String {
            switch self {
            case .remember: "remember = 10"
            case .enforceForRoot: "no enforce_for_root"
            case .retry: "retry = 1"
            case .file: "file = \(PwhistorySettings.usualFile)"
            }
        }
    }

    /// The maximum number of earlier passwords.
    static let mostRemembered = 400
    static let usualFile = "/etc/security/opasswd"

    /// The number of passwords, including the present one; 0 if the module does nothing.
    private(set) var remembered = 10
    private(set) var retry = 1
    private(set) var path = Self.usualFile
    private var origins = [[SettingOrigin]](repeating: [], count: Option.allCases.count)

    /// Whether the file or the PAM line has the setting.
    func isSet(_ option: Option) -> Bool { !origins[option.rawValue].isEmpty }

    /// The comments on where it was set, and on overridden settings; or its default.
    func comments(_ option: Option) -> [String] {
        isSet(option)
            ? PwqualitySettings.comments(origins[option.rawValue])
            : ["pam_pwhistory's default: " + option.defaultSetting]
    }

    /// The position that a remark about the setting names.
    func location(_ option: Option) -> String {
        origins[option.rawValue].last?.location ?? "pam_pwhistory's default " + option.defaultSetting
    }

    // MARK: - Reading

    /// Reads a file as `pam_modutil_search_key` does, but reports mistakes.
    mutating func read(_ file: ImportedFile) throws(ImportRemark) {
        var seen: Set<Option> = []
        try ConfigurationLine.forEach(of: file) { line throws(ImportRemark) in
            let bytes = line.bytes
            var end = bytes.firstIndex(of: 0x23) ?? bytes.endIndex
            while end > bytes.startIndex, isSpace(bytes[end - 1]) { end -= 1 }
            var start = bytes.startIndex
            while start < end, isSpace(bytes[start]) { start += 1 }
            guard start < end else { return }
            var nameEnd = start
            while nameEnd < end, !isSpace(bytes[nameEnd]), bytes[nameEnd] != 0x3D { nameEnd += 1 }
            var value = nameEnd
            while value < end, isSpace(bytes[value]) || bytes[value] == 0x3D { value += 1 }
            if Self.isAmong(["debug"], line, start..<nameEnd) { return }
            let option = try option(line, start..<nameEnd)
            let origin = line.origin(of: start..<end)
            // The first line of a setting counts.
            guard seen.insert(option).inserted else { return origins[option.rawValue].insert(origin, at: 0) }
            try set(option, line, value..<end, origin)
        }
    }

    /// Reads the options of a PAM line, which override those of a file.
    mutating func read(_ line: PamLine) throws(ImportRemark) {
        for word in line.options {
            let others: [Word] = [
                "debug", "use_authtok", "use_first_pass", "try_first_pass", "authtok_type", "conf",
            ]
            if Self.isAmong(others, word.line, word.name) { continue }
            try set(try option(word.line, word.name), word.line, word.value, word.origin)
        }
    }

    private mutating func set(
        _ option: Option, _ line: ConfigurationLine, _ value: Range<Int>, _ origin: SettingOrigin
    ) throws(ImportRemark) {
        if option.isNumber {
            let number = try Self.number(line, value)
            if option == .remember { remembered = max(0, number) } else { retry = number }
        } else if option == .file {
            path = String(decoding: line.bytes[value], as: UTF8.self)
        }
        origins[option.rawValue].append(origin)
    }

    private static func isAmong(_ words: [Word], _ line: ConfigurationLine, _ name: Range<Int>) -> Bool {
        let text = Array(line.bytes[name])
        return words.contains { $0.matches(text.span, 0..<text.count) }
    }

    private func option(_ line: ConfigurationLine, _ name: Range<Int>) throws(ImportRemark) -> Option {
        for option in Option.allCases where Self.isAmong([option.name], line, name) { return option }
        let text = Array(line.bytes[name])
        let meant = Spelling.nearest(to: text.span, 0..<text.count, among: Option.allCases.map(\.name))
        let answer = SettingOwner.pwhistory.answer(toUnknown: line.bytes[name])
        let question = meant.map { "; did you mean \"\(Text($0.literal).string)\"?" } ?? ""
        throw line.mistake(
            at: name,
            "pam_pwhistory has no setting \(line.quoted(name))" + (answer.isEmpty ? question : answer))
    }

    static func number(_ line: ConfigurationLine, _ value: Range<Int>) throws(ImportRemark) -> Int {
        let number = ConfiguredNumber(line.bytes[value])
        guard number.hasDigits, number.end == value.upperBound else {
            throw line.mistake(
                at: value,
                value.isEmpty ? "expected a number" : "expected a number, found \(line.quoted(value))")
        }
        guard let number = number.value else { throw line.mistake(at: value, "the number is too large") }
        return number
    }
}

extension PamLine {
    /// Whether it makes pam_unix remember earlier passwords.
    public var makesUnixRemember: Bool { module == "pam_unix" && value(of: "remember") != nil }

    /// The value of the last option of this name; nil if there is none.
    public func value(of name: String) -> String? {
        options.last { $0.line.bytes[$0.name].elementsEqual(name.utf8) && $0.name != $0.range }
            .map { String(decoding: $0.line.bytes[$0.value], as: UTF8.self) }
    }
}
