internal import PasswordRules

/// The settings of passwdqc, with the defaults of version 2.1.0.
struct PasswdqcSettings {
    /// The options whose positions are recorded.
    enum Option: Int, CaseIterable {
        case min, max, passphrase, match, similar, random, enforce, retry
        case wordlist, denylist, filter
        case nonUnix, askOldAuthtok, checkOldAuthtok, useFirstPass, useAuthtok, noAudit
    }

    /// Whose passwords passwdqc refuses.
    enum Enforcement {
        case none, users, everyone
    }

    /// Longer than any password: passwords of this kind are not accepted.
    static let disabled = Descriptor.maximumNumber

    /// The minimum lengths for one class, two, a passphrase, three and four classes.
    var lengths = [disabled, 24, 11, 8, 8]
    /// Whether only the passwords that passwdqc offers are accepted: `random=N,only`, without a later `min=`.
    var isRandomOnly = false
    var maximum = 72
    var passphraseWords = 3
    var matchLength = 4
    var refusesSimilar = true
    var randomBits = 47
    var enforcement = Enforcement.everyone
    var retry = 3

    private var origins = [[SettingOrigin]](repeating: [], count: Option.allCases.count)

    /// Records where an option was set; earlier settings are overridden.
    mutating func note(_ option: Option, _ origin: SettingOrigin) { origins[option.rawValue].append(origin) }

    /// Discards the record that an option was set.
    mutating func clear(_ option: Option) { origins[option.rawValue] = [] }

    /// Whether a file sets the option.
    func isSet(_ option: Option) -> Bool { !origins[option.rawValue].isEmpty }

    /// The comments that say where it was set, and what that overrode; or how its default is written.
    func comments(_ option: Option) -> [String] {
        guard let last = origins[option.rawValue].last else {
            return ["passwdqc's default: " + Self.defaultSetting(option)]
        }
        return origins[option.rawValue].dropLast().map { $0.comment + " (overridden)" } + [last.comment]
    }

    /// The position that a remark about the option names.
    func place(_ option: Option) -> String {
        origins[option.rawValue].last?.place ?? "passwdqc's default " + Self.defaultSetting(option)
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

/// Reads files as passwdqc's `passwdqc_params_load` does, and stops at the first mistake, too.
struct PasswdqcReader {
    /// The longest line that passwdqc reads, in bytes.
    private static let maximumLineLength = 8190
    /// How deeply files may include one another. passwdqc detects loops by inodes, which are unknown here.
    private static let maximumDepth = 16
    /// How many files are read in all: each may include several.
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
        if bytes.count > Self.maximumLineLength {
            throw line.mistake(
                at: bytes.startIndex..<bytes.endIndex,
                "the line is longer than \(Self.maximumLineLength) bytes")
        }
        if let nul = bytes.firstIndex(of: 0) { throw line.mistake(at: nul..<nul + 1, "a NUL byte") }
        guard let start = bytes.firstIndex(where: { !isSpace($0) }), bytes[start] != 0x23 else { return }
        let end = bytes[start...].firstIndex(where: isSpace) ?? bytes.endIndex
        if let rest = bytes[end...].firstIndex(where: { !isSpace($0) }) {
            throw line.mistake(
                at: rest..<bytes.endIndex,
                "expected the end of the line: passwdqc accepts one option per line")
        }
        let option = PasswdqcOption(line: line, range: start..<end)
        if let path = option.value(of: "config=") {
            guard depth < Self.maximumDepth, files.count < Self.maximumFileCount else {
                throw line.mistake(at: start..<end, "too many files include one another")
            }
            let name = String(decoding: path, as: UTF8.self)
            do throws(ImportRemark) {
                let text = try include(name)
                try read(ImportedFile(name: name, text: text), include: include)
            } catch {
                // A mistake inside the file has its own position.
                throw error.place.isEmpty ? line.mistake(at: start..<end, error.message) : error
            }
        } else {
            try option.apply(to: &settings)
        }
    }
}

/// White space as passwdqc defines it.
private func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
}
