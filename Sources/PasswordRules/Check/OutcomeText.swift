extension Outcome {
    /// The outcome in one short line of English, in the terms of the person who types the password: what is
    /// missing or wrong, or, where the rule is met, what it asks for. Never any part of the password.
    public var message: String { text.string }

    /// The UTF-8 bytes of `message`.
    public var messageBytes: [UInt8] { text.bytes }

    private var text: Text { isMet ? textWhenMet : textWhenNotMet }

    private var textWhenNotMet: Text {
        var text = Text()
        switch kind {
        case .minLength:
            text.append(count: limit - actual, " more character")
            text.append(" needed (")
            text.append(actual)
            text.append(" of ")
            text.append(limit)
            text.append(")")
        case .required:
            text.append("needs ")
            text.append(Wording.oneOf(characters))
        case .allowed:
            text.append(count: actual, " character")
            text.append(actual == 1 ? " that is not allowed (only " : " that are not allowed (only ")
            text.append(Wording.list(of: characters))
            text.append(")")
        case .maxLength:
            text.append(count: actual - limit, " character")
            text.append(" too many (")
            text.append(actual)
            text.append(", at most ")
            text.append(limit)
            text.append(")")
        case .maxConsecutive where countsSequences:
            text.append(count: actual, " character")
            text.append(" in a row that repeat or follow each other (at most ")
            text.append(limit)
            text.append(")")
        case .maxRepeating, .maxConsecutive:
            text.append("one character ")
            text.append(count: actual, " time")
            text.append(" in a row (at most ")
            text.append(limit)
            text.append(")")
        case .maxSequential:
            text.append(count: actual, " character")
            text.append(" in sequence, like abc or 321 (at most ")
            text.append(limit)
            text.append(")")
        case .encoding: text.append("has characters that are not valid UTF-8")
        case .maxBytes:
            text.append("too long: ")
            text.append(count: actual, " byte")
            text.append(" (at most ")
            text.append(limit)
            text.append(")")
        }
        return text
    }

    private var textWhenMet: Text {
        var text = Text()
        switch kind {
        case .minLength:
            text.append(count: limit, " character")
            text.append(" or more")
        case .required:
            text.append("has ")
            text.append(Wording.oneOf(characters))
        case .allowed:
            text.append("only ")
            text.append(Wording.list(of: characters))
        case .maxLength:
            text.append("at most ")
            text.append(count: limit, " character")
        case .maxConsecutive where countsSequences: text.append(Wording.noConsecutive(over: limit))
        case .maxRepeating, .maxConsecutive:
            text.append(Wording.noRepeat(over: limit))
        case .maxSequential: text.append(Wording.noSequence(over: limit))
        case .encoding: text.append("valid UTF-8")
        case .maxBytes:
            text.append("at most ")
            text.append(count: limit, " byte")
        }
        return text
    }
}
