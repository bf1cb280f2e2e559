/// What the value of a key is.
enum PolicyValueKind: Sendable {
    /// A decimal number.
    case number(ClosedRange<Int>)
    /// A power of ten, such as `10^10`, of which the value is the exponent.
    case powerOfTen(ClosedRange<Int>)
    /// The name of a level of strength, which means the exponent of its number of guesses.
    case strength
    /// One of two words, or the only one.
    case flag(PolicyWords<Bool>)
    /// How passwords are compared with a name.
    case nameMatch
    /// How passwords are compared with lists.
    case blocklistMatch
    /// What happens with a password that is refused.
    case enforcement
    /// How a suggestion is composed.
    case style
    /// `reject`, or some of the ways in which a new password can resemble the old one.
    case oldPassword
    /// The name of a preset.
    case preset
    /// A descriptor, with what policies add to it.
    case rules
    /// The same, in place of `rules`.
    case alternative
    /// A number and classes, such as `2 digit`.
    case characterMinimum
    /// Words, separated by commas.
    case words
    /// The path of a list, and how it is used.
    case blocklist
    /// The path of a list of ranked words, or `common` for the bundled one.
    case rankedWords
    /// Names of PAM services, separated by commas, or `none`.
    case services
    /// Classes that a suggestion avoids, or `none`.
    case exclusions
    /// Names of warnings and notes, separated by commas.
    case findings
}

extension PolicyValueKind {
    /// Whether it is the path of a file, which may have any character.
    var isPath: Bool {
        switch self {
        case .blocklist, .rankedWords: true
        default: false
        }
    }

    /// Whether it is a descriptor.
    var isDescriptor: Bool {
        switch self {
        case .rules, .alternative: true
        default: false
        }
    }

    /// The same as the value of a property in `rules`; nil for a kind that no property has.
    var inRules: AddedProperty.Value? {
        switch self {
        case .number(let range): .number(range)
        case .powerOfTen(let range): .powerOfTen(range)
        case .strength:
            .words(
                PolicyWords.strength.all.map { ($0.word, $0.value.leastGuessesLog10) },
                hint: PolicyWords.strength.hint)
        case .flag, .nameMatch, .blocklistMatch, .enforcement, .style, .oldPassword, .preset, .rules,
            .alternative, .characterMinimum, .words, .blocklist, .rankedWords, .services, .exclusions,
            .findings:
            nil
        }
    }
}
