/// A sentence to the person who changes a password, about the change as a whole.
package enum Notice: Sendable {
    /// Heads the reasons for which a password is refused.
    case refused
    /// Heads what a password lacks that is accepted with a warning.
    case warned
    /// The password is empty.
    case nothingTyped
    /// The password, which is accepted, has a control character.
    case controlCharacter
    /// The names of the account cannot be found out.
    case accountUnknown
    /// Is followed by the name of a limit of the process.
    case tightLimit
    /// The policy cannot be applied, and the person can do nothing about it.
    case notApplied
    /// The policy has a mistake; for root, who sees it in the next line.
    case mistake
    /// The policy cannot be read; for root, who sees why in the next line.
    case unusable
    /// The policy has a mistake, and root may go on.
    case mistakeWarned
    /// The policy cannot be read, and root may go on.
    case unusableWarned
    /// What root can do about mistakes in files.
    case seeCheck

    /// The sentence in the translator's language.
    package func text(in translator: Translator) -> Text { Wording(translator).text(template) }

    private var template: Template {
        switch self {
        case .refused: .isRefused
        case .warned: .isWarnedOf
        case .nothingTyped: .nothingTyped
        case .controlCharacter: .controlCharacter
        case .accountUnknown: .accountUnknown
        case .tightLimit: .tightLimit
        case .notApplied: .policyNotApplied
        case .mistake: .policyMistake
        case .unusable: .policyUnusable
        case .mistakeWarned: .policyMistakeWarned
        case .unusableWarned: .policyUnusableWarned
        case .seeCheck: .seePolicyCheck
        }
    }
}
