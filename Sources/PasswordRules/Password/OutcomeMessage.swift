extension Outcome {
    /// The outcome in a short line of English for the person who types the password: what is missing or
    /// wrong, or, if the rule is met, the demand. It never contains any part of the password.
    public var message: String { text(in: Translator()).string }

    /// The UTF-8 bytes of ``message``.
    public var messageBytes: [UInt8] { messageBytes(in: Translator()) }

    /// The bytes of ``message`` in the translator's language.
    public func messageBytes(in translator: Translator) -> [UInt8] { text(in: translator).bytes }

    /// The bytes of ``message`` in the translator's language, without details of the password. If the message
    /// would reveal a number or the kinds of pieces, this is the demand instead. Nor does it reveal whether
    /// the password has letters beyond ASCII.
    func demandBytes(in translator: Translator) -> [UInt8] {
        let outcome = withoutDetails
        let wording = Wording(translator)
        let words = kind.description.words
        let text =
            isMet || words.revealsDetails(by: outcome)
            ? words.met(outcome, wording) : words.unmet(outcome, wording)
        return text.bytes
    }

    /// An outcome that is not met, as a part of a sentence or as a whole one.
    /// - Parameter isForLog: Whether to leave out details of the password.
    func clause(in translator: Translator, isForLog: Bool) -> ReasonClause {
        let words = kind.description.words
        let wording = Wording(translator)
        if !isForLog { return words.clause(self, wording) }
        let outcome = withoutDetails
        return words.revealsDetails(by: outcome)
            ? .item(words.met(outcome, wording)) : words.clause(outcome, wording)
    }

    private var withoutDetails: Outcome {
        var outcome = self
        outcome.namesRanges = false
        outcome.pattern = nil
        return outcome
    }

    private func text(in translator: Translator) -> Text {
        let words = kind.description.words
        let wording = Wording(translator)
        return isMet ? words.met(self, wording) : words.unmet(self, wording)
    }
}

/// A reason, as a part of a sentence or as a whole one.
enum ReasonClause {
    /// What follows "the password": `contains your user name`.
    case predicate(Text)
    /// What follows "the password needs": `a digit`, or a choice: `an uppercase letter or a digit`.
    case need(Text, isChoice: Bool)
    /// What follows "the password does not meet the rules:": `no more than 2 of the same character in a row`.
    case item(Text)
    /// A whole sentence; and its form after another sentence about the password.
    case sentence(Text, following: Text)
}

extension Outcome.Kind.Words {
    /// Whether the line for a rule that is not met reveals more about the password than that.
    func revealsDetails(by outcome: Outcome) -> Bool {
        switch self {
        case .plain: false
        case .charactersOfClass: outcome.limit > 1
        case .missing, .exceeded: true
        case .made(let revealsDetails, _, _, _, _, _): revealsDetails
        }
    }

    /// What is missing or wrong.
    func unmet(_ outcome: Outcome, _ wording: Wording) -> Text {
        let (limit, actual) = (outcome.limit, outcome.actual)
        return switch self {
        case .plain(let template, _): wording.text(template)
        case .missing(let template, _, _):
            wording.text(template, count: limit - actual, actual: actual, limit: limit)
        case .exceeded(let template, _, _): wording.text(template, count: actual, limit: limit)
        case .charactersOfClass:
            wording.missing(
                outcome.characters, actual: actual, minimum: limit, withRanges: outcome.namesRanges)
        case .made(_, _, let unmet, _, _, _): unmet(outcome, wording)
        }
    }

    /// The demand.
    func met(_ outcome: Outcome, _ wording: Wording) -> Text {
        switch self {
        case .plain(_, let template): wording.text(template)
        case .missing(_, let template, _), .exceeded(_, let template, _):
            wording.text(template, count: outcome.limit)
        case .charactersOfClass:
            wording.has(outcome.characters, minimum: outcome.limit, withRanges: outcome.namesRanges)
        case .made(_, _, _, _, _, let met): met(outcome, wording)
        }
    }

    /// The words for an outcome that is not met, in a sentence.
    func clause(_ outcome: Outcome, _ wording: Wording) -> ReasonClause {
        let unmet = unmet(outcome, wording)
        switch self {
        case .plain: return .predicate(unmet)
        case .missing(_, _, nil): return .item(unmet)
        case .missing(_, _, let sentence?):
            let (limit, actual) = (outcome.limit, outcome.actual)
            let text = wording.text(sentence, count: limit - actual, actual: actual, limit: limit)
            return .sentence(text, following: text)
        case .exceeded(_, _, let isPredicate): return isPredicate ? .predicate(unmet) : .item(unmet)
        case .charactersOfClass:
            if outcome.limit > 1 { return .item(unmet) }
            let alternatives = wording.alternatives(outcome.characters, withRanges: outcome.namesRanges)
            return .need(
                wording.choice(alternatives, afterEither: false), isChoice: alternatives.count > 1)
        case .made(_, let isPredicate, _, let sentence, let needed, _):
            if let sentence = sentence(outcome, wording) {
                return .sentence(sentence.first, following: sentence.following)
            }
            if let needed = needed(outcome, wording) { return .need(needed.text, isChoice: needed.isChoice) }
            return isPredicate ? .predicate(unmet) : .item(unmet)
        }
    }
}
