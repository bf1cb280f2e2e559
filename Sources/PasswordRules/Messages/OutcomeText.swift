extension Outcome {
    /// The outcome in one short line of English, for the person who types the password: what is missing or
    /// wrong, or, if the rule is met, what it asks for. It never contains any part of the password.
    public var message: String { text(in: Translator()).string }

    /// The UTF-8 bytes of ``message``.
    public var messageBytes: [UInt8] { messageBytes(in: Translator()) }

    /// The bytes of ``message`` in the translator's language.
    public func messageBytes(in translator: Translator) -> [UInt8] { text(in: translator).bytes }

    /// The bytes of ``message`` in the translator's language, without what was found in the password: where
    /// the message would have a number of that, or the kinds of its pieces, what the rule asks for.
    func demandBytes(in translator: Translator) -> [UInt8] {
        let wording = Wording(translator)
        return (tellsWhatWasFound ? textWhenMet(wording) : text(in: translator)).bytes
    }

    /// Whether the message, where the rule is not met, depends on more of the password than that.
    private var tellsWhatWasFound: Bool {
        switch kind {
        case .minLength, .allowed, .maxLength, .maxConsecutiveStrict, .maxRepeating, .maxConsecutive,
            .maxSequential, .maxBytes, .oldPasswordChanges, .minClasses, .atLeast, .maxClassRepeating,
            .minDifferent, .maxKeyboard, .minWords, .minGuesses:
            true
        // Those with a number have that of the policy.
        case .required, .encoding, .nul, .username, .usernameParts, .fullName, .homeDirectory,
            .oldPasswordSame, .oldPasswordCase, .oldPasswordReversed, .oldPasswordRotated,
            .oldPasswordContained, .palindrome, .words, .or, .blocklist, .blocklistUnreadable:
            false
        }
    }

    private func text(in translator: Translator) -> Text {
        let wording = Wording(translator)
        return isMet ? textWhenMet(wording) : textWhenNotMet(wording)
    }

    private func textWhenNotMet(_ wording: Wording) -> Text {
        switch kind {
        case .minLength: return missing(.moreCharacters, wording)
        case .required: return wording.text(.needs, wording.oneOf(characters))
        case .allowed:
            return wording.text(.notAllowed, wording.list(of: characters), count: actual)
        case .maxLength:
            return wording.text(.tooManyCharacters, count: actual - limit, actual: actual, limit: limit)
        case .maxConsecutiveStrict: return exceeded(.consecutive, wording)
        case .maxRepeating, .maxConsecutive: return exceeded(.repeated, wording)
        case .maxSequential: return exceeded(.sequential, wording)
        case .encoding: return wording.text(.illFormed)
        case .maxBytes: return exceeded(.tooLong, wording)
        case .username: return wording.text(.hasUsername)
        case .usernameParts: return wording.text(.hasUsernamePart, count: limit)
        case .fullName: return wording.text(.hasFullName)
        case .homeDirectory: return wording.text(.hasHomeDirectory)
        case .oldPasswordSame: return wording.text(.isOldPassword)
        case .oldPasswordCase: return wording.text(.isOldPasswordInOtherCase)
        case .oldPasswordReversed: return wording.text(.isOldPasswordReversed)
        case .oldPasswordRotated: return wording.text(.isOldPasswordRotated)
        case .oldPasswordContained: return wording.text(.hasOldPassword)
        case .oldPasswordChanges: return exceeded(.tooFewChanges, wording)
        case .palindrome: return wording.text(.isPalindrome)
        case .minClasses:
            return wording.text(
                limit == 4 ? .needsAllClasses : .needsClasses, count: limit, actual: actual, limit: limit)
        case .atLeast:
            return wording.moreCharacters(characters, actual: actual, limit: limit)
        case .maxClassRepeating: return exceeded(.sameKind, wording)
        case .minDifferent: return missing(.moreDifferent, wording)
        case .maxKeyboard: return exceeded(.adjacentKeys, wording)
        case .words: return wording.text(.hasWord)
        case .minWords: return missing(.moreWords, wording)
        case .or: return wording.text(.meetsNoSet, count: actual)
        case .blocklist:
            switch actual {
            case BlocklistMatch.folded.rawValue: return wording.text(.isListedInOtherCase)
            case BlocklistMatch.mangled.rawValue: return wording.text(.isListedWithChanges)
            default: return wording.text(.isListed)
            }
        case .blocklistUnreadable: return wording.text(.listUnreadable)
        case .nul: return wording.text(.hasNul)
        case .minGuesses: return wording.text(.easyToGuess, wording.pieces(of: pieceKinds))
        }
    }

    /// How much is missing, for a rule that demands something.
    private func missing(_ template: Template, _ wording: Wording) -> Text {
        wording.text(template, count: limit - actual, actual: actual, limit: limit)
    }

    /// How much there is, for a rule that limits something.
    private func exceeded(_ template: Template, _ wording: Wording) -> Text {
        wording.text(template, count: actual, limit: limit)
    }

    private func textWhenMet(_ wording: Wording) -> Text {
        switch kind {
        case .minLength: return wording.text(.atLeastCharacters, count: limit)
        case .required: return wording.text(.has, wording.oneOf(characters))
        case .allowed where characters.isUnicode: return wording.text(.anyCharacters)
        case .allowed: return wording.text(.only, wording.list(of: characters))
        case .maxLength: return wording.text(.atMostCharacters, count: limit)
        case .maxConsecutiveStrict: return wording.text(.noConsecutive, count: limit)
        case .maxRepeating, .maxConsecutive: return wording.text(.noRepeat, count: limit)
        case .maxSequential: return wording.text(.noSequence, count: limit)
        case .encoding, .nul: return wording.text(.validEncoding)
        case .maxBytes: return wording.text(.atMostBytes, count: limit)
        case .username: return wording.text(.noUsername)
        case .usernameParts: return wording.text(.noUsernamePart)
        case .fullName: return wording.text(.noFullName)
        case .homeDirectory: return wording.text(.noHomeDirectory)
        case .oldPasswordSame, .oldPasswordCase, .oldPasswordReversed, .oldPasswordRotated,
            .oldPasswordContained:
            return wording.text(.notOldPassword)
        case .oldPasswordChanges: return wording.text(.changes, count: limit)
        case .palindrome: return wording.text(.notPalindrome)
        case .minClasses: return wording.classes(atLeast: limit)
        case .atLeast: return wording.characters(characters, atLeast: limit)
        case .maxClassRepeating: return wording.text(.noClassRepeat, count: limit)
        case .minDifferent: return wording.text(.different, count: limit)
        case .maxKeyboard: return wording.text(.noKeyboard, count: limit)
        case .words: return wording.text(.noWord)
        case .minWords: return wording.text(.words, count: limit)
        case .minGuesses: return wording.text(.hardToGuess, count: limit, limit: limit)
        case .or: return wording.text(.oneOfTheSets)
        case .blocklist: return wording.text(.notListed)
        case .blocklistUnreadable: return wording.text(.listLeftOut)
        }
    }
}
