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
        case .username: text.append("is or contains the user name")
        case .usernameParts:
            text.append("contains a part of the user name (")
            text.append(count: limit, " character")
            text.append(" or more)")
        case .fullName: text.append("is or contains a part of your full name")
        case .homeDirectory: text.append("is or contains a name from your home directory's path")
        case .oldPasswordSame: text.append("is the old password")
        case .oldPasswordCase: text.append("is the old password with other capitals")
        case .oldPasswordReversed: text.append("is the old password backwards")
        case .oldPasswordRotated: text.append("is the old password with its ends exchanged")
        case .oldPasswordContained: text.append("contains the old password, or is contained in it")
        case .oldPasswordChanges:
            text.append("too much like the old password: ")
            text.append(count: actual, " character")
            text.append(" changed (")
            text.append(limit)
            text.append(" needed)")
        case .palindrome: text.append("reads the same backwards")
        case .minClasses:
            text.append(limit == 4 ? "needs all of: " : "needs ")
            if limit < 4 {
                text.append(limit)
                text.append(" of: ")
            }
            text.append(Wording.fourClasses)
            text.append(" (has ")
            text.append(actual)
            text.append(")")
        case .atLeast:
            text.append("needs ")
            text.append(limit - actual)
            text.append(" more of: ")
            text.append(Wording.list(of: characters))
            text.append(" (")
            text.append(actual)
            text.append(" of ")
            text.append(limit)
            text.append(")")
        case .maxClassRepeating:
            text.append(count: actual, " character")
            text.append(" of one kind in a row (at most ")
            text.append(limit)
            text.append(")")
        case .minDifferent:
            text.append(count: limit - actual, " more different character")
            text.append(" needed (")
            text.append(actual)
            text.append(" of ")
            text.append(limit)
            text.append(")")
        case .maxKeyboard:
            text.append(count: actual, " neighbouring key")
            text.append(" in a row, like qwer (at most ")
            text.append(limit)
            text.append(")")
        case .words: text.append("contains a word that is too easy to guess here")
        case .minWords:
            text.append(count: limit - actual, " more word")
            text.append(" needed (")
            text.append(actual)
            text.append(" of ")
            text.append(limit)
            text.append(")")
        case .or:
            text.append("or meet ")
            text.append(actual == 2 ? "the other of the 2" : "another of the ")
            if actual != 2 { text.append(actual) }
            text.append(" sets of rules")
        case .blocklist:
            text.append("is a common or leaked password")
            if actual == BlocklistMatch.folded.rawValue { text.append(" with other capitals") }
            if actual == BlocklistMatch.mangled.rawValue { text.append(" with small changes") }
        case .blocklistUnreadable:
            text.append(
                "cannot be compared with the list of common passwords: please tell your administrator")
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
        case .username: text.append("not the user name")
        case .usernameParts: text.append("no part of the user name")
        case .fullName: text.append("no part of your full name")
        case .homeDirectory: text.append("no name from your home directory's path")
        case .oldPasswordSame, .oldPasswordCase, .oldPasswordReversed, .oldPasswordRotated,
            .oldPasswordContained:
            text.append("not the old password")
        case .oldPasswordChanges:
            text.append(count: limit, " character")
            text.append(" or more changed")
        case .palindrome: text.append("not the same backwards")
        case .minClasses: text.append(Wording.classes(atLeast: limit))
        case .atLeast: text.append(Wording.characters(characters, atLeast: limit))
        case .maxClassRepeating: text.append(Wording.noClassRepeat(over: limit))
        case .minDifferent: text.append(Wording.different(atLeast: limit))
        case .maxKeyboard: text.append(Wording.noKeyboard(over: limit))
        case .words: text.append("no word that is too easy to guess here")
        case .minWords: text.append(Wording.words(atLeast: limit))
        case .or: text.append("one of the sets of rules")
        case .blocklist, .blocklistUnreadable: text.append("not a common or leaked password")
        }
        return text
    }
}
