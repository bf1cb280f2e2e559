extension PolicyKey.Declaration {
    /// `retry`: how many times a new password is asked for.
    static var retry: Self {
        Self(
            word: "retry", position: 530, value: .number(1...100), combination: .mostSpecific, builtIn: "3",
            isPublic: false)
    }
}

extension PolicySettings {
    /// `retry`
    public var retryCount: Int { number(.retry) ?? 1 }
}
