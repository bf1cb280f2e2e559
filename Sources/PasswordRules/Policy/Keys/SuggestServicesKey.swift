extension PolicyKey.Declaration {
    /// `suggest-services`: the services at which a suggestion is shown.
    static var suggestServices: Self {
        Self(
            word: "suggest-services", position: 610, value: .services, combination: .mostSpecific,
            builtIn: """
                passwd, su, su-l, sudo, sudo-i, login, remote, sshd, gdm-password, gdm, lightdm, lxdm, sddm, \
                xdm, wdm, slim, greetd, cockpit, pwupd-passwd
                """, isPublic: false)
    }
}

extension PolicySettings {
    /// `suggest-services`
    public var suggestionServices: [[UInt8]] { self[.suggestServices]?.services ?? [] }
}
