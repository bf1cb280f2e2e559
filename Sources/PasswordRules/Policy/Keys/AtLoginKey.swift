extension PolicyKey.Declaration {
    /// `at-login`: what happens at a login with a password that is on a list.
    static var atLogin: Self {
        Self(
            word: "at-login", position: 562, value: .loginAction, combination: .mostSpecific, builtIn: "no",
            isPublic: false, weakening: .smaller)
    }
}

extension PolicySettings {
    /// `at-login`
    public var loginAction: LoginAction {
        if case .loginAction(let action) = self[.atLogin] { action } else { .no }
    }
}
