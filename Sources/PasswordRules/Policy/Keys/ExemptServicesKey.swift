extension PolicyKey.Declaration {
    /// `exempt-services`: the services at which root is only warned.
    static var exemptServices: Self {
        Self(
            word: "exempt-services", position: 520, value: .services, combination: .mostSpecific,
            builtIn: "passwd, chpasswd, newusers, pwupd-passwd", isPublic: false, weakening: .moreServices)
    }
}

extension PolicySettings {
    /// `exempt-services`
    public var exemptServices: [[UInt8]] { self[.exemptServices]?.services ?? [] }
}
