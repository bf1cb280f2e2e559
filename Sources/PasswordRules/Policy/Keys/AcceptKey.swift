extension PolicyKey.Declaration {
    /// `accept`: warnings and notes about the policy that are intended.
    static var accept: Self {
        Self(
            word: "accept", position: 700, value: .findings, combination: .addsUp, isPublic: false)
    }
}
