extension PolicyKey.Declaration {
    /// `enforce-for-root`: whether root is refused, too.
    static var enforceForRoot: Self {
        Self(
            word: "enforce-for-root", position: 510, value: .flag(.yesOrNo), combination: .mostSpecific,
            builtIn: "no", isPublic: false, weakening: .smaller)
    }
}

extension PolicySettings {
    /// `enforce-for-root`
    public var enforcesForRoot: Bool { flag(.enforceForRoot) }
}
