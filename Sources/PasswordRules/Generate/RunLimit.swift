/// The maximum number of characters in a run of one kind of step.
struct RunLimit: Sendable {
    let step: RunStep
    let characters: Int

    /// The limits that a language sets.
    static func limits(of language: PasswordLanguage) -> [RunLimit] {
        var limits: [RunLimit] = []
        if let limit = language.repeatLimit { limits.append(RunLimit(step: .same, characters: limit)) }
        if let limit = language.sequenceLimit {
            limits.append(RunLimit(step: .up, characters: limit))
            limits.append(RunLimit(step: .down, characters: limit))
        }
        return limits
    }
}
