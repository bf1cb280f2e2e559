internal import PasswordRules

/// The modules that read these settings.
enum PwqualityModule {
    case pwquality
    /// The older module. It reads no file, only the options of its PAM line, and has other defaults.
    case cracklib

    /// Its name in comments.
    var name: String {
        switch self {
        case .pwquality: "pwquality"
        case .cracklib: "pam_cracklib"
        }
    }

    /// Its name in errors.
    var nameInErrors: String {
        switch self {
        case .pwquality: "libpwquality 1.4.5"
        case .cracklib: "pam_cracklib"
        }
    }

    /// The owner of its settings.
    var owner: SettingOwner {
        switch self {
        case .pwquality: .pwquality
        case .cracklib: .cracklib
        }
    }

    /// The smallest `minlen` that it accepts.
    var minimumLength: Int {
        switch self {
        case .pwquality: PwqualityPolicy.minimumLength
        case .cracklib: 5
        }
    }

    /// The default of an option, as a number.
    func defaultNumber(_ option: PwqualityOption) -> Int {
        switch (option, self) {
        case (.minlen, .cracklib): 9
        case (.difok, .cracklib): 5
        case (.dcredit, .cracklib), (.ucredit, .cracklib), (.lcredit, .cracklib), (.ocredit, .cracklib): 1
        case (.usercheck, .cracklib): 0
        default: option.defaultNumber
        }
    }

    /// Whether the module knows the option.
    func has(_ option: PwqualityOption) -> Bool {
        switch option {
        case .usercheck, .usersubstr, .badwords, .dictcheck, .enforcing, .localUsersOnly: self == .pwquality
        default: true
        }
    }
}

/// Options of a PAM line that are not about passwords.
enum PwqualityModuleOption: CaseIterable {
    case debug, type, authtokType, difignore, rejectUsername, useAuthtok, useFirstPass, tryFirstPass

    /// The beginning of the option. pam_pwquality ignores the rest, except after `debug`.
    private var prefix: Word {
        switch self {
        case .debug: "debug"
        case .type: "type="
        case .authtokType: "authtok_type"
        case .difignore: "difignore="
        case .rejectUsername: "reject_username"
        case .useAuthtok: "use_authtok"
        case .useFirstPass: "use_first_pass"
        case .tryFirstPass: "try_first_pass"
        }
    }

    init?(_ text: ArraySlice<UInt8>) {
        for option in Self.allCases {
            let prefix = option.prefix.bytes
            if option == .debug ? text.elementsEqual(prefix) : text.starts(with: prefix) {
                self = option
                return
            }
        }
        return nil
    }
}

/// The combined settings of all files and the PAM line.
struct PwqualitySettings {
    private struct Value {
        var number: Int
        var text: ArraySlice<UInt8> = []
        /// The positions where it is set, the latest last; empty if it is the default.
        var origins: [SettingOrigin] = []
    }

    /// The module that reads the settings.
    let module: PwqualityModule
    private var values: [Value]
    /// Options of the PAM line that affect the prompt or the log, or have no effect.
    private(set) var moduleOptions: [(option: PwqualityModuleOption, origin: SettingOrigin)] = []
    /// The allowed classes, and the positions where they are set, the latest last; nil if they are not set.
    private(set) var allowedClasses: (classes: PwqualityAllowedClasses, origins: [SettingOrigin])?

    init(of module: PwqualityModule) {
        self.module = module
        values = PwqualityOption.allCases.map { Value(number: module.defaultNumber($0)) }
    }

    /// Records an option that is not about passwords.
    mutating func note(_ option: PwqualityModuleOption, _ origin: SettingOrigin) {
        moduleOptions.append((option, origin))
    }

    /// Overrides the allowed classes.
    mutating func set(_ classes: PwqualityAllowedClasses, origin: SettingOrigin) {
        allowedClasses = (classes, (allowedClasses?.origins ?? []) + [origin])
    }

    /// Overrides an option.
    mutating func set(
        _ option: PwqualityOption, number: Int, text: ArraySlice<UInt8>, origin: SettingOrigin
    ) {
        values[option.rawValue].number = number
        values[option.rawValue].text = text
        values[option.rawValue].origins.append(origin)
    }

    /// The option's number; 1 or 0 if the option is only present or absent.
    func number(_ option: PwqualityOption) -> Int { values[option.rawValue].number }

    /// The option's text.
    func text(_ option: PwqualityOption) -> ArraySlice<UInt8> { values[option.rawValue].text }

    /// Whether a file or the PAM line sets the option.
    func isSet(_ option: PwqualityOption) -> Bool { !values[option.rawValue].origins.isEmpty }

    /// The setting as it was last written; empty for the default.
    func setting(_ option: PwqualityOption) -> String { values[option.rawValue].origins.last?.setting ?? "" }

    /// Whether the values are the same, wherever they are set. One option is not compared.
    func isEqual(to other: PwqualitySettings, but ignored: PwqualityOption) -> Bool {
        PwqualityOption.allCases.allSatisfy {
            $0 == ignored || number($0) == other.number($0) && text($0) == other.text($0)
        } && allowedClasses?.classes == other.allowedClasses?.classes
    }

    /// Comments that say where the option was set, and which settings were overridden.
    func comments(_ option: PwqualityOption) -> [String] {
        let origins = values[option.rawValue].origins
        guard origins.isEmpty else { return Self.comments(origins) }
        guard module.has(option) else { return ["what \(module.name) does: " + defaultSetting(option)] }
        return ["\(module.name)'s default: " + defaultSetting(option)]
    }

    /// Comments that name the positions of a setting. The last one overrides the others.
    static func comments(_ origins: [SettingOrigin]) -> [String] {
        origins.dropLast().map { $0.comment + " (overridden)" } + origins.suffix(1).map(\.comment)
    }

    /// The position that a remark about the option names.
    func location(_ option: PwqualityOption) -> String {
        values[option.rawValue].origins.last?.location ?? "\(module.name)'s default " + defaultSetting(option)
    }

    private func defaultSetting(_ option: PwqualityOption) -> String {
        let name = Text(option.name.literal).string
        switch option.kind {
        case .number: return "\(name) = \(module.defaultNumber(option))"
        case .text: return "\(name) ="
        case .presence: return "no \(name)"
        }
    }
}
