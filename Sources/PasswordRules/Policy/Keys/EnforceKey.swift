extension PolicyKey.Declaration {
    /// `enforce`: what happens to a password that is refused.
    static var enforce: Self {
        Self(
            word: "enforce", position: 500, value: .enforcement, combination: .mostSpecific, builtIn: "yes",
            weakening: .smaller)
    }
}

extension PolicySettings {
    /// `enforce`
    public var enforcement: Enforcement {
        if case .enforcement(let enforcement) = self[.enforce] { enforcement } else { .yes }
    }
}
