internal import PasswordRules

/// The modules that read these settings.
enum PwqualityModule {
    case pwquality
    /// The older module, which reads only options, and has other defaults.
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

    /// The default of a number.
    func defaultNumber(_ option: PwqualityOption) -> Int {
        switch (option, self) {
        case (.minlen, .cracklib): 9
        case (.difok, .cracklib): 5
        case (.dcredit, .cracklib), (.ucredit, .cracklib), (.lcredit, .cracklib), (.ocredit, .cracklib): 1
        case (.usercheck, .cracklib): 0
        default: option.defaultNumber
        }
    }

    /// Whether it has the option.
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

    /// The beginning of the option. pam_pwquality does not compare the rest.
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

/// The settings of all files and of the PAM line together.
struct PwqualitySettings {
    private struct Value {
        var number: Int
        var text: ArraySlice<UInt8> = []
        /// The positions that set it, the latest last; empty for the default.
        var origins: [SettingOrigin] = []
    }

    /// The module that they belong to.
    let module: PwqualityModule
    private var values: [Value]
    /// Options of the PAM line that affect the prompt or the log, or have no effect.
    private(set) var moduleOptions: [(option: PwqualityModuleOption, origin: SettingOrigin)] = []
    /// The allowed classes, and the positions that set them, the latest last; nil if nothing sets them.
    private(set) var allowedClasses: (classes: PwqualityAllowedClasses, origins: [SettingOrigin])?

    init(of module: PwqualityModule) {
        self.module = module
        values = PwqualityOption.allCases.map { Value(number: module.defaultNumber($0)) }
    }

    /// Records an option that sets nothing.
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

    /// The number; 1 or 0 for an option that is present or not.
    func number(_ option: PwqualityOption) -> Int { values[option.rawValue].number }

    /// The text.
    func text(_ option: PwqualityOption) -> ArraySlice<UInt8> { values[option.rawValue].text }

    /// Whether a file or the PAM line sets it.
    func isSet(_ option: PwqualityOption) -> Bool { !values[option.rawValue].origins.isEmpty }

    /// The setting as written.
    func setting(_ option: PwqualityOption) -> String { values[option.rawValue].origins.last?.setting ?? "" }

    /// Whether the values equal others', whatever sets them.
    func isEqual(to other: PwqualitySettings, but ignored: PwqualityOption) -> Bool {
        PwqualityOption.allCases.allSatisfy {
            $0 == ignored || number($0) == other.number($0) && text($0) == other.text($0)
        } && allowedClasses?.classes == other.allowedClasses?.classes
    }

    /// The comments on where it was set, and on overridden settings.
    func comments(_ option: PwqualityOption) -> [String] {
        let origins = values[option.rawValue].origins
        guard origins.isEmpty else { return Self.comments(origins) }
        guard module.has(option) else { return ["what \(module.name) does: " + defaultSetting(option)] }
        return ["\(module.name)'s default: " + defaultSetting(option)]
    }

    /// The comments on the positions of a setting. The last position counts.
    static func comments(_ origins: [SettingOrigin]) -> [String] {
        origins.dropLast().map { $0.comment + " (overridden)" } + origins.suffix(1).map(\.comment)
    }

    /// The position for a remark about the option.
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
