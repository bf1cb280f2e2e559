/// The kind of value that a key has.
enum PolicyValueKind: Sendable {
    /// A decimal number.
    case number(ClosedRange<Int>)
    /// A power of ten, such as `10^10`. The value is its exponent.
    case powerOfTen(ClosedRange<Int>)
    /// The name of a level of strength. The value is the exponent of its number of guesses.
    case strength
    /// One of two words, or a single word.
    case flag(PolicyWords<Bool>)
    /// How passwords are compared with a name.
    case nameMatch
    /// How passwords are compared with lists.
    case blocklistMatch
    /// What happens to a password that is refused.
    case enforcement
    /// What happens at a login with a listed password.
    case loginAction
    /// How a suggestion is composed.
    case style
    /// `reject`, or some of the variations of the old password.
    case oldPassword
    /// The name of a preset.
    case preset
    /// A descriptor, with the properties that policies add.
    case rules
    /// The same, as an alternative to `rules`.
    case alternative
    /// A number and classes, such as `2 digit`.
    case characterMinimum
    /// Words, separated by commas.
    case words
    /// The path of a list, and its options.
    case blocklist
    /// The path of a list of ranked words, or `common` for the bundled one.
    case rankedWords
    /// Names of PAM services, separated by commas, or `none`.
    case services
    /// The same, without those that never ask for a new password at a login.
    case loginServices
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

    /// The same kind for a property in `rules`; nil if properties do not have it.
    var inRules: AddedProperty.Value? {
        switch self {
        case .number(let range): .number(range)
        case .powerOfTen(let range): .powerOfTen(range)
        case .strength:
            .words(
                PolicyWords.strength.all.map { ($0.word, $0.value.leastGuessesLog10) },
                hint: PolicyWords.strength.hint)
        case .flag, .nameMatch, .blocklistMatch, .enforcement, .loginAction, .style, .oldPassword, .preset,
            .rules, .alternative, .characterMinimum, .words, .blocklist, .rankedWords, .services,
            .loginServices,
            .exclusions, .findings:
            nil
        }
    }
}
