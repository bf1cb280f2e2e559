/// What the value of a key is.
enum PolicyValueKind {
    /// A decimal number.
    case number(ClosedRange<Int>)
    /// A power of ten, such as `10^10`.
    case powerOfTen(ClosedRange<Int>)
    /// A word that demands something.
    case demand(PolicyWords)
    /// One of several words.
    case choice(PolicyWords)
    /// `reject`, or some of the ways in which a new password can be the old one over again.
    case oldPassword
    /// The name of a preset.
    case preset
    /// A descriptor, with what policies add to it.
    case rules
    /// A number and classes, such as `2 digit`.
    case characterMinimum
    /// Words, separated by commas.
    case words
    /// The path of a list, behind what is said of it.
    case blocklist
    /// The path of a list of ranked words, or `common` for the one that comes along.
    case rankedWords
    /// Names of PAM services, separated by commas, or `none`.
    case services
    /// Classes that a suggestion does without, or `none`.
    case exclusions
}

extension PolicyValueKind {
    /// The same as the value of a property in `rules`; nil for what cannot be one.
    var inRules: AddedProperty.Value? {
        switch self {
        case .number(let range): .number(range)
        case .powerOfTen(let range): .powerOfTen(range)
        case .demand(let words): .words(words.all, first: words.first, hint: words.hint)
        default: nil
        }
    }
}

/// The words that a key may be set to. Each stands for a number; where they demand something, a larger one is stricter.
enum PolicyWords {
    case flag, yes, reject, name, blocklistMatch, strength, enforcement, style

    /// The word for a number from 0 to 3.
    func word(_ number: Int) -> Word? {
        switch (self, number) {
        case (.flag, 0), (.enforcement, Enforcement.no.rawValue): "no"
        case (.flag, 1), (.yes, 1), (.enforcement, Enforcement.yes.rawValue): "yes"
        case (.enforcement, Enforcement.audit.rawValue): "audit"
        case (.enforcement, Enforcement.warn.rawValue): "warn"
        case (.reject, 1), (.name, NameMatch.reject.rawValue): "reject"
        case (.name, NameMatch.whole.rawValue): "whole"
        case (.blocklistMatch, _): BlocklistMatch(rawValue: number).map { Word($0.name) }
        case (.strength, StrengthLevel.fair.rawValue...StrengthLevel.strong.rawValue):
            StrengthLevel(rawValue: number).map { Word($0.name) }
        case (.style, _): PasswordStyle(rawValue: number).map { Word($0.name) }
        default: nil
        }
    }

    /// The largest number that a word stands for.
    static var largest: Int { 4 }

    /// The least number that a word stands for.
    var first: Int {
        var number = 0
        while number < Self.largest, word(number) == nil { number += 1 }
        return number
    }

    /// All of them, the least demanding first.
    var all: [Word] { (0...Self.largest).compactMap { word($0) } }

    /// All of them, for a message.
    var hint: Word {
        switch self {
        case .flag: "\"yes\" or \"no\""
        case .yes: "\"yes\""
        case .reject: "\"reject\""
        case .name: "\"reject\" or \"whole\""
        case .blocklistMatch: "\"exact\", \"folded\" or \"mangled\""
        case .strength: "\"fair\", \"good\" or \"strong\""
        case .enforcement: "\"yes\", \"warn\", \"audit\" or \"no\""
        case .style: "\"random\", \"readable\" or \"words\""
        }
    }
}
