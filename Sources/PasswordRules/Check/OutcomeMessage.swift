extension Outcome {
    /// The outcome in one short line of English, for the person who types the password: what is missing or
    /// wrong, or, if the rule is met, what it asks for. It never contains any part of the password.
    public var message: String { text(in: Translator()).string }

    /// The UTF-8 bytes of ``message``.
    public var messageBytes: [UInt8] { messageBytes(in: Translator()) }

    /// The bytes of ``message`` in the translator's language.
    public func messageBytes(in translator: Translator) -> [UInt8] { text(in: translator).bytes }

    /// The bytes of ``message`` in the translator's language, without what was found in the password: where
    /// the message would have a number of that, or the kinds of its pieces, what the rule asks for. Nothing in
    /// it depends on the scripts of the password.
    func demandBytes(in translator: Translator) -> [UInt8] {
        let words = kind.description.words
        let wording = Wording(translator)
        var outcome = self
        outcome.namesRanges = false
        let text =
            isMet || words.tellsWhatWasFound(by: self)
            ? words.met(outcome, wording) : words.unmet(outcome, wording)
        return text.bytes
    }

    private func text(in translator: Translator) -> Text {
        let words = kind.description.words
        let wording = Wording(translator)
        return isMet ? words.met(self, wording) : words.unmet(self, wording)
    }
}

extension Outcome.Kind.Words {
    /// Whether the line for a rule that is not met depends on more of the password than that.
    func tellsWhatWasFound(by outcome: Outcome) -> Bool {
        switch self {
        case .plain: false
        case .charactersOfClass: outcome.limit > 1
        case .missing, .exceeded: true
        case .made(let tellsWhatWasFound, _, _): tellsWhatWasFound
        }
    }

    /// What is missing or wrong.
    func unmet(_ outcome: Outcome, _ wording: Wording) -> Text {
        let (limit, actual) = (outcome.limit, outcome.actual)
        return switch self {
        case .plain(let template, _): wording.text(template)
        case .missing(let template, _):
            wording.text(template, count: limit - actual, actual: actual, limit: limit)
        case .exceeded(let template, _): wording.text(template, count: actual, limit: limit)
        case .charactersOfClass:
            wording.missing(
                outcome.characters, actual: actual, minimum: limit, withRanges: outcome.namesRanges)
        case .made(_, let unmet, _): unmet(outcome, wording)
        }
    }

    /// What the rule asks for.
    func met(_ outcome: Outcome, _ wording: Wording) -> Text {
        switch self {
        case .plain(_, let template): wording.text(template)
        case .missing(_, let template), .exceeded(_, let template):
            wording.text(template, count: outcome.limit)
        case .charactersOfClass:
            wording.has(outcome.characters, minimum: outcome.limit, withRanges: outcome.namesRanges)
        case .made(_, _, let met): met(outcome, wording)
        }
    }
}
