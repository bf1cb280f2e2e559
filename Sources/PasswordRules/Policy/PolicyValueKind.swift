/// What the value of a key is.
enum PolicyValueKind {
    /// A decimal number.
    case number(ClosedRange<Int>)
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
    /// Names of PAM services, separated by commas, or `none`.
    case services
    /// Classes that a suggestion does without, or `none`.
    case exclusions
}

/// The words that a key may be set to. Each stands for a number; where they demand something, a larger one is stricter.
enum PolicyWords {
    case flag, yes, reject, name, blocklistMatch, enforcement, style

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
        case (.style, _): PasswordStyle(rawValue: number).map { Word($0.name) }
        default: nil
        }
    }

    /// All of them, for a message.
    var hint: Word {
        switch self {
        case .flag: "\"yes\" or \"no\""
        case .yes: "\"yes\""
        case .reject: "\"reject\""
        case .name: "\"reject\" or \"whole\""
        case .blocklistMatch: "\"exact\", \"folded\" or \"mangled\""
        case .enforcement: "\"yes\", \"warn\", \"audit\" or \"no\""
        case .style: "\"random\", \"readable\" or \"words\""
        }
    }
}
