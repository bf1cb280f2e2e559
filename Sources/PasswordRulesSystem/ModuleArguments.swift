internal import PasswordRules

/// The arguments of pam_passwordrules in a PAM line that concern the policy: the path of its file, and
/// settings in the file's grammar. The options that the module or libpam reads are left out.
public struct ModuleArguments: Hashable, Sendable {
    /// The absolute path of the policy file; nil for the machine's own.
    public private(set) var path: [UInt8]?
    /// The settings, in the order of the line. A misspelt option counts as a setting, so that it is reported
    /// when the policy is loaded.
    public private(set) var settings: [[UInt8]] = []
    /// The values of `config` that are not absolute paths.
    package private(set) var relativePaths: [[UInt8]] = []

    /// Sorts the arguments of a line.
    public init(_ arguments: [[UInt8]]) {
        for argument in arguments {
            if let value = Self.value(of: "config=", in: argument) {
                if value.first == 0x2F { path = value } else { relativePaths.append(value) }
            } else if Self.isEqual(argument, "enforce_for_root") {
                settings.append(Text("enforce-for-root=yes").bytes)
            } else if Self.isEqual(argument, "local_users_only") {
                settings.append(Text("local-users-only=yes").bytes)
            } else if Self.value(of: "authtok_type=", in: argument) == nil, !Self.isRead(argument) {
                settings.append(argument)
            }
        }
    }

    /// Whether the policy file may be missing: the line has rules, and names no file.
    package var isFileOptional: Bool {
        path == nil && settings.contains { Self.value(of: "rules", in: PolicyLoader.split($0).key) == [] }
    }

    /// The names of options, to suggest for an unknown key.
    static var options: [Word] {
        [
            Word("config"), Word("enforce_for_root"), Word("local_users_only"), Word("debug"),
            Word("use_authtok"),
            Word("use_first_pass"), Word("try_first_pass"), Word("authtok_type"),
        ]
    }

    /// Whether the module or libpam reads this option.
    private static func isRead(_ argument: [UInt8]) -> Bool {
        isEqual(argument, "debug") || isEqual(argument, "use_authtok") || isEqual(argument, "use_first_pass")
            || isEqual(argument, "try_first_pass")
    }

    private static func isEqual(_ argument: [UInt8], _ option: StaticString) -> Bool {
        value(of: option, in: argument) == []
    }

    /// The rest of the argument after this beginning; nil if it begins otherwise.
    private static func value(of beginning: StaticString, in argument: [UInt8]) -> [UInt8]? {
        let beginning = Text(beginning).bytes
        return argument.starts(with: beginning) ? Array(argument[beginning.count...]) : nil
    }
}
