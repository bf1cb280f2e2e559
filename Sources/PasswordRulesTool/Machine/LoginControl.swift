import PasswordRulesImport

/// What the control of a line with our module does in auth or account, where the module refuses nobody: it returns
/// `ignore`, and in account also `new_authtok_reqd`. libpam sets `module_unknown` if it cannot load the module.
enum LoginControl {
    /// The control to write instead.
    static func advised(for type: PasswordStacks.LineType) -> String {
        type == .account ? "[new_authtok_reqd=ok default=ignore]" : "optional"
    }

    /// What is wrong with a control; nil if nothing is.
    static func harm(of control: PamControl, for type: PasswordStacks.LineType) -> String? {
        var results: [PamResult] = [.ignore, .moduleUnknown, .success]
        if type == .account { results.insert(.newTokenRequired, at: 0) }
        let actions = results.map(control.action(for:))
        if actions.contains(where: isSkip) {
            return "can skip a line that refuses the login, or discard its refusal"
        }
        switch control.action(for: .ignore) {
        case .ok, .done, .bad, .die: return "makes every login fail"
        case .ignore, .reset, .jump: break
        }
        if type == .account {
            switch control.action(for: .newTokenRequired) {
            // After "bad" a later refusal no longer counts, and after "done" or "die" no later line is run.
            case .bad, .done, .die: return "keeps later lines from refusing a login with a listed password"
            case .ignore: return "never asks for a new password"
            case .ok, .reset, .jump: break
            }
        }
        if control.action(for: .moduleUnknown) != .ignore {
            return "makes every login fail if the module is missing"
        }
        if ![.ok, .ignore].contains(control.action(for: .success)) {
            return "would end the stack with a success of the module"
        }
        return nil
    }

    private static func isSkip(_ action: PamControl.Action) -> Bool {
        switch action {
        case .jump, .reset: true
        default: false
        }
    }
}
