/// A sentence about a whole password change, for the person who makes it.
package enum Notice: Sendable {
    /// A heading for the reasons for a refusal.
    case refused
    /// A heading for the reasons for a warning.
    case warned
    /// The password is empty.
    case nothingTyped
    /// The password, which is accepted, has a control character.
    case controlCharacter
    /// The names of the account cannot be determined.
    case accountUnknown
    /// The hashes of the user's earlier passwords cannot be read or saved.
    case historyUnavailable
    /// The same, and the change goes on.
    case historyUnavailableWarned
    /// A limit of the process is too low. The limit's name follows.
    case tightLimit
    /// The policy cannot be applied, and the person cannot change that.
    case notApplied
    /// The policy has a mistake, which the next line names; for root.
    case mistake
    /// The policy cannot be read; the next line says why; for root.
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
        case .historyUnavailable: .historyUnavailable
        case .historyUnavailableWarned: .historyUnavailableWarned
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
