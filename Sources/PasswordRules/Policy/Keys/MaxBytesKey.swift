extension PolicyKey.Declaration {
    /// `max-bytes`: the maximum length of a password, in bytes.
    static var maxBytes: Self {
        Self(
            word: "max-bytes", position: 410, value: .number(8...4096), combination: .mostSpecific,
            builtIn: "1024", demand: Demand(outcomes: [.maxBytes], check: .elsewhere))
    }
}

extension PolicySettings {
    /// `max-bytes`
    public var maxBytes: Int { number(.maxBytes) ?? 0 }
}

extension Outcome.Kind {
    /// `max-bytes`
    public static var maxBytes: Self {
        Self(
            9, "max-bytes", .maximum,
            Description(
                "only if not met, and then alone. actual: the length in bytes",
                .exceeded(.tooLong, met: .atMostBytes), pwquality: .other("it is too long")))
    }
}
