internal import PasswordRules

/// The programs whose settings people confuse with one another.
enum SettingOwner: CaseIterable {
    case pwquality, cracklib, moduleLine, passwdqc, pwhistory, faillock, unix, loginDefs, passwordrules

    /// The file in which its settings belong.
    private var location: String {
        switch self {
        case .pwquality: "it belongs to pam_pwquality, in /etc/security/pwquality.conf"
        case .cracklib: "it belongs to pam_cracklib, in its line in /etc/pam.d"
        case .moduleLine: "it belongs in the module's line in /etc/pam.d"
        case .passwdqc: "it belongs to pam_passwdqc, in /etc/passwdqc.conf"
        case .pwhistory:
            "it belongs to pam_pwhistory, in /etc/security/pwhistory.conf or its line in /etc/pam.d"
        case .faillock: "it belongs to pam_faillock, in /etc/security/faillock.conf"
        case .unix: "it belongs to pam_unix, in its line in /etc/pam.d"
        case .loginDefs: "it belongs in /etc/login.defs"
        case .passwordrules: "it is a key of passwordrules.conf"
        }
    }

    /// The names of its settings, in lower case. Names that several programs share are listed once. The
    /// sources are pwquality.conf(5), pam_pwquality(8), passwdqc.conf(5), pwhistory.conf(5),
    /// faillock.conf(5), pam_unix(8) and login.defs(5).
    private var names: [Word] {
        switch self {
        case .pwquality: PwqualityOption.allCases.map(\.name) + ["allowclasses"]
        case .cracklib: ["difignore"]
        case .moduleLine:
            ["debug", "type", "authtok_type", "use_authtok", "use_first_pass", "try_first_pass"]
        case .passwdqc: PasswdqcOption.names
        case .pwhistory: ["remember"]
        case .faillock:
            [
                "deny", "unlock_time", "fail_interval", "even_deny_root", "root_unlock_time", "admin_group",
                "silent", "audit", "nodelay", "no_log_info", "dir",
            ]
        case .unix:
            [
                "nullok", "nullresetok", "obscure", "shadow", "md5", "bigcrypt", "sha256", "sha512",
                "blowfish", "gost_yescrypt", "yescrypt", "rounds", "nis", "broken_shadow", "not_set_pass",
            ]
        case .loginDefs:
            [
                "pass_max_days", "pass_min_days", "pass_warn_age", "pass_min_len", "pass_max_len",
                "pass_change_tries", "pass_always_warn", "encrypt_method", "sha_crypt_min_rounds",
                "sha_crypt_max_rounds", "yescrypt_cost_factor", "obscure_checks_enab", "login_retries",
            ]
        case .passwordrules: PolicyKey.allCases.map { Word($0.name) }
        }
    }

    /// Names that no program has, each with the settings of pwquality that do what they suggest.
    private static var wishes: [(names: [Word], answer: String)] {
        [
            (["palindrome", "palindromes"], "palindromes are always refused"),
            (["reject_username"], "usercheck = 1 does that, and is the default"),
            (
                ["maxlen", "maxlength", "max_length"],
                "only a policy sets a maximum length: rules = maxlength: NUMBER"
            ),
            (["minlength", "min_length", "minimum_length"], "the setting is minlen"),
            (
                ["mindigit", "mindigits", "minnumber", "digit", "digits"],
                "the setting is dcredit: -1 demands one"
            ),
            (["minupper", "minuppercase", "upper", "uppercase"], "the setting is ucredit: -1 demands one"),
            (["minlower", "minlowercase", "lower", "lowercase"], "the setting is lcredit: -1 demands one"),
            (["minspecial", "minother", "special", "other"], "the setting is ocredit: -1 demands one"),
        ]
    }

    /// The owner of a setting that this program does not have, after a semicolon; empty if unknown.
    func answer(toUnknown name: ArraySlice<UInt8>) -> String {
        let name = Array(name)
        func isAmong(_ words: [Word]) -> Bool { words.contains { $0.matches(name.span, 0..<name.count) } }
        if isAmong(names) { return "" }
        if self != .passwdqc, let wish = Self.wishes.first(where: { isAmong($0.names) }) {
            return "; " + wish.answer
        }
        // Options of the module's line are suggested only for pwquality: passwdqc's module does not have all
        // of them.
        let owners = Self.allCases.filter { $0 != self && ($0 != .moduleLine || self == .pwquality) }
        return owners.first { isAmong($0.names) }.map { "; " + $0.location } ?? ""
    }
}
