extension StrengthAdvice {
    /// The advice in one English sentence, which has nothing of the password.
    public var sentence: String { Wording(Translator()).text(template).string }

    /// The bytes of ``sentence`` in the translator's language.
    public func sentenceBytes(in translator: Translator) -> [UInt8] {
        Wording(translator).text(template).bytes
    }

    private var template: Template {
        switch self {
        case .avoidPersonalWords: .avoidPersonalWords
        case .avoidCommonWords: .avoidCommonWords
        case .avoidKeyboardWalks: .avoidKeyboardWalks
        case .avoidSequences: .avoidSequences
        case .avoidRepetitions: .avoidRepetitions
        case .avoidDates: .avoidDates
        case .addWords: .addWords
        }
    }
}

extension Wording {
    /// The kinds of pieces of a password: `a common word or password and a year`.
    /// - Parameter kinds: Characters are named if there is nothing else.
    func pieces(of kinds: StrengthPieceKinds) -> Text {
        var parts: [Text] = []
        for kind in StrengthPieceKind.allCases where kind != .characters && kinds.contains(kind) {
            parts.append(text(Self.template(of: kind)))
        }
        return parts.isEmpty ? text(Self.template(of: .characters)) : translator.list(parts, last: .and)
    }

    private static func template(of kind: StrengthPieceKind) -> Template {
        switch kind {
        case .characters: .fewCharacters
        case .word: .aCommonWord
        case .reversedWord: .aReversedWord
        case .personalWord: .aPersonalWord
        case .keyboardWalk: .aKeyboardWalk
        case .sequence: .aSequence
        case .repetition: .aRepetition
        case .date: .aDate
        case .year: .aYear
        }
    }
}
