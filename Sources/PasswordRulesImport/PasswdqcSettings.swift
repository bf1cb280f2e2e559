internal import PasswordRules

/// The settings of passwdqc, with the defaults of version 2.1.0.
struct PasswdqcSettings {
    /// The options whose positions are recorded.
    enum Option: Int, CaseIterable {
        case min, max, passphrase, match, similar, random, enforce, retry
        case wordlist, denylist, filter
        case nonUnix, askOldAuthtok, checkOldAuthtok, useFirstPass, useAuthtok, noAudit
        case config
    }

    /// Whose passwords passwdqc refuses.
    enum Enforcement {
        case none, users, everyone
    }

    /// A length greater than any password's: passwords of this kind are not accepted.
    static let disabled = Descriptor.maximumNumber

    /// The minimum lengths for one class, two, a passphrase, three and four classes.
    var lengths = [disabled, 24, 11, 8, 8]
    /// Whether only passwords that passwdqc offers are accepted: `random=N,only`, without a later `min=`.
    var isRandomOnly = false
    var maximum = 72
    var passphraseWords = 3
    var matchLength = 4
    var refusesSimilar = true
    var randomBits = 47
    var enforcement = Enforcement.everyone
    var retry = 3

    private var origins = [[SettingOrigin]](repeating: [], count: Option.allCases.count)
    /// Whether the last line of an option names no file.
    private var namesNothing = [Bool](repeating: false, count: Option.allCases.count)

    /// Records the position of an option, which overrides earlier ones.
    /// - Parameter namesNothing: Whether the line names no file, and so undoes an earlier line.
    mutating func note(_ option: Option, _ origin: SettingOrigin, namesNothing: Bool = false) {
        origins[option.rawValue].append(origin)
        self.namesNothing[option.rawValue] = namesNothing
    }

    /// Whether a file or the PAM line sets the option.
    func isSet(_ option: Option) -> Bool { isWritten(option) && !namesNothing[option.rawValue] }

    /// Whether the option is present, even if it names nothing.
    func isWritten(_ option: Option) -> Bool { !origins[option.rawValue].isEmpty }

    /// The comments on where it was set, and on overridden settings; or its default.
    func comments(_ option: Option) -> [String] {
        guard let last = origins[option.rawValue].last else {
            return ["passwdqc's default: " + Self.defaultSetting(option)]
        }
        return origins[option.rawValue].dropLast().map { $0.comment + " (overridden)" } + [last.comment]
    }

    /// The comments on all lines of the option, which do not override one another.
    func allComments(_ option: Option) -> [String] { origins[option.rawValue].map { $0.comment } }

    /// The position for a remark about the option.
    func location(_ option: Option) -> String {
        origins[option.rawValue].last?.location ?? "passwdqc's default " + Self.defaultSetting(option)
    }

    private static func defaultSetting(_ option: Option) -> String {
        switch option {
        case .min: "min=disabled,24,11,8,8"
        case .max: "max=72"
        case .passphrase: "passphrase=3"
        case .match: "match=4"
        case .similar: "similar=deny"
        case .random: "random=47"
        case .enforce: "enforce=everyone"
        case .retry: "retry=3"
        default: ""
        }
    }
}

/// Reads files as passwdqc's `passwdqc_params_load` does. Stops at the first mistake, as passwdqc does.
struct PasswdqcReader {
    /// The longest line that passwdqc reads, in bytes.
    private static let maximumLineLength = 8190
    /// The maximum depth of includes. passwdqc detects loops by inodes, which are unknown here.
    private static let maximumDepth = 16
    /// The maximum number of files, because each may include several.
    private static let maximumFileCount = 256

    private(set) var settings = PasswdqcSettings()
    /// The names of all files, in the order in which they were opened.
    private(set) var files: [String] = []
    private var depth = 0

    mutating func read(
        _ file: ImportedFile, include: (String) throws(ImportRemark) -> [UInt8]
    ) throws(ImportRemark) {
        files.append(file.name)
        depth += 1
        defer { depth -= 1 }
        try ConfigurationLine.forEach(of: file) { line throws(ImportRemark) in
            try read(line, include: include)
        }
    }

    private mutating func read(
        _ line: ConfigurationLine, include: (String) throws(ImportRemark) -> [UInt8]
    ) throws(ImportRemark) {
        let bytes = line.bytes
        try line.check(longest: Self.maximumLineLength)
        guard let start = bytes.firstIndex(where: { !isBlank($0) }), bytes[start] != 0x23 else { return }
        let end = bytes[start...].firstIndex(where: isBlank) ?? bytes.endIndex
        if let rest = bytes[end...].firstIndex(where: { !isBlank($0) }) {
            throw line.mistake(
                at: rest..<bytes.endIndex,
                "expected the end of the line: passwdqc accepts one option per line")
        }
        try read(PasswdqcOption(line: line, range: start..<end), include: include)
    }

    /// Reads the options of a PAM line. Each overrides earlier ones.
    mutating func read(
        _ line: PamLine, include: (String) throws(ImportRemark) -> [UInt8]
    ) throws(ImportRemark) {
        for option in line.options {
            try read(PasswdqcOption(line: option.line, range: option.range), include: include)
        }
    }

    private mutating func read(
        _ option: PasswdqcOption, include: (String) throws(ImportRemark) -> [UInt8]
    ) throws(ImportRemark) {
        guard let path = option.value(of: "config=") else { return try option.apply(to: &settings) }
        let line = option.line
        guard depth < Self.maximumDepth, files.count < Self.maximumFileCount else {
            throw line.mistake(at: option.range, "too many files include one another")
        }
        settings.note(.config, line.origin(of: option.range))
        let name = String(decoding: path, as: UTF8.self)
        do throws(ImportRemark) {
            let text = try include(name)
            try read(ImportedFile(name: name, text: text), include: include)
        } catch {
            // A mistake inside the file has its own position.
            throw error.location.isEmpty ? line.mistake(at: option.range, error.message) : error
        }
    }
}

/// White space as passwdqc defines it.
private func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
}
