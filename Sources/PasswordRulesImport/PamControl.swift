/// The result of a module in a stack, in the numeric order of `<security/_pam_types.h>`.
public enum PamResult: String, CaseIterable, Sendable {
    case success
    case openError = "open_err"
    case symbolError = "symbol_err"
    case serviceError = "service_err"
    case systemError = "system_err"
    case bufferError = "buf_err"
    case permissionDenied = "perm_denied"
    case authenticationError = "auth_err"
    case insufficientCredentials = "cred_insufficient"
    case authenticationUnavailable = "authinfo_unavail"
    case userUnknown = "user_unknown"
    case maximumTries = "maxtries"
    case newTokenRequired = "new_authtok_reqd"
    case accountExpired = "acct_expired"
    case sessionError = "session_err"
    case credentialsUnavailable = "cred_unavail"
    case credentialsExpired = "cred_expired"
    case credentialsError = "cred_err"
    case noModuleData = "no_module_data"
    case conversationError = "conv_err"
    case tokenError = "authtok_err"
    case tokenRecoveryError = "authtok_recover_err"
    case tokenLockBusy = "authtok_lock_busy"
    case tokenAgingDisabled = "authtok_disable_aging"
    case tryAgain = "try_again"
    case ignore
    case abort
    case tokenExpired = "authtok_expired"
    case moduleUnknown = "module_unknown"
    case badItem = "bad_item"
    case conversationAgain = "conv_again"
    case incomplete
}

/// The control of a PAM line: libpam's action for each result of the module.
public struct PamControl: Hashable, Sendable {
    /// libpam's action for a result, described in pam.conf(5).
    public enum Action: Hashable, Sendable {
        case ignore, ok, done, bad, die, reset
        /// Skips this many lines.
        case jump(Int)
    }

    private let actions: [PamResult: Action]
    private let others: Action

    /// The action for a result of the module.
    public func action(for result: PamResult) -> Action { actions[result] ?? others }

    /// The control of a line that always fails, such as a file that cannot be included.
    public static let bad = PamControl([:], others: .bad)

    private init(_ actions: [PamResult: Action], others: Action) {
        self.actions = actions
        self.others = others
    }

    /// Parses a control as libpam does, without the brackets.
    /// - Returns: Nil if libpam does not understand it, and so always fails at this line.
    public init?(_ text: String) {
        switch text.lowercased() {
        case "required":
            self.init([.success: .ok, .newTokenRequired: .ok, .ignore: .ignore], others: .bad)
        case "requisite":
            self.init([.success: .ok, .newTokenRequired: .ok, .ignore: .ignore], others: .die)
        case "optional": self.init([.success: .ok, .newTokenRequired: .ok], others: .ignore)
        case "sufficient": self.init([.success: .done, .newTokenRequired: .done], others: .ignore)
        default: self.init(pairs: text)
        }
    }

    /// Parses `RESULT=ACTION ...`. The action for results without a pair or a default is `bad`.
    private init?(pairs text: String) {
        var actions: [PamResult: Action] = [:]
        var others: Action?
        var rest = Array(text.utf8)[...]
        func skipSpace() { rest = rest.drop(while: isSpace) }
        /// Skips the word that the rest begins with, and returns its choice.
        func take<Choice>(_ words: [(String, Choice)]) -> Choice? {
            for (word, choice) in words where rest.starts(with: word.utf8) {
                rest = rest.dropFirst(word.utf8.count)
                return choice
            }
            return nil
        }
        let results = PamResult.allCases.map { ($0.rawValue, PamResult?.some($0)) } + [("default", nil)]
        skipSpace()
        while !rest.isEmpty {
            guard let result = take(results) else { return nil }
            skipSpace()
            guard rest.first == 0x3D else { return nil }
            rest = rest.dropFirst()
            skipSpace()
            var action: Action? = take([
                ("ignore", .ignore), ("ok", .ok), ("done", .done), ("bad", .bad), ("die", .die),
                ("reset", .reset),
            ])
            if action == nil {
                let digits = rest.prefix { (0x30...0x39).contains($0) }
                guard let count = Int32(String(decoding: digits, as: UTF8.self)), count > 0 else {
                    return nil
                }
                rest = rest.dropFirst(digits.count)
                action = .jump(Int(count))
            }
            guard let action else { return nil }
            if let result {
                actions[result] = action
            } else {
                // libpam's default is for all results without an action so far, so only the first default has
                // an effect.
                others = others ?? action
            }
            skipSpace()
        }
        guard !actions.isEmpty || others != nil else { return nil }
        self.init(actions, others: others ?? .bad)
    }
}
