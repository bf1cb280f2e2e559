extension StrengthAdvice {
    /// The advice in an English sentence, which does not contain any part of the password.
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
