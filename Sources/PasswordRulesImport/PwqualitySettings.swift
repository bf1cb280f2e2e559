internal import PasswordRules

/// The settings of libpwquality 1.4.5.
enum PwqualityOption: Int, CaseIterable {
    case minlen, dcredit, ucredit, lcredit, ocredit, minclass
    case maxrepeat, maxsequence, maxclassrepeat
    case usercheck, usersubstr, gecoscheck, badwords
    case difok, dictcheck, dictpath
    case enforcing, enforceForRoot, localUsersOnly, retry

    /// How the value is read.
    enum Kind {
        case number, text
        /// Not at all: the option is on when it is present.
        case presence
    }

    var kind: Kind {
        switch self {
        case .badwords, .dictpath: .text
        case .enforceForRoot, .localUsersOnly: .presence
        default: .number
        }
    }

    var name: Word {
        switch self {
        case .minlen: "minlen"
        case .dcredit: "dcredit"
        case .ucredit: "ucredit"
        case .lcredit: "lcredit"
        case .ocredit: "ocredit"
        case .minclass: "minclass"
        case .maxrepeat: "maxrepeat"
        case .maxsequence: "maxsequence"
        case .maxclassrepeat: "maxclassrepeat"
        case .usercheck: "usercheck"
        case .usersubstr: "usersubstr"
        case .gecoscheck: "gecoscheck"
        case .badwords: "badwords"
        case .difok: "difok"
        case .dictcheck: "dictcheck"
        case .dictpath: "dictpath"
        case .enforcing: "enforcing"
        case .enforceForRoot: "enforce_for_root"
        case .localUsersOnly: "local_users_only"
        case .retry: "retry"
        }
    }

    /// The number if no file sets it.
    var defaultNumber: Int {
        switch self {
        case .minlen: 8
        case .usercheck, .difok, .dictcheck, .enforcing, .retry: 1
        default: 0
        }
    }
}

/// The settings of all files together.
struct PwqualitySettings {
    private struct Value {
        var number: Int
        var text: ArraySlice<UInt8> = []
        /// Where it was set, the last one last; empty for the default.
        var origins: [SettingOrigin] = []
    }

    private var values = PwqualityOption.allCases.map { Value(number: $0.defaultNumber) }

    /// Overrides an option.
    mutating func set(
        _ option: PwqualityOption, number: Int, text: ArraySlice<UInt8>, origin: SettingOrigin
    ) {
        values[option.rawValue].number = number
        values[option.rawValue].text = text
        values[option.rawValue].origins.append(origin)
    }

    /// The number; 1 for an option that is present, 0 for one that is not.
    func number(_ option: PwqualityOption) -> Int { values[option.rawValue].number }

    /// The text.
    func text(_ option: PwqualityOption) -> ArraySlice<UInt8> { values[option.rawValue].text }

    /// Whether a file sets it.
    func isSet(_ option: PwqualityOption) -> Bool { !values[option.rawValue].origins.isEmpty }

    /// How the setting was written.
    func setting(_ option: PwqualityOption) -> String { values[option.rawValue].origins.last?.setting ?? "" }

    /// The comments that say where it was set, and what that overrode.
    func comments(_ option: PwqualityOption) -> [String] {
        let origins = values[option.rawValue].origins
        guard let last = origins.last else { return ["pwquality's default: " + defaultSetting(option)] }
        return origins.dropLast().map { $0.comment + " (overridden)" } + [last.comment]
    }

    /// The position that a remark about the option names.
    func place(_ option: PwqualityOption) -> String {
        values[option.rawValue].origins.last?.place ?? "pwquality's default " + defaultSetting(option)
    }

    private func defaultSetting(_ option: PwqualityOption) -> String {
        let name = Text(option.name.literal).string
        switch option.kind {
        case .number: return "\(name) = \(option.defaultNumber)"
        case .text: return "\(name) ="
        case .presence: return "no \(name)"
        }
    }
}

/// Reads files as libpwquality's `read_config_file` does, but does not stop at a mistake.
struct PwqualityReader {
    /// The longest line that libpwquality reads, in bytes.
    private static let maximumLineLength = 1022

    private(set) var settings = PwqualitySettings()
    private(set) var mistakes: [ImportRemark] = []

    mutating func read(_ file: ImportedFile) {
        ConfigurationLine.forEach(of: file) { line in
            do throws(ImportRemark) {
                try read(line)
            } catch {
                guard mistakes.isEmpty else { return mistakes.append(error) }
                // Only reported once: pwquality itself ignores all lines after the first mistake.
                mistakes.append(
                    ImportRemark(
                        .error, at: error.place,
                        error.message
                            + " (pam_pwquality ignores this line and everything after it, and reports that only in the log)"
                    ))
            }
        }
    }

    private mutating func read(_ line: ConfigurationLine) throws(ImportRemark) {
        let bytes = line.bytes
        if bytes.count > Self.maximumLineLength {
            throw line.mistake(
                at: bytes.startIndex..<bytes.endIndex,
                "the line is longer than \(Self.maximumLineLength) bytes")
        }
        if let nul = bytes.firstIndex(of: 0) { throw line.mistake(at: nul..<nul + 1, "a NUL byte") }
        var end = bytes.firstIndex(of: 0x23) ?? bytes.endIndex
        while end > bytes.startIndex, isSpace(bytes[end - 1]) { end -= 1 }
        var start = bytes.startIndex
        while start < end, isSpace(bytes[start]) { start += 1 }
        guard start < end else { return }

        var nameEnd = start
        while nameEnd < end, !isSpace(bytes[nameEnd]), bytes[nameEnd] != 0x3D { nameEnd += 1 }
        var valueStart = nameEnd
        var hasEquals = false
        while valueStart < end, isSpace(bytes[valueStart]) || bytes[valueStart] == 0x3D && !hasEquals {
            hasEquals = hasEquals || bytes[valueStart] == 0x3D
            valueStart += 1
        }
        let option = try option(line, start..<nameEnd)
        let number = try number(line, option, valueStart..<end)
        settings.set(
            option, number: number, text: bytes[valueStart..<end], origin: line.origin(of: start..<end))
    }

    private func option(
        _ line: ConfigurationLine, _ name: Range<Int>
    ) throws(ImportRemark) -> PwqualityOption {
        let text = Array(line.bytes[name])
        for option in PwqualityOption.allCases where option.name.matches(text.span, 0..<text.count) {
            return option
        }
        guard !text.isEmpty else { throw line.mistake(at: name, "expected a setting name") }
        let meant = Spelling.nearest(
            to: text.span, 0..<text.count, among: PwqualityOption.allCases.map { $0.name })
        let question = meant.map { "; did you mean \"\(Text($0.literal).string)\"?" } ?? ""
        throw line.mistake(
            at: name, "libpwquality 1.4.5 has no setting \(line.quoted(name))\(question)")
    }

    private func number(
        _ line: ConfigurationLine, _ option: PwqualityOption, _ value: Range<Int>
    ) throws(ImportRemark) -> Int {
        guard option.kind == .number else { return option.kind == .presence ? 1 : 0 }
        let number = ConfiguredNumber(line.bytes[value])
        guard number.hasDigits, number.end == value.upperBound else {
            throw line.mistake(
                at: value,
                value.isEmpty ? "expected a number" : "expected a number, found \(line.quoted(value))")
        }
        guard let value = number.value, abs(value) < Descriptor.maximumNumber else {
            throw line.mistake(at: value, "the number is too large")
        }
        return value
    }
}

/// White space as isspace(3) defines it in every locale.
private func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte >= 0x09 && byte <= 0x0D }
